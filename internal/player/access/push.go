package access

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"hongyun/internal/calendar"
	"hongyun/internal/courier"
	"hongyun/internal/db"
	"hongyun/internal/player/identity"
)

// PushState says whether web push is open on this site, and on for one browser of a
// player. Without an endpoint the browser has none.
func (p *Tickets) PushState(ctx context.Context, r db.Reader, player, endpoint string) (courier.Push, error) {
	if p.Courier == nil {
		return courier.Push{}, nil
	}
	return p.Courier.PushState(ctx, r, player, endpoint)
}

// PushOn sends the messages of a player to a browser as well, for as long as the login
// lasts that asks. It fails with ErrNoTicket if that login ended meanwhile, and as
// courier.AddBrowser does.
func (p *Tickets) PushOn(ctx context.Context, s Session, b courier.Browser) error {
	if p.Courier == nil {
		return courier.ErrPushOff
	}
	return p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		var until int64
		// The lock makes an end of the session wait, which then removes the browser, too.
		err := tx.NewRaw("SELECT expires_at FROM player_ticket WHERE id = ? AND player = ? AND ended_at = 0"+tx.ForUpdate(), s.ID, s.PlayerID).Scan(ctx, &until)
		if errors.Is(err, sql.ErrNoRows) {
			return identity.ErrNoTicket
		}
		if err != nil {
			return fmt.Errorf("lock a session: %w", err)
		}
		return p.Courier.AddBrowser(ctx, tx, s.PlayerID, s.ID, calendar.FromMillis(until), b)
	})
}

// PushOff ends web push in a browser of a player.
func (p *Tickets) PushOff(ctx context.Context, player, endpoint string) error {
	if p.Courier == nil {
		return nil
	}
	return p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return p.Courier.RemoveBrowser(ctx, tx, player, endpoint)
	})
}
