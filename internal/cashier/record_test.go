package cashier_test

import (
	"fmt"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/cashier"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/money"
)

// record is the player's cash record of the day.
func (h *house) record(kind string) cashier.Funding {
	h.t.Helper()
	f, err := h.Records.Funding(h.t.Context(), "ming", kind, 20260302, 20260302, 1)
	if err != nil {
		h.t.Fatal(err)
	}
	return f
}

func line(r cashier.Record) string {
	return fmt.Sprintf("%s %s %s %d %s %s", calendar.Stamp(r.At), r.KindText, r.Amount, r.Status, r.StatusText, r.Reason)
}

// REC-01, REC-02: the cash record, with the texts a player reads.
func TestTheCashRecordShowsEachOrder(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		open := h.deposit(h.order(10000))
		h.clock.Advance(time.Second)
		paid := h.deposit(h.bankOrder(20000))
		h.agree(h.Deposits.ConfirmByHand(t.Context(), anna, confirm(paid.SN, 19900, "R1")))
		h.clock.Advance(time.Second)
		closed := h.deposit(h.bankOrder(30000))
		if err := h.Deposits.Reject(t.Context(), anna, closed.SN, "未到账"); err != nil {
			t.Fatal(err)
		}
		f := h.record(cashier.KindDeposit)
		if f.Total != 3 || f.Pages != 1 || f.Sum != 19900 || f.Items[2].SN != open.SN {
			t.Fatalf("%+v", f)
		}
		for i, want := range []string{"2026-03-02 12:00:02 存款 300.00 2 已关闭 ", "2026-03-02 12:00:01 存款 199.00 1 成功 ", "2026-03-02 12:00:00 存款 100.00 0 待支付 "} {
			if got := line(f.Items[i]); got != want {
				t.Errorf("%s\nwant %s", got, want)
			}
		}
		if one := h.record("1"); one.Total != 3 {
			t.Error("1 is another word for deposits")
		}
	})
}

// REC-01: withdrawals, with why one was refused; bonuses and rebates are empty.
func TestTheCashRecordShowsWithdrawals(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.give("ming", 50000)
		card := h.bind("ming", 1)
		first := h.withdraw(card, 10000)
		if _, err := h.Withdrawals.Claim(t.Context(), anna, first.SN); err != nil {
			t.Fatal(err)
		}
		if _, err := h.Withdrawals.Reject(t.Context(), anna, first.SN, "姓名不符"); err != nil {
			t.Fatal(err)
		}
		h.clock.Advance(time.Second)
		second := h.withdraw(card, 11000)
		f := h.record(cashier.KindWithdrawal)
		if f.Total != 2 || f.Sum != 0 || line(f.Items[1]) != "2026-03-02 12:00:00 提款 100.00 2 已拒绝，款项已退回 姓名不符" ||
			line(f.Items[0]) != "2026-03-02 12:00:01 提款 110.00 0 审核中 " {
			t.Errorf("%+v", f)
		}
		h.approve(anna, second.SN)
		if _, err := h.Payouts.Pay(t.Context(), clara, second.SN, "P1"); err != nil {
			t.Fatal(err)
		}
		if f = h.record(cashier.KindWithdrawal); f.Sum != 11000 || f.Items[0].StatusText != "成功" {
			t.Errorf("%+v", f)
		}
		for _, kind := range []string{cashier.KindBonus, cashier.KindRebate} {
			if f := h.record(kind); f.Total != 0 || f.Items == nil {
				t.Errorf("kind %s: %+v", kind, f)
			}
		}
		if f, err := h.Records.Funding(t.Context(), "hong", "", 20260302, 20260302, 1); err != nil || f.Total != 0 {
			t.Errorf("another player sees %d", f.Total)
		}
	})
}

// The back office's figures of a day and of a player.
func TestFiguresCountWhatWasReallyPaid(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.give("ming", 50000)
		paid := h.deposit(h.bankOrder(20000))
		w := h.withdraw(h.bind("ming", 1), 11000)
		h.agree(h.Deposits.ConfirmByHand(t.Context(), anna, confirm(paid.SN, 19900, "R1")))
		h.deposit(h.bankOrder(30000))
		h.approve(boris, w.SN)
		if _, err := h.Payouts.Pay(t.Context(), clara, w.SN, "P1"); err != nil {
			t.Fatal(err)
		}
		figures, err := h.Records.Figures(t.Context(), 20260302)
		if err != nil || figures.Deposits != (cashier.Sum{Count: 1, Amount: 19900}) || figures.Withdrawals != (cashier.Sum{Count: 1, Amount: 11000}) || figures.FirstDeposits != 1 {
			t.Errorf("%+v, %v", figures, err)
		}
		totals, err := h.Records.Totals(t.Context(), "ming")
		if err != nil || totals.Deposits.Amount != 19900 || totals.Withdrawals.Count != 1 {
			t.Errorf("%+v, %v", totals, err)
		}
	})
}

