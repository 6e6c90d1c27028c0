package chain

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/payment"
	"hongyun/internal/staff"
)

// TransferFilter narrows a list of transfers; empty fields do not.
type TransferFilter struct {
	Network  string
	States   []string
	Query    string // an order's number, a transaction's, or an address
	From, To time.Time
	Page     staff.Page
}

func (f TransferFilter) where(q *bun.SelectQuery) {
	if f.Network != "" {
		q.Where("network = ?", f.Network)
	}
	if len(f.States) > 0 {
		q.Where("state IN (?)", bun.List(f.States))
	}
	if f.Query != "" {
		q.Where("(sn = ?0 OR tx IN (?1) OR receiver = ?0 OR sender = ?0)", f.Query, bun.List(spellings(f.Query)))
	}
	if !f.From.IsZero() {
		q.Where("at >= ?", f.From.UnixMilli())
	}
	if !f.To.IsZero() {
		q.Where("at < ?", f.To.UnixMilli())
	}
}

// spellings are the ways a transaction's number is kept on the networks.
func spellings(text string) []string {
	list := []string{text}
	for _, network := range payment.Networks {
		if tx, ok := payment.ParseTx(network, text); ok && !slices.Contains(list, tx) {
			list = append(list, tx)
		}
	}
	return list
}

// Transfers pages through what came to the house's addresses, newest first.
func (c *Chains) Transfers(ctx context.Context, f TransferFilter) ([]usdt.Transfer, int, error) {
	if !order.Storable(f.Query + f.Network) {
		return []usdt.Transfer{}, 0, nil
	}
	q := c.DB.NewSelect().Table("chain_transfer").ColumnExpr("*")
	f.where(q)
	rows, total, err := staff.ScanPage(ctx, q, orders, f.Page, true)
	if err != nil {
		return nil, 0, fmt.Errorf("list transfers: %w", err)
	}
	list := make([]usdt.Transfer, len(rows))
	for i, r := range rows {
		list[i] = r.Transfer()
	}
	return list, total, nil
}
