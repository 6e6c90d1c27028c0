package books

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Session is a player's way into the games: first a launch address that works
// once, then a play session that lasts.
type Session struct {
	Token, Venue, Player string
	Kind                 int    // the game asked for; 0 is the lobby
	Game                 string // the same where games have codes; "" is the lobby
	BackURL              string
	ExpiresAt            time.Time
}

// KeepLaunch keeps a launch address.
func (b *Books) KeepLaunch(ctx context.Context, s Session, at time.Time) error {
	return b.write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO session (token, venue, player, kind, game, stage, seen_at, expires_at)
			VALUES (?, ?, ?, ?, ?, 'launch', ?, ?)`,
			s.Token, s.Venue, Key(s.Player), s.Kind, s.Game, at.UnixMilli(), s.ExpiresAt.UnixMilli())
		if err != nil {
			return fmt.Errorf("keep launch: %w", err)
		}
		return nil
	})
}

// Enter turns a launch address, once, into a play session with the token
// given: ErrNotFound when it is unknown, used, ended or too old.
func (b *Books) Enter(ctx context.Context, launch string, play Session, at time.Time) (Session, error) {
	err := b.write(ctx, func(tx *sql.Tx) error {
		err := tx.QueryRowContext(ctx, `UPDATE session SET stage = 'ended'
			WHERE token = ? AND stage = 'launch' AND expires_at > ? RETURNING venue, player, kind, game`,
			launch, at.UnixMilli()).Scan(&play.Venue, &play.Player, &play.Kind, &play.Game)
		if errors.Is(err, sql.ErrNoRows) {
			return ErrNotFound
		}
		if err != nil {
			return fmt.Errorf("enter: %w", err)
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO session (token, venue, player, kind, game, stage, back_url, seen_at, expires_at)
			VALUES (?, ?, ?, ?, ?, 'play', ?, ?, ?)`,
			play.Token, play.Venue, play.Player, play.Kind, play.Game, play.BackURL, at.UnixMilli(), play.ExpiresAt.UnixMilli())
		return err
	})
	return play, err
}

// Playing is the play session of a token, and marks that its player was seen;
// ErrNotFound when it ended, expired or never was.
func (b *Books) Playing(ctx context.Context, token string, at time.Time) (Session, error) {
	s := Session{Token: token}
	var expires int64
	err := b.write(ctx, func(tx *sql.Tx) error {
		err := tx.QueryRowContext(ctx, `UPDATE session SET seen_at = ?
			WHERE token = ? AND stage = 'play' AND expires_at > ? RETURNING venue, player, kind, game, back_url, expires_at`,
			at.UnixMilli(), token, at.UnixMilli()).Scan(&s.Venue, &s.Player, &s.Kind, &s.Game, &s.BackURL, &expires)
		if errors.Is(err, sql.ErrNoRows) {
			return ErrNotFound
		}
		return err
	})
	s.ExpiresAt = time.UnixMilli(expires)
	return s, err
}

// Online tells whether the player was seen in a game since the instant given.
func (b *Books) Online(ctx context.Context, venue, player string, since time.Time) (bool, error) {
	var n int
	err := b.db.QueryRowContext(ctx, `SELECT COUNT(*) FROM session
		WHERE venue = ? AND player = ? AND stage = 'play' AND seen_at >= ?`, venue, Key(player), since.UnixMilli()).Scan(&n)
	return n > 0, err
}

// Kick ends every launch address and session of a player.
func (b *Books) Kick(ctx context.Context, venue, player string) error {
	return b.write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE session SET stage = 'ended' WHERE venue = ? AND player = ?`, venue, Key(player))
		return err
	})
}
