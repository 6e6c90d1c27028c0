package bet

import (
	"context"
	"errors"
	"fmt"
	"time"

	"hongyun/internal/bet/words"
	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/staff"
	"hongyun/internal/venue"
)

// PageSize is the number of rows of a report's page. The documented client
// asks for page 1 alone (REC-03, REC-04), so a page holds a long evening.
const PageSize = 100

// Sum is the total of finished bets.
type Sum struct {
	Count int64
	Stake money.Fen
	Valid money.Fen
	Win   money.Fen
}

// DayRow is a player's day.
type DayRow struct {
	Day calendar.Day
	Sum
}

// DayReport is a page of a player's days, the newest first, with the sums over
// the whole period.
type DayReport struct {
	Items []DayRow
	Sum   Sum
	Total int // days in the period
}

// ByDay reports a player's days of a period, which is a TimeType of the
// documented calls (D-28). The types are 0 all, 1 this month, 2 this week, 3
// last month, 4 last week (REC-03). A day is that of the bets' placing, in
// GMT+8; open bets are in no report. Another TimeType is ErrPeriod.
func (b *Bets) ByDay(ctx context.Context, player string, timeType, page int) (DayReport, error) {
	from, to, ok := calendar.PeriodOf(timeType, calendar.DayOf(b.db.Clock().Now()))
	if !ok {
		return DayReport{}, ErrPeriod
	}
	if to == 0 {
		to = 99991231
	}
	r, err := reportDays(ctx, b.db, player, from, to, page)
	if err != nil {
		return DayReport{}, fmt.Errorf("report days of %s: %w", player, err)
	}
	return r, nil
}

// VenueRow is a player's day at one venue.
type VenueRow struct {
	Code       string
	PlatformID int // D-28: the documented GameType
	Name       string
	Sum
}

// VenueReport is a page of the venues of a player's day, with the day's sums.
type VenueReport struct {
	Items []VenueRow
	Sum   Sum
	Total int
}

// ByVenue reports a player's day venue by venue, in the order of the catalogue
// (REC-04).
func (b *Bets) ByVenue(ctx context.Context, player string, day calendar.Day, page int) (VenueReport, error) {
	rows, err := reportVenues(ctx, b.db, player, day)
	if err != nil {
		return VenueReport{}, fmt.Errorf("report venues of %s: %w", player, err)
	}
	entries, err := b.venues.List(ctx, b.db)
	if err != nil {
		return VenueReport{}, err
	}
	var r VenueReport
	for _, e := range entries {
		s, played := rows[e.Code]
		if !played {
			continue
		}
		r.Items = append(r.Items, VenueRow{Code: e.Code, PlatformID: e.ID, Name: e.Name, Sum: s})
		r.Sum.add(s)
	}
	r.Total = len(r.Items)
	from, to := bounds(page, r.Total)
	r.Items = r.Items[from:to]
	return r, nil
}

// LineRow is one finished bet.
type LineRow struct {
	Venue     string
	VenueName string
	BetID     string
	Game      string
	GameName  string
	Status    string // Settled or Void
	Stake     money.Fen
	Valid     money.Fen
	Win       money.Fen
	BetAt     time.Time
	SettledAt time.Time
	Version   int
	Pick      string // what it was on, in short; "" where the venue tells none, as Outcome
	Outcome   string // how its round or match ended
	raw       []byte
}

// LineReport is a page of bets, the newest first, with the sums over all pages.
type LineReport struct {
	Items []LineRow
	Sum   Sum
	Total int
}

// Lines reports the finished bets of a player's day at one venue, by its code
// or platform id (REC-04). An unknown venue has no bets.
func (b *Bets) Lines(ctx context.Context, player string, day calendar.Day, venueCodeOrID string, page int) (LineReport, error) {
	e, err := b.venues.Get(ctx, b.db, venueCodeOrID)
	if errors.Is(err, venue.ErrNoVenue) {
		return LineReport{}, nil
	}
	if err != nil {
		return LineReport{}, err
	}
	f := Filter{Player: player, Venue: e.Code, From: day.Start(), To: day.End(), finished: true, Page: staff.Page{Number: page, Size: PageSize}}
	return b.List(ctx, f)
}

