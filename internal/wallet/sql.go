package wallet

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/money"
)

// transferRow is a transfer as it is stored.
type transferRow struct {
	ID, Player, Venue, Direction string
	Amount                       int64
	Account, Ref, Batch, MadeBy  string
	State, Booked                string
	Moved                        int64
	Version                      int64
	Reason                       string
	Asks                         int
	AskedAt                      int64
	LastAnswer                   string
	AbsentAt, NextAskAt          int64
	CreatedAt, SettledAt         int64
}

const transferColumns = `id, player, venue, direction, amount, account, ref, batch, made_by, state, booked, moved, version, reason,
	asks, asked_at, last_answer, absent_at, next_ask_at, created_at, settled_at`

func (r transferRow) transfer() Transfer {
	return Transfer{
		ID: r.ID, Player: r.Player, Venue: r.Venue, Direction: Direction(r.Direction), Amount: money.Fen(r.Amount),
		Account: r.Account, Ref: r.Ref, Batch: r.Batch, By: r.MadeBy,
		State: State(r.State), Booked: r.Booked, Moved: money.Fen(r.Moved), Version: r.Version, Reason: r.Reason,
		Asks: r.Asks, AskedAt: instant(r.AskedAt), LastAnswer: r.LastAnswer, AbsentAt: instant(r.AbsentAt), NextAskAt: instant(r.NextAskAt),
		CreatedAt: instant(r.CreatedAt), SettledAt: instant(r.SettledAt),
	}
}

// lockTransfer reads a transfer and keeps other writers off it until tx ends.
func lockTransfer(ctx context.Context, tx *db.Tx, id string) (Transfer, error) {
	return readTransfer(ctx, tx, `WHERE id = ?`+tx.ForUpdate(), id)
}

func findTransfer(ctx context.Context, r db.Reader, id string) (Transfer, error) {
	return readTransfer(ctx, r, `WHERE id = ?`, id)
}

// findOpen is the one open transfer of a player at a venue.
func findOpen(ctx context.Context, r db.Reader, player, venue string) (Transfer, error) {
	return readTransfer(ctx, r, `WHERE player = ? AND venue = ? AND state IN ('pending', 'manual')`, player, venue)
}

func readTransfer(ctx context.Context, r db.Reader, where string, args ...any) (Transfer, error) {
	var row transferRow
	err := db.ReadFixed(ctx, r, &row, `SELECT `+transferColumns+` FROM transfer `+where, args...)
	if errors.Is(err, sql.ErrNoRows) {
		return Transfer{}, ErrNoTransfer
	}
	if err != nil {
		return Transfer{}, fmt.Errorf("read transfer: %w", err)
	}
	return row.transfer(), nil
}

// updateTransfer writes the changes, provided that the state is still as it was
// read. This backs up the row lock.
func updateTransfer(ctx context.Context, tx *db.Tx, before, t Transfer) error {
	done, err := tx.ExecFixed(ctx, `
		UPDATE transfer SET state = ?, booked = ?, moved = ?, version = ?, reason = ?, asks = ?, asked_at = ?, last_answer = ?,
			absent_at = ?, next_ask_at = ?, settled_at = ?
		WHERE id = ? AND version = ?`,
		string(t.State), t.Booked, int64(t.Moved), t.Version, t.Reason, t.Asks, millis(t.AskedAt), t.LastAnswer,
		millis(t.AbsentAt), millis(t.NextAskAt), millis(t.SettledAt), t.ID, before.Version)
	if err != nil {
		return fmt.Errorf("update transfer %s: %w", t.ID, err)
	}
	n, err := done.RowsAffected()
	if err == nil && n != 1 {
		err = fmt.Errorf("update transfer %s: somebody changed it after version %d", t.ID, before.Version)
	}
	return err
}

// findUnsettled returns the transfer that blocks a new one at a venue: an open
// one, else a disputed one.
func findUnsettled(ctx context.Context, r db.Reader, player, venue string) (Transfer, error) {
	return readTransfer(ctx, r, `WHERE player = ? AND venue = ? AND state IN ('pending', 'manual', 'disputed')
		ORDER BY CASE state WHEN 'disputed' THEN 1 ELSE 0 END LIMIT 1`, player, venue)
}

// laneFilter is a condition on the venue of a transfer.
type laneFilter struct {
	where  string
	venues []string
}

// takeDue takes transfers of a lane that are due to be asked about. Their next
// question moves to until, so no other node takes them. They are taken again if
// this process dies before it has asked.
func takeDue(ctx context.Context, tx *db.Tx, lane laneFilter, until time.Time, limit int) ([]Transfer, error) {
	var rows []transferRow
	err := tx.NewRaw(`
		SELECT `+transferColumns+` FROM transfer
		WHERE next_ask_at > 0 AND next_ask_at <= ? AND `+lane.where+`
		ORDER BY next_ask_at, id LIMIT ?`+tx.SkipLocked(), tx.NowMillis(), bun.List(lane.venues), limit).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("take due transfers: %w", err)
	}
	if len(rows) == 0 {
		return nil, nil
	}
	taken, ids := make([]Transfer, len(rows)), make([]string, len(rows))
	for i, row := range rows {
		taken[i], ids[i] = row.transfer(), row.ID
	}
	if _, err := tx.NewRaw(`UPDATE transfer SET next_ask_at = ? WHERE id IN (?)`, millis(until), bun.List(ids)).Exec(ctx); err != nil {
		return nil, fmt.Errorf("take %d transfers: %w", len(ids), err)
	}
	return taken, nil
}

// oldestDue is since when a transfer of a lane has been due; zero if none is.
func oldestDue(ctx context.Context, d *db.DB, lane laneFilter) (time.Time, error) {
	var at int64
	err := d.NewRaw(`SELECT COALESCE(MIN(next_ask_at), 0) FROM transfer WHERE next_ask_at > 0 AND next_ask_at <= ? AND `+lane.where,
		d.Clock().Now().UnixMilli(), bun.List(lane.venues)).Scan(ctx, &at)
	return instant(at), err
}

func insertAsk(ctx context.Context, tx *db.Tx, id string, h heard, at time.Time) error {
	answer := h.outcome.String()
	if h.pending {
		answer = "pending"
	}
	_, err := tx.NewRaw(`
		INSERT INTO transfer_ask (transfer, seq, at, call, answer, text, made_by)
		SELECT ?0, COALESCE(MAX(seq), 0) + 1, ?1, ?2, ?3, ?4, ?5 FROM transfer_ask WHERE transfer = ?0`,
		id, millis(at), h.call, answer, h.text, h.by).Exec(ctx)
	if err != nil {
		return fmt.Errorf("write down the answer about %s: %w", id, err)
	}
	return nil
}

func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return calendar.Millis(t)
}

func instant(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return calendar.FromMillis(ms)
}
