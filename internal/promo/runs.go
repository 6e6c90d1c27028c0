package promo

import (
	"context"
	"fmt"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
)

// Runs are the weeks and months that were paid, or are being, newest first.
func (p *Promo) Runs(ctx context.Context, r db.Reader, limit int) ([]Run, error) {
	var rows []runRow
	err := r.NewRaw("SELECT rule, period, after, players, begun_at, ended_at FROM promo_run WHERE NOT skipped ORDER BY begun_at DESC, rule LIMIT ?", limit).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("list payments of promotions: %w", err)
	}
	list := make([]Run, len(rows))
	for i, row := range rows {
		list[i] = Run{Rule: row.Rule, Period: row.Period, Players: row.Players, BegunAt: calendar.FromMillis(row.BegunAt)}
		if row.EndedAt > 0 {
			list[i].EndedAt = calendar.FromMillis(row.EndedAt)
		}
	}
	return list, nil
}

// Run is the payment of a week or month.
type Run struct {
	Rule    int64
	Period  calendar.Day
	Players int64 // who were looked at
	BegunAt time.Time
	EndedAt time.Time // zero while under way
}
