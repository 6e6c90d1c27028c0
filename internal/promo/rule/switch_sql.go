package rule

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
)

// Switches are the switches of all promotions, by number.
func Switches(ctx context.Context, r db.Reader) (map[int64]Switch, error) {
	var rows []Switch
	if err := r.NewRaw("SELECT rule, running, changed_at, changed_by, reason, next_period FROM promo_switch").Scan(ctx, &rows); err != nil {
		return nil, fmt.Errorf("read switches of promotions: %w", err)
	}
	out := make(map[int64]Switch, len(rows))
	for _, row := range rows {
		out[row.Rule] = row
	}
	return out, nil
}

// LockSwitch locks the switch of a promotion until tx ends, or is ErrNotFound.
func LockSwitch(ctx context.Context, tx *db.Tx, rule int64) (Switch, error) {
	var row Switch
	err := tx.NewRaw("SELECT rule, running, changed_at, changed_by, reason, next_period FROM promo_switch WHERE rule = ?"+tx.ForUpdate(), rule).Scan(ctx, &row)
	if errors.Is(err, sql.ErrNoRows) {
		return row, ErrNotFound
	}
	if err != nil {
		return row, fmt.Errorf("lock promotion %d: %w", rule, err)
	}
	return row, nil
}

func putSwitch(ctx context.Context, tx *db.Tx, s Switch) error {
	_, err := tx.NewRaw(`
		INSERT INTO promo_switch (rule, running, changed_at, changed_by, reason, next_period) VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (rule) DO UPDATE SET running = excluded.running, changed_at = excluded.changed_at, changed_by = excluded.changed_by,
			reason = excluded.reason, next_period = excluded.next_period`,
		s.Rule, s.Running, s.ChangedAt, s.ChangedBy, s.Reason, s.NextPeriod).Exec(ctx)
	if err != nil {
		return fmt.Errorf("switch promotion %d: %w", s.Rule, err)
	}
	return nil
}

// skipRun ends a period that ended while its promotion was off. One whose
// payment had begun is paid.
func skipRun(ctx context.Context, tx *db.Tx, rule int64, period calendar.Day) error {
	_, err := tx.NewRaw(`
		INSERT INTO promo_run (rule, period, after, players, begun_at, ended_at, skipped) VALUES (?, ?, '', 0, ?, ?, TRUE)
		ON CONFLICT (rule, period) DO NOTHING`, rule, period, tx.NowMillis(), tx.NowMillis()).Exec(ctx)
	if err != nil {
		return fmt.Errorf("skip a period of promotion %d: %w", rule, err)
	}
	return nil
}

// Advance notes that a promotion's next period was paid.
func Advance(ctx context.Context, tx *db.Tx, rule int64, from, to calendar.Day) error {
	_, err := tx.NewRaw("UPDATE promo_switch SET next_period = ? WHERE rule = ? AND next_period = ?", to, rule, from).Exec(ctx)
	if err != nil {
		return fmt.Errorf("note the next period of promotion %d: %w", rule, err)
	}
	return nil
}
