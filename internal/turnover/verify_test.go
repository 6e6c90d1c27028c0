package turnover

import (
	"regexp"
	"strings"
	"testing"

	"hongyun/internal/db/dbtest"
)

// Each night the rows of a day are verified, among those of years. A check that reads all
// of them once, or once for each bet of the day, would not end before the morning.
func TestVerifyReachesTheRowsOfADayByAnIndex(t *testing.T) {
	d := dbtest.Open(t, dbtest.SQLite(t))
	span := regexp.MustCompile(`\{time ([a-z_.]+)\}`)
	for _, check := range checks {
		query := span.ReplaceAllStringFunc(check.query, func(mark string) string {
			column := span.FindStringSubmatch(mark)[1]
			return "(" + d.Few(column+" >= 1") + " AND " + d.Few(column+" < 2") + ")"
		})
		var rows []struct {
			ID, Parent, Notused int64
			Detail              string
		}
		if err := d.NewRaw("EXPLAIN QUERY PLAN "+query).Scan(t.Context(), &rows); err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			if strings.HasPrefix(row.Detail, "SCAN") {
				t.Errorf("%s, %s: %s", check.table, check.what, row.Detail)
			}
		}
	}
}
