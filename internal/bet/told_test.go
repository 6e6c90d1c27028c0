package bet

import (
	"strings"
	"testing"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
)

// H-482: the page of a venue costs the rows that it reads. Without its index it would
// read all bets of a day, or of a venue.
func TestTheLatestBetsOfAVenueComeFromTheirIndex(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		many(t, d)
		explain, sorted := "EXPLAIN QUERY PLAN ", "TEMP B-TREE"
		if d.Postgres() {
			explain, sorted = "EXPLAIN ", "Sort"
		}
		// Among many bets of few venues PostgreSQL may walk back through those of all: a third of them is the
		// venue's. A quiet venue's bets come from their own index.
		for code, index := range map[string]string{"vr": "bet_told", "ky": "bet_"} {
			plan := planOf(t, d, explain+told, []any{code, dbtest.Noon.UnixMilli(), 300})
			if !strings.Contains(plan, index) || strings.Contains(plan, sorted) || strings.Contains(plan, "Seq Scan") {
				t.Errorf("the plan for %s: %s", code, plan)
			}
		}
	})
}
