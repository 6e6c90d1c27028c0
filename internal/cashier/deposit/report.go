package deposit

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

// Filter narrows a list of deposits; empty fields do not.
type Filter struct {
	States   []string
	Style    string
	Player   string // id, or name in any case
	Order    string // our number, the gateway's or the bank's
	Method   string // as the order names it
	Credited bool   // From and To are times of the credit: what was credited, also what was reversed since
	From, To time.Time
	Page     staff.Page
}

// List is a page of deposits with the sums of the whole filter.
type List struct {
	Items            []Deposit
	Total            int
	Amount, Received money.Fen
}

func (f Filter) where(d *db.DB, q *bun.SelectQuery) {
	if len(f.States) > 0 {
		q.Where("state IN (?)", bun.List(f.States))
	}
	if f.Style != "" {
		q.Where("style = ?", f.Style)
	}
	if f.Player != "" {
		q.Where("player = ?", strings.ToLower(f.Player))
	}
	if f.Order != "" {
		q.Where("(sn = ?0 OR gateway_txn = ?0 OR bank_ref = ?0 OR pay_code = ?0)", f.Order)
	}
	if f.Method != "" {
		q.Where("method_name = ?", f.Method)
	}
	if f.Credited {
		q.Where(whereEver)
		if !f.From.IsZero() {
			q.Where(d.Few("ended_at >= ?"), f.From.UnixMilli())
		}
		if !f.To.IsZero() {
			q.Where(d.Few("ended_at < ?"), f.To.UnixMilli())
		}
		return
	}
	order.Between(q, "created_at", f.From, f.To)
}

// waits reports whether only deposits that are not ended are asked for: those
// are worked on oldest first.
func (f Filter) waits() bool {
	return len(f.States) > 0 && !slices.ContainsFunc(f.States, func(s string) bool { return !slices.Contains(Machine.Open(), s) })
}

// List pages through deposits, newest first; those that wait for staff, the
// ones that wait longest first.
func (d *Deposits) List(ctx context.Context, f Filter) (List, error) {
	var list List
	if !order.Storable(f.Player + f.Order + f.Style + f.Method + strings.Join(f.States, "")) {
		return List{Items: []Deposit{}}, nil
	}
	var sums struct {
		Total            int
		Amount, Received int64
	}
	q := d.DB.NewSelect().Table("deposit").ColumnExpr("COUNT(*) AS total, CAST(COALESCE(SUM(amount), 0) AS BIGINT) AS amount, CAST(COALESCE(SUM(received), 0) AS BIGINT) AS received")
	f.where(d.DB, q)
	if !f.Page.Bare() {
		if err := q.Scan(ctx, &sums); err != nil {
			return list, fmt.Errorf("sum deposits: %w", err)
		}
	}
	list.Total, list.Amount, list.Received = sums.Total, money.Fen(sums.Amount), money.Fen(sums.Received)
	step, err := orders.Step(f.Page, !f.waits())
	if err != nil {
		return list, err
	}
	var rows []Row
	q = d.DB.NewSelect().Model(&rows)
	f.where(d.DB, q)
	if err := step.On(q).Scan(ctx); err != nil {
		return list, fmt.Errorf("list deposits: %w", err)
	}
	rows = step.Cut(rows)
	list.Items = make([]Deposit, len(rows))
	for i, r := range rows {
		var err error
		if list.Items[i], err = r.Deposit(d.Box); err != nil {
			return list, err
		}
	}
	return list, nil
}

// Detail is everything about one deposit.
type Detail struct {
	Deposit
	Callbacks []order.Callback
	History   []order.Note
	// OtherName says that the depositor's name is not the player's real name:
	// somebody else's money may be coming in.
	OtherName bool
}

// Detail is a deposit with its callbacks and history, or ErrNotFound.
func (d *Deposits) Detail(ctx context.Context, sn string) (Detail, error) {
	var out Detail
	var err error
	if out.Deposit, err = Find(ctx, d.DB, d.Box, "sn = ?", sn); err != nil {
		return out, err
	}
	if out.Callbacks, err = order.CallbacksOf(ctx, d.DB, sn); err != nil {
		return out, err
	}
	if out.Depositor != "" {
		p, err := d.Players.Find(ctx, d.DB, out.Player)
		if err != nil {
			return out, err
		}
		out.OtherName = p.TrueName != "" && p.TrueName != out.Depositor
	}
	out.History, err = order.NotesOf(ctx, d.DB, sn)
	return out, err
}

