package bet

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/staff"
	"hongyun/internal/venue"
)

// daySums adds day totals up; sums of nothing are 0, and both engines give
// them as whole numbers.
const daySums = `CAST(COALESCE(SUM(bets), 0) AS BIGINT) AS count, CAST(COALESCE(SUM(stake), 0) AS BIGINT) AS stake,
	CAST(COALESCE(SUM(valid), 0) AS BIGINT) AS valid, CAST(COALESCE(SUM(win), 0) AS BIGINT) AS win`

func reportDays(ctx context.Context, r db.Reader, player string, from, to calendar.Day, page int) (DayReport, error) {
	var report DayReport
	var total struct {
		Sum
		Days int
	}
	err := r.NewRaw(`
		SELECT `+daySums+`, COUNT(DISTINCT day) AS days
		FROM bet_day
		WHERE player = ? AND day BETWEEN ? AND ? AND bets > 0`, player, from, to).Scan(ctx, &total)
	if err != nil {
		return report, err
	}
	report.Sum, report.Total = total.Sum, total.Days
	first, last := bounds(page, report.Total)
	err = r.NewRaw(`
		SELECT day, `+daySums+`
		FROM bet_day
		WHERE player = ? AND day BETWEEN ? AND ? AND bets > 0
		GROUP BY day
		ORDER BY day DESC
		LIMIT ? OFFSET ?`, player, from, to, last-first, first).Scan(ctx, &report.Items)
	return report, err
}

func reportVenues(ctx context.Context, r db.Reader, player string, day calendar.Day) (map[string]Sum, error) {
	var rows []struct {
		Venue string
		Sum
	}
	err := r.NewRaw(`
		SELECT venue, bets AS count, stake, valid, win
		FROM bet_day
		WHERE player = ? AND day = ? AND bets > 0`, player, day).Scan(ctx, &rows)
	sums := make(map[string]Sum, len(rows))
	for _, row := range rows {
		sums[row.Venue] = row.Sum
	}
	return sums, err
}

func listBets(ctx context.Context, r db.Reader, f Filter) (LineReport, error) {
	var report LineReport
	where := `bet.player = ? AND bet.current`
	args := []any{f.Player}
	add := func(condition string, value any) {
		where += " AND " + condition
		args = append(args, value)
	}
	if f.Venue != "" {
		add("bet.venue = ?", f.Venue)
	}
	if f.Status != "" {
		add("bet.status = ?", f.Status)
	}
	if f.finished {
		where += " AND bet.status <> 'open'"
	}
	if !f.From.IsZero() {
		add("bet.bet_at >= ?", f.From.UnixMilli())
	}
	if !f.To.IsZero() {
		add("bet.bet_at < ?", f.To.UnixMilli())
	}
	err := r.NewRaw(`
		SELECT COUNT(*) AS count, CAST(COALESCE(SUM(stake), 0) AS BIGINT) AS stake,
			CAST(COALESCE(SUM(valid), 0) AS BIGINT) AS valid, CAST(COALESCE(SUM(win), 0) AS BIGINT) AS win
		FROM bet
		WHERE `+where, args...).Scan(ctx, &report.Sum)
	if err != nil {
		return report, err
	}
	report.Total = int(report.Sum.Count)
	var rows []row
	limit, offset := f.Page.Bounds()
	err = r.NewRaw(lineColumns+`
		WHERE `+where+`
		ORDER BY bet.bet_at DESC, bet.bet_id DESC
		LIMIT ? OFFSET ?`, append(args, limit, offset)...).Scan(ctx, &rows)
	report.Items = lineRows(rows)
	return report, err
}

// lineColumns reads bets with the games' names of the catalogue.
const lineColumns = `
		SELECT bet.venue, bet.bet_id, bet.version, bet.game, COALESCE(venue_game.name, bet.game_name) AS game_name, bet.status,
			bet.stake, bet.valid, bet.win, bet.bet_at, bet.settled_at, bet.raw
		FROM bet
		LEFT JOIN venue_game ON venue_game.venue = bet.venue AND venue_game.code = bet.game`

