package seamless

import (
	"context"
	"fmt"
	"time"

	"hongyun/internal/db"
)

// roundsLast is how long a round that its vendor never closed may still bring
// something.
const roundsLast = 24 * time.Hour

// Unfinished reports whether a player has a bet in a round that is not closed.
// Its stake has left the books with its first win, and more wins may come (H-238).
func (s *Seamless) Unfinished(ctx context.Context, r db.Reader, player string) (there bool, err error) {
	err = r.NewRaw(`SELECT EXISTS (SELECT 1 FROM seamless_transaction WHERE player = ? AND kind = 'bet' AND state = 'done' AND NOT closed AND round_key <> '' AND at > ?)`,
		player, s.DB.Clock().Now().Add(-roundsLast).UnixMilli()).Scan(ctx, &there)
	if err != nil {
		return false, fmt.Errorf("seamless: open rounds of %s: %w", player, err)
	}
	return there, nil
}
