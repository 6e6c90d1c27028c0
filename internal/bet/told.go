package bet

import (
	"context"
	"fmt"
	"time"

	"hongyun/internal/db"
)

// told reads the index bet_told from its end. The condition on stored_at is written
// as the index has it: SQLite compares the two by their text.
const told = `
	SELECT venue, bet_id, version, player, game, game_name, status, win, sold, bet_at, settled_at, stored_at, raw
	FROM bet
	WHERE venue = ? AND current AND stored_at > 0 AND stored_at >= ?
	ORDER BY stored_at DESC LIMIT ?`

// LatestTold returns the bets of a venue that were stored or changed since an
// instant, the latest first and at most so many. It reads that number of rows,
// however many bets there are. Their stakes and accounts are left out.
func (b *Bets) LatestTold(ctx context.Context, r db.Reader, code string, since time.Time, most int) ([]Line, error) {
	var rows []row
	if err := r.NewRaw(told, code, since.UnixMilli(), most).Scan(ctx, &rows); err != nil {
		return nil, fmt.Errorf("latest bets of %s: %w", code, err)
	}
	return linesOf(rows), nil
}