// Filter narrows a list of bets; empty fields do not. A player is needed.
type Filter struct {
	Player   string
	Venue    string
	Status   string    // Open, Settled or Void
	From, To time.Time // by the time of placing, [From, To)
	Page     staff.Page
	finished bool // leave open bets out
}

// List gives a player's bets in their newest versions, the newest bet first,
// with sums over the whole filter.
func (b *Bets) List(ctx context.Context, f Filter) (LineReport, error) {
	r, err := listBets(ctx, b.db, f)
	if err != nil {
		return LineReport{}, fmt.Errorf("list bets of %s: %w", f.Player, err)
	}
	names, err := b.venues.Names(ctx, b.db)
	if err != nil {
		return LineReport{}, err
	}
	for i := range r.Items {
		l := &r.Items[i]
		facts := b.reader(l.Venue)(l.raw)
		l.VenueName, l.Pick, l.Outcome = names[l.Venue], words.Pick(facts), words.Outcome(l.GameName, facts)
	}
	return r, nil
}

// Named gives the newest versions of a player's bets at one venue by their
// ids; what is not there is left out.
func (b *Bets) Named(ctx context.Context, player, venueCode string, betIDs []string) (map[string]LineRow, error) {
	found := make(map[string]LineRow, len(betIDs))
	if len(betIDs) == 0 {
		return found, nil
	}
	lines, err := namedBets(ctx, b.db, player, venueCode, betIDs)
	if err != nil {
		return nil, fmt.Errorf("bets of %s by their ids: %w", player, err)
	}
	for _, l := range lines {
		found[l.BetID] = l
	}
	return found, nil
}

// Versions gives every version of a bet, the first one first. The newest has the
// catalogue's name of the game.
func (b *Bets) Versions(ctx context.Context, venueCode, betID string) ([]Line, error) {
	rows, err := listVersions(ctx, b.db, venueCode, betID)
	if err == nil && len(rows) > 0 {
		newest := &rows[len(rows)-1]
		_, newest.GameName, err = gameOf(ctx, b.db, *newest)
	}
	if err != nil {
		return nil, fmt.Errorf("versions of bet %s: %w", betID, err)
	}
	return linesOf(rows), nil
}

func linesOf(rows []row) []Line {
	lines := make([]Line, len(rows))
	for i, r := range rows {
		lines[i] = Line{
			Venue: r.Venue, BetID: r.BetID, Version: r.Version, Player: r.Player, Account: r.Account, Game: r.Game, GameName: r.GameName,
			Status: r.Status, Stake: money.Fen(r.Stake), Valid: money.Fen(r.Valid), Win: money.Fen(r.Win), Odds: r.Odds, OddsType: r.OddsType,
			Parlay: r.Parlay, Round: r.Round, Market: r.Market, Side: r.Side, BetAt: calendar.FromStored(r.BetAt), SettledAt: calendar.FromStored(r.SettledAt), UpdatedAt: calendar.FromStored(r.UpdatedAt), StoredAt: calendar.FromStored(r.StoredAt),
			Day: calendar.Day(r.Day), Reason: r.Reason, Entry: r.Entry, Raw: r.Raw, Sold: r.Sold,
		}
	}
	return lines
}

// Totals are all finished bets of a player.
func (b *Bets) Totals(ctx context.Context, player string) (Sum, error) {
	var s Sum
	err := b.db.NewRaw(`
		SELECT `+daySums+` FROM bet_day WHERE player = ?`, player).Scan(ctx, &s)
	if err != nil {
		return Sum{}, fmt.Errorf("bet totals of %s: %w", player, err)
	}
	return s, nil
}

// Finding is a row of a venue that could not become a bet.
type Finding struct {
	Venue, BetID, Account string
	What                  string // "no_owner", "other_player" or "unreadable"
	Stake, Win            money.Fen
	Raw                   string
	FirstAt, LastAt       time.Time
}

// Findings lists the unsolved findings, the oldest first.
func (b *Bets) Findings(ctx context.Context, page staff.Page) ([]Finding, int, error) {
	rows, total, err := listFindings(ctx, b.db, page)
	if err != nil {
		return nil, 0, fmt.Errorf("list findings: %w", err)
	}
	found := make([]Finding, len(rows))
	for i, r := range rows {
		found[i] = Finding{
			Venue: r.Venue, BetID: r.BetID, Account: r.Account, What: r.What, Stake: money.Fen(r.Stake), Win: money.Fen(r.Win), Raw: r.Raw,
			FirstAt: calendar.FromStored(r.FirstAt), LastAt: calendar.FromStored(r.LastAt),
		}
	}
	return found, total, nil
}

