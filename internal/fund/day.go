package fund

import (
	"context"
	"errors"
	"fmt"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/turnover"
)

// Status is how far a player is with a task today, as the documented call
// numbers it (FUND-02).
type Status int

// The states of a task.
const (
	Open     Status = 0 // not met yet
	Ready    Status = 1 // met, and not unlocked
	Unlocked Status = 2
)

// Statuses are the states of a task.
var Statuses = []Status{Open, Ready, Unlocked}

// TaskToday is a task with a player's progress.
type TaskToday struct {
	Task
	Done   money.Fen // reached today, of Threshold
	Status Status
}

// Today is a player's use of the fund today, and the remaining options.
type Today struct {
	Unlocked money.Fen // C$ unlocked today
	Tasks    []TaskToday
}

// Today returns a player's progress with the tasks of the business day.
func (f *Fund) Today(ctx context.Context, r db.Reader, player string) (Today, error) {
	return f.dayOf(ctx, r, player, calendar.DayOf(f.DB.Clock().Now()))
}

func (f *Fund) dayOf(ctx context.Context, r db.Reader, player string, day calendar.Day) (Today, error) {
	out := Today{Tasks: []TaskToday{}}
	tasks, err := tasksOf(ctx, r, day)
	if err != nil {
		return out, err
	}
	reached, err := f.reached(ctx, r, tasks, []string{player}, day)
	if err != nil {
		return out, err
	}
	ended, err := endedOf(ctx, r, []string{player}, day)
	if err != nil {
		return out, err
	}
	for _, t := range tasks {
		now := TaskToday{Task: t, Done: min(reached[t.Kind][player], t.Threshold)}
		end, over := ended[ending{player, t.ID}]
		switch {
		case over && end.Type == TypeUnlock:
			now.Status, now.Amount = Unlocked, end.Amount // what it came to
			out.Unlocked += end.Amount
		case now.Done >= t.Threshold:
			now.Status = Ready
		}
		out.Tasks = append(out.Tasks, now)
	}
	return out, nil
}

// reached sums what players did in a day, by the kinds of tasks there are.
func (f *Fund) reached(ctx context.Context, r db.Reader, tasks []Task, players []string, day calendar.Day) (map[Kind]map[string]money.Fen, error) {
	sums := map[Kind]map[string]money.Fen{}
	for _, t := range tasks {
		if sums[t.Kind] != nil {
			continue
		}
		fact := f.Facts[t.Kind]
		if fact == nil {
			return nil, fmt.Errorf("fund: nobody knows how tasks of kind %q are met", t.Kind)
		}
		sum, err := fact(ctx, r, players, day.Start(), day.End())
		if err != nil {
			return nil, err
		}
		if sum == nil {
			sum = map[string]money.Fen{}
		}
		sums[t.Kind] = sum
	}
	return sums, nil
}

// UnlockOrder asks for the grant of a task of today.
type UnlockOrder struct {
	ID     string // of the request: the same one is answered as the first time
	Player string
	Task   int64
}

// Unlock turns the grant of a met task into money of the centre wallet, or the
// remaining C$ if that is less. It adds a turnover requirement of the same
// amount and returns the amount. A task unlocks once a day, however often and
// from however many windows it is asked. Faults: ErrNoTask, ErrNotReady,
// ErrUnlocked, ErrEmpty, ErrChanged; guard's, of the gate and of who may not
// bet.
func (f *Fund) Unlock(ctx context.Context, o UnlockOrder) (money.Fen, error) {
	if err := f.Guard.Gate.Check(ctx, guard.DoorAll); err != nil {
		return 0, err
	}
	var moved money.Fen
	err := f.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		var err error
		moved, err = f.unlock(ctx, tx, o)
		return err
	})
	if err != nil {
		return 0, err
	}
	return moved, nil
}

func (f *Fund) unlock(ctx context.Context, tx *db.Tx, o UnlockOrder) (money.Fen, error) {
	holds, err := lockHolders(ctx, tx, []string{o.Player})
	if err != nil {
		return 0, err
	}
	// Under the lock: an exclusion takes it too, and forfeits what came before.
	if err := f.Guard.Check(ctx, tx, o.Player, guard.Bet); err != nil {
		return 0, err
	}
	if first, err := findRecord(ctx, tx, o.ID); err != nil {
		return 0, err
	} else if first != nil {
		if first.Player != o.Player || first.Task != o.Task {
			return 0, ErrChanged
		}
		return first.Amount, nil
	}
	day := calendar.DayOf(tx.Now())
	today, err := f.dayOf(ctx, tx, o.Player, day)
	if err != nil {
		return 0, err
	}
	t, err := today.ready(o.Task)
	if err != nil {
		return 0, err
	}
	if len(holds) == 0 {
		return 0, ErrEmpty
	}
	held, err := f.Balance(ctx, tx, o.Player)
	if err != nil {
		return 0, err
	}
	amount := min(t.Amount, held)
	if amount <= 0 {
		return 0, ErrEmpty
	}
	return amount, f.pay(ctx, tx, record{
		ID: o.ID, Player: o.Player, Type: TypeUnlock, Amount: amount, Remark: "解锁：" + t.Name, MadeBy: o.Player, Day: day, Task: t.ID, At: tx.NowMillis(),
	})
}

