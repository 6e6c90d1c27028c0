package cashier_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"hongyun/internal/cashier"
	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/fault"
)

// H-360: a player takes a withdrawal back once; the money and the day's
// allowance return, and a second try changes nothing.
func TestAPlayerTakesAWithdrawalBackOnce(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.give("ming", 50000)
		card := h.bind("ming", 1)
		o := h.withdraw(card, 10000)
		h.expectBook("ming", "centre 40000 locked 10000")
		if !h.Withdrawals.CanTakeBack(o) {
			t.Error("it is not offered")
		}
		if _, err := h.Withdrawals.TakeBack(t.Context(), "hong", o.SN); !errors.Is(err, withdrawal.ErrNotFound) {
			t.Errorf("somebody else: %v", err)
		}
		h.clock.Advance(time.Minute)
		for range 2 {
			back, err := h.Withdrawals.TakeBack(t.Context(), "ming", o.SN)
			if err != nil || back.State != withdrawal.Rejected || !back.TakenBack || back.Reason != "玩家撤回" || h.Withdrawals.CanTakeBack(back) {
				t.Fatalf("%+v, %v", back, err)
			}
			h.expectBook("ming", "centre 50000 locked 0")
		}
		if got := line(h.record(cashier.KindWithdrawal).Items[0]); got != "2026-03-02 12:00:00 提款 100.00 2 已撤回，款项已退回 玩家撤回" {
			t.Error(got)
		}
		if n := h.count("SELECT COUNT(*) FROM inbox_message WHERE player = 'ming' AND ref = ? AND title = '提款已撤回' AND body NOT LIKE '%审核%'", o.SN); n != 1 {
			t.Error("the player is not told that the withdrawal was taken back, or that it failed a review")
		}
		if n := h.count("SELECT COUNT(*) FROM withdrawal_day WHERE times = 0 AND amount = 0"); n != 1 {
			t.Error("the day's allowance did not return")
		}
		if _, err := h.Withdrawals.Claim(t.Context(), anna, o.SN); err == nil {
			t.Error("staff claimed what was taken back")
		}
		h.refuses("UPDATE withdrawal SET taken_back = FALSE")
		h.refuses("UPDATE withdrawal SET state = 'submitted'")
		h.sound()
	})
}

// H-360: whatever staff have begun to look at stays; and so does a withdrawal of
// a player who may not play with the money.
func TestAWithdrawalThatIsLookedAtIsNotTakenBack(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.give("ming", 50000)
		o := h.withdraw(h.bind("ming", 1), 10000)
		if _, err := h.Withdrawals.Claim(t.Context(), anna, o.SN); err != nil {
			t.Fatal(err)
		}
		if _, err := h.Withdrawals.TakeBack(t.Context(), "ming", o.SN); !errors.Is(err, withdrawal.ErrTakeBackLate) {
			t.Errorf("claimed: %v", err)
		}
		if _, err := h.Withdrawals.Release(t.Context(), anna, o.SN); err != nil {
			t.Fatal(err)
		}
		h.refuses("UPDATE withdrawal SET state = 'rejected'") // not without the mark
		h.refuses("UPDATE withdrawal SET taken_back = TRUE")
		if _, err := h.guard.StopFor(t.Context(), "ming", 1); err != nil {
			t.Fatal(err)
		}
		if _, err := h.Withdrawals.TakeBack(t.Context(), "ming", o.SN); !errors.Is(err, withdrawal.ErrTakeBackBlocked) {
			t.Errorf("in a time-out: %v", err)
		}
		h.expectBook("ming", "centre 40000 locked 10000")
	})
	eachWith(t, func(s *order.Settings) { s.TakeBack = false }, func(t *testing.T, h *house) {
		h.give("ming", 50000)
		o := h.withdraw(h.bind("ming", 1), 10000)
		if _, err := h.Withdrawals.TakeBack(t.Context(), "ming", o.SN); !errors.Is(err, withdrawal.ErrTakeBackOff) || h.Withdrawals.CanTakeBack(o) {
			t.Errorf("switched off: %v", err)
		}
	})
}

