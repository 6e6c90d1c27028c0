package fund_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/fund"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/player/identity"
	"hongyun/internal/staff"
)

// The seeded tasks: 1 to 3 ask for deposits of 100, 1000 and 5000 and unlock 5,
// 50 and 250. Tasks 4 and 5 ask for valid bets of 1000 and 10000, for 8 and 68.

// FUND-02: what a task asks for opens it, its amount comes once a day into the
// centre wallet, and has to be bet once.
func TestATaskUnlocksOnceADay(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		h.give("ming", 100*money.Yuan)
		h.expect("ming", "fund 100.00 centre 0.00 to bet 0.00")
		if _, err := h.unlock("ming", 1); !errors.Is(err, fund.ErrNotReady) || !strings.Contains(err.Error(), "100.00") {
			t.Errorf("before the deposit: %v", err)
		}
		h.does(fund.Deposit, "ming", 99*money.Yuan)
		if _, err := h.unlock("ming", 1); !errors.Is(err, fund.ErrNotReady) || !strings.Contains(err.Error(), "1.00") {
			t.Errorf("a yuan short: %v", err)
		}
		h.does(fund.Deposit, "hong", 5000*money.Yuan)
		h.does(fund.Deposit, "ming", 1*money.Yuan)
		h.does(fund.Bet, "ming", 1200*money.Yuan)
		if got := h.statuses("ming"); got != "0.00 1:ready 2:open 3:open 4:ready 5:open" {
			t.Error(got)
		}
		order := fund.UnlockOrder{ID: "the-same-key", Player: "ming", Task: 1}
		for range 2 { // the second is the same request again
			if got, err := h.Unlock(t.Context(), order); err != nil || got != 5*money.Yuan {
				t.Errorf("unlocked %s, %v", got, err)
			}
		}
		order.Task = 4
		if _, err := h.Unlock(t.Context(), order); !errors.Is(err, fund.ErrChanged) {
			t.Errorf("the same key for another task: %v", err)
		}
		if _, err := h.unlock("ming", 1); !errors.Is(err, fund.ErrUnlocked) {
			t.Errorf("a second time: %v", err)
		}
		if _, err := h.unlock("ming", 99); !errors.Is(err, fund.ErrNoTask) {
			t.Errorf("a task that is not there: %v", err)
		}
		if _, err := h.unlock("hong", 1); !errors.Is(err, fund.ErrEmpty) {
			t.Errorf("who never had C$: %v", err)
		}
		h.expect("ming", "fund 95.00 centre 5.00 to bet 5.00")
		h.clock.Advance(time.Second)
		if _, err := h.unlock("ming", 4); err != nil {
			t.Error(err)
		}
		if got := h.statuses("ming"); got != "13.00 1:unlocked 2:open 3:open 4:unlocked 5:open" {
			t.Error(got)
		}
		h.expect("ming", "fund 87.00 centre 13.00 to bet 13.00")
		h.clock.Advance(12 * time.Hour) // midnight: noon was the beginning
		if got := h.statuses("ming"); got != "0.00 1:open 2:open 3:open 4:open 5:open" {
			t.Errorf("the next day: %s", got)
		}
		h.does(fund.Deposit, "ming", 100*money.Yuan)
		if _, err := h.unlock("ming", 1); err != nil {
			t.Errorf("the next day: %v", err)
		}
		if got, want := h.records("ming", fund.Unlocks), "5.00 解锁：今日存款满 100 元|8.00 解锁：今日有效投注满 1000 元|5.00 解锁：今日存款满 100 元|"; got != want {
			t.Errorf("records\n got %s\nwant %s", got, want)
		}
	})
}