// ready is the task of a number, if it may be unlocked now.
func (d Today) ready(id int64) (Task, error) {
	for _, t := range d.Tasks {
		if t.ID != id {
			continue
		}
		switch t.Status {
		case Unlocked:
			return t.Task, ErrUnlocked
		case Open:
			return t.Task, ErrNotReady.With((t.Threshold - t.Done).String())
		}
		return t.Task, nil
	}
	return Task{}, ErrNoTask
}

// pay books an unlock in one entry: C$ return to the operator, and yuan come
// from the bonus cost account.
func (f *Fund) pay(ctx context.Context, tx *db.Tx, r record) error {
	_, err := f.Ledger.Post(ctx, tx, ledger.Entry{
		Scope: scope, Key: r.ID, Kind: "fund.unlock", Ref: r.ref(), Memo: r.Remark, By: r.MadeBy,
		Postings: []ledger.Posting{
			{From: ledger.Fund(r.Player), To: ledger.HouseFund(), Amount: int64(r.Amount)},
			{From: ledger.HouseBonus(), To: ledger.Centre(r.Player), Amount: int64(r.Amount)},
		},
	})
	if errors.Is(err, ledger.ErrInsufficient) {
		return ErrEmpty
	}
	if err != nil {
		return fmt.Errorf("unlock %s of %s: %w", r.Amount, r.Player, err)
	}
	if err := insertRecords(ctx, tx, []record{r}); err != nil {
		return err
	}
	return f.Turnover.Open(ctx, tx, turnover.Bucket{
		Player: r.Player, Source: scope, Ref: r.ID, Amount: r.Amount, Required: multiple * r.Amount,
	})
}

// Expire ends the day before a midnight: from each player's remaining C$ it
// takes what a met task granted and was not unlocked (D-08). It may be run any
// number of times, be cut off anywhere, and come late: income that arrived
// after the midnight is not taken.
func (f *Fund) Expire(ctx context.Context, due time.Time) error {
	day := calendar.DayOf(due).AddDays(-1)
	tasks, err := tasksOf(ctx, f.DB, day)
	if err != nil || len(tasks) == 0 {
		return err
	}
	var players, taken int
	for after := ""; ; {
		holders, err := holdersAfter(ctx, f.DB, after, playersAtOnce)
		if err != nil || len(holders) == 0 {
			f.Log.InfoContext(ctx, "fund tasks of the day expired", "day", day.String(), "players", players, "records", taken)
			return err
		}
		var n int
		err = f.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			var err error
			n, err = f.expire(ctx, tx, day, tasks, holders)
			return err
		})
		if err != nil {
			return fmt.Errorf("expire the fund's %s: %w", day, err)
		}
		players, taken, after = players+len(holders), taken+n, holders[len(holders)-1]
	}
}

// playersAtOnce bounds the players of one transaction of the night.
const playersAtOnce = 200

func (f *Fund) expire(ctx context.Context, tx *db.Tx, day calendar.Day, tasks []Task, players []string) (int, error) {
	if _, err := lockHolders(ctx, tx, players); err != nil {
		return 0, err
	}
	reached, err := f.reached(ctx, tx, tasks, players, day)
	if err != nil {
		return 0, err
	}
	ended, err := endedOf(ctx, tx, players, day)
	if err != nil {
		return 0, err
	}
	left, err := f.Ledger.FundBalances(ctx, tx, players)
	if err != nil {
		return 0, err
	}
	moved, err := movedSince(ctx, tx, players, day.End())
	if err != nil {
		return 0, err
	}
	for p, now := range left { // a late run sees the balance of midnight, or less
		left[p] = min(now, now-int64(moved[p]))
	}
	var records []record
	var entries []ledger.Entry
	for _, p := range players {
		for _, t := range tasks {
			amount := min(t.Amount, money.Fen(left[p]))
			if _, over := ended[ending{p, t.ID}]; over || amount <= 0 || reached[t.Kind][p] < t.Threshold {
				continue
			}
			left[p] -= int64(amount)
			r := record{
				ID: fmt.Sprintf("expired:%s:%d:%d", p, day, t.ID), Player: p, Type: TypeExpired, Amount: amount, Remark: day.String() + " 未解锁，已过期：" + t.Name,
				MadeBy: "system:fund", Day: day, Task: t.ID, At: tx.NowMillis(),
			}
			records = append(records, r)
			entries = append(entries, ledger.Entry{
				Scope: scope, Key: r.ID, Kind: "fund.expire", Ref: r.ref(), Memo: r.Remark, By: r.MadeBy,
				Postings: []ledger.Posting{{From: ledger.Fund(p), To: ledger.HouseFund(), Amount: int64(amount)}},
			})
		}
	}
	if len(entries) == 0 {
		return 0, nil
	}
	if _, err := f.Ledger.PostAll(ctx, tx, entries); err != nil {
		return 0, err
	}
	return len(records), insertRecords(ctx, tx, records)
}