// H-360: a player takes back as often a day as there are withdrawals.
func TestTakingBackHasADailyLimit(t *testing.T) {
	eachWith(t, func(s *order.Settings) { s.WithdrawTimes = 2 }, func(t *testing.T, h *house) {
		h.give("ming", 50000)
		card := h.bind("ming", 1)
		for i := range 3 {
			h.clock.Advance(time.Minute)
			_, err := h.Withdrawals.TakeBack(t.Context(), "ming", h.withdraw(card, 10000).SN)
			if want := i == 2; errors.Is(err, withdrawal.ErrTakeBackTimes) != want || err != nil && !want {
				t.Fatalf("%d: %v", i, err)
			}
		}
		h.expectBook("ming", "centre 40000 locked 10000")
	})
}

// H-360: a player who takes back and a member of staff who claims at once: one
// of the two has it, and the money agrees.
func TestTrust_CON_TakeBackAndClaimHaveOneWinner(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.give("ming", 10_000_000)
		card := h.bind("ming", 1)
		claims, backs := 0, 0
		for range 4 {
			o := h.withdraw(card, 10000)
			h.clock.Advance(25 * time.Hour)
			start := make(chan struct{})
			var claimed error
			var tries [3]error
			var both sync.WaitGroup
			for i := range tries {
				both.Go(func() { <-start; _, tries[i] = h.Withdrawals.TakeBack(t.Context(), "ming", o.SN) })
			}
			both.Go(func() { <-start; _, claimed = h.Withdrawals.Claim(t.Context(), anna, o.SN) })
			close(start)
			both.Wait()
			taken := errors.Join(tries[:]...)
			state := h.text("SELECT state FROM withdrawal WHERE sn = ?", o.SN)
			switch {
			case claimed == nil && state == withdrawal.Taken:
				claims++
				if taken == nil {
					t.Error("both won")
				}
			case claimed != nil && state == withdrawal.Rejected:
				backs++
			default:
				t.Fatalf("%s: claim %v, take back %v", state, claimed, taken)
			}
			for _, err := range append(tries[:], claimed) {
				if _, told := fault.Of(err); err != nil && !told {
					t.Errorf("no answer for people: %v", err)
				}
			}
			if n := h.count("SELECT COUNT(*) FROM entry WHERE scope = 'withdrawal' AND key = ?", o.SN+":end"); n != map[string]int{withdrawal.Taken: 0, withdrawal.Rejected: 1}[state] {
				t.Errorf("%s with %d endings", state, n)
			}
		}
		t.Logf("%d claimed, %d taken back", claims, backs)
		h.sound()
	})
}

// WD-08, WD-09: what can be withdrawn now is told before it is asked for, with
// every reason for the rest.
func TestWhatCanBeWithdrawnNow(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		info := func() (money string, holds []string) {
			t.Helper()
			i, err := h.Withdrawals.Info(t.Context(), "ming")
			if err != nil {
				t.Fatal(err)
			}
			for _, hold := range i.Holds {
				holds = append(holds, hold.Code+" "+hold.Amount.String()+" "+hold.Text)
			}
			return i.Available.String(), holds
		}
		h.give("ming", 9900)
		if got, why := info(); got != "0.00" || len(why) != 1 || why[0] != "minimum 99.00 单笔提款最低 ¥100" {
			t.Errorf("%s %q", got, why)
		}
		h.give("ming", 30_000_000-9900)
		if got, why := info(); got != "200000.00" || len(why) != 1 || why[0] != "daily 100000.00 今日剩余提款额度 ¥200,000.00，次日 00:00（北京时间）恢复" {
			t.Errorf("%s %q", got, why)
		}
		h.withdraw(h.bind("ming", 1), 5_000_000)
		if got, why := info(); got != "150000.00" || len(why) != 2 || why[1] != "locked 50000.00 提款处理中，已冻结 ¥50,000.00" {
			t.Errorf("%s %q", got, why)
		}
		paid := h.deposit(h.bankOrder(20000))
		if _, err := h.Deposits.ConfirmByHand(t.Context(), anna, confirm(paid.SN, 20000, "R1")); err != nil {
			t.Fatal(err)
		}
		if got, why := info(); got != "0.00" || why[0] != "turnover 200.00 还需完成有效投注 ¥200.00，完成前不能提款" {
			t.Errorf("%s %q", got, why)
		}
	})
}

// text reads one value.
func (h *house) text(query string, args ...any) (text string) {
	h.t.Helper()
	if err := h.d.NewRaw(query, args...).Scan(h.t.Context(), &text); err != nil {
		h.t.Fatal(err)
	}
	return text
}