// FUND-06: of more than there is, only the remainder is unlocked; C$ are never below zero.
func TestOnlyTheRemainderIsUnlocked(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		h.give("ming", 12*money.Yuan)
		h.does(fund.Deposit, "ming", 5000*money.Yuan)
		if got, err := h.unlock("ming", 1); err != nil || got != 5*money.Yuan {
			t.Errorf("%s, %v", got, err)
		}
		if got, err := h.unlock("ming", 3); err != nil || got != 7*money.Yuan {
			t.Errorf("the remainder: %s, %v", got, err)
		}
		if _, err := h.unlock("ming", 2); !errors.Is(err, fund.ErrEmpty) {
			t.Errorf("of nothing: %v", err)
		}
		h.expect("ming", "fund 0.00 centre 12.00 to bet 12.00")
		today, err := h.Today(t.Context(), h.d, "ming")
		if err != nil || today.Tasks[2].Amount != 7*money.Yuan || today.Unlocked != 12*money.Yuan {
			t.Errorf("what the third came to: %+v, %v", today, err)
		}
	})
}

// D-08, FUND-06: at midnight the unused grant of a met task expires. C$ that no
// task granted, and other players' C$, stay. Trust FAI-4: the night may be run
// again.
func TestUnusedGrantsExpireAtMidnight(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		h.give("ming", 100*money.Yuan)
		h.give("hong", 100*money.Yuan)
		h.does(fund.Deposit, "ming", 1000*money.Yuan) // grants 5 and 50
		if _, err := h.unlock("ming", 1); err != nil {
			t.Fatal(err)
		}
		h.clock.Advance(12 * time.Hour)
		midnight := h.clock.Now()
		if midnight != calendar.DayOf(midnight).Start() {
			t.Fatal("the test's clock does not begin at noon")
		}
		h.does(fund.Deposit, "hong", 5000*money.Yuan) // of the new day
		h.does(fund.Deposit, "ming", 5000*money.Yuan)
		h.clock.Advance(3 * time.Hour) // the program was down at midnight
		for range 3 {
			if err := h.Expire(t.Context(), midnight); err != nil {
				t.Fatal(err)
			}
		}
		h.expect("ming", "fund 45.00 centre 5.00 to bet 5.00")
		h.expect("hong", "fund 100.00 centre 0.00 to bet 0.00")
		if got, want := h.records("ming", fund.Unlocks), "-50.00 2026-03-02 未解锁，已过期：今日存款满 1000 元|5.00 解锁：今日存款满 100 元|"; got != want {
			t.Errorf("records\n got %s\nwant %s", got, want)
		}
		if got := h.statuses("ming"); got != "0.00 1:ready 2:ready 3:ready 4:open 5:open" {
			t.Errorf("the new day: %s", got)
		}
		h.clock.Advance(21 * time.Hour)
		if err := h.Expire(t.Context(), h.clock.Now()); err != nil {
			t.Fatal(err)
		}
		h.expect("ming", "fund 0.00 centre 5.00 to bet 5.00")
		if got := h.records("ming", fund.Unlocks); strings.Count(got, "|") != 4 || strings.Count(got, "-5.00") != 1 || strings.Count(got, "-40.00") != 1 {
			t.Errorf("5 and the remaining 40, and nothing of the third task: %s", got)
		}
		h.expect("hong", "fund 0.00 centre 0.00 to bet 0.00")
	})
}

