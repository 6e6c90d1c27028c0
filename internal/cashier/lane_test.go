package cashier_test

import (
	"slices"
	"testing"

	"hongyun/internal/cashier"
	"hongyun/internal/payment"
)

// A gateway that people entered has a lane of its own once the program is built
// and has read the settings: one that hangs holds up no other.
func TestAnEnteredGatewayHasItsOwnLane(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		read := map[string]payment.Gateway{}
		c, err := cashier.New(cashier.Config{
			DB: h.d, Ledger: h.ledger, Players: h.players, Guard: h.guard, Staff: h.staff, Turnover: h.turnover, Box: h.box,
			Gateways: map[string]payment.Gateway{"epay": h.gw}, Entered: func() map[string]payment.Gateway { return read },
			HooksURL: "https://hooks.example", SiteURL: "https://site.example", Settings: h.set,
		})
		if err != nil {
			t.Fatal(err)
		}
		read["shop"] = h.gw // the settings are read after the parts of the program are built
		if got := c.Deposits.Polls.Lanes(); !slices.Equal(got, []string{"epay", "shop", ""}) {
			t.Errorf("lanes %q", got)
		}
	})
}
