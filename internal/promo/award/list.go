package award

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/promo/rule"
	"hongyun/internal/staff"
)

// Filter chooses awards; empty fields do not.
type Filter struct {
	Player   string
	Rule     int64
	Kinds    []rule.Kind
	States   []string
	From, To time.Time
	Booked   bool // From and To are times at which the books paid an award or took it back; the sum is what that cost
	Oldest   bool // first, for a queue
	Page     staff.Page
}

// List pages through the awards, newest first, and gives their number and sum.
func List(ctx context.Context, r db.Reader, f Filter) (list []Award, total int, sum money.Fen, err error) {
	choose := func(q *bun.SelectQuery) *bun.SelectQuery {
		q.TableExpr("promo_award AS a")
		if f.Player != "" {
			q.Where("a.player = ?", f.Player)
		}
		if f.Rule != 0 {
			q.Where("a.rule = ?", f.Rule)
		}
		if len(f.Kinds) > 0 {
			q.Where("a.kind IN (?)", bun.List(f.Kinds))
		}
		if len(f.States) > 0 {
			q.Where("a.state IN (?)", bun.List(f.States))
		}
		if f.Booked {
			return q.Where("(" + bookedIn("a.id", f.From, f.To) + " OR " + bookedIn("a.id || ':cancelled'", f.From, f.To) + ")")
		}
		if !f.From.IsZero() {
			q.Where("a.at >= ?", f.From.UnixMilli())
		}
		if !f.To.IsZero() {
			q.Where("a.at < ?", f.To.UnixMilli())
		}
		return q
	}
	amount := "a.amount"
	if f.Booked {
		amount = "CASE WHEN " + bookedIn("a.id", f.From, f.To) + " THEN a.amount ELSE 0 END - CASE WHEN " +
			bookedIn("a.id || ':cancelled'", f.From, f.To) + " THEN a.amount ELSE 0 END"
	}
	var all struct {
		N   int
		Sum money.Fen
	}
	step, err := orders.Step(f.Page, !f.Oldest)
	if err != nil {
		return nil, 0, 0, err
	}
	if !f.Page.Bare() {
		err = choose(r.NewSelect()).ColumnExpr("COUNT(*) AS n, CAST(COALESCE(SUM("+amount+"), 0) AS BIGINT) AS sum").Scan(ctx, &all)
		if err != nil {
			return nil, 0, 0, fmt.Errorf("count awards: %w", err)
		}
	}
	var rows []shown
	err = step.On(choose(r.NewSelect())).ColumnExpr("a.*").
		ColumnExpr("COALESCE((SELECT v.name FROM promo_rule v WHERE v.id = a.rule AND v.from_day = a.from_day), '') AS name").
		Scan(ctx, &rows)
	if err != nil {
		return nil, 0, 0, fmt.Errorf("list awards: %w", err)
	}
	rows = step.Cut(rows)
	list = make([]Award, len(rows))
	for i, row := range rows {
		if list[i], err = row.Award(row.Name); err != nil {
			return nil, 0, 0, err
		}
	}
	return list, all.N, all.Sum, nil
}

// shown is an award with the name that its promotion had.
type shown struct {
	Row
	Name string
}

var orders = staff.Orders[shown]{
	{Name: "at", Columns: []string{"a.at", "a.id"}, Of: func(r shown) []any { return []any{r.At, r.ID} }},
	{Name: "player", Columns: []string{"a.player", "a.at", "a.id"}, Of: func(r shown) []any { return []any{r.Player, r.At, r.ID} }},
}

// bookedIn is whether an entry of the books with a key was made in a stretch of time.
func bookedIn(key string, from, to time.Time) string {
	condition := "EXISTS (SELECT 1 FROM entry e WHERE e.scope = '" + scope + "' AND e.key = " + key
	if !from.IsZero() {
		condition += fmt.Sprintf(" AND e.at >= %d", from.UnixMilli())
	}
	if !to.IsZero() {
		condition += fmt.Sprintf(" AND e.at < %d", to.UnixMilli())
	}
	return condition + ")"
}

// Figures are the costs of the promotions by month, newest first, from the month
// of one day to the month of another. Withheld awards are included.
func Figures(ctx context.Context, r db.Reader, from, to calendar.Day) ([]Cost, error) {
	return readCosts(ctx, r, 0, MonthOf(from), MonthOf(to))
}

// CountWithheld counts the awards that wait for a decision of staff.
func CountWithheld(ctx context.Context, r db.Reader) (n int, err error) {
	if err = r.NewRaw("SELECT COUNT(*) FROM promo_award WHERE state = 'withheld'").Scan(ctx, &n); err != nil {
		return 0, fmt.Errorf("count withheld awards: %w", err)
	}
	return n, nil
}
