package bet

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"hongyun/internal/db"
	"hongyun/internal/venue"
)

// row is a version of a bet as it is stored.
type row struct {
	bun.BaseModel `bun:"table:bet"`

	Venue     string
	BetID     string
	Version   int
	Current   bool
	Player    string
	Account   string
	Game      string
	GameName  string
	Status    string
	Stake     int64
	Valid     int64
	Win       int64
	Odds      string
	OddsType  string
	Parlay    bool
	BetAt     int64
	SettledAt int64
	UpdatedAt int64
	StoredAt  int64
	Day       int32
	Reason    string
	Entry     string
	Raw       string
	Round     string
	Market    string
	Side      string
	Worth     int64 // Valid before opposite bets are looked at
	Sold      bool  // by the player before the end
}

// finding is a line that could not become a bet.
type finding struct {
	bun.BaseModel `bun:"table:bet_finding"`

	Venue   string
	BetID   string
	Account string
	What    string
	Stake   int64
	Win     int64
	Raw     string
	FirstAt int64
	LastAt  int64
}

// rowsAtOnce bounds the rows of one statement.
const rowsAtOnce = 500

// lockLanes keeps other transactions that store bets of the same accounts waiting.
// SQLite's one writer needs no lock.
func (b *Bets) lockLanes(ctx context.Context, tx *db.Tx, code string, lines []venue.BetLine) error {
	if !b.db.Postgres() {
		return nil
	}
	lanes := map[int]bool{}
	for _, l := range lines {
		lanes[b.laneOf(l.Account)] = true
	}
	for _, lane := range slices.Sorted(maps.Keys(lanes)) {
		if _, err := tx.ExecFixed(ctx, `SELECT pg_advisory_xact_lock(hashtext(?), ?::int)`, "bet:"+code, lane); err != nil {
			return fmt.Errorf("lock lane %d of the bets of %s: %w", lane, code, err)
		}
	}
	return nil
}

// currentVersions reads the newest versions of bets, without the venue's own rows.
func currentVersions(ctx context.Context, tx *db.Tx, venue string, ids []string) (map[string]row, error) {
	found := map[string]row{}
	rows, err := tx.QueryEach(ctx, `
		SELECT venue, bet_id, version, player, game, status, stake, valid, win, odds, odds_type, parlay, bet_at, settled_at, updated_at, day,
			round, market, side
		FROM bet
		WHERE venue = ? AND current AND bet_id = {key}`, ids, venue)
	if err != nil {
		return nil, fmt.Errorf("read bets of %s: %w", venue, err)
	}
	defer rows.Close()
	for rows.Next() {
		var r row
		err := rows.Scan(&r.Venue, &r.BetID, &r.Version, &r.Player, &r.Game, &r.Status, &r.Stake, &r.Valid, &r.Win, &r.Odds, &r.OddsType,
			&r.Parlay, &r.BetAt, &r.SettledAt, &r.UpdatedAt, &r.Day, &r.Round, &r.Market, &r.Side)
		if err != nil {
			return nil, fmt.Errorf("read bets of %s: %w", venue, err)
		}
		found[r.BetID] = r
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read bets of %s: %w", venue, err)
	}
	return found, nil
}

// replaceVersions takes the mark of the newest version from bets that are
// about to get a newer one.
func replaceVersions(ctx context.Context, tx *db.Tx, venue string, ids []string) error {
	for part := range slices.Chunk(ids, rowsAtOnce) {
		_, err := tx.NewRaw(`UPDATE bet SET current = FALSE WHERE venue = ? AND bet_id IN (?) AND current`, venue, bun.List(part)).Exec(ctx)
		if err != nil {
			return fmt.Errorf("replace versions: %w", err)
		}
	}
	return nil
}

