package withdrawal

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"
	"hongyun/internal/cashier/order"
	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/staff"
)

// Filter narrows a list of withdrawals; empty fields do not.
type Filter struct {
	States   []string
	Player   string // id, or name in any case
	Order    string // our number, or the payout's
	Claimer  string // id of a member of staff
	Min, Max money.Fen
	Method   string // "bank", or the network of coins
	Paid     bool   // From and To are times of the payment: what was paid, also what came back since
	From, To time.Time
	Page     staff.Page
}

// List is a page of withdrawals with the sum of the whole filter.
type List struct {
	Items  []Withdrawal
	Total  int
	Amount money.Fen
}

func (f Filter) where(q *bun.SelectQuery) {
	if len(f.States) > 0 {
		q.Where("state IN (?)", bun.List(f.States))
	}
	if f.Player != "" {
		q.Where("player = ?", strings.ToLower(f.Player))
	}
	if f.Order != "" {
		q.Where("(sn = ?0 OR reference = ?0 OR payout_tx = ?0)", f.Order)
	}
	if f.Claimer != "" {
		q.Where("claimed_by = ?", f.Claimer)
	}
	if f.Min > 0 {
		q.Where("amount >= ?", int64(f.Min))
	}
	if f.Max > 0 {
		q.Where("amount <= ?", int64(f.Max))
	}
	if f.Method == "bank" {
		q.Where("network = ''")
	} else if f.Method != "" {
		q.Where("network = ?", f.Method)
	}
	if f.Paid {
		q.Where("EXISTS (SELECT 1 FROM entry e WHERE e.scope = 'withdrawal' AND e.key = sn || ':end' AND e.kind = 'withdrawal.pay')")
		order.Between(q, "ended_at", f.From, f.To)
		return
	}
	order.Between(q, "created_at", f.From, f.To)
}

// waits reports whether only withdrawals that are not ended are asked for:
// those are worked on oldest first.
func (f Filter) waits() bool {
	return len(f.States) > 0 && !slices.ContainsFunc(f.States, func(s string) bool { return s == Paid || s == Rejected || s == Failed })
}

// List pages through withdrawals: a queue oldest first, else newest first.
func (w *Withdrawals) List(ctx context.Context, f Filter) (List, error) {
	var list List
	if !order.Storable(f.Player + f.Order + f.Method + strings.Join(f.States, "")) {
		return List{Items: []Withdrawal{}}, nil
	}
	var sums struct {
		Total  int
		Amount int64
	}
	q := w.DB.NewSelect().Table("withdrawal").ColumnExpr("COUNT(*) AS total, CAST(COALESCE(SUM(amount), 0) AS BIGINT) AS amount")
	f.where(q)
	if !f.Page.Bare() {
		if err := q.Scan(ctx, &sums); err != nil {
			return list, fmt.Errorf("sum withdrawals: %w", err)
		}
	}
	list.Total, list.Amount = sums.Total, money.Fen(sums.Amount)
	step, err := orders.Step(f.Page, !f.waits())
	if err != nil {
		return list, err
	}
	var rows []Row
	q = w.DB.NewSelect().Model(&rows)
	f.where(q)
	if err := step.On(q).Scan(ctx); err != nil {
		return list, fmt.Errorf("list withdrawals: %w", err)
	}
	rows = step.Cut(rows)
	list.Items = make([]Withdrawal, len(rows))
	for i, r := range rows {
		var err error
		if list.Items[i], err = w.Show(r); err != nil {
			return list, err
		}
	}
	return list, nil
}

// Detail is everything about one withdrawal.
type Detail struct {
	Withdrawal
	History []order.Note
}

// Detail is a withdrawal with its history, or ErrNotFound.
func (w *Withdrawals) Detail(ctx context.Context, sn string) (Detail, error) {
	var out Detail
	row, err := Read(ctx, w.DB, "SELECT * FROM withdrawal WHERE sn = ?", sn)
	if err != nil {
		return out, err
	}
	if out.Withdrawal, err = w.Show(row); err != nil {
		return out, err
	}
	if err := w.flagReset(ctx, row, &out.Withdrawal); err != nil {
		return out, err
	}
	out.History, err = order.NotesOf(ctx, w.DB, sn)
	return out, err
}

// flagReset adds the flag of a password that was reset after the withdrawal
// was asked for: somebody else may have asked for it.
func (w *Withdrawals) flagReset(ctx context.Context, row Row, out *Withdrawal) error {
	if row.EndedAt > 0 || slices.ContainsFunc(out.Flags, func(f Flag) bool { return f.Code == resetFlag }) {
		return nil
	}
	p, err := w.Players.Find(ctx, w.DB, row.Player)
	if err != nil {
		return err
	}
	if resetLately(p, w.DB.Clock().Now()) {
		row.Flags = resetFlag
		out.Flags = append(out.Flags, w.flagTexts(row)...)
	}
	return nil
}

// StateText is a state in Chinese, for staff.
func StateText(state string) string { return StateTexts[state] }

// CountOf counts a player's withdrawals that were asked for from one instant to
// another, the second not included, and were not refused since.
func (w *Withdrawals) CountOf(ctx context.Context, r db.Reader, player string, from, to time.Time) (n int, err error) {
	err = r.NewRaw("SELECT COUNT(*) FROM withdrawal WHERE player = ? AND created_at >= ? AND created_at < ? AND state NOT IN ('rejected', 'failed')",
		player, from.UnixMilli(), to.UnixMilli()).Scan(ctx, &n)
	if err != nil {
		return 0, fmt.Errorf("count withdrawals of %s: %w", player, err)
	}
	return n, nil
}

// PaidBefore counts a player's withdrawals that were paid before an instant, and
// sums them.
func (w *Withdrawals) PaidBefore(ctx context.Context, r db.Reader, player string, at time.Time) (n int, sum money.Fen, err error) {
	var row struct{ N, Sum int64 }
	err = r.NewRaw("SELECT COUNT(*) AS n, CAST(COALESCE(SUM(amount), 0) AS BIGINT) AS sum FROM withdrawal WHERE player = ? AND created_at < ? AND state = 'paid'",
		player, at.UnixMilli()).Scan(ctx, &row)
	if err != nil {
		return 0, 0, fmt.Errorf("paid withdrawals of %s: %w", player, err)
	}
	return int(row.N), money.Fen(row.Sum), nil
}

// Each gives all withdrawals of a filter, the newest first, page by page.
func (w *Withdrawals) Each(ctx context.Context, f Filter, visit func([]Withdrawal) error) error {
	if !order.Storable(f.Player + f.Order + f.Method) {
		return nil
	}
	err := order.Pages(ctx, f.where, func(rows *[]Row) *bun.SelectQuery { return w.DB.NewSelect().Model(rows) },
		func(r Row) (int64, string) { return r.CreatedAt, r.SN }, func(rows []Row) error {
			page := make([]Withdrawal, len(rows))
			for i, r := range rows {
				var err error
				if page[i], err = w.Show(r); err != nil {
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