func namedBets(ctx context.Context, r db.Reader, player, venue string, betIDs []string) ([]LineRow, error) {
	var rows []row
	err := r.NewRaw(lineColumns+`
		WHERE bet.venue = ? AND bet.bet_id IN (?) AND bet.player = ? AND bet.current`, venue, bun.List(betIDs), player).Scan(ctx, &rows)
	return lineRows(rows), err
}

func lineRows(rows []row) []LineRow {
	lines := make([]LineRow, len(rows))
	for i, b := range rows {
		lines[i] = LineRow{
			Venue: b.Venue, BetID: b.BetID, Game: b.Game, GameName: b.GameName, Status: b.Status, Stake: money.Fen(b.Stake),
			Valid: money.Fen(b.Valid), Win: money.Fen(b.Win), BetAt: calendar.FromStored(b.BetAt), SettledAt: calendar.FromStored(b.SettledAt), Version: b.Version, raw: []byte(b.Raw),
		}
	}
	return lines
}

func listVersions(ctx context.Context, r db.Reader, venue, betID string) ([]row, error) {
	var rows []row
	err := r.NewRaw(`SELECT * FROM bet WHERE venue = ? AND bet_id = ? ORDER BY version`, venue, betID).Scan(ctx, &rows)
	return rows, err
}

// gameOf is a bet's game: its number in the catalogue, 0 if it is not shown there, and
// the catalogue's name, else the venue's.
func gameOf(ctx context.Context, r db.Reader, b row) (id int64, name string, err error) {
	err = r.NewRaw(`
		SELECT COALESCE(MAX(CASE WHEN hidden OR gone THEN 0 ELSE id END), 0), COALESCE(MAX(name), ?)
		FROM venue_game WHERE venue = ? AND code = ?`, b.GameName, b.Venue, b.Game).Scan(ctx, &id, &name)
	return id, name, err
}

func listFindings(ctx context.Context, r db.Reader, page staff.Page) ([]finding, int, error) {
	var rows []finding
	limit, offset := page.Bounds()
	total, err := r.NewSelect().Model(&rows).Where("solved_at = 0").OrderExpr("first_at, venue, bet_id").Limit(limit).Offset(offset).ScanAndCount(ctx)
	return rows, int(total), err
}

func validOfPlayers(ctx context.Context, r db.Reader, players []string, from, to time.Time) (map[string]money.Fen, error) {
	var rows []struct {
		Player string
		Valid  money.Fen
	}
	err := r.NewRaw(`
		SELECT player, CAST(SUM(valid) AS BIGINT) AS valid
		FROM bet
		WHERE current AND player IN (?) AND bet_at >= ? AND bet_at < ? AND stored_at < ?
		GROUP BY player`, bun.List(players), from.UnixMilli(), to.UnixMilli(), to.UnixMilli()).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("sum valid bets: %w", err)
	}
	sums := make(map[string]money.Fen, len(rows))
	for _, row := range rows {
		sums[row.Player] = row.Valid
	}
	return sums, nil
}

func validByVenue(ctx context.Context, r db.Reader, players []string, from, to calendar.Day) (map[string]map[string]money.Fen, error) {
	var rows []struct {
		Player, Venue string
		Valid         money.Fen
	}
	err := r.NewRaw(`
		SELECT player, venue, CAST(SUM(valid) AS BIGINT) AS valid
		FROM bet_day
		WHERE player IN (?) AND day BETWEEN ? AND ?
		GROUP BY player, venue
		HAVING SUM(valid) > 0`, bun.List(players), from, to).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("sum valid bets by venue: %w", err)
	}
	sums := map[string]map[string]money.Fen{}
	for _, row := range rows {
		if sums[row.Player] == nil {
			sums[row.Player] = map[string]money.Fen{}
		}
		sums[row.Player][row.Venue] = row.Valid
	}
	return sums, nil
}

// ofKind is a condition on bets: their game is of a kind, "" for any. The kind is the
// game's own in the catalogue, else its venue's, as venue.KindOf has it.
func ofKind(kind venue.Kind) (condition string, args []any) {
	if kind == "" {
		return "", nil
	}
	return ` AND COALESCE(
			(SELECT NULLIF(g.kind, '') FROM venue_game AS g WHERE g.venue = bet.venue AND g.code = bet.game),
			(SELECT v.kind FROM venue AS v WHERE v.code = bet.venue)) = ?`, []any{kind}
}

