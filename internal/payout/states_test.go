package payout_test

import (
	"errors"
	"testing"
	"time"

	"hongyun/internal/cashier/cashiertest"
	"hongyun/internal/payment"
	"hongyun/internal/payout"
)

// An attempt moves only as its table says: no move leaves another state than its own.
func TestAnAttemptMovesOnlyAsItsTableSays(t *testing.T) {
	each(t, func(t *testing.T, f *fixture) {
		in := map[string]string{}
		alpha := f.companies["alpha"]
		for state, end := range map[string]payment.State{payout.Paid: payment.Paid, payout.Failed: payment.Failed} {
			_, in[state] = f.sent(100_00, "alpha")
			alpha.says(in[state], end, 100_00)
			f.later(time.Minute)
		}
		f.clock.Advance(24 * time.Hour) // a player asks five times a day
		_, in[payout.Accepted] = f.sent(100_00, "alpha")
		alpha.pay = func(payment.Payout) error { return errors.New("timeout") }
		_, in[payout.Unknown] = f.sent(100_00, "alpha")
		alpha.pay, alpha.lost = func(payment.Payout) error { return &payment.PayoutRefusal{Said: "余额不足"} }, true
		_, in[payout.Refused] = f.sent(100_00, "alpha")
		for _, state := range []string{payout.Asked, payout.Planned} {
			a, err := f.Send(t.Context(), clara, f.approved(100_00), "alpha")
			if err != nil {
				t.Fatal(err)
			}
			in[state] = a.Ref
			if state == payout.Asked {
				f.dies("Send.BeforeCall", f.run)
			}
		}
		cashiertest.Wrong(t, f.d, payout.Machine, in)
		cashiertest.Indexed(t, f.d, payout.Machine)
	})
}
