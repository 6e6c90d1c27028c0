package bankfile

import (
	"context"
	"fmt"

	"hongyun/internal/cashier/bank"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/payer"
	"hongyun/internal/cashier/suspense"
	"hongyun/internal/staff"
)

// Statements keeps the statements of our bank accounts that staff import,
// and proposes which orders their lines pay.
type Statements struct {
	*order.Deps
	deposits *deposit.Deposits
	payouts  *payer.Payouts
	incoming *suspense.Incoming
}

func New(h *order.Deps, d *deposit.Deposits, p *payer.Payouts, i *suspense.Incoming) *Statements {
	return &Statements{Deps: h, deposits: d, payouts: p, incoming: i}
}

// Lines lists lines, the newest first, and how many the filter chooses.
func (b *Statements) Lines(ctx context.Context, f bank.LineFilter) ([]bank.Line, int, error) {
	if !order.Storable(f.File + f.Serial + f.SN) {
		return nil, 0, nil
	}
	q := b.DB.NewSelect().Model((*bank.LineRow)(nil))
	f.Where(q)
	rows, total, err := staff.ScanPage(ctx, q, orders, f.Page, true)
	if err != nil {
		return nil, 0, fmt.Errorf("list bank lines: %w", err)
	}
	list := make([]bank.Line, len(rows))
	for i, r := range rows {
		if list[i], err = bank.LineOfRow(b.Deps, r); err != nil {
			return nil, 0, err
		}
	}
	return list, int(total), nil
}
