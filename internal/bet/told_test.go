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
		plan := planOf(t, d, explain+told, []any{"ky", dbtest.Noon.UnixMilli(), 300})
		if !strings.Contains(plan, "bet_told") || strings.Contains(plan, sorted) || strings.Contains(plan, "Seq Scan") {
			t.Errorf("the plan: %s", plan)
		}
	})
}
