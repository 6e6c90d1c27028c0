package fund

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/number"
)

// Number is the record's number that a player reads.
func (r Record) Number() string { return number.Of(number.Fund, r.At, r.ID) }

// ByID reads records by their ids; one that does not exist is left out.
func (f *Fund) ByID(ctx context.Context, r db.Reader, ids []string) (map[string]Record, error) {
	out := make(map[string]Record, len(ids))
	if len(ids) == 0 {
		return out, nil
	}
	var rows []record
	if err := r.NewRaw("SELECT * FROM fund_record WHERE id IN (?)", bun.List(ids)).Scan(ctx, &rows); err != nil {
		return nil, fmt.Errorf("fund records by id: %w", err)
	}
	for _, row := range rows {
		out[row.ID] = Record{ID: row.ID, Player: row.Player, Type: row.Type, Amount: row.Amount, Remark: row.Remark, By: row.MadeBy, At: calendar.FromMillis(row.At)}
	}
	return out, nil
}

// OwnerOf is the player of the record with a number, "" where there is none. It reads
// the second that begins at from.
func (f *Fund) OwnerOf(ctx context.Context, r db.Reader, clean string, from time.Time) (string, error) {
	var list []number.Record
	err := r.NewRaw("SELECT id, player, at FROM fund_record WHERE at >= ? AND at < ? ORDER BY at, id LIMIT ?",
		from.UnixMilli(), from.Add(time.Second).UnixMilli(), number.MaxRead).Scan(ctx, &list)
	if err != nil {
		return "", fmt.Errorf("owner of %s: %w", clean, err)
	}
	return number.Owner(list, clean), nil
}
