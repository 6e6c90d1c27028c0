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
	Terms    string // Terms as JSON, "" when there are none
	Book     int    // the version of the operator's weights that it was promised with, 0: all counts in full
}

type betRow struct {
	bun.BaseModel `bun:"table:turnover_bet"`

	Bet       string `bun:"bet,pk"` // key(venue, bet id)
	Player    string
	Version   int
	Valid     int64
	Allocated int64
	Bucket    string // the bucket that took all of this version in one step, "" where lines hold the steps
	TakenAt   int64  // when it did, else 0
	Reason    string
	BetAt     int64
	SettledAt int64
	Odds      string
	OddsType  string
	Parlay    bool
	Game      string // the venue's code of the game, "" where it is not known
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
	Lost    int64 // what the bet gave beyond Delta, because the bucket's terms count a part
	Reason  string
	At      int64
}

// rowsAtOnce bounds the rows of one statement. bun writes values into the
// text, so the bound is on the size of the text.
const rowsAtOnce = 500

// lockPlayers makes other allocations for these players wait until tx ends. It
// locks the rows in the order of their names, so two callers cannot deadlock.
func lockPlayers(ctx context.Context, tx *db.Tx, players []string) error {
	sorted := append([]string(nil), players...)
	sort.Strings(sorted)
	rows := make([][]any, len(sorted))
	for i, p := range sorted {
		rows[i] = []any{p}
	}
	if _, err := tx.InsertRows(ctx, "turnover_player (player)", "ON CONFLICT (player) DO UPDATE SET player = EXCLUDED.player", rows); err != nil {
		return fmt.Errorf("lock players: %w", err)
	}
	return nil
}