// Trust T15, CON-4: many windows, one unlock.
func TestAHundredUnlocksAtOnceAreOne(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		h.give("ming", 1000*money.Yuan)
		h.does(fund.Deposit, "ming", 5000*money.Yuan)
		var won, late atomic.Int64
		var wg sync.WaitGroup
		for range 100 {
			wg.Go(func() {
				switch _, err := h.unlock("ming", 3); {
				case err == nil:
					won.Add(1)
				case errors.Is(err, fund.ErrUnlocked):
					late.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if won.Load() != 1 || late.Load() != 99 {
			t.Errorf("%d won, %d came late", won.Load(), late.Load())
		}
		h.expect("ming", "fund 750.00 centre 250.00 to bet 250.00")
	})
}

// Five tasks at once share what is left, and no more.
func TestTasksUnlockedAtOnceShareTheRemainder(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		h.give("ming", 60*money.Yuan)
		h.does(fund.Deposit, "ming", 5000*money.Yuan)
		h.does(fund.Bet, "ming", 10_000*money.Yuan)
		var sum atomic.Int64
		var wg sync.WaitGroup
		for task := range int64(5) {
			for range 4 {
				wg.Go(func() {
					got, err := h.unlock("ming", task+1)
					if err != nil && !errors.Is(err, fund.ErrUnlocked) && !errors.Is(err, fund.ErrEmpty) {
						t.Error(err)
					}
					sum.Add(int64(got))
				})
			}
		}
		wg.Wait()
		if got := money.Fen(sum.Load()); got != 60*money.Yuan {
			t.Errorf("%s came out of 60", got)
		}
		h.expect("ming", "fund 0.00 centre 60.00 to bet 60.00")
	})
}

// The night and the new day's unlocks meet at one balance.
func TestTheNightAndAnUnlockMeet(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		h.give("ming", 255*money.Yuan)
		h.does(fund.Deposit, "ming", 5000*money.Yuan) // 305 granted, of which there are 255
		h.clock.Advance(12 * time.Hour)
		midnight := h.clock.Now()
		h.does(fund.Deposit, "ming", 100*money.Yuan)
		var wg sync.WaitGroup
		for range 3 {
			wg.Go(func() {
				if err := h.Expire(context.Background(), midnight); err != nil {
					t.Error(err)
				}
			})
			wg.Go(func() {
				if _, err := h.unlock("ming", 1); err != nil && !errors.Is(err, fund.ErrUnlocked) && !errors.Is(err, fund.ErrEmpty) {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if got := h.book("ming"); got != "fund 0.00 centre 5.00 to bet 5.00" && got != "fund 0.00 centre 0.00 to bet 0.00" {
			t.Error(got)
		}
	})
}

// A player who may not bet unlocks nothing, and no player does while the money
// switch is closed.
func TestAFrozenPlayerUnlocksNothing(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		h.give("ming", 100*money.Yuan)
		h.does(fund.Deposit, "ming", 100*money.Yuan)
		if err := h.guard.Freeze(t.Context(), h.anna, "ming", []guard.Act{guard.Bet}, time.Time{}, "自我限制"); err != nil {
			t.Fatal(err)
		}
		if _, err := h.unlock("ming", 1); !errors.Is(err, guard.ErrBet) {
			t.Errorf("frozen: %v", err)
		}
		if err := h.guard.Unfreeze(t.Context(), h.anna, "ming", []guard.Act{guard.Bet}, "期满"); err != nil {
			t.Fatal(err)
		}
		if _, err := h.guard.Gate.Close(t.Context(), h.anna, guard.DoorAll, "核对账目"); err != nil {
			t.Fatal(err)
		}
		if _, err := h.unlock("ming", 1); !errors.Is(err, guard.ErrClosed) {
			t.Errorf("closed: %v", err)
		}
		h.expect("ming", "fund 100.00 centre 0.00 to bet 0.00")
	})
}

