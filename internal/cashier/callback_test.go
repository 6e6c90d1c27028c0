package cashier_test

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/order"
	"hongyun/internal/fault"
	"hongyun/internal/guard"
	"hongyun/internal/money"
	"hongyun/internal/payment"
)

// DEP-10: a signed callback credits the deposit, with its turnover
// requirement, its notice and what follows from it.
func TestACallbackCreditsTheDeposit(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		d := h.deposit(h.order(12345))
		raw := h.gw.pay(d.SN, 12345)
		if err := h.callback(raw, h.gw.token(d.SN)); err != nil {
			t.Fatal(err)
		}
		h.expectBook("ming", "centre 12345 gateway -12345")
		detail, err := h.Deposits.Detail(t.Context(), d.SN)
		if err != nil || detail.State != deposit.Credited || detail.Received != 12345 || detail.GatewayTxn != "E000001" ||
			len(detail.Callbacks) != 1 || detail.Callbacks[0].Verdict != "accepted" || !strings.Contains(detail.Callbacks[0].Raw, d.SN) || len(detail.History) != 2 {
			t.Errorf("%+v, %v", detail, err)
		}
		if left, _ := h.turnover.Outstanding(t.Context(), h.d, "ming"); left != 12345 {
			t.Errorf("turnover %d", left)
		}
		if h.credited.Load() != 1 {
			t.Errorf("OnCredited ran %d times", h.credited.Load())
		}
	})
}

// DEP-08: each credit is announced once; an answer lost on the way may be
// asked for again at once.
func TestACreditIsAnnouncedOnce(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		recent := func() int {
			n, err := h.Deposits.Recent(t.Context(), "ming")
			if err != nil {
				t.Fatal(err)
			}
			return len(n)
		}
		d := h.deposit(h.order(10000))
		if recent() != 0 {
			t.Error("announced before it is paid")
		}
		if err := h.callback(h.gw.pay(d.SN, 10000), h.gw.token(d.SN)); err != nil {
			t.Fatal(err)
		}
		if n, err := h.Deposits.Recent(t.Context(), "hong"); err != nil || len(n) != 0 {
			t.Errorf("another player is told: %v %v", n, err)
		}
		first, again := recent(), recent()
		h.clock.Advance(10 * time.Second)
		if later := recent(); first != 1 || again != 1 || later != 0 {
			t.Errorf("announced %d, at once again %d, ten seconds later %d", first, again, later)
		}
	})
}

// DEP-08: the page shows the first amount of the list and asks again after its
// OK, so deposits credited between two questions are handed over one by one.
func TestEveryCreditedDepositIsAnnounced(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		pay := func(amount money.Fen) {
			t.Helper()
			h.clock.Advance(time.Second)
			d := h.deposit(h.order(amount))
			if err := h.callback(h.gw.pay(d.SN, amount), h.gw.token(d.SN)); err != nil {
				t.Fatal(err)
			}
		}
		expect := func(want ...money.Fen) {
			t.Helper()
			n, err := h.Deposits.Recent(t.Context(), "ming")
			var got []money.Fen
			for _, notice := range n {
				got = append(got, notice.Amount)
			}
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("announced %v, %v, want %v", got, err, want)
			}
		}
		pay(11100)
		pay(22200)
		pay(33300)
		expect(11100, 22200, 33300)
		expect(11100, 22200, 33300) // a second tab, which asks at the same moment, takes nothing away
		h.clock.Advance(10 * time.Second)
		expect(22200, 33300)
		h.clock.Advance(10 * time.Second)
		pay(44400)
		expect(33300, 44400)
		h.clock.Advance(10 * time.Second)
		expect(44400)
		h.clock.Advance(10 * time.Second)
		expect()
	})
}

// trust CBK-3, test 6: 1,000 equal callbacks at once are one credit, each is
// answered with the success text.
func TestTrust_CBK_3_AThousandDuplicatesCreditOnce(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		d := h.deposit(h.order(10000))
		raw, token := h.gw.pay(d.SN, 10000), h.gw.token(d.SN)
		var wg sync.WaitGroup
		for range 40 {
			wg.Go(func() {
				for range 25 {
					if err := h.callback(raw, token); err != nil {
						t.Error(err)
					}
				}
			})
		}
		wg.Wait()
		h.expectBook("ming", "centre 10000 gateway -10000")
		if n := h.credited.Load(); n != 1 {
			t.Errorf("OnCredited took effect %d times", n)
		}
		if n := h.count("SELECT COUNT(*) FROM callback_raw WHERE sn = ? AND verdict = 'accepted'", d.SN); n != 1 {
			t.Errorf("%d callbacks accepted", n)
		}
		if n := h.count("SELECT COUNT(*) FROM callback_raw WHERE sn = ?", d.SN); n > 200 {
			t.Errorf("%d callbacks kept, not a bounded number", n)
		}
	})
}

