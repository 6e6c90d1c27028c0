package order

import (
	"context"

	"github.com/uptrace/bun"
)

// EachPage is how many orders EachDeposit and EachWithdrawal read at once.
const EachPage = 500

// Pages reads a list page by page, newest first, each behind the last row of the
// one before it: in memory that does not grow with the list.
func Pages[R any](ctx context.Context, where func(*bun.SelectQuery), newQuery func(rows *[]R) *bun.SelectQuery, last func(R) (at int64, sn string), visit func([]R) error) error {
	var at int64
	var sn string
	for {
		var rows []R
		q := newQuery(&rows)
		where(q)
		if sn != "" {
			q.Where("(created_at, sn) < (?, ?)", at, sn)
		}
		if err := q.OrderExpr("created_at DESC, sn DESC").Limit(EachPage).Scan(ctx); err != nil {
			return err
		}
		if len(rows) == 0 {
			return nil
		}
		if err := visit(rows); err != nil {
			return err
		}
		at, sn = last(rows[len(rows)-1])
	}
}