func findBets(ctx context.Context, tx *db.Tx, keys []string) (map[string]*betRow, error) {
	found := make(map[string]*betRow, len(keys))
	rows, err := tx.QueryEach(ctx, `
		SELECT bet, player, version, valid, allocated, COALESCE(bucket, '') AS bucket, taken_at, reason, bet_at, settled_at, odds, odds_type, parlay, game
		FROM turnover_bet WHERE bet = {key}`, keys)
	if err != nil {
		return nil, fmt.Errorf("read bets: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		r := &betRow{}
		err := rows.Scan(&r.Bet, &r.Player, &r.Version, &r.Valid, &r.Allocated, &r.Bucket, &r.TakenAt, &r.Reason, &r.BetAt, &r.SettledAt, &r.Odds, &r.OddsType, &r.Parlay, &r.Game)
		if err != nil {
			return nil, fmt.Errorf("read bets: %w", err)
		}
		found[r.Bet] = r
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read bets: %w", err)
	}
	return found, nil
}

// gave is a bet's contribution to a bucket: Delta into the bucket, Used of the
// bet.
type gave struct{ Delta, Used int64 }

// findGiven reads what the bets gave to each bucket so far.
func findGiven(ctx context.Context, tx *db.Tx, bets map[string]*betRow) (map[string]map[string]gave, error) {
	var keys []string
	given := map[string]map[string]gave{}
	for k, b := range bets {
		switch {
		case b.Bucket != "":
			given[k] = map[string]gave{b.Bucket: {b.Valid, b.Valid}}
		case b.Allocated > 0:
			keys = append(keys, k)
		}
	}
	sort.Strings(keys)
	for _, part := range chunks(keys) {
		var rows []struct {
			Bet, Bucket string
			Delta, Used int64
		}
		err := tx.NewRaw(`SELECT bet, bucket, CAST(SUM(delta) AS BIGINT) AS delta, CAST(SUM(delta + lost) AS BIGINT) AS used FROM turnover_line
			WHERE bet IN (?) GROUP BY bet, bucket`, bun.List(part)).Scan(ctx, &rows)
		if err != nil {
			return nil, fmt.Errorf("read lines: %w", err)
		}
		for _, r := range rows {
			if given[r.Bet] == nil {
				given[r.Bet] = map[string]gave{}
			}
			given[r.Bet][r.Bucket] = gave{r.Delta, r.Used}
		}
	}
	return given, nil
}

// findBuckets reads, for each player and oldest first, the open buckets and
// those that the given bets went into.
func findBuckets(ctx context.Context, tx *db.Tx, players []string, given map[string]map[string]gave) (map[string][]*bucketRow, error) {
	var ids []string
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
	open, err := readBuckets(ctx, tx, "state = 'open' AND player", players)
	if err != nil {
		return nil, fmt.Errorf("read open buckets: %w", err)
	}
	keep(open)
	if len(ids) > 0 {
		of, err := readBuckets(ctx, tx, "id", ids)
		if err != nil {
			return nil, fmt.Errorf("read buckets of bets: %w", err)
		}
		keep(of)
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

// readBuckets reads the buckets of many keys; where ends with the key's column.
func readBuckets(ctx context.Context, tx *db.Tx, where string, keys []string) ([]*bucketRow, error) {
	rows, err := tx.QueryEach(ctx, `
		SELECT id, player, source, ref, amount, required, done, state, reason, opened_at, closed_at, terms, book
		FROM turnover_bucket WHERE `+where+` = {key}`, keys)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []*bucketRow
	for rows.Next() {
		r := &bucketRow{}
		if err := rows.Scan(&r.ID, &r.Player, &r.Source, &r.Ref, &r.Amount, &r.Required, &r.Done, &r.State, &r.Reason, &r.OpenedAt, &r.ClosedAt, &r.Terms, &r.Book); err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, rows.Err()
}

// spareBets reads bets that gave less than their worth, in the order they were
// placed, after the given one. They were placed in or after the second `from`.
func spareBets(ctx context.Context, tx *db.Tx, player string, from int64, after string, limit int64) ([]betRow, error) {
	var rows []betRow
	err := tx.NewSelect().Model(&rows).
		Where("player = ? AND allocated < valid", player).
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
	rows := make([][]any, len(bets))
	for i, r := range bets {
		var bucket *string
		if r.Bucket != "" {
			bucket = &r.Bucket
		}
		rows[i] = []any{r.Bet, r.Player, int64(r.Version), r.Valid, r.Allocated, bucket, r.TakenAt, r.Reason, r.BetAt, r.SettledAt, r.Odds, r.OddsType, r.Parlay, r.Game}
	}
	_, err := tx.InsertRows(ctx, "turnover_bet (bet, player, version, valid, allocated, bucket, taken_at, reason, bet_at, settled_at, odds, odds_type, parlay, game)",
		`ON CONFLICT (bet) DO UPDATE SET version = EXCLUDED.version, valid = EXCLUDED.valid, allocated = EXCLUDED.allocated,
			bucket = EXCLUDED.bucket, taken_at = EXCLUDED.taken_at, reason = EXCLUDED.reason, settled_at = EXCLUDED.settled_at,
			odds = EXCLUDED.odds, odds_type = EXCLUDED.odds_type, parlay = EXCLUDED.parlay, game = EXCLUDED.game`, rows)
	if err != nil {
		return fmt.Errorf("store bets: %w", err)
	}
	rows = make([][]any, len(buckets))
	for i, r := range buckets {
		rows[i] = []any{r.Done, r.State, r.ClosedAt, r.ID}
	}
	_, err = tx.ExecRows(ctx, "UPDATE turnover_bucket SET done = ?, state = ?, closed_at = ? WHERE id = ?", `
		UPDATE turnover_bucket SET done = new.done, state = new.state, closed_at = new.closed_at
		FROM {rows} AS new (done, state, closed_at, id) WHERE turnover_bucket.id = new.id`, rows)
	if err != nil {
		return fmt.Errorf("store buckets: %w", err)
	}
	rows = make([][]any, len(lines))
	for i, r := range lines {
		rows[i] = []any{r.ID, r.Bucket, r.Bet, r.Player, int64(r.Version), r.Valid, int64(r.Weight), r.Delta, r.Lost, r.Reason, r.At}
	}
	_, err = tx.InsertRows(ctx, "turnover_line (id, bucket, bet, player, version, valid, weight, delta, lost, reason, at)", "", rows)
	if err != nil {
		return fmt.Errorf("store lines: %w", err)
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
