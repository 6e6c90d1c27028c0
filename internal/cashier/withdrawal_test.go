package cashier_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hongyun/internal/cashier/destination"
	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/money"
	"hongyun/internal/player/identity"
	"hongyun/internal/turnover"
)

func (h *house) withdrawOrder(card destination.Card, amount money.Fen) withdrawal.Order {
	return withdrawal.Order{ID: fmt.Sprintf("wkey-%d", h.serial.Add(1)), Player: "ming", CardID: card.ID, Amount: amount, ClientIP: "203.0.113.7"}
}

func (h *house) withdraw(card destination.Card, amount money.Fen) withdrawal.Withdrawal {
	h.t.Helper()
	w, err := h.Withdrawals.Ask(h.t.Context(), h.withdrawOrder(card, amount))
	if err != nil {
		h.t.Fatal(err)
	}
	return w
}

// WD-09: the money is locked with the order, and its destination copied.
func TestAWithdrawalLocksTheMoney(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.give("ming", 50000)
		card := h.bind("ming", 1)
		w := h.withdraw(card, 12345)
		h.expectBook("ming", "centre 37655 locked 12345")
		if w.State != withdrawal.Submitted || w.Tail != card.Tail || w.BankName != "中国工商银行" || w.Holder != "王**" || strings.Contains(w.Number, number(1)[:12]) {
			t.Errorf("%+v", w)
		}
		if len(w.Flags) != 2 || w.Flags[0].Code != "first_withdrawal" || w.Flags[1].Code != "new_card" {
			t.Errorf("flags %+v", w.Flags)
		}
		if got, err := h.Withdrawals.Find(t.Context(), "ming", w.SN); err != nil || got.Amount != 12345 {
			t.Errorf("%+v, %v", got, err)
		}
		_, err := h.Withdrawals.Find(t.Context(), "hong", w.SN)
		expect(t, "another player's order", err, withdrawal.ErrNotFound)
	})
}

