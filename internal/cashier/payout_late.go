package cashier

import (
	"context"
	"errors"
	"fmt"

	"hongyun/internal/db"
)

// LateOrder is an order of which a company is said to have paid it late.
type LateOrder struct {
	State   string
	Attempt string // that holds the order, or has paid it; "" if none
	Seen    bool   // a person read its destination or a batch holds it: a bank may have paid it too
}

// HeldBy says that the order is approved and held by an attempt.
func (o LateOrder) HeldBy(ref string) bool { return o.State == Approved && o.Attempt == ref }

func lateOrderOf(r withdrawalRow) LateOrder {
	return LateOrder{State: r.State, Attempt: r.Attempt, Seen: r.DestinationAt > 0 || r.Batch > 0}
}

// LateOrder locks an order and says how it stands. Fault: ErrNoWithdrawal.
func (p *Payouts) LateOrder(ctx context.Context, tx *db.Tx, sn string) (LateOrder, error) {
	row, err := lockWithdrawal(ctx, tx, sn)
	return lateOrderOf(row), err
}

// NumberUsed says that a company's number has paid an order already.
func (p *Payouts) NumberUsed(ctx context.Context, tx *db.Tx, company, txn string) (bool, error) {
	err := unusedProof(ctx, tx, withdrawalRow{PayoutCompany: company}.payoutSource(), txn)
	if errors.Is(err, ErrReferenceUsed) {
		return true, nil
	}
	return false, err
}

// HoldAgain holds an approved order for an attempt that had failed and is said to
// have paid. An order that ended, or that another attempt holds, stays as it is.
func (p *Payouts) HoldAgain(ctx context.Context, tx *db.Tx, sn, ref string) (LateOrder, error) {
	row, err := lockWithdrawal(ctx, tx, sn)
	if err != nil || row.State != Approved || row.Attempt != "" {
		return lateOrderOf(row), err
	}
	_, err = tx.NewRaw("UPDATE withdrawal SET attempt = ? WHERE sn = ? AND attempt = ''", ref, sn).Exec(ctx)
	if err != nil {
		return LateOrder{}, fmt.Errorf("hold %s again: %w", sn, err)
	}
	row.Attempt = ref
	return lateOrderOf(row), nil
}