func (s *Sum) add(o Sum) {
	s.Count += o.Count
	s.Stake += o.Stake
	s.Valid += o.Valid
	s.Win += o.Win
}

// bounds are the first and the last row of a page, half open.
func bounds(page, total int) (from, to int) {
	from = min((min(max(page, 1), 1_000_000)-1)*PageSize, total)
	return from, min(from+PageSize, total)
}

// ValidOf sums the valid bets that each of some players placed from one instant
// to another. The bets must be settled and stored before its end. Players
// without any are left out.
func (b *Bets) ValidOf(ctx context.Context, r db.Reader, players []string, from, to time.Time) (map[string]money.Fen, error) {
	return validOfPlayers(ctx, r, players, from, to)
}

// ValidByVenue sums each player's valid bets by venue over whole business days,
// from one to another, both included (H-07). Zero sums are left out.
func (b *Bets) ValidByVenue(ctx context.Context, r db.Reader, players []string, from, to calendar.Day) (map[string]map[string]money.Fen, error) {
	return validByVenue(ctx, r, players, from, to)
}

// Place is a venue as reports name it.
type Place struct {
	Code, Name string
	Kind       string // venue.Kind
}

// Places are all venues, in the order of the catalogue.
func (b *Bets) Places(ctx context.Context, r db.Reader) ([]Place, error) {
	entries, err := b.venues.List(ctx, r)
	places := make([]Place, len(entries))
	for i, e := range entries {
		places[i] = Place{Code: e.Code, Name: e.Name, Kind: string(e.Kind)}
	}
	return places, err
}

// ValidAt sums each player's valid bets on games of a kind, "" for all (H-445). The
// bets were placed from one instant to another, the second excluded. It uses the
// present versions; players without any are left out.
func (b *Bets) ValidAt(ctx context.Context, r db.Reader, players []string, kind venue.Kind, from, to time.Time) (map[string]money.Fen, error) {
	rows, err := validByOdds(ctx, r, players, kind, from, to, "player")
	sums := make(map[string]money.Fen, len(rows))
	for _, row := range rows {
		sums[row.Player] = row.Valid
	}
	return sums, err
}

// OddsSum is the total of a player's bets with the same odds.
type OddsSum struct {
	Player         string
	Odds, OddsType string // as the venue writes them
	Parlay         bool
	Valid          money.Fen
}

// ValidByOdds is ValidAt, apart by odds.
func (b *Bets) ValidByOdds(ctx context.Context, r db.Reader, players []string, kind venue.Kind, from, to time.Time) ([]OddsSum, error) {
	return validByOdds(ctx, r, players, kind, from, to, "player, odds, odds_type, parlay")
}

// SettledSince are a player's bets on games of a kind, "" for all, that were settled
// from an instant on. They come in the order of settlement: the newest, if there are
// very many. Bets settled at one instant come in the order in which they were placed.
func (b *Bets) SettledSince(ctx context.Context, r db.Reader, player string, kind venue.Kind, from time.Time) ([]Line, error) {
	return settledSince(ctx, r, player, kind, from)
}

// NetOf sums the results of each of some players, losses below zero, for bets
// placed from one business day to another, both included. Players without a
// finished bet are left out.
func (b *Bets) NetOf(ctx context.Context, r db.Reader, players []string, from, to calendar.Day) (map[string]money.Fen, error) {
	return netOf(ctx, r, players, from, to)
}

// OpenOf counts the bets that each of some players placed from one instant to
// another, the second not included, and that have no result yet.
func (b *Bets) OpenOf(ctx context.Context, r db.Reader, players []string, from, to time.Time) (map[string]int, error) {
	return openOf(ctx, r, players, from, to)
}

// SettledNet is the net result of a player's bets settled from one instant to
// another, the second excluded: below zero the player lost. Bets that took more
// than 90 days to settle are left out.
func (b *Bets) SettledNet(ctx context.Context, r db.Reader, player string, from, to time.Time) (money.Fen, error) {
	return netOfPlayer(ctx, r, player, from, to)
}