// REC-01, trust CLK-1, CLK-2: days are GMT+8 and half open; nothing of the
// last second is lost.
func TestTheCashRecordIsReadByDays(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		beijing := h.clock.Now().Location()
		for i, at := range []time.Time{
			time.Date(2026, 3, 2, 23, 59, 59, 999e6, beijing),
			time.Date(2026, 3, 3, 0, 0, 0, 0, beijing),
			time.Date(2026, 3, 3, 23, 59, 59, 700e6, beijing),
			time.Date(2026, 3, 4, 0, 0, 0, 0, beijing),
		} {
			h.clock.Set(at)
			h.deposit(h.bankOrder(money.Fen(10000 + i)))
		}
		for _, tc := range []struct {
			from, to calendar.Day
			total    int
			err      error
		}{
			{20260303, 20260303, 2, nil},
			{20260302, 20260303, 3, nil},
			{20260304, 20260304, 1, nil},
			{20260305, 20260306, 0, nil},
			{0, 0, 4, nil},
			{0, 20260302, 1, nil},
			{20260303, 0, 3, nil},
			{20260303, 20260302, 0, cashier.ErrDates},
			{20160303, 20260303, 0, cashier.ErrDateRange},
			{20251202, 20260303, 3, nil}, // 92 days
			{20251201, 20260303, 0, cashier.ErrDateRange},
		} {
			f, err := h.Records.Funding(t.Context(), "ming", "", tc.from, tc.to, 1)
			if expect(t, fmt.Sprint(tc), err, tc.err); f.Total != tc.total {
				t.Errorf("%v: %d", tc, f.Total)
			}
		}
		_, err := h.Records.Funding(t.Context(), "ming", "7", 20260303, 20260303, 1)
		expect(t, "unknown kind", err, cashier.ErrRecordKind)
	})
}

// The cash record comes in pages of 20.
func TestTheCashRecordIsPaged(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		for i := range 41 {
			h.deposit(h.bankOrder(money.Fen(10000 + i)))
			h.clock.Advance(time.Second)
		}
		seen := map[string]bool{}
		for page, n := range []int{20, 20, 1, 0} {
			f, err := h.Records.Funding(t.Context(), "ming", "", 0, 0, page+1)
			if err != nil || len(f.Items) != n || f.Total != 41 || f.Pages != 3 {
				t.Errorf("page %d: %d items of %d on %d pages, %v", page+1, len(f.Items), f.Total, f.Pages, err)
			}
			for _, r := range f.Items {
				seen[r.SN] = true
			}
		}
		if len(seen) != 41 {
			t.Errorf("%d different records", len(seen))
		}
		if f, err := h.Records.Funding(t.Context(), "ming", "", 0, 0, 1_000_000_000); err != nil || len(f.Items) != 0 {
			t.Errorf("far page: %v, %v", f, err)
		}
	})
}

// What the fund's deposit tasks count (FUND-02): what was really received,
// when it was credited, and no longer once it was taken back.
func TestDepositsCreditedInATime(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		day := calendar.DayOf(h.clock.Now())
		credited := func() money.Fen {
			sums, err := h.Deposits.CreditedOf(t.Context(), h.d, []string{"ming", "nobody"}, day.Start(), day.End())
			if err != nil {
				t.Fatal(err)
			}
			return sums["ming"]
		}
		late := h.deposit(h.order(10_000))
		first := h.deposit(h.order(30_000))
		if err := h.callback(h.gw.pay(first.SN, 30_000), h.gw.token(first.SN)); err != nil {
			t.Fatal(err)
		}
		if got := credited(); got != 30_000 {
			t.Errorf("today %s", got)
		}
		h.clock.Advance(13 * time.Hour)
		if err := h.callback(h.gw.pay(late.SN, 10_000), h.gw.token(late.SN)); err != nil {
			t.Fatal(err)
		}
		if got := credited(); got != 30_000 {
			t.Errorf("what was ordered today and credited tomorrow counts today: %s", got)
		}
		h.agree(h.Deposits.Reverse(t.Context(), anna, ReportAsked(first.SN, "CB1")))
		if got := credited(); got != 0 {
			t.Errorf("taken back, and still counted: %s", got)
		}
	})
}

// What decides about a deposit's bonus (PROMO-12): deposits of the day, also
// those that were taken back since, and withdrawals that were not refused.
func TestFactsForPromotions(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		day := calendar.DayOf(h.clock.Now())
		deposits := func(but string) int {
			n, err := h.Deposits.CountOf(t.Context(), h.d, "ming", but, day.Start(), day.End())
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		withdrawals := func() int {
			n, err := h.Withdrawals.CountOf(t.Context(), h.d, "ming", day.Start(), day.End())
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		h.deposit(h.order(10_000))
		if n := deposits(""); n != 0 {
			t.Errorf("ordered is not deposited: %d", n)
		}
		h.clock.Advance(time.Second) // or which of the two is the newest is anybody's guess
		h.deposited(30_000)
		d := h.newest()
		if all, others := deposits(""), deposits(d.SN); all != 1 || others != 0 {
			t.Errorf("%d deposits, %d others", all, others)
		}
		h.agree(h.Deposits.Reverse(t.Context(), anna, ReportAsked(d.SN, "CB1")))
		if n := deposits(""); n != 1 {
			t.Errorf("taken back, and never there: %d", n)
		}
		if bound, err := h.Cards.Bound(t.Context(), h.d, "ming"); err != nil || bound {
			t.Errorf("a card: %v %v", bound, err)
		}
		card := h.bind("ming", 1)
		if bound, err := h.Cards.Bound(t.Context(), h.d, "ming"); err != nil || !bound {
			t.Errorf("no card: %v %v", bound, err)
		}
		h.give("ming", 100_000)
		w, err := h.Withdrawals.Ask(t.Context(), withdrawal.Order{ID: "w1", Player: "ming", CardID: card.ID, Amount: 10_000})
		if err != nil {
			t.Fatal(err)
		}
		if n := withdrawals(); n != 1 {
			t.Errorf("asked for: %d", n)
		}
		if _, err := h.Withdrawals.Claim(t.Context(), anna, w.SN); err != nil {
			t.Fatal(err)
		}
		if _, err := h.Withdrawals.Reject(t.Context(), anna, w.SN, "资料不符"); err != nil {
			t.Fatal(err)
		}
		if n := withdrawals(); n != 0 {
			t.Errorf("rejected, and still counted: %d", n)
		}
	})
}
