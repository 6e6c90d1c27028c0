package ledger

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
)

// Last is the newest entry: its id and time, "" and zero of empty books.
func Last(ctx context.Context, r db.Reader) (id string, at time.Time, err error) {
	var row struct {
		ID string
		At int64
	}
	err = r.NewRaw("SELECT id, at FROM entry ORDER BY id DESC LIMIT 1").Scan(ctx, &row)
	if errors.Is(err, sql.ErrNoRows) {
		return "", time.Time{}, nil
	}
	if err != nil {
		return "", time.Time{}, fmt.Errorf("ledger: the newest entry: %w", err)
	}
	return row.ID, calendar.FromMillis(row.At), nil
}
