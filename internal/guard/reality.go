package guard

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"hongyun/internal/db"
)

// RealityMinutes is every interval between two reality checks that a player can
// choose, in minutes; 0 is none. RealityUsual is the default.
var RealityMinutes = []int{0, 30, 60, 120}

// RealityUsual is the interval of a player who chose none.
const RealityUsual = 60

// Reality is the minutes between two reality checks of a player, 0 for none.
func (g *Guard) Reality(ctx context.Context, r db.Reader, player string) (minutes int, err error) {
	err = r.NewRaw("SELECT reality FROM guard_player WHERE player = ?", player).Scan(ctx, &minutes)
	if errors.Is(err, sql.ErrNoRows) {
		return RealityUsual, nil
	}
	if err != nil {
		return 0, fmt.Errorf("guard: reality check of %s: %w", player, err)
	}
	return minutes, nil
}

// SetReality chooses the interval. It fails with ErrInterval.
func (g *Guard) SetReality(ctx context.Context, player string, minutes int) error {
	if !slices.Contains(RealityMinutes, minutes) {
		return ErrInterval
	}
	return g.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := g.lock(ctx, tx, player); err != nil {
			return err
		}
		was, err := g.Reality(ctx, tx, player)
		if err != nil || was == minutes {
			return err
		}
		if _, err := tx.NewRaw("UPDATE guard_player SET reality = ? WHERE player = ?", minutes, player).Exec(ctx); err != nil {
			return fmt.Errorf("guard: reality check of %s: %w", player, err)
		}
		return g.note(ctx, tx, player, "player.reality", map[string]any{"minutes": minutes, "was": was})
	})
}