// WD-08: the limits of a day are the operator's; the page is told the ones that
// are enforced.
func TestWD_08_TheLimitsOfADayAreTheOperators(t *testing.T) {
	set := func(s *order.Settings) { s.WithdrawTimes, s.WithdrawDaily = 2, 50_000 }
	eachWith(t, set, func(t *testing.T, h *house) {
		h.give("ming", 10_000*money.Yuan)
		card := h.bind("ming", 1)
		info, err := h.Withdrawals.Info(t.Context(), "ming")
		if err != nil || info.Times != 2 || info.Daily != 50_000 || info.TimesLeft != 2 || info.AmountLeft != 50_000 {
			t.Errorf("%+v, %v", info, err)
		}
		if _, err := h.Withdrawals.Ask(t.Context(), h.withdrawOrder(card, 50_100)); !errors.Is(err, withdrawal.ErrDaily) {
			t.Errorf("more than the sum of a day: %v", err)
		}
		for range 2 {
			if _, err := h.Withdrawals.Ask(t.Context(), h.withdrawOrder(card, 20_000)); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := h.Withdrawals.Ask(t.Context(), h.withdrawOrder(card, 10_000)); !errors.Is(err, withdrawal.ErrTimes) {
			t.Errorf("a third: %v", err)
		}
	})
}

// trust WDR-1, WD-04, WD-08: the shown limits are limits. One row of the table
// is one attempt; the day's figures go on from row to row.
func TestTrust_WDR_1_LimitsAreEnforced(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.give("ming", 1_000_000*money.Yuan)
		card := h.bind("ming", 1)
		day := h.clock.Now()
		at := func(days int, hour, min, sec, ms int) time.Time {
			return time.Date(2026, 3, 2+days, hour, min, sec, ms*1e6, day.Location())
		}
		for i, tc := range []struct {
			at     time.Time
			amount money.Fen
			text   string // "" accepts
		}{
			{at(0, 12, 0, 0, 0), 0, "请输入正确金额"},
			{at(0, 12, 0, 0, 0), -10000, "请输入正确金额"},
			{at(0, 12, 0, 0, 0), 1, "提款金额最低100"},
			{at(0, 12, 0, 0, 0), 9999, "提款金额最低100"},
			{at(0, 12, 0, 0, 0), 10000, ""},
			{at(0, 12, 1, 0, 0), 10001, ""},
			{at(0, 12, 2, 0, 0), 20_000_000 + 1, "超出每日提款限额，今日还可提款199,799.99元"},
			{at(0, 12, 3, 0, 0), 20_000_000 - 20001 + 1, "超出每日提款限额，今日还可提款199,799.99元"},
			{at(0, 12, 4, 0, 0), 20_000_000 - 20001, ""},
			{at(0, 12, 5, 0, 0), 10000, "超出每日提款限额，今日还可提款0.00元"},
			{at(0, 23, 59, 59, 999), 10000, "超出每日提款限额，今日还可提款0.00元"},
			{at(1, 0, 0, 0, 0), 20_000_000, ""},
			{at(1, 0, 0, 0, 1), 10000, "超出每日提款限额，今日还可提款0.00元"},
			{at(1, 23, 59, 59, 999), 10000, "超出每日提款限额，今日还可提款0.00元"},
			{at(2, 0, 0, 0, 0), 10000, ""},
			{at(2, 1, 0, 0, 0), 10000, ""},
			{at(2, 2, 0, 0, 0), 10000, ""},
			{at(2, 3, 0, 0, 0), 10000, ""},
			{at(2, 4, 0, 0, 0), 10000, ""},
			{at(2, 5, 0, 0, 0), 10000, "今日提款次数已达上限（每日5次）"},
			{at(2, 23, 59, 59, 999), 10000, "今日提款次数已达上限（每日5次）"},
			{at(3, 0, 0, 0, 0), 10000, ""},
			{at(3, 0, 1, 0, 0), 20_000_000, "超出每日提款限额，今日还可提款199,900.00元"},
			{at(3, 0, 2, 0, 0), 9999, "提款金额最低100"},
		} {
			h.clock.Set(tc.at)
			_, err := h.Withdrawals.Ask(t.Context(), h.withdrawOrder(card, tc.amount))
			switch {
			case tc.text == "" && err != nil:
				t.Errorf("row %d: %v", i, err)
			case tc.text != "" && (err == nil || !strings.HasSuffix(err.Error(), ": "+tc.text)):
				t.Errorf("row %d: %v, want %s", i, err, tc.text)
			}
		}
		info, err := h.Withdrawals.Info(t.Context(), "ming")
		if err != nil || info.TimesLeft != 4 || info.AmountLeft != 20_000_000-10000 || info.Min != 10000 || info.NeedsName {
			t.Errorf("%+v, %v", info, err)
		}
	})
}

