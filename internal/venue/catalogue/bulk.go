package catalogue

import (
	"context"
	"slices"

	"hongyun/internal/db"
	"hongyun/internal/staff"
)

// MaxBulkGames is the largest number of games in one request.
const MaxBulkGames = 200

// GameMarks are the marks that staff set for many games at once; nil fields
// stay as they are.
type GameMarks struct {
	Games       []int64
	Hot         *bool
	Recommended *bool
	Hidden      *bool
}

// MarkGames sets marks of many games in one transaction. Each game that changes
// has its own entry in the audit trail; the others have none. It gives the number
// of games that changed. It fails with ErrGameCount, ErrNoGame if one of them is
// none, or ErrSameGame when nothing would change, and then changes no game.
func (c *Catalogue) MarkGames(ctx context.Context, by staff.Actor, m GameMarks) (int, error) {
	ids := slices.Compact(slices.Sorted(slices.Values(m.Games)))
	if len(ids) == 0 || len(m.Games) > MaxBulkGames {
		return 0, ErrGameCount.With(MaxBulkGames)
	}
	changed := 0
	err := c.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		changed = 0
		rows, err := lockGames(ctx, tx, ids)
		if err != nil {
			return err
		}
		for _, before := range rows {
			after := GameChange{Hot: m.Hot, Recommended: m.Recommended, Hidden: m.Hidden}.apply(before)
			did, err := c.changeGame(ctx, tx, by, before, after)
			if err != nil {
				return err
			}
			if did {
				changed++
			}
		}
		if changed == 0 {
			return ErrSameGame
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	return changed, nil
}
