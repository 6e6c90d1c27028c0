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
	"hongyun/internal/venue"
)

// SearchLimit bounds the rows that a search counts and pages through.
const SearchLimit = 10_000

// SearchSpan is the longest time that a search without a player, an account or a
// bet id may look at.
const SearchSpan = 7 * 24 * time.Hour

// The outcomes of a finished bet.
const (
	Won   = "won"
	Lost  = "lost"
	Drawn = "drawn"
)

// Search narrows the bets of all players; empty fields do not.
type Search struct {
	Player  string
	Account string // the player's name at a venue, in full
	Venue   string
	BetID   string // the venue's, in full, with or without the word before a scene's number (H-508)
	Round   string // the venue's number of a round or match, in full
	Kind    venue.Kind
	Game    string // the venue's code of a game, or a part of its name
	Code    string // the venue's code of a game, in full
	Status  string // Open, Settled or Void
	Outcome string // Won, Lost, Drawn or Void
	Parlay  *bool
	Changed bool // only bets that the venue has reported more than once

	Min, Max         *money.Fen
	MinOdds, MaxOdds string // decimals, compared with the odds as the venue writes them

	BySettling bool      // From and To are times of settling, and not of placing
	From, To   time.Time // [From, To)
	Page       staff.Page

	players []string      // behind Account
	span    time.Duration // it may look at; SearchSpan if 0
}

// searchTime bounds a search and its wait; searchesAtOnce are under way at a time (H-325).
const (
	searchTime     = 5 * time.Second
	searchesAtOnce = 2
)

// Find returns bets of all players in their newest versions, the newest bet
// first. The count ends at SearchLimit. A search without player, account, bet
// id and time covers the last day. A search over more than SearchSpan, or
// without a beginning, is ErrTooWide; a slow one is ErrSearchTime.
func (b *Bets) Find(ctx context.Context, s Search) ([]Line, int, error) {
	if err := s.bound(b.db.Clock().Now()); err != nil {
		return nil, 0, err
	}
	limited, cancel := context.WithTimeout(ctx, searchTime)
	defer cancel()
	lines, total, err := b.find(limited, s)
	if err != nil && ctx.Err() == nil && limited.Err() != nil {
		return nil, 0, fmt.Errorf("%w: %w", ErrSearchTime, err)
	}
	return lines, total, err
}

func (b *Bets) find(ctx context.Context, s Search) ([]Line, int, error) {
	select {
	case b.searches <- struct{}{}:
		defer func() { <-b.searches }()
	case <-ctx.Done():
		return nil, 0, ctx.Err()
	}
	if s.Account != "" {
		var err error
		if s.players, err = b.venues.AccountHolders(ctx, b.db, s.Account); err != nil || len(s.players) == 0 {
			return nil, 0, err
		}
	}
	rows, total, err := findBets(ctx, b.db, s)
	if err != nil {
		return nil, 0, fmt.Errorf("find bets: %w", err)
	}
	return linesOf(rows), total, nil
}

// bound sets the times of a search that names none, and refuses one that would
// read too many bets.
func (s *Search) bound(now time.Time) error {
	if s.Player != "" || s.Account != "" || s.BetID != "" {
		return nil
	}
	if s.From.IsZero() && s.To.IsZero() {
		s.From = now.Add(-24 * time.Hour)
		return nil
	}
	end := s.To
	if end.IsZero() {
		end = now
	}
	most, fault := SearchSpan, ErrTooWide
	if s.span > 0 {
		most, fault = s.span, ErrExportWide
	}
	if s.From.IsZero() || end.Sub(s.From) > most {
		return fault
	}
	return nil
}

// The conditions by which a search reaches its bets, the narrowest first. Each
// has an index.
const (
	byBet = iota
	byRound
	byPlayer
	byTime
)

// way is the narrowest condition that a search has.
func (s Search) way() int {
	switch {
	case s.BetID != "":
		return byBet
	case s.Round != "":
		return byRound
	case s.Player != "" || s.Account != "":
		return byPlayer
	}
	return byTime
}