// WD-09: a refusal names the amount; who may not withdraw is told why.
func TestAWithdrawalIsRefusedWithItsReason(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.give("ming", 50000)
		card := h.bind("ming", 1)
		ask := func(o withdrawal.Order) error {
			_, err := h.Withdrawals.Ask(t.Context(), o)
			return err
		}
		none := h.withdrawOrder(card, 10000)
		none.CardID++
		expect(t, "no such card", ask(none), withdrawal.ErrCard)
		h.register("hong", "李红")
		h.give("hong", 50000)
		stolen := h.withdrawOrder(card, 10000)
		stolen.Player = "hong"
		expect(t, "another player's card", ask(stolen), withdrawal.ErrCard)
		h.register("noname", "")
		noname := h.withdrawOrder(card, 10000)
		noname.Player = "noname"
		expect(t, "no real name", ask(noname), withdrawal.ErrName)
		expect(t, "more than there is", ask(h.withdrawOrder(card, 50001)), withdrawal.ErrBalance)

		h.write(func(ctx context.Context, tx *db.Tx) error {
			return h.turnover.Open(ctx, tx, turnover.Bucket{Player: "ming", Source: "deposit", Ref: "d1", Amount: 30000, Required: 30000})
		})
		h.clock.Advance(time.Minute)
		bet := turnover.Settled{BetID: "b1", Venue: "ky", Player: "ming", Version: 1, Valid: 29999, BetAt: h.clock.Now(), SettledAt: h.clock.Now()}
		allocate := func() {
			h.write(func(ctx context.Context, tx *db.Tx) error {
				return h.turnover.Allocate(ctx, tx, []turnover.Settled{bet})
			})
		}
		allocate()
		err := ask(h.withdrawOrder(card, 10000))
		if expect(t, "turnover", err, withdrawal.ErrTurnover); err == nil || !strings.Contains(err.Error(), "您还需完成有效投注0.01元才能提款") {
			t.Errorf("%v", err)
		}
		info, err := h.Withdrawals.Info(t.Context(), "ming")
		if err != nil || info.Required != 30000 || info.Done != 29999 || len(info.Buckets) != 1 || info.TimesLeft != 5 {
			t.Errorf("%+v, %v", info, err)
		}
		bet.Version, bet.Valid = 2, 30000
		allocate()
		if err := h.guard.Freeze(t.Context(), boris, "ming", []guard.Act{guard.Withdraw}, time.Time{}, "核查中"); err != nil {
			t.Fatal(err)
		}
		expect(t, "frozen", ask(h.withdrawOrder(card, 10000)), guard.ErrWithdraw)
		if err := h.guard.Unfreeze(t.Context(), boris, "ming", []guard.Act{guard.Withdraw}, "核查完毕"); err != nil {
			t.Fatal(err)
		}
		h.expectBook("ming", "centre 50000")
		if n := h.count("SELECT COUNT(*) FROM withdrawal") + h.count("SELECT COUNT(*) FROM withdrawal_day"); n != 0 {
			t.Errorf("refused orders left %d rows", n)
		}
		if err := ask(h.withdrawOrder(card, 10000)); err != nil {
			t.Errorf("at last: %v", err)
		}
	})
}

// trust WDR-4, T2, D-03: once set, the withdrawal password is asked for, and
// wrong guesses count although nothing else happens.
func TestTrust_WDR_4_TheWithdrawalPasswordIsAskedForOnceSet(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.give("ming", 50000)
		card := h.bind("ming", 1)
		h.withdraw(card, 10000) // still initial: as documented, none is asked for
		if err := h.players.SetWithdrawPassword(t.Context(), "ming", "Kx7mQ2pLw", "Wd9kT4xYz"); err != nil {
			t.Fatal(err)
		}
		if info, err := h.Withdrawals.Info(t.Context(), "ming"); err != nil || !info.NeedsPassword {
			t.Errorf("%+v, %v", info, err)
		}
		ask := func(password string) error {
			o := h.withdrawOrder(card, 10000)
			o.Password = password
			_, err := h.Withdrawals.Ask(t.Context(), o)
			return err
		}
		expect(t, "none given", ask(""), identity.ErrWithdrawEmpty)
		for range 4 {
			expect(t, "wrong", ask("Kx7mQ2pLw"), identity.ErrWithdrawWrong)
		}
		if err := ask("Wd9kT4xYz"); err != nil {
			t.Errorf("right: %v", err)
		}
		h.expectBook("ming", "centre 30000 locked 20000")
	})
}

