package cashier_test

import (
	"errors"
	"testing"
	"time"

	"hongyun/internal/cashier/deposit"
)

// F10: a payment was taken back, and only then comes the notice of it, for an
// order that has ended. The gateway does not own up to it, so nothing is booked,
// not even to suspense.
func TestANoticeOfAReversedPaymentBooksNothing(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		expired, closed := h.deposit(h.order(10000)), h.deposit(h.order(10000))
		if err := h.Deposits.Reject(t.Context(), anna, closed.SN, "玩家要求取消"); err != nil {
			t.Fatal(err)
		}
		h.clock.Advance(1201 * time.Second)
		if err := h.Deposits.ExpireOld(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, d := range []deposit.Deposit{expired, closed} {
			raw := h.gw.pay(d.SN, 10000)
			h.gw.orders[d.SN].paid = 0
			expect(t, "the notice", h.callback(raw, h.gw.token(d.SN)), deposit.ErrCallbackPending)
			h.gw.orders[d.SN].paid, h.gw.lookup = 10000, errors.New("timeout")
			expect(t, "the notice, and nobody answers", h.callback(raw, h.gw.token(d.SN)), deposit.ErrCallbackPending)
			h.gw.lookup = nil
		}
		h.expectBook("ming", "")
		// It was paid after all, and no notice comes again: we ask.
		h.clock.Advance(time.Minute)
		if err := h.Deposits.PollOpen(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, d := range []deposit.Deposit{expired, closed} {
			if got := h.state(d.SN); got != deposit.Review {
				t.Errorf("state %s", got)
			}
		}
		h.expectBook("ming", "suspense 20000 gateway -20000")
	})
}
