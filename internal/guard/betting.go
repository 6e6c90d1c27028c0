package guard

import (
	"context"
	"fmt"

	"hongyun/internal/db"
)

// onCentre are the acts whose block stops a bet from the centre wallet. Such a
// bet is a transfer to a venue and a bet at once.
var onCentre = []string{string(Login), string(Transfer), string(Launch), string(Bet)}

// BettingRefused returns those players who may not bet on their centre wallet
// now, each with a fault: the operator's block or the player's own stop. It
// reads each source once for many bets that are written together.
func (g *Guard) BettingRefused(ctx context.Context, tx *db.Tx, players []string) (map[string]error, error) {
	if len(players) == 0 {
		return nil, nil
	}
	refused, err := g.StoppedAmong(ctx, tx, players)
	if err != nil {
		return nil, err
	}
	var rows []struct {
		Player string
		Act    Act
	}
	theirs, who := tx.Among("player", players)
	which, acts := tx.Among("act", onCentre)
	err = db.ReadAllFixed(ctx, tx, &rows, "SELECT player, act FROM guard_block WHERE "+theirs+" AND "+which+
		" AND ended_at = 0 AND (until = 0 OR until > ?)", who, acts, tx.NowMillis())
	if err != nil {
		return nil, fmt.Errorf("guard: blocks of %d players: %w", len(players), err)
	}
	for _, row := range rows {
		refused[row.Player] = refusals[row.Act]
	}
	return refused, nil
}
