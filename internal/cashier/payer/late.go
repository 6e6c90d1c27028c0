package payer

import (
	"context"
	"errors"
	"fmt"
	"time"

	"hongyun/internal/cashier/bank"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/db"
)

// LateOrder is an order of which a company is said to have paid it late.
type LateOrder struct {
	State   string
	Attempt string // that holds the order, or has paid it; "" if none
	Seen    bool   // a person read its destination or a batch holds it: a bank may have paid it too
}

// HeldBy says that the order is approved and held by an attempt.
func (o LateOrder) HeldBy(ref string) bool { return o.State == withdrawal.Approved && o.Attempt == ref }

func lateOrderOf(r withdrawal.Row) LateOrder {
	return LateOrder{State: r.State, Attempt: r.Attempt, Seen: r.DestinationAt > 0 || r.Batch > 0}
}

// LateOrder locks an order and says how it stands. Fault: ErrNotFound.
func (p *Payouts) LateOrder(ctx context.Context, tx *db.Tx, sn string) (LateOrder, error) {
	row, err := withdrawal.Lock(ctx, tx, sn)
	return lateOrderOf(row), err
}

// NumberUsed says that a company's number has paid an order already.
func (p *Payouts) NumberUsed(ctx context.Context, tx *db.Tx, company, txn string) (bool, error) {
	err := bank.UnusedProof(ctx, tx, withdrawal.Row{PayoutCompany: company}.PayoutSource(), txn)
	if errors.Is(err, bank.ErrReferenceUsed) {
		return true, nil
	}
	return false, err
}

// HoldAgain holds an approved order for an attempt that had failed and is said to
// have paid. An order that ended, or that another attempt holds, stays as it is.
func (p *Payouts) HoldAgain(ctx context.Context, tx *db.Tx, sn, ref string) (LateOrder, error) {
	row, err := withdrawal.Lock(ctx, tx, sn)
	if err != nil || row.State != withdrawal.Approved || row.Attempt != "" {
		return lateOrderOf(row), err
	}
	_, err = tx.NewRaw("UPDATE withdrawal SET attempt = ? WHERE sn = ? AND attempt = ''", ref, sn).Exec(ctx)
	if err != nil {
		return LateOrder{}, fmt.Errorf("hold %s again: %w", sn, err)
	}
	row.Attempt = ref
	return lateOrderOf(row), nil
}

// CountUnknown is how many payouts have had an unknown result since before a moment.
func (p *Payouts) CountUnknown(ctx context.Context, before time.Time) (int, error) {
	var n int
	err := p.DB.NewRaw("SELECT COUNT(*) FROM withdrawal WHERE state = ? AND unknown_at > 0 AND unknown_at < ?", withdrawal.Approved, before.UnixMilli()).Scan(ctx, &n)
	if err != nil {
		return 0, fmt.Errorf("count payouts with an unknown result: %w", err)
	}
	return n, nil
}
