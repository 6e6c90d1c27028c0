package company

import (
	"errors"
	"net/netip"
	"testing"

	"hongyun/internal/payout"
)

func TestACompanyThatPaysOutIsCalledByHttpsOutsideInternalNetworks(t *testing.T) {
	c := payout.Company{Protocol: "dfpay", Merchant: "10001", Min: 100, Max: 1000_00}
	for address, want := range map[string]error{
		"https://pay.example": nil, "http://pay.example": payout.ErrInside, "http://10.0.6.4": nil, "https://10.0.7.4": payout.ErrInside, "http://127.0.0.1": payout.ErrInside,
	} {
		e := Entered{Inside: []netip.Prefix{netip.MustParsePrefix("10.0.6.0/24")}}
		c.BaseURL = address
		if _, err := e.Payer("alpha", c, "test-key-0123456789"); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", address, err, want)
		}
	}
}

// A protocol that the back office offers has a case in Payer.
func TestEveryPayerProtocolHasItsAdapter(t *testing.T) {
	for _, protocol := range PayerProtocols {
		c := payout.Company{Protocol: protocol, BaseURL: "https://pay.example", Merchant: "10001", Min: 100, Max: 1000_00}
		if made, err := (Entered{}).Payer("alpha", c, "test-key-0123456789"); err != nil || made == nil {
			t.Errorf("%s: %v", protocol, err)
		}
	}
}
