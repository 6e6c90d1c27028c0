package bet

import (
	"context"
	"fmt"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
)

// Last is the newest bet of a player.
type Last struct {
	Venue, Game string
	At          time.Time
}

// LastOf reads the newest bet of a player by its index, so it is never behind the
// records, as the counts of CountPlays are. found is false before the first bet.
func (b *Bets) LastOf(ctx context.Context, r db.Reader, player string) (last Last, found bool, err error) {
	var rows []row
	err = r.NewRaw(`SELECT venue, game, bet_at FROM bet WHERE player = ? AND current ORDER BY bet_at DESC, bet_id DESC LIMIT 1`, player).Scan(ctx, &rows)
	if err != nil {
		return Last{}, false, fmt.Errorf("newest bet of %s: %w", player, err)
	}
	if len(rows) == 0 {
		return Last{}, false, nil
	}
	return Last{Venue: rows[0].Venue, Game: rows[0].Game, At: calendar.FromStored(rows[0].BetAt)}, true, nil
}
