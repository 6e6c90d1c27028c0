package fund

import (
	"context"
	"fmt"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/ledger"
)

// reversedScope is the books' scope of unlocks that are taken back.
const reversedScope = "fund_reversed"

// Reversed takes back the unlocks of a deposit that its company reversed. It
// computes the deposit tasks of that day again from the remaining credits. If a
// task is no longer met, its yuan go back, or become a debt, and its C$ return
// to the player. C$ that such a task let expire return too. The deposit is out
// of the sums already.
func (f *Fund) Reversed(ctx context.Context, tx *db.Tx, player string, credited time.Time) error {
	day := calendar.DayOf(credited)
	if _, err := lockHolders(ctx, tx, []string{player}); err != nil {
		return err
	}
	ended, err := endedOf(ctx, tx, []string{player}, day)
	if err != nil || len(ended) == 0 {
		return err
	}
	tasks, err := tasksOf(ctx, tx, day)
	if err != nil {
		return err
	}
	reached, err := f.reached(ctx, tx, tasks, []string{player}, day)
	if err != nil {
		return err
	}
	for _, t := range tasks {
		r, there := ended[ending{player, t.ID}]
		if t.Kind != Deposit || !there || reached[t.Kind][player] >= t.Threshold {
			continue
		}
		if err := f.undo(ctx, tx, r); err != nil {
			return fmt.Errorf("take back %s: %w", r.ID, err)
		}
	}
	return nil
}

// undo reverses the end of a task, once.
func (f *Fund) undo(ctx context.Context, tx *db.Tx, r record) error {
	back := Income{Key: "reversed:" + r.ID, Player: r.Player, Amount: r.Amount, Remark: "存款已被冲正，退回：" + r.Remark, By: "system:fund"}
	if first, err := findRecord(ctx, tx, back.Key); err != nil || first != nil {
		return err
	}
	if r.Type == TypeUnlock {
		// An exclusion has already taken back what it forfeits.
		if gone, err := forfeited(ctx, tx, r.ID); err != nil || gone {
			return err
		}
		_, err := f.TakeBack(ctx, tx, ledger.Entry{
			Scope: reversedScope, Key: r.ID, Kind: "fund.reversed", Ref: r.ref(), Memo: "存款已被冲正", By: "system:fund",
		}, r.Player, r.Amount, ledger.HouseBonus())
		if err != nil {
			return err
		}
		if err := f.Turnover.Drop(ctx, tx, r.Player, scope, r.ID, "存款已被冲正"); err != nil {
			return err
		}
	}
	return f.Receive(ctx, tx, back)
}
