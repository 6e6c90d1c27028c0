package db

import (
	"context"
	"fmt"
	"time"

	"hongyun/internal/calendar"
)

// Drift is how far a machine's clock is from the clock of the database's host:
// above zero where the machine is ahead. What the question takes is no
// difference. On SQLite both are the same clock.
func (d *DB) Drift(ctx context.Context, machine calendar.Clock) (time.Duration, error) {
	query := "SELECT CAST(ROUND((julianday('now') - 2440587.5) * 86400000) AS INTEGER)"
	if d.postgres {
		query = "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"
	}
	before := machine.Now()
	var ms int64
	if err := d.NewRaw(query).Scan(ctx, &ms); err != nil {
		return 0, fmt.Errorf("ask the database for its time: %w", err)
	}
	after, theirs := machine.Now(), calendar.FromMillis(ms)
	switch {
	case theirs.Before(before):
		return before.Sub(theirs), nil
	case theirs.After(after):
		return after.Sub(theirs), nil
	}
	return 0, nil
}