// WD-10, trust IDE-1, IDE-3: an order sent again, with its key or as a double
// click, is one withdrawal.
func TestAWithdrawalSentAgainIsTheSame(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.give("ming", 200000)
		card := h.bind("ming", 1)
		o := h.withdrawOrder(card, 10000)
		var mu sync.Mutex
		seen := map[string]bool{}
		var wg sync.WaitGroup
		for range 50 {
			wg.Go(func() {
				w, err := h.Withdrawals.Ask(t.Context(), o)
				if err != nil {
					t.Error(err)
				}
				mu.Lock()
				seen[w.SN] = true
				mu.Unlock()
			})
		}
		wg.Wait()
		if len(seen) != 1 {
			t.Errorf("%d orders from one key", len(seen))
		}
		h.clock.Advance(8 * 24 * time.Hour)
		if _, err := h.Withdrawals.Ask(t.Context(), o); err != nil {
			t.Errorf("eight days later: %v", err)
		}
		changed := o
		changed.Amount++
		_, err := h.Withdrawals.Ask(t.Context(), changed)
		expect(t, "same key, other amount", err, withdrawal.ErrChanged)

		var done, refused atomic.Int32
		for range 20 {
			o := h.withdrawOrder(card, 20000)
			o.Keyless = true
			wg.Go(func() {
				switch _, err := h.Withdrawals.Ask(t.Context(), o); {
				case err == nil:
					done.Add(1)
				case errors.Is(err, withdrawal.ErrTwin):
					refused.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if done.Load() != 1 || refused.Load() != 19 {
			t.Errorf("without keys: %d done, %d refused", done.Load(), refused.Load())
		}
		h.clock.Advance(4 * time.Second)
		later := h.withdrawOrder(card, 20000)
		later.Keyless = true
		if _, err := h.Withdrawals.Ask(t.Context(), later); err != nil {
			t.Errorf("the same amount a little later: %v", err)
		}
		h.expectBook("ming", "centre 150000 locked 50000")
	})
}

// trust CON-4: 100 parallel withdrawals with five a day are exactly five.
func TestTrust_CON_4_FiveADayWhateverComesAtOnce(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.give("ming", 1_000_000)
		card := h.bind("ming", 1)
		if done := h.storm(card, 10000, 100, withdrawal.ErrTimes); done != 5 {
			t.Errorf("%d went through", done)
		}
		h.expectBook("ming", "centre 950000 locked 50000")
	})
}

// trust CON-1: 1,000 parallel withdrawals of a against the balance b are
// exactly b/a, and what is left is the rest. Flexcoin closed over this.
func TestTrust_CON_1_NoMoreIsWithdrawnThanThereIs(t *testing.T) {
	lifted := func(s *order.Settings) { s.WithdrawTimes, s.WithdrawDaily = 1_000_000, 1_000_000_000*money.Yuan }
	eachWith(t, lifted, func(t *testing.T, h *house) {
		h.give("ming", 1_234_567)
		card := h.bind("ming", 1)
		if done := h.storm(card, 10000, 1000, withdrawal.ErrBalance); done != 123 {
			t.Errorf("%d went through; want 123", done)
		}
		h.expectBook("ming", "centre 4567 locked 1230000")
	})
}

// storm asks n times at once and returns how many went through; all others
// must be refused with the fault given.
func (h *house) storm(card destination.Card, amount money.Fen, n int, refusal error) int32 {
	var done atomic.Int32
	var wg sync.WaitGroup
	for range n {
		o := h.withdrawOrder(card, amount)
		wg.Go(func() {
			_, err := h.Withdrawals.Ask(h.t.Context(), o)
			if err == nil {
				done.Add(1)
			} else if !errors.Is(err, refusal) {
				h.t.Error(err)
			}
		})
	}
	wg.Wait()
	return done.Load()
}

// trust WDR-2: a card that is changed after the order must not change where
// the order is paid to.
func TestTrust_WDR_2_ThePayoutGoesWhereItWasAskedFor(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.give("ming", 50000)
		first := h.bind("ming", 1)
		w := h.withdraw(first, 10000)
		second := h.bind("ming", 2)
		if err := h.Cards.SetDefault(t.Context(), "ming", second.ID); err != nil {
			t.Fatal(err)
		}
		// Somebody with access to the database points the card elsewhere.
		h.exec("UPDATE player_card SET number = (SELECT number FROM player_card WHERE id = ?), tail = '9999', bank = 'CCB', branch = '别处' WHERE id = ?", second.ID, first.ID)
		_, err := h.Payouts.Destination(t.Context(), clara, w.SN)
		expect(t, "before it is approved", err, withdrawal.ErrState)
		h.approve(anna, w.SN)
		d, err := h.Payouts.Destination(t.Context(), clara, w.SN)
		if err != nil || d.Number != number(1) || d.Bank != "中国工商银行" || d.Branch != "天河支行" || d.Holder != "王小明" {
			t.Errorf("%+v, %v", d, err)
		}
		if _, err := h.Cards.List(t.Context(), "ming"); err == nil {
			t.Error("a number moved to another row opens there")
		}
		h.refuses("UPDATE withdrawal SET number = 'x' WHERE sn = ?", w.SN)
		h.refuses("UPDATE withdrawal SET amount = 1 WHERE sn = ?", w.SN)
	})
}
