package books

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Round is a dealt game at a table. Deal is the game's own record of the cards,
// drawn before the player sees anything.
type Round struct {
	Venue, ID, Player string
	Kind              int
	Side, Deal        string
	OpenedAt          time.Time
}

// ErrSeated refuses a second open round for a player.
var ErrSeated = errors.New("books: a round is already open")

// OpenRound takes the stake of the bet and keeps the round, both or neither:
// ErrShort, or ErrSeated when the player sits at a table already.
func (b *Books) OpenRound(ctx context.Context, r Round, bet Bet) error {
	return b.write(ctx, func(tx *sql.Tx) error {
		done, err := tx.ExecContext(ctx, `INSERT INTO round (venue, id, player, kind, side, deal, is_open, opened_at)
			VALUES (?, ?, ?, ?, ?, ?, TRUE, ?) ON CONFLICT DO NOTHING`,
			r.Venue, r.ID, Key(r.Player), r.Kind, r.Side, r.Deal, r.OpenedAt.UnixMilli())
		if err != nil {
			return fmt.Errorf("open round %s: %w", r.ID, err)
		}
		if n, err := done.RowsAffected(); err != nil || n == 0 {
			return errors.Join(err, ErrSeated)
		}
		_, err = putBet(ctx, tx, bet, false)
		return err
	})
}

// FinishRound closes the round and settles its bet, once: a second call finds
// the round closed and changes nothing. finished tells which of the two it was.
func (b *Books) FinishRound(ctx context.Context, bet Bet) (finished bool, err error) {
	err = b.write(ctx, func(tx *sql.Tx) error {
		done, err := tx.ExecContext(ctx, `UPDATE round SET is_open = FALSE WHERE venue = ? AND id = ? AND is_open`, bet.Venue, bet.ID)
		if err != nil {
			return fmt.Errorf("finish round %s: %w", bet.ID, err)
		}
		if n, err := done.RowsAffected(); err != nil || n == 0 {
			return err
		}
		finished = true
		_, err = putBet(ctx, tx, bet, false)
		return err
	})
	return finished, err
}

// OpenRoundOf is the round the player sits at; ErrNotFound when there is none.
func (b *Books) OpenRoundOf(ctx context.Context, venue, player string) (Round, error) {
	return b.round(ctx, `venue = ? AND player = ? AND is_open`, venue, Key(player))
}

// Round is the round with this id; ErrNotFound when there is none.
func (b *Books) Round(ctx context.Context, venue, id string) (Round, error) {
	return b.round(ctx, `venue = ? AND id = ?`, venue, id)
}

func (b *Books) round(ctx context.Context, where string, args ...any) (Round, error) {
	var r Round
	var at int64
	err := b.db.QueryRowContext(ctx, `SELECT venue, id, player, kind, side, deal, opened_at FROM round WHERE `+where, args...).
		Scan(&r.Venue, &r.ID, &r.Player, &r.Kind, &r.Side, &r.Deal, &at)
	if errors.Is(err, sql.ErrNoRows) {
		return r, ErrNotFound
	}
	if err != nil {
		return r, fmt.Errorf("read round: %w", err)
	}
	r.OpenedAt = time.UnixMilli(at)
	return r, nil
}
