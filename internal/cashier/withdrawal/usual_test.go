package withdrawal

import (
	"strings"
	"testing"

	"hongyun/internal/cashier/order"
	"hongyun/internal/db/dbtest"
)

// How long withdrawals take is asked by every page that waits for one: on SQLite
// too it looks at the last payouts of each network and not at all of them.
func TestUsualReadsTheLastPayouts(t *testing.T) {
	d := dbtest.Open(t, dbtest.SQLite(t))
	var rows []struct {
		ID, Parent, Notused int64
		Detail              string
	}
	if err := d.NewRaw("EXPLAIN QUERY PLAN "+(&Withdrawals{Deps: &order.Deps{DB: d}}).usualQuery(2), "", 1, usualLooks, "trc20", 1, usualLooks).Scan(t.Context(), &rows); err != nil {
		t.Fatal(err)
	}
	var plan []string
	for _, row := range rows {
		plan = append(plan, row.Detail)
	}
	if text := strings.Join(plan, "\n"); strings.Count(text, "withdrawal_network_ended (network=? AND ended_at>?)") != 2 || strings.Contains(text, "TEMP B-TREE") {
		t.Error(text)
	}
}
