package books

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"hongyun/internal/money"
)

// Direction is the way of a transfer, seen from the venue.
type Direction string

// The two ways.
const (
	In  Direction = "in"
	Out Direction = "out"
)

// State is what became of a transfer.
type State string

// A transfer is booked at once or refused at once.
const (
	Done    State = "done"
	Refused State = "refused"
)

// Transfer is an order that moves money into or out of a player's purse.
type Transfer struct {
	Venue, ID, Player string
	Direction         Direction
	Amount            money.Fen
	State             State
	At                time.Time
	// Until VeilUntil, by the machine's clock, status queries see Veil
	// ("absent" or "processing") instead of the state.
	VeilUntil time.Time
	Veil      string
}

// Book moves the money of a transfer and keeps its order, once for an id:
// ErrDuplicate when the id was seen before, ErrNoAccount, ErrShort, ErrCredit
// when used-up agent credit would pass limit. It returns the balance after.
func (b *Books) Book(ctx context.Context, t Transfer, limit money.Fen) (after money.Fen, err error) {
	t.State = Done
	by := t.Amount
	if t.Direction == Out {
		by = -t.Amount
	}
	err = b.write(ctx, func(tx *sql.Tx) error {
		if err := insertTransfer(ctx, tx, t); err != nil {
			return err
		}
		if after, err = move(ctx, tx, t.Venue, t.Player, by, false); err != nil {
			return err
		}
		var used money.Fen
		err := tx.QueryRowContext(ctx, `INSERT INTO agent (venue, used) VALUES (?, ?)
			ON CONFLICT (venue) DO UPDATE SET used = used + excluded.used RETURNING used`,
			t.Venue, int64(by)).Scan(&used)
		if err != nil {
			return fmt.Errorf("agent credit of %s: %w", t.Venue, err)
		}
		if t.Direction == In && used > limit {
			return ErrCredit
		}
		return nil
	})
	return after, err
}

// Refuse keeps the order of a transfer that moved nothing; ErrDuplicate when
// the id was seen before.
func (b *Books) Refuse(ctx context.Context, t Transfer) error {
	t.State = Refused
	return b.write(ctx, func(tx *sql.Tx) error { return insertTransfer(ctx, tx, t) })
}

// Reverse undoes a transfer that was done, and calls it refused from then on;
// ErrNotFound when there is none that was done. The purse may fall below zero:
// the money is taken back whatever became of it.
func (b *Books) Reverse(ctx context.Context, venue, id string) error {
	return b.write(ctx, func(tx *sql.Tx) error {
		var player string
		var direction Direction
		var by money.Fen
		err := tx.QueryRowContext(ctx, `UPDATE transfer SET state = 'refused' WHERE venue = ? AND id = ? AND state = 'done'
			RETURNING player, direction, amount`, venue, id).Scan(&player, &direction, &by)
		if errors.Is(err, sql.ErrNoRows) {
			return ErrNotFound
		}
		if err != nil {
			return fmt.Errorf("reverse transfer %s of %s: %w", id, venue, err)
		}
		if direction == In {
			by = -by
		}
		if _, err := move(ctx, tx, venue, player, by, true); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `UPDATE agent SET used = used + ? WHERE venue = ?`, int64(by), venue)
		return err
	})
}

func insertTransfer(ctx context.Context, tx *sql.Tx, t Transfer) error {
	veil := int64(0)
	if t.Veil != "" {
		veil = t.VeilUntil.UnixMilli()
	}
	done, err := tx.ExecContext(ctx, `INSERT INTO transfer
		(venue, id, player, direction, amount, state, at, veil_until, veil) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT DO NOTHING`,
		t.Venue, t.ID, Key(t.Player), string(t.Direction), int64(t.Amount), string(t.State), t.At.UnixMilli(), veil, t.Veil)
	if err != nil {
		return fmt.Errorf("keep transfer %s of %s: %w", t.ID, t.Venue, err)
	}
	if n, err := done.RowsAffected(); err != nil || n == 1 {
		return err
	}
	return ErrDuplicate
}

// Transfer is the order with this id; ErrNotFound when there is none.
func (b *Books) Transfer(ctx context.Context, venue, id string) (Transfer, error) {
	t := Transfer{Venue: venue, ID: id}
	var at, veil int64
	err := b.db.QueryRowContext(ctx, `SELECT player, direction, amount, state, at, veil_until, veil
		FROM transfer WHERE venue = ? AND id = ?`, venue, id).
		Scan(&t.Player, &t.Direction, &t.Amount, &t.State, &at, &veil, &t.Veil)
	if errors.Is(err, sql.ErrNoRows) {
		return t, ErrNotFound
	}
	if err != nil {
		return t, fmt.Errorf("read transfer %s of %s: %w", id, venue, err)
	}
	t.At, t.VeilUntil = time.UnixMilli(at), time.UnixMilli(veil)
	return t, nil
}

// Prepare keeps the first half of a transfer in two phases, which moves
// nothing; ErrDuplicate when the id was seen before.
func (b *Books) Prepare(ctx context.Context, t Transfer) error {
	return b.write(ctx, func(tx *sql.Tx) error {
		done, err := tx.ExecContext(ctx, `INSERT INTO prepared (venue, id, player, direction, amount, at) VALUES (?, ?, ?, ?, ?, ?)
			ON CONFLICT DO NOTHING`, t.Venue, t.ID, Key(t.Player), string(t.Direction), int64(t.Amount), t.At.UnixMilli())
		if err != nil {
			return fmt.Errorf("prepare transfer %s of %s: %w", t.ID, t.Venue, err)
		}
		if n, err := done.RowsAffected(); err != nil || n == 1 {
			return err
		}
		return ErrDuplicate
	})
}

// Prepared is the first half of a transfer; ErrNotFound when there is none.
func (b *Books) Prepared(ctx context.Context, venue, id string) (Transfer, error) {
	t := Transfer{Venue: venue, ID: id}
	err := b.db.QueryRowContext(ctx, `SELECT player, direction, amount FROM prepared WHERE venue = ? AND id = ?`, venue, id).
		Scan(&t.Player, &t.Direction, &t.Amount)
	if errors.Is(err, sql.ErrNoRows) {
		return t, ErrNotFound
	}
	if err != nil {
		return t, fmt.Errorf("read prepared transfer %s of %s: %w", id, venue, err)
	}
	return t, nil
}
