package cashier_test

import (
	"testing"
	"time"

	"hongyun/internal/cashier"
	"hongyun/internal/guard"
)

// Trust F16: who may not withdraw any more is not paid either, up to the moment
// the payout is sent; that it was sent can always be written down.
func TestAFreezeStopsAPayoutBeforeItIsSent(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.give("ming", 50000)
		w := h.withdraw(h.bind("ming", 1), 20000)
		if _, err := h.Withdrawals.Claim(t.Context(), anna, w.SN); err != nil {
			t.Fatal(err)
		}
		freeze := func() {
			t.Helper()
			if err := h.guard.Freeze(t.Context(), anna, "ming", []guard.Act{guard.Withdraw}, time.Time{}, "风控冻结"); err != nil {
				t.Fatal(err)
			}
		}
		thaw := func() {
			t.Helper()
			if err := h.guard.Unfreeze(t.Context(), anna, "ming", []guard.Act{guard.Withdraw}, "核实无误"); err != nil {
				t.Fatal(err)
			}
		}
		freeze()
		_, err := h.Withdrawals.Approve(t.Context(), anna, w.SN, "")
		expect(t, "approved while frozen", err, cashier.ErrFrozen)
		thaw()
		if _, err := h.Withdrawals.Approve(t.Context(), anna, w.SN, ""); err != nil {
			t.Fatal(err)
		}
		freeze()
		_, err = h.Withdrawals.Destination(t.Context(), anna, w.SN)
		expect(t, "shown where to pay while frozen", err, cashier.ErrFrozen)
		if _, err := h.Withdrawals.Pay(t.Context(), anna, w.SN, "P1"); err != nil {
			t.Errorf("the bank has paid it, and nobody can say so: %v", err)
		}
		h.expectBook("ming", "centre 30000 payout 20000")
	})
}