// clauses are the conditions of a search as SQL.
type clauses struct {
	few   func(condition string) string
	parts []string
	args  []any
}

func (c *clauses) add(condition string, values ...any) {
	c.parts = append(c.parts, condition)
	c.args = append(c.args, values...)
}

// reach adds a condition, and says that few bets meet it where the search reaches
// its bets by it.
func (c *clauses) reach(reaches bool, condition string, values ...any) {
	if reaches {
		condition = c.few(condition)
	}
	c.add(condition, values...)
}

// time is the column that From and To are about.
func (s Search) time() string {
	if s.BySettling {
		return "bet.settled_at"
	}
	return "bet.bet_at"
}

// conditions writes the search as SQL. A partial index is only used if the
// query contains its condition.
func (s Search) conditions(d *db.DB, venues []string) (where string, args []any) {
	c := clauses{few: d.Few}
	c.add("bet.current")
	way := s.way()
	if s.Venue != "" {
		c.add("bet.venue = ?", s.Venue)
	} else if way == byBet || way == byRound { // these indexes begin with the venue
		c.add("bet.venue IN (?)", bun.List(venues))
	}
	if s.BetID != "" {
		c.reach(way == byBet, "bet.bet_id IN (?)", bun.List(numbered(s.BetID)))
	}
	if s.Round != "" {
		c.add("bet.round <> ''")
		c.reach(way == byRound, "bet.round = ?", s.Round)
	}
	if s.Player != "" {
		c.reach(way == byPlayer, "bet.player = ?", s.Player)
	}
	if s.Account != "" {
		c.reach(way == byPlayer && s.Player == "", "bet.player IN (?)", bun.List(s.players))
		c.add("bet.account = ?", s.Account)
	}
	if s.BySettling {
		c.add("bet.settled_at > 0")
	}
	if !s.From.IsZero() {
		c.reach(way == byTime, s.time()+" >= ?", s.From.UnixMilli())
	}
	if !s.To.IsZero() {
		c.add(s.time()+" < ?", s.To.UnixMilli())
	}
	s.content(d, &c)
	return strings.Join(c.parts, " AND "), c.args
}

// outcomes are the outcomes as conditions.
var outcomes = map[string]string{
	Won:   "bet.status = 'settled' AND bet.win > 0",
	Lost:  "bet.status = 'settled' AND bet.win < 0",
	Drawn: "bet.status = 'settled' AND bet.win = 0",
	Void:  "bet.status = 'void'",
}

// numbered are the ids that a bet with a number may have. A person may type the number
// without the mark of a fishing scene.
func numbered(number string) []string {
	if strings.HasPrefix(number, venue.SceneMark) {
		return []string{number}
	}
	return []string{number, venue.SceneMark + number}
}

// content adds the conditions that need no index: they choose among the bets
// that the others reach.
func (s Search) content(d *db.DB, c *clauses) {
	if s.Kind != "" {
		c.add("COALESCE(NULLIF(venue_game.kind, ''), venue.kind) = ?", s.Kind)
	}
	if s.Game != "" {
		c.add("(bet.game = ? OR "+d.Like("COALESCE(venue_game.name, bet.game_name)")+")", s.Game, db.Contains(s.Game))
	}
	if s.Code != "" {
		c.add("bet.game = ?", s.Code)
	}
	if s.Status != "" {
		c.add("bet.status = ?", s.Status)
	}
	if condition, known := outcomes[s.Outcome]; known {
		c.add(condition)
	}
	if s.Parlay != nil {
		c.add("bet.parlay = ?", *s.Parlay)
	}
	if s.Changed {
		c.add("bet.version > 1")
	}
	if s.Min != nil {
		c.add("bet.stake >= ?", int64(*s.Min))
	}
	if s.Max != nil {
		c.add("bet.stake <= ?", int64(*s.Max))
	}
	if s.MinOdds != "" {
		c.add(d.Decimal("bet.odds")+" >= CAST(? AS NUMERIC)", s.MinOdds)
	}
	if s.MaxOdds != "" {
		c.add(d.Decimal("bet.odds")+" <= CAST(? AS NUMERIC)", s.MaxOdds)
	}
}