// CreditedOf sums the deposits that were credited to each of some players from
// one instant to another, the second not included, by what was received. Who
// had none is left out; what was reversed since counts no more.
func (d *Deposits) CreditedOf(ctx context.Context, r db.Reader, players []string, from, to time.Time) (map[string]money.Fen, error) {
	var rows []struct {
		Player   string
		Received money.Fen
	}
	err := r.NewRaw(`
		SELECT player, CAST(SUM(received) AS BIGINT) AS received
		FROM deposit
		WHERE state = 'credited' AND player IN (?) AND ended_at >= ? AND ended_at < ?
		GROUP BY player`, bun.List(players), from.UnixMilli(), to.UnixMilli()).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("sum credited deposits: %w", err)
	}
	sums := make(map[string]money.Fen, len(rows))
	for _, row := range rows {
		sums[row.Player] = row.Received
	}
	return sums, nil
}

// CountOf counts a player's deposits that were credited from one instant to
// another, the second not included, but for one; also those that were reversed
// since: a deposit that was taken back was a deposit.
func (d *Deposits) CountOf(ctx context.Context, r db.Reader, player, but string, from, to time.Time) (n int, err error) {
	since := int64(0)
	if !from.IsZero() {
		since = from.UnixMilli()
	}
	err = r.NewRaw("SELECT COUNT(*) FROM deposit WHERE player = ? AND "+whereEver+" AND sn <> ? AND ended_at >= ? AND ended_at < ?",
		player, but, since, to.UnixMilli()).Scan(ctx, &n)
	if err != nil {
		return 0, fmt.Errorf("count deposits of %s: %w", player, err)
	}
	return n, nil
}

// Toward is what counts towards a player's deposit limits: what was credited
// after each of some instants, by what was received, and what the orders come
// to that may still be credited. A deposit that its company took back was none,
// and one that expired counts again only when it is credited after all.
func (d *Deposits) Toward(ctx context.Context, r db.Reader, player string, after []time.Time) (credited []money.Fen, open money.Fen, err error) {
	if len(after) == 0 {
		return nil, 0, nil
	}
	var rows []struct {
		State  string
		Amount money.Fen
		At     int64
	}
	earliest := slices.MinFunc(after, time.Time.Compare)
	err = db.ReadAllFixed(ctx, r, &rows, `
		SELECT state, received AS amount, ended_at AS at FROM deposit WHERE player = ? AND state = 'credited' AND ended_at > ?
		UNION ALL
		SELECT state, CASE WHEN proved > amount THEN proved ELSE amount END, 0 FROM deposit WHERE player = ? AND `+whereOpen,
		player, earliest.UnixMilli(), player)
	if err != nil {
		return nil, 0, fmt.Errorf("deposits of %s: %w", player, err)
	}
	credited = make([]money.Fen, len(after))
	for _, row := range rows {
		if row.State != Credited {
			open += row.Amount
			continue
		}
		for i, from := range after {
			if row.At > from.UnixMilli() {
				credited[i] += row.Amount
			}
		}
	}
	return credited, open, nil
}

// Each gives all deposits of a filter, the newest first, page by page.
func (d *Deposits) Each(ctx context.Context, f Filter, visit func([]Deposit) error) error {
	if !order.Storable(f.Player + f.Order + f.Style + f.Method) {
		return nil
	}
	err := order.Pages(ctx, func(q *bun.SelectQuery) { f.where(d.DB, q) }, func(rows *[]Row) *bun.SelectQuery { return d.DB.NewSelect().Model(rows) },
		func(r Row) (int64, string) { return r.CreatedAt, r.SN }, func(rows []Row) error {
			page := make([]Deposit, len(rows))
			for i, r := range rows {
				var err error
				if page[i], err = r.Deposit(d.Box); err != nil {
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
