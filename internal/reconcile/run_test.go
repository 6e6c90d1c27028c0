package reconcile_test

import (
	"context"
	"testing"
	"time"

	"hongyun/internal/apptest"
	"hongyun/internal/reconcile"
	"hongyun/internal/wallet"
)

// A house in which nothing is wrong has nothing to explain, and says what was
// compared. REC-1.
func TestNothingIsFoundWhereNothingIsWrong(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		h.Register("ming")
		h.Grant("ming", 500_00)
		_, err := h.Wallets.ToVenue(t.Context(), wallet.Order{ID: "one", Player: "ming", Venue: "ky", Amount: 300_00})
		if err != nil {
			t.Fatal(err)
		}
		h.Advance(10 * time.Minute)
		run := compared(t, h)
		if run.Opened != 0 || run.Open != 0 || !run.Whole() {
			t.Errorf("a right house is called broken: %+v", run)
		}
		if run.Looked["transfers"] != 1 || run.Looked["balances"] != 1 {
			t.Errorf("looked at %v, want the transfer and the balance", run.Looked)
		}
	})
}

func compared(t *testing.T, h *apptest.House) reconcile.Run {
	t.Helper()
	run, err := h.Reconcile.Run(context.WithoutCancel(t.Context()), "test", reconcile.ByHand, h.Clock.Now().Add(-48*time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	return run
}
