package withdrawal

import (
	"strings"
	"testing"
	"time"

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

// H-506: a figure is not less than what four of five players saw, and comes from at
// least ten withdrawals.
func TestUsualIsWhatFourOfFiveSaw(t *testing.T) {
	minutes := func(list ...int64) []int64 {
		for i := range list {
			list[i] *= time.Minute.Milliseconds()
		}
		return list
	}
	if usual, known := fourInFive(minutes(1, 2, 3, 4, 5, 6, 7, 8, 9)); known {
		t.Errorf("nine withdrawals give %v", usual)
	}
	if usual, known := fourInFive(minutes(90, 1, 2, 3, 4, 5, 6, 7, 8, 60)); !known || usual != time.Hour {
		t.Errorf("%v %v, want an hour", usual, known)
	}
}
