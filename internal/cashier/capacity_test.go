package cashier_test

import (
	"fmt"
	"testing"
	"time"

	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/order"
	"hongyun/internal/money"
	"hongyun/internal/payment"
)

// bankOrderOf is a bank order of another player than ming.
func (h *house) bankOrderOf(player string, amount money.Fen) deposit.Order {
	o := h.bankOrder(amount)
	o.Player = player
	return o
}

// H-87: accounts without a credited deposit reserve nothing, however many they are.
func TestFreshAccountsDoNotStopOthersBankDeposits(t *testing.T) {
	eachWith(t, func(s *order.Settings) { s.BankOrdersOpen = 3 }, func(t *testing.T, h *house) {
		h.exec("UPDATE company_bank SET daily_cap = 100000")
		for i := range 20 {
			name := fmt.Sprintf("fresh%02d", i)
			h.register(name, "")
			for n := range 4 {
				_, err := h.Deposits.Create(t.Context(), h.bankOrderOf(name, 50_000))
				if n < 3 && err != nil {
					t.Fatalf("order %d of %s: %v", n, name, err)
				}
				if n == 3 {
					expect(t, "the fourth open order", err, deposit.ErrBankOrdersOpen)
				}
			}
		}
		h.deposit(h.bankOrder(90_000))
	})
}

// H-87: orders of players with a history take at most half of the room, and
// only for their 20 minutes. Received money takes all of its own.
func TestWaitingOrdersTakeHalfOfTheRoomForTheirTime(t *testing.T) {
	eachWith(t, func(s *order.Settings) { s.BankOrdersOpen = 3 }, func(t *testing.T, h *house) {
		h.exec("UPDATE company_bank SET enabled = (id = 1), daily_cap = 100000")
		_, out := h.confirms(anna, 20_000, "B1") // room: 800
		if !out.Done {
			t.Fatal(out)
		}
		first := h.deposit(h.bankOrder(50_000))
		h.register("hong", "")
		_, err := h.Deposits.Create(t.Context(), h.bankOrderOf("hong", 50_000))
		expect(t, "more than half of the room", err, order.ErrNoPayee)
		h.deposit(h.bankOrderOf("hong", 40_000))
		if err := h.Deposits.MarkPaid(t.Context(), "ming", first.SN); err != nil {
			t.Fatal(err)
		}
		h.clock.Advance(h.set.DepositExpiry)
		h.deposit(h.bankOrderOf("hong", 80_000)) // the 20 minutes are over
		_, err = h.Deposits.Create(t.Context(), h.bankOrderOf("hong", 80_100))
		expect(t, "more than the room", err, order.ErrNoPayee)
	})
}

// A player opens few orders at gateways: the rest of them would only fill the
// table and the queue of questions. Paid ones and those that are over do not count.
func TestAPlayerHasFewOrdersAtGateways(t *testing.T) {
	eachWith(t, func(s *order.Settings) { s.GatewayOrdersOpen = 3 }, func(t *testing.T, h *house) {
		first := h.deposit(h.order(10_000))
		h.deposit(h.order(20_000))
		h.deposit(h.order(30_000))
		_, err := h.Deposits.Create(t.Context(), h.order(40_000))
		expect(t, "the fourth", err, deposit.ErrOrdersOpen)
		h.register("hong", "")
		o := h.order(40_000)
		o.Player = "hong"
		h.deposit(o)
		if err := h.callback(h.gw.pay(first.SN, 10_000), h.gw.token(first.SN)); err != nil {
			t.Fatal(err)
		}
		h.deposit(h.order(50_000))
		_, err = h.Deposits.Create(t.Context(), h.order(60_000))
		expect(t, "a fourth beside the paid one", err, deposit.ErrOrdersOpen)
		h.clock.Advance(h.set.DepositExpiry)
		h.deposit(h.order(70_000))
	})
}

