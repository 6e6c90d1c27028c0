package forfeit

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
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
	err = r.NewRaw("SELECT CAST(COALESCE(SUM(due - taken), 0) AS BIGINT) FROM forfeit WHERE player IN (?) AND ended_at = 0", bun.List([]string{player})).Scan(ctx, &due)
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

// Open is one forfeit of which something is still due.
type Open struct {
	Player     string
	Source     string // of the turnover requirement it ended, one of SourceNames
	Due, Taken money.Fen
	Since      time.Time
}

// Opens lists the forfeits of which something is still due, the oldest first, and
// how many there are and what is due in all. A row ends by itself: when the
// player's money comes back from where it is, or when nothing is left anywhere.
func (f *Forfeits) Opens(ctx context.Context, r db.Reader, limit, offset int64) (list []Open, total int, due money.Fen, err error) {
	var all struct{ N, Due int64 }
	err = r.NewRaw("SELECT COUNT(*) AS n, CAST(COALESCE(SUM(due - taken), 0) AS BIGINT) AS due FROM forfeit WHERE ended_at = 0").Scan(ctx, &all)
	if err != nil {
		return nil, 0, 0, fmt.Errorf("count open forfeits: %w", err)
	}
	var rows []openRow
	err = r.NewRaw("SELECT id, player, source, due, taken, at FROM forfeit WHERE ended_at = 0 ORDER BY at, id LIMIT ? OFFSET ?", limit, offset).Scan(ctx, &rows)
	if err != nil {
		return nil, 0, 0, fmt.Errorf("list open forfeits: %w", err)
	}
	list = make([]Open, len(rows))
	for i, row := range rows {
		list[i] = row.open()
	}
	return list, int(all.N), money.Fen(all.Due), nil
}

// OpenKeys gives the ids of all forfeits of which something is still due, at one moment,
// in the order of Opens.
func (f *Forfeits) OpenKeys(ctx context.Context, r db.Reader) ([]string, error) {
	var ids []string
	if err := r.NewRaw("SELECT id FROM forfeit WHERE ended_at = 0 ORDER BY at, id").Scan(ctx, &ids); err != nil {
		return nil, fmt.Errorf("keys of open forfeits: %w", err)
	}
	return ids, nil
}

// ByKey gives forfeits as they are now, open or ended, in the order of the ids.
func (f *Forfeits) ByKey(ctx context.Context, r db.Reader, ids []string) ([]Open, error) {
	var rows []openRow
	if err := r.NewRaw("SELECT id, player, source, due, taken, at FROM forfeit WHERE id IN (?)", bun.List(ids)).Scan(ctx, &rows); err != nil {
		return nil, fmt.Errorf("forfeits by key: %w", err)
	}
	rows = db.InOrder(ids, rows, func(r openRow) string { return r.ID })
	list := make([]Open, len(rows))
	for i, row := range rows {
		list[i] = row.open()
	}
	return list, nil
}

// openRow is a forfeit as lists read it.
type openRow struct {
	ID, Player, Source string
	Due, Taken, At     int64
}

func (r openRow) open() Open {
	return Open{r.Player, r.Source, money.Fen(r.Due), money.Fen(r.Taken), calendar.FromMillis(r.At)}
}

// CountOpen counts the forfeits of which something is still due.
func (f *Forfeits) CountOpen(ctx context.Context, r db.Reader) (n int, err error) {
	if err = r.NewRaw("SELECT COUNT(*) FROM forfeit WHERE ended_at = 0").Scan(ctx, &n); err != nil {
		return 0, fmt.Errorf("count open forfeits: %w", err)
	}
	return n, nil
}