func insertVersions(ctx context.Context, tx *db.Tx, rows []row) error {
	values := make([][]any, len(rows))
	for i, r := range rows {
		values[i] = []any{
			r.Venue, r.BetID, int64(r.Version), r.Current, r.Player, r.Account, r.Game, r.GameName, r.Status, r.Stake, r.Valid, r.Win,
			r.Odds, r.OddsType, r.Parlay, r.BetAt, r.SettledAt, r.UpdatedAt, r.StoredAt, int64(r.Day), r.Reason, r.Entry, r.Raw,
			r.Round, r.Market, r.Side, r.Worth, r.Sold,
		}
	}
	_, err := tx.InsertRows(ctx, `bet (venue, bet_id, version, current, player, account, game, game_name, status, stake, valid, win,
		odds, odds_type, parlay, bet_at, settled_at, updated_at, stored_at, day, reason, entry, raw,
		round, market, side, worth, sold)`, "", values)
	if err != nil {
		return fmt.Errorf("insert versions: %w", err)
	}
	return nil
}

// addDays adds differences to the day totals, in the order of their keys.
func addDays(ctx context.Context, tx *db.Tx, venue string, days map[dayKey]*sum) error {
	keys := make([]dayKey, 0, len(days))
	for k, s := range days {
		if *s != (sum{}) {
			keys = append(keys, k)
		}
	}
	slices.SortFunc(keys, func(a, b dayKey) int {
		return cmp.Or(strings.Compare(a.Player, b.Player), cmp.Compare(a.Day, b.Day))
	})
	made, changes := make([][]any, len(keys)), make([][]any, len(keys))
	for i, k := range keys {
		s, day := days[k], int64(k.Day)
		made[i] = []any{k.Player, day, venue, int64(0), int64(0), int64(0), int64(0)}
		changes[i] = []any{s.Bets, s.Stake, s.Valid, s.Win, k.Player, day, venue}
	}
	// A difference may be below zero, which a new row must not be: rows are
	// made at zero first, and locked in this order.
	_, err := tx.InsertRows(ctx, "bet_day (player, day, venue, bets, stake, valid, win)",
		"ON CONFLICT (player, day, venue) DO UPDATE SET bets = bet_day.bets", made)
	if err != nil {
		return fmt.Errorf("make day totals: %w", err)
	}
	_, err = tx.ExecRows(ctx, `UPDATE bet_day SET bets = bets + ?, stake = stake + ?, valid = valid + ?, win = win + ?
		WHERE player = ? AND day = ? AND venue = ?`, `
		UPDATE bet_day
		SET bets = bet_day.bets + change.bets, stake = bet_day.stake + change.stake,
			valid = bet_day.valid + change.valid, win = bet_day.win + change.win
		FROM {rows} AS change (bets, stake, valid, win, player, day, venue)
		WHERE bet_day.player = change.player AND bet_day.day = change.day AND bet_day.venue = change.venue`, changes)
	if err != nil {
		return fmt.Errorf("add to day totals: %w", err)
	}
	return nil
}

func keepFindings(ctx context.Context, tx *db.Tx, findings []finding) error {
	for part := range slices.Chunk(findings, rowsAtOnce) {
		_, err := tx.NewInsert().Model(&part).
			On("CONFLICT (venue, bet_id, account) DO UPDATE").
			Set("what = EXCLUDED.what").Set("stake = EXCLUDED.stake").Set("win = EXCLUDED.win").
			Set("raw = EXCLUDED.raw").Set("last_at = EXCLUDED.last_at").Set("solved_at = 0").Exec(ctx)
		if err != nil {
			return fmt.Errorf("keep findings: %w", err)
		}
	}
	return nil
}

// solveFindings closes findings whose bets could be stored after all.
func solveFindings(ctx context.Context, tx *db.Tx, venue string, at int64, ids []string) error {
	var open bool
	if err := tx.NewRaw(`SELECT EXISTS (SELECT 1 FROM bet_finding WHERE solved_at = 0)`).Scan(ctx, &open); err != nil || !open {
		return err
	}
	for part := range slices.Chunk(ids, rowsAtOnce) {
		_, err := tx.NewRaw(`
			UPDATE bet_finding SET solved_at = ?
			WHERE venue = ? AND bet_id IN (?) AND what IN ('no_owner', 'unreadable') AND solved_at = 0`, at, venue, bun.List(part)).Exec(ctx)
		if err != nil {
			return fmt.Errorf("solve findings: %w", err)
		}
	}
	return nil
}
