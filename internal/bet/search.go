package bet

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/staff"
)

// SearchLimit bounds the rows that a search counts and pages through.
const SearchLimit = 10_000

// SearchSpan is the longest time that a search without a player or a bet id
// looks at.
const SearchSpan = 31 * 24 * time.Hour

// Search narrows the bets of all players; empty fields do not.
type Search struct {
	Player   string
	Venue    string
	BetID    string // the venue's, in full
	Game     string // the venue's code of a game, or a part of its name
	Status   string // Open, Settled or Void
	Changed  bool   // only bets that the venue has reported more than once
	Min, Max *money.Fen
	From, To time.Time // by the time of placing, [From, To)
	Page     staff.Page
}

// Find gives bets of all players in their newest versions, the newest bet
// first. The count ends at SearchLimit. A search by neither player nor bet id
// looks at SearchSpan before its end at most, and at the last day when it names
// no time.
func (b *Bets) Find(ctx context.Context, s Search) ([]Line, int, error) {
	s.bound(b.db.Clock().Now())
	rows, total, err := findBets(ctx, b.db, s)
	if err != nil {
		return nil, 0, fmt.Errorf("find bets: %w", err)
	}
	return linesOf(rows), total, nil
}

// bound sets the times of a search that would otherwise read every bet.
func (s *Search) bound(now time.Time) {
	if s.Player != "" || s.BetID != "" {
		return
	}
	end := s.To
	if end.IsZero() {
		end = now
	}
	if s.From.IsZero() && s.To.IsZero() {
		s.From = end.Add(-24 * time.Hour)
	}
	if oldest := end.Add(-SearchSpan); s.From.Before(oldest) {
		s.From = oldest
	}
}

// conditions writes the search as SQL.
func (s Search) conditions(venues []string) (where string, args []any) {
	parts := []string{"bet.current"}
	add := func(condition string, values ...any) {
		parts = append(parts, condition)
		args = append(args, values...)
	}
	if s.Player != "" {
		add("bet.player = ?", s.Player)
	}
	if s.Venue != "" {
		add("bet.venue = ?", s.Venue)
	} else if s.BetID != "" { // the index of bets begins with the venue
		add("bet.venue IN (?)", bun.In(venues))
	}
	if s.BetID != "" {
		add("bet.bet_id = ?", s.BetID)
	}
	if s.Game != "" {
		like := "%" + strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(s.Game) + "%"
		add(`(bet.game = ? OR COALESCE(venue_game.name, bet.game_name) LIKE ? ESCAPE '\')`, s.Game, like)
	}
	if s.Status != "" {
		add("bet.status = ?", s.Status)
	}
	if s.Changed {
		add("bet.version > 1")
	}
	if s.Min != nil {
		add("bet.stake >= ?", int64(*s.Min))
	}
	if s.Max != nil {
		add("bet.stake <= ?", int64(*s.Max))
	}
	if !s.From.IsZero() {
		add("bet.bet_at >= ?", s.From.UnixMilli())
	}
	if !s.To.IsZero() {
		add("bet.bet_at < ?", s.To.UnixMilli())
	}
	return strings.Join(parts, " AND "), args
}

func findBets(ctx context.Context, r db.Reader, s Search) ([]row, int, error) {
	var venues []string
	if s.BetID != "" && s.Venue == "" {
		if err := r.NewRaw("SELECT code FROM venue").Scan(ctx, &venues); err != nil {
			return nil, 0, err
		}
	}
	where, args := s.conditions(venues)
	const from = `
		FROM bet
		LEFT JOIN venue_game ON venue_game.venue = bet.venue AND venue_game.code = bet.game
		WHERE `
	var total int
	err := r.NewRaw("SELECT COUNT(*) FROM (SELECT 1 "+from+where+" LIMIT ?) AS found", append(args, SearchLimit)...).Scan(ctx, &total)
	if err != nil || total == 0 {
		return nil, 0, err
	}
	var rows []row
	limit, offset := s.Page.Bounds()
	err = r.NewRaw(`
		SELECT bet.venue, bet.bet_id, bet.version, bet.player, bet.account, bet.game, COALESCE(venue_game.name, bet.game_name) AS game_name,
			bet.status, bet.stake, bet.valid, bet.win, bet.odds, bet.odds_type, bet.parlay, bet.bet_at, bet.settled_at, bet.updated_at,
			bet.stored_at, bet.day, bet.reason, bet.entry, bet.round, bet.market, bet.side`+from+where+`
		ORDER BY bet.bet_at DESC, bet.venue DESC, bet.bet_id DESC
		LIMIT ? OFFSET ?`, append(args, limit, min(offset, SearchLimit))...).Scan(ctx, &rows)
	return rows, total, err
}
