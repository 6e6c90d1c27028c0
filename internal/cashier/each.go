package cashier

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"
)

// eachPage is how many orders EachDeposit and EachWithdrawal read at once.
const eachPage = 500

// pages reads a list page by page, newest first, each behind the last row of the
// one before it: in memory that does not grow with the list.
func pages[R any](ctx context.Context, where func(*bun.SelectQuery), newQuery func(rows *[]R) *bun.SelectQuery, last func(R) (at int64, sn string), visit func([]R) error) error {
	var at int64
	var sn string
	for {
		var rows []R
		q := newQuery(&rows)
		where(q)
		if sn != "" {
			q.Where("(created_at, sn) < (?, ?)", at, sn)
		}
		if err := q.OrderExpr("created_at DESC, sn DESC").Limit(eachPage).Scan(ctx); err != nil {
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

// Each gives all deposits of a filter, the newest first, page by page.
func (d *Deposits) Each(ctx context.Context, f DepositFilter, visit func([]Deposit) error) error {
	if !storable(f.Player + f.Order + f.Style + f.Method) {
		return nil
	}
	err := pages(ctx, func(q *bun.SelectQuery) { f.where(d.db, q) }, func(rows *[]depositRow) *bun.SelectQuery { return d.db.NewSelect().Model(rows) },
		func(r depositRow) (int64, string) { return r.CreatedAt, r.SN }, func(rows []depositRow) error {
			page := make([]Deposit, len(rows))
			for i, r := range rows {
				var err error
				if page[i], err = r.deposit(d.box); err != nil {
					return err
				}
			}
			return visit(page)
		})
	if err != nil {
		return fmt.Errorf("read deposits: %w", err)
	}
	return nil
}

// Each gives all withdrawals of a filter, the newest first, page by page.
func (w *Withdrawals) Each(ctx context.Context, f WithdrawalFilter, visit func([]Withdrawal) error) error {
	if !storable(f.Player + f.Order + f.Method) {
		return nil
	}
	err := pages(ctx, f.where, func(rows *[]withdrawalRow) *bun.SelectQuery { return w.db.NewSelect().Model(rows) },
		func(r withdrawalRow) (int64, string) { return r.CreatedAt, r.SN }, func(rows []withdrawalRow) error {
			page := make([]Withdrawal, len(rows))
			for i, r := range rows {
				var err error
				if page[i], err = w.show(r); err != nil {
					return err
				}
			}
			return visit(page)
		})
	if err != nil {
		return fmt.Errorf("read withdrawals: %w", err)
	}
	return nil
}
