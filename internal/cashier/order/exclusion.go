package order

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"
)

// CheckReturn blocks a player who is likely another one under self-exclusion
// (trust RG-4). A destination is known by its index; tried are those that the
// player just tried to add.
func CheckReturn(ctx context.Context, h *Deps, player string, tried ...string) error {
	return h.Players.CheckReturn(ctx, player, func(ctx context.Context) ([]string, error) {
		marks := append([]string{""}, tried...)
		var own []string
		err := h.DB.NewRaw(`SELECT number_index FROM player_card WHERE player = ?0 UNION SELECT number_index FROM player_card_removed WHERE player = ?0
			UNION SELECT address_index FROM player_address WHERE player = ?0 UNION SELECT address_index FROM player_address_removed WHERE player = ?0`, player).Scan(ctx, &own)
		if err != nil {
			return nil, fmt.Errorf("destinations of %s: %w", player, err)
		}
		var owners []string
		err = h.DB.NewRaw(`SELECT player FROM player_card WHERE number_index IN (?0) UNION SELECT player FROM player_card_removed WHERE number_index IN (?0)
			UNION SELECT player FROM player_address WHERE address_index IN (?0) UNION SELECT player FROM player_address_removed WHERE address_index IN (?0)`,
			bun.List(append(marks, own...))).Scan(ctx, &owners)
		if err != nil {
			return nil, fmt.Errorf("who shares the destinations of %s: %w", player, err)
		}
		return owners, nil
	})
}
