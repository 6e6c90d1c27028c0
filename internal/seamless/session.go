package seamless

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"hongyun/internal/db"
	"hongyun/internal/secret"
	"hongyun/internal/venue"
)

// Begin starts a session of a player in a game and gives its token. A session of
// the same player in the same game ends with it.
func (s *Seamless) Begin(ctx context.Context, o venue.Session) (token string, err error) {
	token = secret.NewToken()
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.ExecFixed(ctx, `
			INSERT INTO seamless_session (player, venue, game, account, hash, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (player, venue, game) DO UPDATE SET account = excluded.account, hash = excluded.hash,
				created_at = excluded.created_at, expires_at = excluded.expires_at`,
			o.Player, o.Venue, o.Game, o.Account, secret.HashToken(token), tx.NowMillis(), tx.Now().Add(sessionFor).UnixMilli())
		return err
	})
	if err != nil {
		return "", fmt.Errorf("seamless: begin a session of %s at %s: %w", o.Player, o.Venue, err)
	}
	return token, nil
}

// checkSession refuses a call whose token is not of a session of this player in
// this game. A session of the lobby is one of all its games.
func (s *Seamless) checkSession(ctx context.Context, code, player string, c venue.SeamlessCall) error {
	if !secret.IsToken(c.Token) {
		return refuse(venue.VerdictToken)
	}
	var row struct {
		Player, Venue, Game, Account string
		ExpiresAt                    int64
	}
	err := db.ReadFixed(ctx, s.DB, &row, `SELECT player, venue, game, account, expires_at FROM seamless_session WHERE hash = ?`, secret.HashToken(c.Token))
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return refuse(venue.VerdictToken)
	case err != nil:
		return fmt.Errorf("seamless: find the session: %w", err)
	case row.Player != player || row.Venue != code || row.Account != c.Account:
		return refuse(venue.VerdictToken)
	case s.DB.Clock().Now().UnixMilli() >= row.ExpiresAt:
		return refuse(venue.VerdictTokenExpired)
	case row.Game != c.Game && row.Game != "" && row.Game != "0":
		return refuse(venue.VerdictGame)
	}
	return nil
}
