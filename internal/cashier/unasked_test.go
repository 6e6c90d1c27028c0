package cashier_test

import (
	"testing"
	"time"

	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/order"
	"hongyun/internal/payment"
	"hongyun/internal/staff"
)

// H-367: a gateway that answers no questions is believed by its signature below the
// operator's limit. From the limit on a person decides, and the money waits in suspense.
func TestANoticeOfAGatewayThatCannotBeAskedIsCreditedBelowTheLimit(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.gw.lookup, h.gw.unasked = payment.ErrNoQuery, 20000
		small, at := h.deposit(h.order(19999)), h.deposit(h.order(20000))
		raw := h.gw.pay(small.SN, 19999)
		for range 2 { // a repetition is acknowledged and credits nothing
			if err := h.callback(raw, h.gw.token(small.SN)); err != nil {
				t.Error(err)
			}
		}
		h.expectBook("ming", "centre 19999 gateway -19999")
		raw = h.gw.pay(at.SN, 20000)
		for range 2 {
			if err := h.callback(raw, h.gw.token(at.SN)); err != nil {
				t.Error(err)
			}
		}
		h.expectBook("ming", "centre 19999 suspense 20000 gateway -39999")
		if got := h.state(at.SN); got != deposit.Review {
			t.Errorf("state %s", got)
		}
		if n := h.count("SELECT COUNT(*) FROM callback_raw WHERE sn = ? AND verdict = 'unconfirmed'", at.SN); n != 1 {
			t.Errorf("%d notices are kept as unconfirmed", n)
		}
		if _, err := h.Deposits.Resolve(t.Context(), anna, deposit.Resolution{SN: at.SN, Credit: true, Received: 20000, Reason: "收款钱包已核对"}); err != nil {
			t.Fatal(err)
		}
		h.expectBook("ming", "centre 39999 gateway -39999")
	})
}

// Without a limit every notice of such a gateway is for a person.
func TestANoticeOfAGatewayThatCannotBeAskedIsReviewedWithoutALimit(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.gw.lookup = payment.ErrNoQuery
		d := h.deposit(h.order(10000))
		if err := h.callback(h.gw.pay(d.SN, 10000), h.gw.token(d.SN)); err != nil {
			t.Error(err)
		}
		if got := h.state(d.SN); got != deposit.Review {
			t.Errorf("state %s", got)
		}
		h.expectBook("ming", "suspense 10000 gateway -10000")
	})
}

// H-404: the amount from which callbacks are compared with a query lets no notice of
// such a gateway through. Its own limit alone decides.
func TestANoticeOfAGatewayThatCannotBeAskedObeysItsOwnLimitBelowTheLimitOfQueries(t *testing.T) {
	eachWith(t, func(s *order.Settings) { s.LookupAbove = 100_000 }, func(t *testing.T, h *house) {
		h.gw.lookup = payment.ErrNoQuery
		all := h.deposit(h.order(99_900))
		if err := h.callback(h.gw.pay(all.SN, 99_900), h.gw.token(all.SN)); err != nil {
			t.Error(err)
		}
		if got := h.state(all.SN); got != deposit.Review {
			t.Errorf("without a limit: state %s", got)
		}
		h.expectBook("ming", "suspense 99900 gateway -99900")
		h.gw.unasked = 20_000
		below, at := h.deposit(h.order(19_999)), h.deposit(h.order(20_000))
		for _, d := range []deposit.Deposit{below, at} {
			if err := h.callback(h.gw.pay(d.SN, d.Amount), h.gw.token(d.SN)); err != nil {
				t.Error(err)
			}
		}
		if got := h.state(at.SN); got != deposit.Review {
			t.Errorf("at the limit: state %s", got)
		}
		h.expectBook("ming", "centre 19999 suspense 119900 gateway -139899")
	})
}

// H-404: no company vouches for an unconfirmed payment, so each credit of one counts with
// the last 24 hours of the person and of the player.
func TestAnUnconfirmedPaymentCountsTowardsTheSumsOfStaff(t *testing.T) {
	for _, inReview := range []bool{false, true} {
		eachWith(t, func(s *order.Settings) { s.DepositSecondAbove = 50_000 }, func(t *testing.T, h *house) {
			h.gw.lookup = payment.ErrNoQuery
			credit := func(by staff.Actor) order.Outcome {
				t.Helper()
				d := h.deposit(h.order(20_000))
				if inReview {
					if err := h.Deposits.ToReview(t.Context(), anna, d.SN, "玩家来电询问"); err != nil {
						t.Fatal(err)
					}
				}
				if err := h.callback(h.gw.pay(d.SN, 20_000), h.gw.token(d.SN)); err != nil {
					t.Fatal(err)
				}
				out, err := h.Deposits.Resolve(t.Context(), by, deposit.Resolution{SN: d.SN, Credit: true, Received: 20_000, Reason: "收款钱包已核对"})
				if err != nil {
					t.Fatal(err)
				}
				return out
			}
			for i := range 2 {
				if !credit(anna).Done {
					t.Errorf("credit %d needs a second person", i+1)
				}
			}
			if out := credit(anna); out.Done || out.ApprovalID == "" {
				t.Errorf("the third credit by one person: %+v", out)
			}
			if out := credit(boris); out.Done || out.ApprovalID == "" {
				t.Errorf("a third credit to one player: %+v", out)
			}
			h.expectBook("ming", "centre 40000 suspense 40000 gateway -80000")
		})
	}
}

// Another amount, and a payment after the order's end, go where those of every gateway go.
func TestAWrongOrLateNoticeOfAGatewayThatCannotBeAskedGoesToReview(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.gw.lookup, h.gw.unasked = payment.ErrNoQuery, 1_000_000
		wrong, late := h.deposit(h.order(10000)), h.deposit(h.order(20000))
		if err := h.callback(h.gw.pay(wrong.SN, 9999), h.gw.token(wrong.SN)); err != nil {
			t.Error(err)
		}
		h.clock.Advance(1201 * time.Second)
		if err := h.Deposits.ExpireOld(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := h.callback(h.gw.pay(late.SN, 20000), h.gw.token(late.SN)); err != nil {
			t.Error(err)
		}
		for _, d := range []deposit.Deposit{wrong, late} {
			if got := h.state(d.SN); got != deposit.Review {
				t.Errorf("state %s", got)
			}
		}
		h.expectBook("ming", "suspense 29999 gateway -29999")
	})
}

// Nobody failed to answer where nobody was asked: the order waits for its notice.
func TestAGatewayThatCannotBeAskedIsNotCalledSilent(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.gw.lookup = payment.ErrNoQuery
		d := h.deposit(h.order(10000))
		for range 3 {
			h.clock.Advance(16 * time.Second)
			if err := h.Deposits.PollOpen(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if got := h.state(d.SN); got != deposit.Pending {
			t.Errorf("state %s", got)
		}
		h.expectBook("ming", "")
	})
}
