package deposit

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"hongyun/internal/cashier/order"
	"hongyun/internal/db"
)

// followUp runs OnCredited for a credit of this transaction. Money in never
// depends on it: when it fails, its own writes are undone, the credit stays, and
// a durable row has RunFollowUps try again.
func (d *Deposits) followUp(ctx context.Context, tx *db.Tx, dep Deposit) error {
	if d.OnCredited == nil {
		return nil
	}
	failed := tx.Savepoint(ctx, func(ctx context.Context, tx *db.Tx) error { return d.OnCredited(ctx, tx, dep) })
	if failed == nil || db.Fatal(ctx, failed) {
		return failed
	}
	d.Log.ErrorContext(ctx, "a deposit is credited, and what follows from it failed", "sn", dep.SN, "err", failed)
	_, err := tx.NewRaw("INSERT INTO deposit_followup (sn, made_at, failure, retry_at) VALUES (?, ?, ?, ?)",
		dep.SN, tx.NowMillis(), order.FailureText(failed), tx.Now().Add(order.RetryAfter(1)).UnixMilli()).Exec(ctx)
	if err != nil {
		return fmt.Errorf("note what is to follow from %s: %w", dep.SN, err)
	}
	return nil
}

// RunFollowUps tries again what failed after a credit. Each is done once, in
// the transaction that notes it as done. A deposit that was reversed meanwhile
// brings nothing.
func (d *Deposits) RunFollowUps(ctx context.Context) error {
	var due []string
	err := d.DB.NewRaw("SELECT sn FROM deposit_followup WHERE retry_at > 0 AND retry_at <= ? ORDER BY retry_at, sn LIMIT ?",
		d.DB.Clock().Now().UnixMilli(), order.AtOnce).Scan(ctx, &due)
	if err != nil {
		return fmt.Errorf("follow-ups that are due: %w", err)
	}
	var broken error
	for _, sn := range due {
		failed := d.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return d.runFollowUp(ctx, tx, sn) })
		if failed == nil {
			continue
		}
		if ctx.Err() != nil {
			return errors.Join(broken, ctx.Err())
		}
		d.Log.ErrorContext(ctx, "what follows from a deposit failed again", "sn", sn, "err", failed)
		broken = errors.Join(broken, d.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return postponeFollowUp(ctx, tx, sn, failed) }))
	}
	return broken
}

func (d *Deposits) runFollowUp(ctx context.Context, tx *db.Tx, sn string) error {
	dep, err := Find(ctx, tx, d.Box, "sn = ?", sn)
	if err != nil {
		return err
	}
	if err := order.LockPlayer(ctx, tx, dep.Player); err != nil { // as the credit did
		return err
	}
	if dep, err = Lock(ctx, tx, d.Box, sn); err != nil {
		return err
	}
	var retryAt int64
	err = tx.NewRaw("SELECT retry_at FROM deposit_followup WHERE sn = ?"+tx.ForUpdate(), sn).Scan(ctx, &retryAt)
	if errors.Is(err, sql.ErrNoRows) || err == nil && (retryAt == 0 || retryAt > tx.NowMillis()) {
		return nil // another node was faster
	}
	if err != nil {
		return err
	}
	if dep.State == Credited && d.OnCredited != nil {
		if err := d.OnCredited(ctx, tx, dep); err != nil {
			return err
		}
	}
	_, err = tx.NewRaw("UPDATE deposit_followup SET done_at = ?, retry_at = 0 WHERE sn = ?", tx.NowMillis(), sn).Exec(ctx)
	return err
}

func postponeFollowUp(ctx context.Context, tx *db.Tx, sn string, failed error) error {
	var tries int
	err := tx.NewRaw("SELECT tries FROM deposit_followup WHERE sn = ? AND done_at = 0"+tx.ForUpdate(), sn).Scan(ctx, &tries)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err == nil {
		_, err = tx.NewRaw("UPDATE deposit_followup SET tries = ?, failure = ?, retry_at = ? WHERE sn = ?",
			tries+1, order.FailureText(failed), tx.Now().Add(order.RetryAfter(tries+1)).UnixMilli(), sn).Exec(ctx)
	}
	if err != nil {
		return fmt.Errorf("postpone what follows from %s: %w", sn, err)
	}
	return nil
}

// HeldBack counts what failed and is tried again: follow-ups of deposits, and
// final transfers that could not be settled.
func (d *Deposits) HeldBack(ctx context.Context) (followUps, transfers int, err error) {
	err = d.DB.NewRaw(`SELECT (SELECT COUNT(*) FROM deposit_followup WHERE retry_at > 0), (SELECT COUNT(*) FROM chain_transfer WHERE retry_at > 0)`).
		Scan(ctx, &followUps, &transfers)
	if err != nil {
		return 0, 0, fmt.Errorf("count what is held back: %w", err)
	}
	return followUps, transfers, nil
}
