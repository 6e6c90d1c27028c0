package latest

import (
	"context"
	"strings"
	"testing"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
)

// many stores 20,000 bets of three venues.
func many(t *testing.T, d *db.DB) {
	t.Helper()
	err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw(`
			WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
			INSERT INTO bet (venue, bet_id, version, current, player, account, game, game_name, status, stake, valid, win, odds, odds_type, parlay,
				bet_at, settled_at, updated_at, stored_at, day, reason, entry, raw, round, market, side, worth)
			SELECT CASE i % 3 WHEN 0 THEN 'ky' WHEN 1 THEN 'ag' ELSE 'saba' END, 'b' || i, 1, TRUE, 'p' || (i % 200), 'hy_p' || (i % 200), 'g', 'g', 'settled',
				100, 100, 0, '1.85', 'EU', FALSE, ? + CAST(i AS BIGINT) * 432000, ? + CAST(i AS BIGINT) * 432000, 0, ? + CAST(i AS BIGINT) * 432000, 0, '', '', '', '', '', '', 100
			FROM n`, dbtest.Noon.UnixMilli(), dbtest.Noon.UnixMilli(), dbtest.Noon.UnixMilli()).Exec(ctx)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if d.Postgres() { // as its autovacuum does; SQLite keeps no figures
		if _, err := d.SQL().ExecContext(t.Context(), "ANALYZE bet"); err != nil {
			t.Fatal(err)
		}
	}
}

func planOf(t *testing.T, d *db.DB, query string, args ...any) string {
	t.Helper()
	var lines []string
	if d.Postgres() {
		if err := d.NewRaw("EXPLAIN "+query, args...).Scan(t.Context(), &lines); err != nil {
			t.Fatal(err)
		}
		return strings.Join(lines, "\n")
	}
	var steps []struct {
		ID, Parent, Notused int
		Detail              string
	}
	if err := d.NewRaw("EXPLAIN QUERY PLAN "+query, args...).Scan(t.Context(), &steps); err != nil {
		t.Fatal(err)
	}
	for _, s := range steps {
		lines = append(lines, s.Detail)
	}
	return strings.Join(lines, "\n")
}

// H-482: the page of a venue costs the rows that it reads. Without its index it would
// read all bets of a day, or of a venue.
func TestTheLatestBetsOfAVenueComeFromTheirIndex(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		many(t, d)
		sorted := "TEMP B-TREE"
		if d.Postgres() {
			sorted = "Sort"
		}
		// Among many bets of few venues PostgreSQL may walk back through those of all: a third of them is the
		// venue's. A quiet venue's bets come from their own index.
		if plan := planOf(t, d, last); strings.Contains(plan, sorted) || strings.Contains(plan, "Seq Scan on bet") || strings.Contains(plan, "SCAN b") {
			t.Errorf("the plan for the newest bet of each venue: %s", plan)
		}
		for code, index := range map[string]string{"vr": "bet_told", "ky": "bet_"} {
			plan := planOf(t, d, newest, code, dbtest.Noon.UnixMilli(), Each)
			if !strings.Contains(plan, index) || strings.Contains(plan, sorted) || strings.Contains(plan, "Seq Scan") {
				t.Errorf("the plan for %s: %s", code, plan)
			}
			// The bets of each kind are found among these, and their rows by the key.
			if plan := planOf(t, d, told, code, dbtest.Noon.UnixMilli(), scanned, Each); strings.Contains(plan, "SCAN bet") || strings.Contains(plan, "SCAN b\n") {
				t.Errorf("the plan for the kinds of %s: %s", code, plan)
			}
		}
	})
}
