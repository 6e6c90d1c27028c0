package guard

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"hongyun/internal/db"
)

// StoppedIn gives those of some players whom a time-out or an exclusion of
// their own holds at the time of the transaction.
func StoppedIn(ctx context.Context, tx *db.Tx, players []string) (map[string]bool, error) {
	out := map[string]bool{}
	if len(players) == 0 {
		return out, nil
	}
	var names []string
	err := tx.NewRaw("SELECT DISTINCT player FROM guard_stop WHERE player IN (?) AND (ends_at = 0 OR ends_at > ?)", bun.List(players), tx.NowMillis()).Scan(ctx, &names)
	if err != nil {
		return nil, fmt.Errorf("guard: who stopped: %w", err)
	}
	for _, name := range names {
		out[name] = true
	}
	return out, nil
}