// orderMark is where the conditions of a page end.
const orderMark = `
		ORDER BY `

// search is the text of a search: what it counts by, and what it reads a page by.
type search struct {
	count, page string
	from        string // the tables with the conditions
	args        []any  // of count, without its limit
	venues      []string
}

func (s Search) text(d *db.DB, venues []string) search {
	where, args := s.conditions(d, venues)
	from := `
		FROM bet
		LEFT JOIN venue_game ON venue_game.venue = bet.venue AND venue_game.code = bet.game`
	if s.Kind != "" {
		from += `
		LEFT JOIN venue ON venue.code = bet.venue`
	}
	from += `
		WHERE ` + where
	return search{
		count: `SELECT COUNT(*) FROM (SELECT 1 ` + from + ` LIMIT ?) AS found`,
		page: `
		SELECT bet.venue, bet.bet_id, bet.version, bet.player, bet.account, bet.game, COALESCE(venue_game.name, bet.game_name) AS game_name,
			bet.status, bet.stake, bet.valid, bet.win, bet.odds, bet.odds_type, bet.parlay, bet.bet_at, bet.settled_at, bet.updated_at,
			bet.stored_at, bet.day, bet.reason, bet.entry, bet.round, bet.market, bet.side` + from + orderMark + s.time() + ` DESC, bet.venue DESC, bet.bet_id DESC
		LIMIT ? OFFSET ?`,
		from: from, args: args, venues: venues,
	}
}

// below is the text of what comes after a bet, in the order of the search's pages.
func (s Search) below(t search, last row) search {
	at := last.BetAt
	if s.BySettling {
		at = last.SettledAt
	}
	t.page = strings.Replace(t.page, orderMark, " AND ("+s.time()+", bet.venue, bet.bet_id) < (?, ?, ?)"+orderMark, 1)
	t.args = append(t.args[:len(t.args):len(t.args)], at, last.Venue, last.BetID)
	return t
}

// venuesFor are the venues that a search names where it reaches its bets by an
// index that begins with one.
func venuesFor(ctx context.Context, d *db.DB, s Search) (venues []string, err error) {
	if way := s.way(); s.Venue == "" && (way == byBet || way == byRound) {
		err = d.NewRaw("SELECT code FROM venue").Scan(ctx, &venues)
	}
	return venues, err
}

func findBets(ctx context.Context, d *db.DB, s Search) ([]row, int, error) {
	venues, err := venuesFor(ctx, d, s)
	if err != nil {
		return nil, 0, err
	}
	text := s.text(d, venues)
	step, err := s.orders().Step(s.Page, true)
	if err != nil {
		return nil, 0, err
	}
	var total int
	err = d.NewRaw(text.count, append(text.args, SearchLimit)...).Scan(ctx, &total)
	if err != nil || total == 0 {
		return nil, 0, err
	}
	var rows []row
	query, args := text.step(step)
	if err := d.NewRaw(query, args...).Scan(ctx, &rows); err != nil {
		return nil, 0, err
	}
	return step.Cut(rows), total, nil
}

// orders are the orders of a search: by the time it is about, both ways. No
// index carries another one over the bets of the whole site.
func (s Search) orders() staff.Orders[row] {
	return staff.Orders[row]{{Name: "at", Columns: []string{s.time(), "bet.venue", "bet.bet_id"}, Of: func(r row) []any {
		at := r.BetAt
		if s.BySettling {
			at = r.SettledAt
		}
		return []any{at, r.Venue, r.BetID}
	}}}
}

// step is the query of one page of a search.
func (t search) step(st staff.Step[row]) (query string, args []any) {
	query, _, _ = strings.Cut(t.page, orderMark)
	args = append(t.args[:len(t.args):len(t.args)], st.Args...)
	if st.Where != "" {
		query += " AND " + st.Where
	}
	return query + orderMark + st.Order + " LIMIT ? OFFSET ?", append(args, st.Limit, min(st.Offset, SearchLimit))
}