// Trust ADM-1: two people decide what tasks ask for and give, from the next
// business day on. The present day keeps its announced tasks.
func TestATaskChangesTomorrowByTwoPeople(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		change := fund.Task{ID: 1, Name: "今日存款满 200 元", Threshold: 200 * money.Yuan, Amount: 20 * money.Yuan, Active: true}
		approval, err := h.ChangeTask(t.Context(), h.anna, 1, change, "活动调整")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := h.staff.Decide(t.Context(), h.anna, approval, true, ""); !errors.Is(err, staff.ErrOwnRequest) {
			t.Errorf("alone: %v", err)
		}
		if _, err := h.ChangeTask(t.Context(), h.bert, 1, change, "再改一次"); !errors.Is(err, staff.ErrOpenRequest) {
			t.Errorf("a second request: %v", err)
		}
		if err := h.agree(approval, nil); err != nil {
			t.Fatal(err)
		}
		added := fund.Task{Name: "今日有效投注满 500 元", Kind: fund.Bet, Threshold: 500 * money.Yuan, Amount: 3 * money.Yuan, Active: true}
		if err := h.agree(h.ChangeTask(t.Context(), h.anna, 0, added, "新增任务")); err != nil {
			t.Fatal(err)
		}
		off := fund.Task{ID: 5, Name: "今日有效投注满 1 万元", Threshold: 10_000 * money.Yuan, Amount: 68 * money.Yuan}
		if err := h.agree(h.ChangeTask(t.Context(), h.anna, 1, off, "停用任务")); err != nil {
			t.Fatal(err)
		}
		h.does(fund.Deposit, "ming", 150*money.Yuan)
		if got := h.statuses("ming"); got != "0.00 1:ready 2:open 3:open 4:open 5:open" {
			t.Errorf("today: %s", got)
		}
		planned, err := h.Tasks(t.Context(), h.d)
		if err != nil || len(planned) != 13 || planned[0].Threshold != 100*money.Yuan || planned[0].Next == nil ||
			planned[0].Next.Threshold != 200*money.Yuan || planned[1].Next != nil || planned[12].Active || planned[12].Next == nil || !planned[12].Next.Active {
			t.Errorf("planned: %+v, %v", planned, err)
		}
		h.clock.Advance(12 * time.Hour)
		h.does(fund.Deposit, "ming", 150*money.Yuan)
		if got := h.statuses("ming"); got != "0.00 1:open 2:open 3:open 4:open 13:open" {
			t.Errorf("tomorrow: %s", got)
		}
		h.does(fund.Deposit, "ming", 50*money.Yuan)
		h.give("ming", 100*money.Yuan)
		if got, err := h.unlock("ming", 1); err != nil || got != 20*money.Yuan {
			t.Errorf("%s, %v", got, err)
		}
		if planned, err := h.Tasks(t.Context(), h.d); err != nil || planned[0].Name != "今日存款满 200 元" || planned[0].Next != nil {
			t.Errorf("in force: %+v, %v", planned, err)
		}
	})
}

func TestATaskMakesSense(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		good := fund.Task{Name: "今日存款满 500 元", Kind: fund.Deposit, Threshold: 500 * money.Yuan, Amount: 10 * money.Yuan, Active: true}
		for what, bad := range map[string]struct {
			change func(*fund.Task)
			err    error
		}{
			"no name":            {func(t *fund.Task) { t.Name = "" }, fund.ErrTaskName},
			"a mark in the name": {func(t *fund.Task) { t.Name = "存款<b>" }, fund.ErrTaskName},
			"a long name":        {func(t *fund.Task) { t.Name = strings.Repeat("名", 21) }, fund.ErrTaskName},
			"another kind":       {func(t *fund.Task) { t.Kind = "login" }, fund.ErrKind},
			"for nothing":        {func(t *fund.Task) { t.Threshold = 0 }, fund.ErrThreshold},
			"for too much":       {func(t *fund.Task) { t.Threshold = 10_000_001 * money.Yuan }, fund.ErrThreshold},
			"gives nothing":      {func(t *fund.Task) { t.Amount = 0 }, fund.ErrTaskAmount},
			"gives too much":     {func(t *fund.Task) { t.Kind, t.Amount = fund.Bet, 1_000_001*money.Yuan }, fund.ErrTaskAmount},
			"more than is asked": {func(t *fund.Task) { t.Amount = 501 * money.Yuan }, fund.ErrTaskAmount},
			"one that is gone":   {func(t *fund.Task) { t.ID = 77 }, fund.ErrNoTask},
		} {
			task := good
			bad.change(&task)
			if _, err := h.ChangeTask(t.Context(), h.anna, 0, task, "活动调整"); !errors.Is(err, bad.err) {
				t.Errorf("%s: %v", what, err)
			}
		}
		if _, err := h.ChangeTask(t.Context(), h.anna, 0, good, ""); !errors.Is(err, staff.ErrReason) {
			t.Errorf("no reason: %v", err)
		}
	})
}

