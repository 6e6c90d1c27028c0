package deposit

import (
	"strings"
	"testing"

	"hongyun/internal/db/dbtest"
)

// A list of what was credited in some time looks at that time and not at all deposits.
func TestCreditedDepositsAreReadByTheTimeOfTheCredit(t *testing.T) {
	d := dbtest.Open(t, dbtest.SQLite(t))
	q := d.NewSelect().Table("deposit").ColumnExpr("COUNT(*)")
	Filter{Credited: true, From: d.Clock().Now(), To: d.Clock().Now()}.where(d, q)
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
