package forfeit

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/uptrace/bun"

	"hongyun/internal/db"
	"hongyun/internal/ledger"
)

func sorted(sources map[string]Source) []string { return slices.Sorted(maps.Keys(sources)) }

func insert(ctx context.Context, tx *db.Tx, source, ref string, r row) error {
	_, err := tx.NewRaw(`
		INSERT INTO forfeit (id, player, source, ref, account, due, taken, at, ended_at) VALUES (?, ?, ?, ?, ?, ?, 0, ?, 0)
		ON CONFLICT (id) DO NOTHING`, r.ID, r.Player, source, ref, r.Account, r.Due, tx.NowMillis()).Exec(ctx)
	if err != nil {
		return fmt.Errorf("write forfeit %s: %w", r.ID, err)
	}
	return nil
}

// put notes what was taken, and the end where it is one.
func put(ctx context.Context, tx *db.Tx, r row, over bool) error {
	ended := int64(0)
	if over {
		ended = tx.NowMillis()
	}
	if _, err := tx.NewRaw("UPDATE forfeit SET taken = ?, ended_at = ? WHERE id = ?", r.Taken, ended, r.ID).Exec(ctx); err != nil {
		return fmt.Errorf("note forfeit %s: %w", r.ID, err)
	}
	return nil
}

// lockRows are a player's forfeits that are due, the oldest first.
func lockRows(ctx context.Context, tx *db.Tx, player string) (rows []row, err error) {
	err = tx.NewRaw("SELECT id, player, account, due, taken FROM forfeit WHERE player = ? AND ended_at = 0 ORDER BY at, id"+tx.ForUpdate(), player).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("read forfeits of %s: %w", player, err)
	}
	return rows, nil
}

// playersOf are those of some players of whom something is due.
func playersOf(ctx context.Context, tx *db.Tx, players []string) ([]string, error) {
	var rows []struct{ Player string }
	theirs, arg := tx.Among("player", players)
	err := db.ReadAllFixed(ctx, tx, &rows, "SELECT DISTINCT player FROM forfeit WHERE ended_at = 0 AND "+theirs+" ORDER BY player", arg)
	if err != nil {
		return nil, fmt.Errorf("read forfeits: %w", err)
	}
	names := make([]string, len(rows))
	for i, r := range rows {
		names[i] = r.Player
	}
	return names, nil
}

func playersAfter(ctx context.Context, r db.Reader, after string, limit int) (players []string, err error) {
	err = r.NewRaw("SELECT DISTINCT player FROM forfeit WHERE ended_at = 0 AND player > ? ORDER BY player LIMIT ?", after, limit).Scan(ctx, &players)
	if err != nil {
		return nil, fmt.Errorf("list forfeits: %w", err)
	}
	return players, nil
}

// Due sums what is still due of some players, for reports and tests.
func (f *Forfeits) Due(ctx context.Context, r db.Reader, player string) (due int64, err error) {
	err = r.NewRaw("SELECT CAST(COALESCE(SUM(due - taken), 0) AS BIGINT) FROM forfeit WHERE player IN (?) AND ended_at = 0", bun.In([]string{player})).Scan(ctx, &due)
	if err != nil {
		return 0, fmt.Errorf("forfeits of %s: %w", player, err)
	}
	return due, nil
}

// Verify compares forfeits with the books. For ledger.Also.
func Verify(ctx context.Context, d *db.DB, s ledger.Span) ([]ledger.Finding, error) {
	var found []ledger.Finding
	err := d.Snapshot(ctx, func(ctx context.Context, r db.Reader) (err error) {
		found, err = ledger.Broken(ctx, r, s, rules)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("compare forfeits with the books: %w", err)
	}
	return found, nil
}

// rules are what must be true of its rows.
var rules = []ledger.Rule{
	{Table: "forfeit", What: "what was taken is not in the books", Query: `
			SELECT f.id FROM forfeit f WHERE {time f.at} AND f.taken <> COALESCE((
				SELECT SUM(p.amount) FROM entry e JOIN posting p ON p.entry_id = e.id
				WHERE e.scope = 'forfeit' AND e.ref = f.id AND p.from_account = 'player:' || f.player || ':centre' AND p.to_account = f.account), 0)`},
	{Table: "forfeit", What: "an entry takes bonus money that is not due", Query: `
			SELECT e.key FROM entry e WHERE {entry e.id} AND e.scope = 'forfeit' AND NOT EXISTS (SELECT 1 FROM forfeit f WHERE f.id = e.ref)`},
	{Table: "forfeit", What: "the requirement of what is due goes on", Query: `
			SELECT f.id FROM forfeit f WHERE {time f.at} AND NOT EXISTS (
				SELECT 1 FROM turnover_bucket b WHERE b.source = f.source AND b.ref = f.ref AND b.player = f.player AND b.amount = f.due AND b.state = 'dropped')`},
}