// Trust ADM-1, MON-6: two people give C$, once, and not without bound.
func TestAGrantNeedsTwoPeople(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		for what, bad := range map[string]struct {
			grant fund.Grant
			err   error
		}{
			"nothing":      {fund.Grant{Player: "ming", Remark: "活动奖励"}, fund.ErrGrant},
			"too much":     {fund.Grant{Player: "ming", Amount: 100_001 * money.Yuan, Remark: "活动奖励"}, fund.ErrGrant},
			"no remark":    {fund.Grant{Player: "ming", Amount: 1}, fund.ErrRemark},
			"hidden marks": {fund.Grant{Player: "ming", Amount: 1, Remark: "活动\u202e奖励"}, fund.ErrRemark},
			"nobody":       {fund.Grant{Player: "nobody", Amount: 1, Remark: "活动奖励"}, identity.ErrNotFound},
		} {
			if _, err := h.Grant(t.Context(), h.anna, bad.grant, "活动奖励"); !errors.Is(err, bad.err) {
				t.Errorf("%s: %v", what, err)
			}
		}
		approval, err := h.Grant(t.Context(), h.anna, fund.Grant{Player: "ming", Amount: 88 * money.Yuan, Remark: " 活动奖励 "}, "周年活动中奖")
		if err != nil {
			t.Fatal(err)
		}
		h.expect("ming", "fund 0.00 centre 0.00 to bet 0.00")
		var player string
		if err := h.d.NewRaw("SELECT player FROM staff_approval WHERE id = ?", approval).Scan(t.Context(), &player); err != nil || player != "ming" {
			t.Errorf("the request names %q, %v (H-183)", player, err)
		}
		if _, err := h.staff.Decide(t.Context(), h.anna, approval, true, ""); !errors.Is(err, staff.ErrOwnRequest) {
			t.Errorf("alone: %v", err)
		}
		if err := h.agree(approval, nil); err != nil {
			t.Fatal(err)
		}
		if err := h.agree(approval, nil); !errors.Is(err, staff.ErrDecided) {
			t.Errorf("decided twice: %v", err)
		}
		h.expect("ming", "fund 88.00 centre 0.00 to bet 0.00")
		if got := h.records("ming", fund.Incomes); got != "88.00 活动奖励|" {
			t.Error(got)
		}
		figures, err := h.Figures(t.Context(), h.d)
		if want := (fund.Figures{Held: 88 * money.Yuan, IncomeToday: 88 * money.Yuan, Players: 1}); err != nil || figures != want {
			t.Errorf("%+v, %v", figures, err)
		}
	})
}

// Trust IDE-1: the same income comes once, and another under its key is a fault.
func TestAnIncomeComesOnce(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		receive := func(amount money.Fen) error {
			return h.d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				return h.Receive(ctx, tx, fund.Income{Key: "week-47", Player: "ming", Amount: amount, Remark: "每周奖金", By: "system:vip"})
			})
		}
		for range 3 {
			if err := receive(10 * money.Yuan); err != nil {
				t.Fatal(err)
			}
		}
		if err := receive(11 * money.Yuan); !errors.Is(err, ledger.ErrChanged) {
			t.Errorf("another amount: %v", err)
		}
		h.expect("ming", "fund 10.00 centre 0.00 to bet 0.00")
		if got := h.records("ming", fund.Incomes); got != "10.00 每周奖金|" {
			t.Error(got)
		}
	})
}