// trust CBK-1, CBK-5: what is not the gateway's, or not at the order's own
// address, changes nothing, and is kept.
func TestTrust_CBK_1_ForgedCallbacksCreditNothing(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		d, other := h.deposit(h.order(10000)), h.deposit(h.order(10000))
		raw, token := h.gw.pay(d.SN, 10000), h.gw.token(d.SN)
		alter := func(change func(url.Values)) payment.Raw {
			q := url.Values{}
			for k, v := range raw.Query {
				q[k] = append([]string(nil), v...)
			}
			change(q)
			return payment.Raw{Method: "GET", Query: q}
		}
		for what, tc := range map[string]struct {
			gateway, token string
			raw            payment.Raw
			want           error
			verdict        string
		}{
			"no signature":          {"epay", token, alter(func(q url.Values) { q.Del("sign") }), deposit.ErrCallbackForged, "bad_signature"},
			"empty signature":       {"epay", token, alter(func(q url.Values) { q.Set("sign", "") }), deposit.ErrCallbackForged, "bad_signature"},
			"wrong signature":       {"epay", token, alter(func(q url.Values) { q.Set("sign", "x") }), deposit.ErrCallbackForged, "bad_signature"},
			"signature twice":       {"epay", token, alter(func(q url.Values) { q.Add("sign", "right") }), deposit.ErrCallbackForged, "bad_signature"},
			"nothing":               {"epay", token, payment.Raw{Method: "POST", Body: []byte("\xff\x00<html>")}, deposit.ErrCallbackForged, "unreadable"},
			"amount in words":       {"epay", token, alter(func(q url.Values) { q.Set("money", "1e9") }), deposit.ErrCallbackForged, "unreadable"},
			"another order's token": {"epay", h.gw.token(other.SN), raw, deposit.ErrCallbackForged, "bad_signature"},
			"replayed to another":   {"epay", token, alter(func(q url.Values) { q.Set("out_trade_no", other.SN) }), deposit.ErrCallbackForged, "bad_signature"},
			"wrong token":           {"epay", strings.Repeat("A", 43), raw, deposit.ErrNotFound, ""},
			"no token":              {"epay", "", raw, deposit.ErrNotFound, ""},
			"another gateway":       {"other", token, raw, deposit.ErrNotFound, ""},
		} {
			before := h.count("SELECT COUNT(*) FROM callback_raw WHERE verdict = ?", tc.verdict)
			_, body, err := h.Deposits.ReceiveCallback(t.Context(), tc.gateway, tc.token, "198.51.100.9", tc.raw)
			expect(t, what, err, tc.want)
			if body != "" {
				t.Errorf("%s: acknowledged with %q", what, body)
			}
			if f, ok := fault.Of(err); !ok || f.Kind == fault.Unauthenticated {
				t.Errorf("%s: answered %v", what, err)
			}
			if tc.verdict != "" && h.count("SELECT COUNT(*) FROM callback_raw WHERE verdict = ?", tc.verdict) != before+1 {
				t.Errorf("%s: not kept as %s", what, tc.verdict)
			}
		}
		unpaid := alter(func(q url.Values) { q.Set("status", "closed") })
		if err := h.callback(unpaid, token); err != nil {
			t.Errorf("a signed notice that is no payment: %v", err)
		}
		h.expectBook("ming", "")
	})
}

// trust CBK-2, F11, F12: signed and true, but not what was ordered.
func TestTrust_CBK_2_AnotherAmountGoesToReview(t *testing.T) {
	for _, paid := range []money.Fen{9999, 10001, 1000000, 100} {
		each(t, func(t *testing.T, h *house) {
			d := h.deposit(h.order(10000))
			raw := h.gw.pay(d.SN, paid)
			for range 3 {
				if err := h.callback(raw, h.gw.token(d.SN)); err != nil {
					t.Error(err)
				}
			}
			if got := h.state(d.SN); got != deposit.Review {
				t.Errorf("state %s", got)
			}
			h.expectBook("ming", fmt.Sprintf("suspense %d gateway -%d", paid, paid))
			if n := h.count("SELECT COUNT(*) FROM deposit"); n != 1 {
				t.Errorf("%d review cases", n)
			}

			// What was really received is credited, and nothing else (practice 22).
			_, err := h.Deposits.Resolve(t.Context(), anna, deposit.Resolution{SN: d.SN, Credit: true, Received: 10000, Reason: "核对无误"})
			expect(t, "credit of another amount than proved", err, deposit.ErrReceivedProved)
			out, err := h.Deposits.Resolve(t.Context(), anna, deposit.Resolution{SN: d.SN, Credit: true, Received: paid, Reason: "核对无误"})
			h.expectBook("ming", fmt.Sprintf("suspense %d gateway -%d", paid, paid)) // trust F11: not one person's word
			h.agree(out, err)
			h.expectBook("ming", fmt.Sprintf("centre %d gateway -%d", paid, paid))
			if err := h.callback(raw, h.gw.token(d.SN)); err != nil {
				t.Error(err)
			}
			h.expectBook("ming", fmt.Sprintf("centre %d gateway -%d", paid, paid))
		})
	}
}

