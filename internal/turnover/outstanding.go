package turnover

import (
	"context"
	"fmt"

	"hongyun/internal/db"
	"hongyun/internal/money"
)

// OpenOf lists the player's open buckets of one source, the oldest first, with
// their references. It locks the player's buckets until tx ends.
func (t *Turnover) OpenOf(ctx context.Context, tx *db.Tx, player, source string) ([]Bucket, error) {
	if err := lockPlayers(ctx, tx, []string{player}); err != nil {
		return nil, err
	}
	var rows []bucketRow
	err := tx.NewSelect().Model(&rows).Where("player = ? AND source = ? AND state = 'open'", player, source).OrderExpr("opened_at, id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("open turnover of %s: %w", player, err)
	}
	open := make([]Bucket, len(rows))
	for i, r := range rows {
		open[i] = Bucket{Player: r.Player, Source: r.Source, Ref: r.Ref, Amount: money.Fen(r.Amount), Required: money.Fen(r.Required)}
	}
	return open, nil
}

// DoneOf is how much of a bucket's requirement was bet, 0 if there is none.
func (t *Turnover) DoneOf(ctx context.Context, tx *db.Tx, player, source, ref string) (money.Fen, error) {
	if err := lockPlayers(ctx, tx, []string{player}); err != nil {
		return 0, err
	}
	var done money.Fen
	err := tx.NewRaw("SELECT CAST(COALESCE(SUM(done), 0) AS BIGINT) FROM turnover_bucket WHERE source = ? AND ref = ? AND player = ?", source, ref, player).Scan(ctx, &done)
	if err != nil {
		return 0, fmt.Errorf("turnover of %s %s: %w", source, ref, err)
	}
	return done, nil
}

// OutstandingBeside is OutstandingOf without the buckets of one source.
func (t *Turnover) OutstandingBeside(ctx context.Context, tx *db.Tx, players []string, source string) (map[string]money.Fen, error) {
	var rows []struct {
		Player string
		Owed   int64
	}
	theirs, arg := tx.Among("player", players)
	err := db.ReadAllFixed(ctx, tx, &rows, `SELECT player, CAST(SUM(required - done) AS BIGINT) AS owed
		FROM turnover_bucket WHERE `+theirs+` AND state = 'open' AND source <> ? GROUP BY player`, arg, source)
	if err != nil {
		return nil, fmt.Errorf("outstanding turnover of %d players: %w", len(players), err)
	}
	owed := make(map[string]money.Fen, len(rows))
	for _, r := range rows {
		owed[r.Player] = money.Fen(r.Owed)
	}
	return owed, nil
}

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
