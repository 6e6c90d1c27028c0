package cashier_test

import (
	"testing"
	"time"

	"hongyun/internal/cashier/withdrawal"
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
		expect(t, "approved while frozen", err, withdrawal.ErrFrozen)
		thaw()
		if _, err := h.Withdrawals.Approve(t.Context(), anna, w.SN, ""); err != nil {
			t.Fatal(err)
		}
		freeze()
		_, err = h.Payouts.Destination(t.Context(), clara, w.SN)
		expect(t, "shown where to pay while frozen", err, withdrawal.ErrFrozen)
		if _, err := h.Payouts.Pay(t.Context(), clara, w.SN, "P1"); err != nil {
			t.Errorf("the bank has paid it, and nobody can say so: %v", err)
		}
		h.expectBook("ming", "centre 30000 payout 20000")
	})
}

// Who owes is not paid, also where a freeze of its own time stood when the debt
// began, and has ended since.
func TestADebtStopsAPayoutWhenAFreezeEnds(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.give("ming", 20000)
		w := h.withdraw(h.bind("ming", 1), 20000)
		h.deposited(10000)
		d := h.newest()
		h.spend(10000)
		if err := h.guard.Freeze(t.Context(), anna, "ming", []guard.Act{guard.Withdraw}, h.clock.Now().Add(time.Hour), "核实身份"); err != nil {
			t.Fatal(err)
		}
		h.agree(h.Deposits.Reverse(t.Context(), anna, ReportAsked(d.SN, "CB1")))
		h.clock.Advance(2 * time.Hour)
		if _, err := h.Withdrawals.Claim(t.Context(), anna, w.SN); err != nil {
			t.Fatal(err)
		}
		_, err := h.Withdrawals.Approve(t.Context(), anna, w.SN, "")
		expect(t, "approved while in debt", err, withdrawal.ErrOwing)
	})
}
