package draw

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
)

// Enter gives players the next places of a draw.
func Enter(ctx context.Context, tx *db.Tx, promotion int64, period calendar.Day, players []string) error {
	if len(players) == 0 {
		return nil
	}
	var next int64
	err := tx.NewRaw("SELECT COALESCE(MAX(place) + 1, 0) FROM promo_entrant WHERE rule = ? AND period = ?", promotion, period).Scan(ctx, &next)
	if err != nil {
		return fmt.Errorf("number entrants: %w", err)
	}
	rows := make([][]any, len(players))
	for i, player := range players {
		rows[i] = []any{promotion, int64(period), next + int64(i), player}
	}
	if _, err := tx.InsertRows(ctx, "promo_entrant (rule, period, place, player)", "", rows); err != nil {
		return fmt.Errorf("write entrants: %w", err)
	}
	return nil
}

// allEntrants are the entrants of a draw in their places.
func allEntrants(ctx context.Context, r db.Reader, promotion int64, period calendar.Day) (players []string, err error) {
	err = r.NewRaw("SELECT player FROM promo_entrant WHERE rule = ? AND period = ? ORDER BY place", promotion, period).Scan(ctx, &players)
	if err != nil {
		return nil, fmt.Errorf("list entrants: %w", err)
	}
	return players, nil
}

func insert(ctx context.Context, tx *db.Tx, d Draw) error {
	winners, err := winnersText(d.Winners)
	if err != nil {
		return err
	}
	_, err = tx.NewRaw("INSERT INTO promo_draw (rule, period, entrants, digest, seed, winners, at) VALUES (?, ?, ?, ?, ?, ?, ?)",
		d.Rule, d.Period, d.Entrants, d.Digest, d.Seed, winners, tx.NowMillis()).Exec(ctx)
	if err != nil {
		return fmt.Errorf("write the draw of %s: %w", d.Period, err)
	}
	return nil
}

func find(ctx context.Context, r db.Reader, promotion int64, period calendar.Day) (Draw, error) {
	var row struct {
		Entrants              int64
		Digest, Seed, Winners string
		At                    int64
	}
	err := r.NewRaw("SELECT entrants, digest, seed, winners, at FROM promo_draw WHERE rule = ? AND period = ?", promotion, period).Scan(ctx, &row)
	if errors.Is(err, sql.ErrNoRows) {
		return Draw{}, ErrNotFound
	}
	if err != nil {
		return Draw{}, fmt.Errorf("find the draw of %s: %w", period, err)
	}
	d := Draw{Rule: promotion, Period: period, Entrants: row.Entrants, Digest: row.Digest, Seed: row.Seed, At: calendar.FromMillis(row.At)}
	if err := json.Unmarshal([]byte(row.Winners), &d.Winners); err != nil {
		return d, fmt.Errorf("read the winners of %s: %w", period, err)
	}
	return d, nil
}