// FUND-05: a player with C$ sees how many, and the part that a deposit unlocks.
func TestTheNoticeNamesTheUnlockableAmount(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		if _, err := h.Notice(t.Context(), h.d, "ming"); !errors.Is(err, fund.ErrNoNotice) {
			t.Errorf("without C$: %v", err)
		}
		h.give("ming", 88*money.Yuan)
		if n, err := h.Notice(t.Context(), h.d, "ming"); err != nil || n != (fund.Notice{Amount: 88 * money.Yuan, Rate: 5_00}) {
			t.Errorf("%+v, %v", n, err)
		}
	})
}

// The database keeps records unchanged, and Verify finds amounts that the books
// do not know.
func TestVerifyFindsAmountsMissingFromTheBooks(t *testing.T) {
	for what, forged := range map[string]struct{ query, found string }{
		"a record without money": {`INSERT INTO fund_record (id, player, type, amount, remark, made_by, day, task, at)
			VALUES ('forged', 'ming', 'income', 500, 'x', 'x', 20260101, 0, 1)`, "no entry"},
		"an unlock without money": {`INSERT INTO fund_record (id, player, type, amount, remark, made_by, day, task, at)
			VALUES ('forged', 'ming', 'unlock', 500, 'x', 'x', 20260101, 1, 1)`, "centre wallet"},
	} {
		t.Run(strings.ReplaceAll(what, " ", "-"), func(t *testing.T) {
			each(t, func(t *testing.T, h *fixture) {
				h.give("ming", 100*money.Yuan)
				h.does(fund.Deposit, "ming", 100*money.Yuan)
				if _, err := h.unlock("ming", 1); err != nil {
					t.Fatal(err)
				}
				h.sound()
				h.broken = true
				h.write(func(ctx context.Context, tx *db.Tx) error {
					_, err := tx.NewRaw(forged.query).Exec(ctx)
					return err
				})
				report, err := h.ledger.Verify(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				said := fmt.Sprintf("%+v", report.Broken)
				if !strings.Contains(said, forged.found) {
					t.Errorf("the books say %s", said)
				}
			})
		})
	}
	each(t, func(t *testing.T, h *fixture) {
		h.give("ming", 100*money.Yuan)
		for _, query := range []string{
			"UPDATE fund_record SET amount = 1", "DELETE FROM fund_record",
			"INSERT INTO fund_record (id, player, type, amount, remark, made_by, day, task, at) VALUES ('x', 'ming', 'unlock', 0, 'x', 'x', 20260101, 1, 1)",
		} {
			err := h.d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.NewRaw(query).Exec(ctx)
				return err
			})
			if !db.IsGuard(err) && !db.IsCheck(err) {
				t.Errorf("%s: %v", query, err)
			}
		}
	})
}

// FUND-06, D-08: the night of a day that runs late would take the VIP week that
// arrived in between.
func TestALateExpiryKeepsIncomeOfTheNewDay(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		h.give("ming", 20*money.Yuan)
		h.does(fund.Deposit, "ming", 5_000*money.Yuan) // tasks 1 to 3 grant 305
		midnight := calendar.DayOf(h.clock.Now()).End()
		h.clock.Set(midnight.Add(time.Hour))
		h.give("ming", 1_000*money.Yuan)
		if err := h.Expire(t.Context(), midnight); err != nil {
			t.Fatal(err)
		}
		h.expect("ming", "fund 1000.00 centre 0.00 to bet 0.00")

		// Amounts unlocked in between are not taken a second time.
		h.does(fund.Deposit, "hong", 5_000*money.Yuan)
		h.give("hong", 400*money.Yuan)
		midnight = calendar.DayOf(h.clock.Now()).End()
		h.clock.Set(midnight.Add(time.Hour))
		h.give("hong", 30*money.Yuan)
		h.does(fund.Deposit, "hong", 5_000*money.Yuan)
		if moved, err := h.unlock("hong", 3); err != nil || moved != 250*money.Yuan {
			t.Fatal(moved, err)
		}
		if err := h.Expire(t.Context(), midnight); err != nil {
			t.Fatal(err)
		}
		h.expect("hong", "fund 0.00 centre 250.00 to bet 250.00")
	})
}
