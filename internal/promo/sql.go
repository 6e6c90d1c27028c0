package promo

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
)

// playerRow is a player as promotions know them.
type playerRow struct {
	Player   string
	Frozen   bool
	Reason   string
	FrozenBy string
	FrozenAt int64
}

// lockPlayers keeps every other award to these players waiting until tx ends.
// They are taken in the order of their names.
func lockPlayers(ctx context.Context, tx *db.Tx, players []string) (map[string]playerRow, error) {
	sorted := slices.Compact(slices.Sorted(slices.Values(players)))
	rows := make([][]any, len(sorted))
	for i, player := range sorted {
		rows[i] = []any{player, false, "", "", int64(0)}
	}
	if _, err := tx.InsertRows(ctx, "promo_player (player, frozen, reason, frozen_by, frozen_at)", "ON CONFLICT (player) DO NOTHING", rows); err != nil {
		return nil, fmt.Errorf("lock players of promotions: %w", err)
	}
	var found []playerRow
	err := tx.NewRaw("SELECT player, frozen, reason, frozen_by, frozen_at FROM promo_player WHERE player IN (?) ORDER BY player"+tx.ForUpdate(), bun.List(sorted)).Scan(ctx, &found)
	if err != nil {
		return nil, fmt.Errorf("lock players of promotions: %w", err)
	}
	out := make(map[string]playerRow, len(found))
	for _, row := range found {
		out[row.Player] = row
	}
	return out, nil
}

func readPlayer(ctx context.Context, r db.Reader, player string) (row playerRow, err error) {
	err = r.NewRaw("SELECT player, frozen, reason, frozen_by, frozen_at FROM promo_player WHERE player = ?", player).Scan(ctx, &row)
	if errors.Is(err, sql.ErrNoRows) {
		return playerRow{Player: player}, nil
	}
	if err != nil {
		return row, fmt.Errorf("read promotions of %s: %w", player, err)
	}
	return row, nil
}

func putFrozen(ctx context.Context, tx *db.Tx, row playerRow) error {
	_, err := tx.NewRaw("UPDATE promo_player SET frozen = ?, reason = ?, frozen_by = ?, frozen_at = ? WHERE player = ?",
		row.Frozen, row.Reason, row.FrozenBy, row.FrozenAt, row.Player).Exec(ctx)
	if err != nil {
		return fmt.Errorf("freeze promotions of %s: %w", row.Player, err)
	}
	return nil
}

// runRow is how far the payment of a period came.
type runRow struct {
	Rule    int64
	Period  calendar.Day
	After   string
	Players int64
	BegunAt int64
	EndedAt int64
}

func lockRun(ctx context.Context, tx *db.Tx, promotion int64, period calendar.Day) (runRow, error) {
	_, err := tx.NewRaw("INSERT INTO promo_run (rule, period, after, players, begun_at, ended_at) VALUES (?, ?, '', 0, ?, 0) ON CONFLICT (rule, period) DO NOTHING",
		promotion, period, tx.NowMillis()).Exec(ctx)
	if err != nil {
		return runRow{}, fmt.Errorf("begin a payment of promotion %d: %w", promotion, err)
	}
	var row runRow
	err = tx.NewRaw("SELECT rule, period, after, players, begun_at, ended_at FROM promo_run WHERE rule = ? AND period = ?"+tx.ForUpdate(), promotion, period).Scan(ctx, &row)
	if err != nil {
		return row, fmt.Errorf("lock a payment of promotion %d: %w", promotion, err)
	}
	return row, nil
}

func putRun(ctx context.Context, tx *db.Tx, row runRow) error {
	_, err := tx.NewRaw("UPDATE promo_run SET after = ?, players = ?, ended_at = ? WHERE rule = ? AND period = ?",
		row.After, row.Players, row.EndedAt, row.Rule, row.Period).Exec(ctx)
	if err != nil {
		return fmt.Errorf("note a payment of promotion %d: %w", row.Rule, err)
	}
	return nil
}

// endedRuns are the periods of a promotion from a day on that need no payment
// any more: true were paid, false are skipped.
func endedRuns(ctx context.Context, r db.Reader, promotion int64, from calendar.Day) (map[calendar.Day]bool, error) {
	var rows []struct {
		Period  calendar.Day
		Skipped bool
	}
	err := r.NewRaw("SELECT period, skipped FROM promo_run WHERE rule = ? AND period >= ? AND ended_at > 0", promotion, from).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("read payments of promotion %d: %w", promotion, err)
	}
	out := make(map[calendar.Day]bool, len(rows))
	for _, row := range rows {
		out[row.Period] = !row.Skipped
	}
	return out, nil
}

func frozenOf(ctx context.Context, r db.Reader, players []string) (map[string]bool, error) {
	var names []string
	if err := r.NewRaw("SELECT player FROM promo_player WHERE frozen AND player IN (?)", bun.List(players)).Scan(ctx, &names); err != nil {
		return nil, fmt.Errorf("read frozen players: %w", err)
	}
	out := make(map[string]bool, len(names))
	for _, n := range names {
		out[n] = true
	}
	return out, nil
}
