// Package latest reads what a venue told last, for a page that everybody sees. The
// stakes and accounts of bets are left out.
package latest

import (
	"context"
	"fmt"
	"time"

	"hongyun/internal/bet"
	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/money"
)

const (
	// Each is how many bets of a kind of games are read at most.
	Each = 300

	// scanned is how many bets are looked through at a venue with games of several kinds.
	// A busy kind leaves the bets of another in sight.
	scanned = 10_000
)

// several reports whether a venue has games of more kinds than one.
const several = `
	SELECT EXISTS (
		SELECT 1 FROM venue_game AS g JOIN venue AS v ON v.code = g.venue
		WHERE g.venue = ? AND g.kind <> '' AND g.kind <> v.kind
	)`

// newest reads the index bet_told from its end. The condition on stored_at is written
// as the index has it: SQLite compares the two by their text.
const newest = `
	SELECT venue, bet_id, version, game, stored_at
	FROM bet
	WHERE venue = ? AND current AND stored_at > 0 AND stored_at >= ?
	ORDER BY stored_at DESC LIMIT ?`

// told takes the newest bets of each kind, and reads the rows of these alone.
const told = `
	SELECT b.venue, b.bet_id, b.version, b.player, b.game, b.game_name, b.status, b.win, b.sold, b.bet_at, b.settled_at, b.stored_at, b.raw
	FROM (
		SELECT n.venue, n.bet_id, n.version, ROW_NUMBER() OVER (
			PARTITION BY COALESCE(NULLIF(g.kind, ''), v.kind) ORDER BY n.stored_at DESC, n.bet_id
		) AS place
		FROM (` + newest + `) AS n
		JOIN venue AS v ON v.code = n.venue
		LEFT JOIN venue_game AS g ON g.venue = n.venue AND g.code = n.game
	) AS p
	JOIN bet AS b ON b.venue = p.venue AND b.bet_id = p.bet_id AND b.version = p.version
	WHERE p.place <= ?
	ORDER BY b.stored_at DESC, b.bet_id`

// last reads one row of the index bet_told for each venue.
const last = `
	SELECT code AS venue, (
		SELECT b.stored_at FROM bet AS b
		WHERE b.venue = v.code AND b.current AND b.stored_at > 0 ORDER BY b.stored_at DESC LIMIT 1
	) AS stored_at
	FROM venue AS v`

// Newest returns when the newest bet of each venue was stored or changed. A venue
// without bets is not in it.
func Newest(ctx context.Context, r db.Reader) (map[string]time.Time, error) {
	var rows []struct {
		Venue    string
		StoredAt *int64
	}
	if err := r.NewRaw(last).Scan(ctx, &rows); err != nil {
		return nil, fmt.Errorf("newest bets: %w", err)
	}
	newest := map[string]time.Time{}
	for _, row := range rows {
		if row.StoredAt != nil {
			newest[row.Venue] = calendar.FromStored(*row.StoredAt)
		}
	}
	return newest, nil
}

// Told returns the bets of a venue that were stored or changed since an instant, the
// latest first. It returns at most Each of every kind of games. The number of rows that
// it reads has a limit, however many bets there are.
func Told(ctx context.Context, r db.Reader, code string, since time.Time) ([]bet.Line, error) {
	most, more := Each, false
	if err := r.NewRaw(several, code).Scan(ctx, &more); err != nil {
		return nil, fmt.Errorf("kinds of games of %s: %w", code, err)
	}
	if more {
		most = scanned
	}
	var rows []struct {
		Venue, BetID, Player, Game, GameName, Status, Raw string
		Version                                           int
		Win, BetAt, SettledAt, StoredAt                   int64
		Sold                                              bool
	}
	if err := r.NewRaw(told, code, since.UnixMilli(), most, Each).Scan(ctx, &rows); err != nil {
		return nil, fmt.Errorf("latest bets of %s: %w", code, err)
	}
	lines := make([]bet.Line, len(rows))
	for i, b := range rows {
		lines[i] = bet.Line{
			Venue: b.Venue, BetID: b.BetID, Version: b.Version, Player: b.Player, Game: b.Game, GameName: b.GameName, Status: b.Status,
			Win: money.Fen(b.Win), Sold: b.Sold, Raw: b.Raw,
			BetAt: calendar.FromStored(b.BetAt), SettledAt: calendar.FromStored(b.SettledAt), StoredAt: calendar.FromStored(b.StoredAt),
		}
	}
	return lines, nil
}
