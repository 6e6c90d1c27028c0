package turnover

import (
	"context"
	"fmt"

	"hongyun/internal/db"
	"hongyun/internal/money"
)

// OutstandingOf is Outstanding for many players; who owes nothing is left out.
func (t *Turnover) OutstandingOf(ctx context.Context, tx *db.Tx, players []string) (map[string]money.Fen, error) {
	var rows []struct {
		Player string
		Owed   int64
	}
	theirs, arg := tx.Among("player", players)
	err := db.ReadAllFixed(ctx, tx, &rows, `SELECT player, CAST(SUM(required - done) AS BIGINT) AS owed
		FROM turnover_bucket WHERE `+theirs+` AND state = 'open' GROUP BY player`, arg)
	if err != nil {
		return nil, fmt.Errorf("outstanding turnover of %d players: %w", len(players), err)
	}
	owed := make(map[string]money.Fen, len(rows))
	for _, r := range rows {
		owed[r.Player] = money.Fen(r.Owed)
	}
	return owed, nil
}
