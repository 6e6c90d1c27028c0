package books

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"hongyun/internal/money"
)

// Notice is a message "this order is paid" that a gateway owes a merchant until
// the merchant has said it understood, or the gateway gives up.
type Notice struct {
	ID               int64
	Gateway, TradeNo string
	Money            money.Fen
	Attempts         int
	DueAt            time.Time // machine's clock
}

// insertNotices keeps the notices and gives them their ids.
func insertNotices(ctx context.Context, tx *sql.Tx, notices []Notice) error {
	for i, n := range notices {
		err := tx.QueryRowContext(ctx, `INSERT INTO notice (gateway, trade_no, money, attempts, due_at, state)
			VALUES (?, ?, ?, ?, ?, 'due') RETURNING id`,
			n.Gateway, n.TradeNo, int64(n.Money), n.Attempts, n.DueAt.UnixMilli()).Scan(&notices[i].ID)
		if err != nil {
			return fmt.Errorf("owe notice for %s: %w", n.TradeNo, err)
		}
	}
	return nil
}

// TakeNotice hands out one notice that is due and puts it off until again, so
// that a second worker does not take it too; ErrNotFound when none is due. A
// crash after that repeats the attempt later, which is what gateways do.
func (b *Books) TakeNotice(ctx context.Context, now, again time.Time) (Notice, error) {
	var n Notice
	err := b.write(ctx, func(tx *sql.Tx) error {
		var due int64
		err := tx.QueryRowContext(ctx, `UPDATE notice SET due_at = ?
			WHERE id = (SELECT id FROM notice WHERE state = 'due' AND due_at <= ? ORDER BY due_at, id LIMIT 1)
			RETURNING id, gateway, trade_no, money, attempts, due_at`, again.UnixMilli(), now.UnixMilli()).
			Scan(&n.ID, &n.Gateway, &n.TradeNo, &n.Money, &n.Attempts, &due)
		if errors.Is(err, sql.ErrNoRows) {
			return ErrNotFound
		}
		n.DueAt = time.UnixMilli(due)
		return err
	})
	return n, err
}

// NoticeState is what to do with a notice after an attempt.
type NoticeState string

// NoticeDue is tried again, NoticeDone was understood, NoticeGivenUp is left.
const (
	NoticeDue     NoticeState = "due"
	NoticeDone    NoticeState = "done"
	NoticeGivenUp NoticeState = "given up"
)

// AfterAttempt keeps the outcome of an attempt and when the next one is due.
func (b *Books) AfterAttempt(ctx context.Context, id int64, state NoticeState, next time.Time) error {
	return b.write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE notice SET attempts = attempts + 1, state = ?, due_at = ? WHERE id = ?`,
			string(state), next.UnixMilli(), id)
		return err
	})
}

// PutOff moves an attempt that was not made to a later time.
func (b *Books) PutOff(ctx context.Context, id int64, until time.Time) error {
	return b.write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE notice SET due_at = ? WHERE id = ?`, until.UnixMilli(), id)
		return err
	})
}

// NextDue is when the next notice falls due; ErrNotFound when none is owed.
func (b *Books) NextDue(ctx context.Context) (time.Time, error) {
	var due sql.NullInt64
	if err := b.db.QueryRowContext(ctx, `SELECT MIN(due_at) FROM notice WHERE state = 'due'`).Scan(&due); err != nil {
		return time.Time{}, err
	}
	if !due.Valid {
		return time.Time{}, ErrNotFound
	}
	return time.UnixMilli(due.Int64), nil
}