// DEP-11, F9: paid too late is not lost and not credited by itself.
func TestALatePaymentGoesToReview(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		expired, unswept, closed := h.deposit(h.order(10000)), h.deposit(h.order(10000)), h.deposit(h.order(10000))
		if err := h.Deposits.Reject(t.Context(), anna, closed.SN, "玩家要求取消"); err != nil {
			t.Fatal(err)
		}
		h.clock.Advance(1201 * time.Second)
		for _, d := range []deposit.Deposit{unswept, closed, expired} {
			if d.SN == closed.SN {
				if err := h.Deposits.ExpireOld(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			for range 2 {
				if err := h.callback(h.gw.pay1(d.SN, 10000), h.gw.token(d.SN)); err != nil {
					t.Error(err)
				}
			}
			if got := h.state(d.SN); got != deposit.Review {
				t.Errorf("state %s", got)
			}
		}
		h.expectBook("ming", "suspense 30000 gateway -30000")
		if _, err := h.Deposits.Resolve(t.Context(), anna, deposit.Resolution{SN: expired.SN, Credit: true, Received: 10000, Reason: "迟到的付款"}); err != nil {
			t.Error(err)
		}
		if _, err := h.Deposits.Resolve(t.Context(), anna, deposit.Resolution{SN: closed.SN, Reason: "原路退回"}); err != nil {
			t.Error(err)
		}
		// What was closed stays where it is until it is sent back.
		h.expectBook("ming", "centre 10000 suspense 20000 gateway -30000")
	})
}

// trust CBK-3: one payment cannot pay two orders, and two payments of one
// order are both there.
func TestOnePaymentServesOneOrder(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		a, b := h.deposit(h.order(10000)), h.deposit(h.order(10000))
		raw := h.gw.pay(a.SN, 10000)
		if err := h.callback(raw, h.gw.token(a.SN)); err != nil {
			t.Fatal(err)
		}
		h.gw.pay(b.SN, 10000)
		h.gw.orders[b.SN].txn = "E000001" // the gateway repeats a number
		for range 2 {
			if err := h.callback(notice(b.SN, "E000001", 10000), h.gw.token(b.SN)); err != nil {
				t.Error(err)
			}
		}
		if got := h.state(b.SN); got != deposit.Review {
			t.Errorf("second order of one payment: %s", got)
		}
		h.expectBook("ming", "centre 10000 gateway -10000")

		again := h.gw.pay(a.SN, 10000) // the payer pays the page once more
		for range 3 {
			if err := h.callback(again, h.gw.token(a.SN)); err != nil {
				t.Error(err)
			}
		}
		h.expectBook("ming", "centre 10000 suspense 10000 gateway -20000")
		list, err := h.Deposits.List(t.Context(), deposit.Filter{States: []string{deposit.Review}})
		if err != nil || list.Total != 2 {
			t.Fatalf("%d in review, %v", list.Total, err)
		}
		for _, d := range list.Items {
			if d.SN == b.SN {
				continue
			}
			if _, err := h.Deposits.Resolve(t.Context(), anna, deposit.Resolution{SN: d.SN, Credit: true, Received: 10000, Reason: "确属重复付款"}); err != nil {
				t.Error(err)
			}
		}
		h.expectBook("ming", "centre 20000 gateway -20000")
	})
}

