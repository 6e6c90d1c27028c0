package cashier

import (
	"strings"
	"testing"

	"hongyun/internal/db/dbtest"
)

// How long withdrawals take is asked by every page that waits for one: on SQLite
// too it looks at the last payouts and not at all of them.
func TestUsualReadsTheLastPayouts(t *testing.T) {
	d := dbtest.Open(t, dbtest.SQLite(t))
	var rows []struct {
		ID, Parent, Notused int64
		Detail              string
	}
	if err := d.NewRaw("EXPLAIN QUERY PLAN "+(&house{db: d}).usualQuery(), "", 1, usualLooks).Scan(t.Context(), &rows); err != nil {
		t.Fatal(err)
	}
	var plan []string
	for _, row := range rows {
		plan = append(plan, row.Detail)
	}
	if text := strings.Join(plan, "\n"); !strings.Contains(text, "withdrawal_ended") || strings.Contains(text, "TEMP B-TREE") {
		t.Error(text)
	}
}

// A list of what was credited in some time looks at that time and not at all deposits.
func TestCreditedDepositsAreReadByTheTimeOfTheCredit(t *testing.T) {
	d := dbtest.Open(t, dbtest.SQLite(t))
	q := d.NewSelect().Table("deposit").ColumnExpr("COUNT(*)")
	DepositFilter{Credited: true, From: d.Clock().Now(), To: d.Clock().Now()}.where(d, q)
	var rows []struct {
		ID, Parent, Notused int64
		Detail              string
	}
	if err := d.NewRaw("EXPLAIN QUERY PLAN "+q.String()).Scan(t.Context(), &rows); err != nil {
		t.Fatal(err)
	}
	if len(rows) != 1 || !strings.Contains(rows[0].Detail, "deposit_credited_ever") {
		t.Errorf("%+v", rows)
	}
}