// H-382: refused orders are calls to a company too. They count for as long as an order waits.
func TestAPlayerHasFewRefusedOrdersAtGateways(t *testing.T) {
	eachWith(t, func(s *order.Settings) { s.GatewayOrdersOpen = 3 }, func(t *testing.T, h *house) {
		h.gw.collect = refusing
		for range 3 {
			expect(t, "refused", h.tries("ming"), deposit.ErrGatewayRefused)
		}
		expect(t, "the fourth", h.tries("ming"), deposit.ErrOrdersRefused)
		h.register("hong", "")
		expect(t, "another player", h.tries("hong"), deposit.ErrGatewayRefused)
		h.deposit(h.bankOrder(10_000))
		h.clock.Advance(h.set.DepositExpiry)
		expect(t, "later", h.tries("ming"), deposit.ErrGatewayRefused)
	})
}

// Orders that ran out are asked about for a day, so a player has few of them too.
func TestAPlayerHasFewUnpaidOrdersADay(t *testing.T) {
	eachWith(t, func(s *order.Settings) { s.GatewayOrdersOpen = 2 }, func(t *testing.T, h *house) {
		next := money.Fen(10_000)
		order := func() error {
			next += 100
			_, err := h.Deposits.Create(t.Context(), h.order(next))
			return err
		}
		for range 2 {
			for range 2 {
				if err := order(); err != nil {
					t.Fatal(err)
				}
			}
			h.clock.Advance(h.set.DepositExpiry)
			if err := h.Deposits.ExpireOld(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		expect(t, "the fifth unpaid order", order(), deposit.ErrOrdersUnpaid)
		h.clock.Advance(h.set.LateWatch + h.set.DepositExpiry)
		if err := order(); err != nil {
			t.Errorf("the day after: %v", err)
		}
	})
}

// Review A14: a payment that is first told without a number, and then with one, is held once.
func TestPaymentToldWithAndWithoutItsNumberIsHeldOnce(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		d := h.deposit(h.order(20_000))
		h.clock.Advance(h.set.DepositExpiry + time.Minute)
		raw := h.gw.pay(d.SN, 20_000)
		txn := h.gw.orders[d.SN].txn
		h.gw.orders[d.SN].txn = "" // its query names none
		if err := h.Deposits.PollOpen(t.Context()); err != nil {
			t.Fatal(err)
		}
		h.expectBook("ming", "suspense 20000 gateway -20000")
		if err := h.callback(raw, h.gw.token(d.SN)); err != nil {
			t.Fatal(err)
		}
		h.expectBook("ming", "suspense 20000 gateway -20000")
		if n := h.count("SELECT COUNT(*) FROM deposit"); n != 1 {
			t.Errorf("%d orders", n)
		}
		if got, _ := h.Deposits.Detail(t.Context(), d.SN); got.GatewayTxn != txn {
			t.Errorf("number %q, want %q", got.GatewayTxn, txn)
		}
		if err := h.callback(notice(d.SN, "ANOTHER", 20_000), h.gw.token(d.SN)); err != nil {
			t.Fatal(err)
		}
		h.expectBook("ming", "suspense 40000 gateway -40000") // the next number is another payment
	})
}

// Review B3: the gateway's own clock says whether a payment was in time; where
// it says nothing, a report within the grace counts.
func TestPaymentInTimeIsCreditedThoughToldLate(t *testing.T) {
	eachWith(t, func(s *order.Settings) { s.PaidGrace = time.Minute }, func(t *testing.T, h *house) {
		pays := func(paidAfter, toldAfter time.Duration) string {
			t.Helper()
			d := h.deposit(h.order(10_000))
			raw := h.gw.pay(d.SN, 10_000)
			if paidAfter > 0 {
				h.gw.orders[d.SN].paidAt = d.CreatedAt.Add(paidAfter)
			}
			h.clock.Advance(toldAfter)
			if err := h.callback(raw, h.gw.token(d.SN)); err != nil {
				t.Fatal(err)
			}
			return h.state(d.SN)
		}
		end := h.set.DepositExpiry
		for what, tc := range map[string]struct {
			paid, told time.Duration
			want       string
		}{
			"in time by the gateway's clock": {end - 10*time.Second, end + time.Hour, deposit.Credited},
			"late by the gateway's clock":    {end + 10*time.Second, end + 20*time.Second, deposit.Review},
			"no clock, within the grace":     {0, end + 59*time.Second, deposit.Credited},
			"no clock, after the grace":      {0, end + time.Minute, deposit.Review},
			"a clock that cannot be true":    {48 * time.Hour, end + time.Hour, deposit.Review},
		} {
			if got := pays(tc.paid, tc.told); got != tc.want {
				t.Errorf("%s: %s, want %s", what, got, tc.want)
			}
		}
	})
}