// trust CBK-2: a signature can be stolen; our own question must agree.
func TestTheGatewayMustConfirmItsCallback(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		d := h.deposit(h.order(10000))
		token := h.gw.token(d.SN)
		forged := notice(d.SN, "E999999", 10000) // signed with a stolen key; nobody paid
		expect(t, "not paid at the gateway", h.callback(forged, token), deposit.ErrCallbackPending)
		h.gw.lookup = errors.New("timeout")
		expect(t, "gateway silent", h.callback(forged, token), deposit.ErrCallbackPending)
		h.expectBook("ming", "")
		h.gw.lookup = nil
		raw := h.gw.pay(d.SN, 5000) // and the gateway's own books say less than its callback
		raw.Query.Set("money", "100.00")
		if err := h.callback(raw, token); err != nil {
			t.Error(err)
		}
		h.expectBook("ming", "")
		if got := h.state(d.SN); got != deposit.Review {
			t.Errorf("state %s", got)
		}
	})
	eachWith(t, func(s *order.Settings) { s.LookupAbove = 20000 }, func(t *testing.T, h *house) {
		small, large := h.deposit(h.order(10000)), h.deposit(h.order(20000))
		h.gw.lookup = errors.New("timeout")
		if err := h.callback(h.gw.pay(small.SN, 10000), h.gw.token(small.SN)); err != nil {
			t.Error(err)
		}
		expect(t, "at the limit", h.callback(h.gw.pay(large.SN, 20000), h.gw.token(large.SN)), deposit.ErrCallbackPending)
		h.expectBook("ming", "centre 10000 gateway -10000")
	})
}

// F1, F15: callbacks get lost; the gateway is asked, often at first, and also
// for a while after the order expired.
func TestALostCallbackIsFoundByAsking(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		poll := func() {
			t.Helper()
			if err := h.Deposits.PollOpen(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		d, late, failed := h.deposit(h.order(10000)), h.deposit(h.order(20000)), h.deposit(h.order(30000))
		poll()
		if h.gw.asked != 0 {
			t.Error("asked before a callback could have come")
		}
		raw := h.gw.pay(d.SN, 10000)
		h.gw.orders[failed.SN].failed = true
		h.clock.Advance(16 * time.Second)
		h.gw.lookup = errors.New("down")
		poll()
		h.expectBook("ming", "")
		h.gw.lookup = nil
		poll()
		h.expectBook("ming", "")
		h.clock.Advance(16 * time.Second)
		poll()
		poll()
		h.expectBook("ming", "centre 10000 gateway -10000")
		if err := h.callback(raw, h.gw.token(d.SN)); err != nil { // it comes after all
			t.Error(err)
		}
		h.expectBook("ming", "centre 10000 gateway -10000")
		if got := h.state(failed.SN); got != deposit.Closed {
			t.Errorf("failed at the gateway: %s", got)
		}

		h.clock.Advance(2 * time.Hour)
		if err := h.Deposits.ExpireOld(t.Context()); err != nil {
			t.Fatal(err)
		}
		h.gw.pay(late.SN, 20000)
		h.clock.Advance(2 * time.Hour)
		poll()
		if got := h.state(late.SN); got != deposit.Review {
			t.Errorf("paid late, callback lost: %s", got)
		}
		h.expectBook("ming", "centre 10000 suspense 20000 gateway -30000")
		if err := h.Deposits.Prune(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

// A house of two nodes asks and is called at the same moment.
func TestCallbackAndQuestionAtOnceCreditOnce(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		for range 10 {
			d := h.deposit(h.order(10000))
			raw := h.gw.pay(d.SN, 10000)
			h.clock.Advance(16 * time.Second)
			var wg sync.WaitGroup
			for range 4 {
				wg.Go(func() {
					if err := h.Deposits.PollOpen(t.Context()); err != nil {
						t.Error(err)
					}
				})
				wg.Go(func() {
					if err := h.callback(raw, h.gw.token(d.SN)); err != nil {
						t.Error(err)
					}
				})
			}
			wg.Wait()
		}
		h.expectBook("ming", "centre 100000 gateway -100000")
	})
}

// RG-3: what goes above the player's own limit is credited by two people, for a
// payment that its company proved as well.
func TestAProvedPaymentAboveTheOwnLimitTakesTwo(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.guard.Deposited = h.Deposits.Toward
		d := h.deposit(h.order(20_000))
		if _, err := h.guard.SetLimit(t.Context(), "ming", guard.Day, 5_000); err != nil {
			t.Fatal(err)
		}
		expect(t, "the payment", h.callback(h.gw.pay(d.SN, 20_000), h.gw.token(d.SN)), nil)
		if h.state(d.SN) != deposit.Review {
			t.Fatalf("the order is %s", h.state(d.SN))
		}
		out, err := h.Deposits.Resolve(t.Context(), anna, deposit.Resolution{SN: d.SN, Credit: true, Received: 20_000, Reason: "玩家要求入账"})
		if err != nil || out.Done || out.ApprovalID == "" {
			t.Errorf("%+v, %v; want a request", out, err)
		}
		h.expectBook("ming", "suspense 20000 gateway -20000")
	})
}
