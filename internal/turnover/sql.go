package turnover

import (
	"context"
	"fmt"
	"sort"

	"github.com/uptrace/bun"

	"hongyun/internal/db"
)

type bucketRow struct {
	bun.BaseModel `bun:"table:turnover_bucket"`

	ID       string `bun:"id,pk"`
	Player   string
	Source   string
	Ref      string
	Amount   int64
	Required int64
	Done     int64
	State    string
	Reason   string
	OpenedAt int64
	ClosedAt int64
}

type betRow struct {
	bun.BaseModel `bun:"table:turnover_bet"`

	Bet       string `bun:"bet,pk"`
	Player    string
	Venue     string
	BetID     string
	Version   int
	Valid     int64
	Weight    int
	Counted   int64
	Allocated int64
	Reason    string
	BetAt     int64
	SettledAt int64
}

type lineRow struct {
	bun.BaseModel `bun:"table:turnover_line"`

	ID      string `bun:"id,pk"`
	Bucket  string
	Bet     string
	Player  string
	Version int
	Valid   int64
	Weight  int
	Delta   int64
	Reason  string
	At      int64
}

// rowsAtOnce bounds the rows of one statement. bun writes values into the
// text, so the bound is on the size of the text.
const rowsAtOnce = 500

// lockPlayers keeps every other allocation for these players waiting until tx
// ends. The rows are taken in the order of their names, so that two callers
// with several players each cannot wait for each other in a ring.
func lockPlayers(ctx context.Context, tx *db.Tx, players []string) error {
	sorted := append([]string(nil), players...)
	sort.Strings(sorted)
	type lock struct {
		bun.BaseModel `bun:"table:turnover_player"`
		Player        string `bun:"player,pk"`
	}
	for _, part := range chunks(sorted) {
		rows := make([]lock, len(part))
		for i, p := range part {
			rows[i].Player = p
		}
		_, err := tx.NewInsert().Model(&rows).On("CONFLICT (player) DO UPDATE").Set("player = EXCLUDED.player").Exec(ctx)
		if err != nil {
			return fmt.Errorf("lock players: %w", err)
		}
	}
	return nil
}

func findBets(ctx context.Context, tx *db.Tx, keys []string) (map[string]*betRow, error) {
	found := make(map[string]*betRow, len(keys))
	for _, part := range chunks(keys) {
		var rows []*betRow
		err := tx.NewSelect().Model(&rows).Where("bet IN (?)", bun.In(part)).Scan(ctx)
		if err != nil {
			return nil, fmt.Errorf("read bets: %w", err)
		}
		for _, r := range rows {
			found[r.Bet] = r
		}
	}
	return found, nil
}

// findGiven reads what the bets gave to each bucket so far.
func findGiven(ctx context.Context, tx *db.Tx, bets map[string]*betRow) (map[string]map[string]int64, error) {
	var keys []string
	for k, b := range bets {
		if b.Allocated > 0 {
			keys = append(keys, k)
		}
	}
	sort.Strings(keys)
	given := map[string]map[string]int64{}
	for _, part := range chunks(keys) {
		var rows []struct {
			Bet, Bucket string
			Total       int64
		}
		err := tx.NewRaw(`SELECT bet, bucket, CAST(SUM(delta) AS BIGINT) AS total FROM turnover_line
			WHERE bet IN (?) GROUP BY bet, bucket`, bun.In(part)).Scan(ctx, &rows)
		if err != nil {
			return nil, fmt.Errorf("read lines: %w", err)
		}
		for _, r := range rows {
			if given[r.Bet] == nil {
				given[r.Bet] = map[string]int64{}
			}
			given[r.Bet][r.Bucket] = r.Total
		}
	}
	return given, nil
}

// findBuckets reads, for each player and oldest first, the open buckets and
// those that the given bets went into.
func findBuckets(ctx context.Context, tx *db.Tx, players []string, given map[string]map[string]int64) (map[string][]*bucketRow, error) {
	ids := []string{""}
	for _, buckets := range given {
		for id := range buckets {
			ids = append(ids, id)
		}
	}
	seen, all := map[string]bool{}, []*bucketRow{}
	keep := func(rows []*bucketRow) {
		for _, r := range rows {
			if !seen[r.ID] {
				seen[r.ID] = true
				all = append(all, r)
			}
		}
	}
	for _, part := range chunks(players) {
		var rows []*bucketRow
		if err := tx.NewSelect().Model(&rows).Where("player IN (?) AND state = 'open'", bun.In(part)).Scan(ctx); err != nil {
			return nil, fmt.Errorf("read open buckets: %w", err)
		}
		keep(rows)
	}
	for _, part := range chunks(ids) {
		var rows []*bucketRow
		if err := tx.NewSelect().Model(&rows).Where("id IN (?)", bun.In(part)).Scan(ctx); err != nil {
			return nil, fmt.Errorf("read buckets of bets: %w", err)
		}
		keep(rows)
	}
	sort.Slice(all, func(i, j int) bool {
		if all[i].OpenedAt != all[j].OpenedAt {
			return all[i].OpenedAt < all[j].OpenedAt
		}
		return all[i].ID < all[j].ID
	})
	byPlayer := map[string][]*bucketRow{}
	for _, b := range all {
		byPlayer[b.Player] = append(byPlayer[b.Player], b)
	}
	return byPlayer, nil
}

// spareBets reads bets that gave less than they are worth, placed in or after
// the second `from`, in the order they were placed, after the one given.
func spareBets(ctx context.Context, tx *db.Tx, player string, from int64, after string, limit int64) ([]betRow, error) {
	var rows []betRow
	err := tx.NewSelect().Model(&rows).
		Where("player = ? AND allocated < counted", player).
		Where("(bet_at > ? OR (bet_at = ? AND bet > ?))", from, from, after).
		OrderExpr("bet_at, bet").Limit(limit).Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("read spare bets: %w", err)
	}
	return rows, nil
}

// storeAll writes the outcome. Bets come before lines and buckets before
// lines, because lines refer to both.
func storeAll(ctx context.Context, tx *db.Tx, bets []betRow, buckets []bucketRow, lines []lineRow) error {
	for _, part := range chunks(bets) {
		_, err := tx.NewInsert().Model(&part).On("CONFLICT (bet) DO UPDATE").
			Set("version = EXCLUDED.version").Set("valid = EXCLUDED.valid").Set("counted = EXCLUDED.counted").
			Set("allocated = EXCLUDED.allocated").Set("reason = EXCLUDED.reason").Set("settled_at = EXCLUDED.settled_at").
			Exec(ctx)
		if err != nil {
			return fmt.Errorf("store bets: %w", err)
		}
	}
	for _, part := range chunks(buckets) {
		_, err := tx.NewInsert().Model(&part).On("CONFLICT (id) DO UPDATE").
			Set("done = EXCLUDED.done").Set("state = EXCLUDED.state").Set("closed_at = EXCLUDED.closed_at").
			Exec(ctx)
		if err != nil {
			return fmt.Errorf("store buckets: %w", err)
		}
	}
	for _, part := range chunks(lines) {
		if _, err := tx.NewInsert().Model(&part).Exec(ctx); err != nil {
			return fmt.Errorf("store lines: %w", err)
		}
	}
	return nil
}

func chunks[T any](all []T) [][]T {
	var parts [][]T
	for len(all) > rowsAtOnce {
		parts = append(parts, all[:rowsAtOnce])
		all = all[rowsAtOnce:]
	}
	if len(all) > 0 {
		parts = append(parts, all)
	}
	return parts
}