// Review B4: a payment for an order that was reversed is held for a person and acknowledged.
func TestPaymentForAReversedOrderGoesToSuspense(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		d := h.deposit(h.order(10_000))
		token := h.gw.token(d.SN)
		if err := h.callback(h.gw.pay(d.SN, 10_000), token); err != nil {
			t.Fatal(err)
		}
		h.agree(h.Deposits.Reverse(t.Context(), anna, order.Reported{SN: d.SN, Reference: "CB1", Reason: "支付通道撤回"}))
		if got := h.state(d.SN); got != deposit.Reversed {
			t.Fatal(got)
		}
		if err := h.callback(h.gw.pay(d.SN, 10_000), token); err != nil {
			t.Fatal(err)
		}
		h.expectBook("ming", "suspense 10000 gateway -10000")
	})
}

// Item 17: a callback at the address of no order leaves nothing in the database,
// and the own address of an order keeps a bounded number of rows.
func TestForgedCallbacksLeaveABoundedNumberOfRows(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		d := h.deposit(h.order(10_000))
		_, _, err := h.Deposits.ReceiveCallback(t.Context(), "epay", "x", "198.51.100.9", payment.Raw{Method: "POST", Body: make([]byte, 60_000)})
		expect(t, "no token", err, deposit.ErrNotFound)
		if n := h.count("SELECT COUNT(*) FROM callback_raw"); n != 0 {
			t.Errorf("%d rows of strangers", n)
		}
		token := h.gw.token(d.SN)
		for range 60 {
			err := h.callback(payment.Raw{Method: "POST", Body: []byte("forged")}, token)
			expect(t, "forged", err, deposit.ErrCallbackForged)
		}
		if n := h.count("SELECT COUNT(*) FROM callback_raw WHERE sn = ?", d.SN); n != 50 {
			t.Errorf("%d rows kept", n)
		}
		if err := h.callback(h.gw.pay(d.SN, 10_000), token); err != nil {
			t.Fatal(err)
		}
		if n := h.count("SELECT COUNT(*) FROM callback_raw WHERE sn = ? AND verdict = 'accepted'", d.SN); n != 1 {
			t.Errorf("the true one is kept %d times", n)
		}
		h.expectBook("ming", "centre 10000 gateway -10000")
	})
}

// Review B7, B6: the longest waiting comes first, and another name than the
// player's is said.
func TestWaitingDepositsAreListedOldestFirst(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		first := h.deposit(h.bankOrder(10_000))
		h.clock.Advance(time.Minute)
		o := h.bankOrder(10_000)
		o.Name = "李大力"
		second := h.deposit(o)
		for _, d := range []deposit.Deposit{first, second} {
			if err := h.Deposits.MarkPaid(t.Context(), "ming", d.SN); err != nil {
				t.Fatal(err)
			}
		}
		list, err := h.Deposits.List(t.Context(), deposit.Filter{States: []string{deposit.Claimed, deposit.Review}})
		if err != nil || len(list.Items) != 2 || list.Items[0].SN != first.SN {
			t.Errorf("%+v, %v", list.Items, err)
		}
		for sn, want := range map[string]bool{first.SN: false, second.SN: true} {
			if d, err := h.Deposits.Detail(t.Context(), sn); err != nil || d.OtherName != want {
				t.Errorf("%s: other name %v, %v", sn, d.OtherName, err)
			}
		}
	})
}