func validByOdds(ctx context.Context, r db.Reader, players []string, kind venue.Kind, from, to time.Time, by string) ([]OddsSum, error) {
	if len(players) == 0 {
		return nil, nil
	}
	condition, args := ofKind(kind)
	var rows []OddsSum
	err := r.NewRaw(`
		SELECT `+by+`, CAST(SUM(valid) AS BIGINT) AS valid
		FROM bet
		WHERE current AND player IN (?) AND bet_at >= ? AND bet_at < ? AND valid > 0`+condition+`
		GROUP BY `+by, append([]any{bun.List(players), from.UnixMilli(), to.UnixMilli()}, args...)...).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("sum valid bets: %w", err)
	}
	return rows, nil
}

// settledMost bounds the bets that a streak is looked for in.
const settledMost = 5_000

func settledSince(ctx context.Context, r db.Reader, player string, kind venue.Kind, from time.Time) ([]Line, error) {
	condition, args := ofKind(kind)
	args = append([]any{player, from.UnixMilli()}, args...)
	var rows []row
	err := r.NewRaw(`
		SELECT * FROM (
			SELECT venue, bet_id, version, player, status, stake, valid, win, odds, odds_type, parlay, round, reason, sold, bet_at, settled_at FROM bet
			WHERE player = ? AND current AND status = 'settled' AND settled_at >= ?`+condition+`
			ORDER BY settled_at DESC, bet_id DESC LIMIT ?
		) AS newest ORDER BY settled_at, bet_at, bet_id, venue`, append(args, settledMost)...).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("settled bets of %s: %w", player, err)
	}
	lines := make([]Line, len(rows))
	for i, b := range rows {
		lines[i] = Line{
			Venue: b.Venue, BetID: b.BetID, Version: b.Version, Player: b.Player, Status: b.Status, Stake: money.Fen(b.Stake), Valid: money.Fen(b.Valid),
			Win: money.Fen(b.Win), Odds: b.Odds, OddsType: b.OddsType, Parlay: b.Parlay, Round: b.Round, Reason: b.Reason, Sold: b.Sold,
			BetAt: calendar.FromStored(b.BetAt), SettledAt: calendar.FromStored(b.SettledAt),
		}
	}
	return lines, nil
}

func netOf(ctx context.Context, r db.Reader, players []string, from, to calendar.Day) (map[string]money.Fen, error) {
	var rows []struct {
		Player string
		Win    money.Fen
	}
	err := r.NewRaw("SELECT player, CAST(SUM(win) AS BIGINT) AS win FROM bet_day WHERE player IN (?) AND day BETWEEN ? AND ? GROUP BY player",
		bun.List(players), from, to).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("sum results: %w", err)
	}
	sums := make(map[string]money.Fen, len(rows))
	for _, row := range rows {
		sums[row.Player] = row.Win
	}
	return sums, nil
}

func openOf(ctx context.Context, r db.Reader, players []string, from, to time.Time) (map[string]int, error) {
	var rows []struct {
		Player string
		N      int
	}
	err := r.NewRaw("SELECT player, COUNT(*) AS n FROM bet WHERE current AND status = 'open' AND player IN (?) AND bet_at >= ? AND bet_at < ? GROUP BY player",
		bun.List(players), from.UnixMilli(), to.UnixMilli()).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("count open bets: %w", err)
	}
	counts := make(map[string]int, len(rows))
	for _, row := range rows {
		counts[row.Player] = row.N
	}
	return counts, nil
}

// slowest is how long before the requested time a bet may have been placed and
// still count in it. Bets are found by their placing time.
const slowest = 90 * 24 * time.Hour

func netOfPlayer(ctx context.Context, r db.Reader, player string, from, to time.Time) (net money.Fen, err error) {
	err = r.NewRaw(`
		SELECT CAST(COALESCE(SUM(win), 0) AS BIGINT)
		FROM bet
		WHERE current AND player = ? AND bet_at >= ? AND status = 'settled' AND settled_at >= ? AND settled_at < ?`,
		player, from.Add(-slowest).UnixMilli(), from.UnixMilli(), to.UnixMilli()).Scan(ctx, &net)
	if err != nil {
		return 0, fmt.Errorf("sum results of %s: %w", player, err)
	}
	return net, nil
}
