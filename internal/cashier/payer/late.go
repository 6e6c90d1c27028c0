package payer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"hongyun/internal/cashier/bank"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/db"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/staff"
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

// NumberUsed says that a company's number has paid an order already, or a withdrawal
// that a restore lost.
func (p *Payouts) NumberUsed(ctx context.Context, tx *db.Tx, company, txn string) (bool, error) {
	err := bank.UnusedProof(ctx, tx, withdrawal.Row{PayoutCompany: company}.PayoutSource(), txn)
	if err == nil {
		err = notLost(ctx, tx, txn)
	}
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

// CompanyPayment is a payment that a company made for an order.
type CompanyPayment struct {
	SN, Attempt, Company string
	Txn                  string // the company's own number, "" if it has none
}

// reference is the number that the payment is claimed under. A company without
// numbers of its own pays an attempt once.
func (c CompanyPayment) reference() string { return cmp.Or(c.Txn, c.Attempt) }

// PaidLate books what two people say a company paid for an order that had ended
// without that payment. An order whose money was given back is paid after all, and its
// loss waits for a decision as one that a bank paid late. An order that was paid another
// way stays as it is: the second payment is a loss. In both cases paying withdrawals is
// closed. The attempt must be paid in the same transaction. a is the request of the two.
// Faults: ErrNotFound, ErrState, ErrReferenceUsed.
func (p *Payouts) PaidLate(ctx context.Context, tx *db.Tx, by staff.Actor, a staff.Approval, c CompanyPayment) error {
	row, err := withdrawal.Lock(ctx, tx, c.SN)
	if err == nil {
		err = inState(row, withdrawal.Failed, withdrawal.Rejected, withdrawal.Paid)
	}
	if err != nil {
		return err
	}
	if err := notLost(ctx, tx, c.reference()); err != nil {
		return err
	}
	source := withdrawal.Row{PayoutCompany: c.Company}.PayoutSource()
	if row.State != withdrawal.Paid {
		return p.payLate(ctx, tx, by, a, row, latePayment{
			source: source, reference: c.reference(), amount: row.Amount, postings: lossTo(source, row.Amount), company: c.Company,
		})
	}
	if err := bank.UseProof(ctx, tx, source, c.reference(), row.SN, money.Fen(row.Amount)); err != nil {
		return err
	}
	if err := p.closeFor(ctx, tx, by, "提款"+row.SN+"出款后代付公司又付出"); err != nil {
		return err
	}
	return p.bookReported(ctx, tx, by, a, row, row, "出款后代付公司又付出，计入公司损失", ledger.Entry{
		Scope: "withdrawal", Key: row.SN + ":twice:" + c.reference(), Kind: "withdrawal.twice", Ref: row.SN, Memo: c.reference(),
		Postings: lossTo(source, row.Amount),
	})
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
