package im_test

import (
	"net/http/httptest"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/venue/im"
	"hongyun/internal/venue/venuetest"
	"hongyun/sandbox"
	"hongyun/sandbox/play/arcade"
)

// The adapter against the sandbox's IM server, which was written separately, in
// both wallets.
func TestConformance(t *testing.T) {
	for code, c := range map[string]struct{ wallet, game, noGame string }{
		"im": {im.WalletSports, "IMSB", "ESPORTSBULL"}, "ime": {im.WalletEsports, "ESPORTSBULL", "IMSB"},
	} {
		t.Run(code, func(t *testing.T) {
			venuetest.Run(t, venuetest.Harness{
				Open: func(t *testing.T, o venuetest.Options) venuetest.Bench { return open(t, code, c.wallet, o) },
				Game: c.game, NoGame: c.noGame, AmountsUntold: true,
			})
		})
	}
}

func open(t *testing.T, code, wallet string, o venuetest.Options) venuetest.Bench {
	const merchant, passwordKey = "CONFORMANCE000000000000000000032", "conformance-password-key"
	clock := calendar.NewFixed(time.Date(2026, 3, 2, 12, 0, 0, 0, calendar.Beijing))
	var address string
	companies, err := sandbox.New(sandbox.Config{
		DataDir: t.TempDir(), Clock: o.CompanyClock(clock), Log: o.Log, BaseURL: func() string { return address },
		Games:  []arcade.Venue{{Code: code, Games: []arcade.Game{{Code: "0", Name: "大厅", Kind: "sports"}}}},
		Venues: []sandbox.VenueConfig{{Code: code, PlatformID: 12, Protocol: sandbox.IM{MerchantCode: merchant, Wallet: wallet}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(companies.Handler())
	address = server.URL
	t.Cleanup(func() {
		companies.Stop()
		server.Close()
		_ = companies.Close()
	})
	v, err := im.New(im.Config{
		Code: code, PlatformID: 12, BaseURL: address + "/venues/" + code, MerchantCode: merchant, Wallet: wallet, PasswordKey: passwordKey,
		Timeout: o.Timeout, MinGap: time.Nanosecond, Lag: time.Minute, Clock: clock, Log: o.Log,
	})
	if err != nil {
		t.Fatal(err)
	}
	return venuetest.Bench{
		Venue: v, Clock: clock, Company: venuetest.Sandbox{URL: address, Venue: code}, Secrets: []string{merchant, passwordKey},
	}
}
