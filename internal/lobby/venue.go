package lobby

import (
	"context"
	"slices"
	"sync"
	"time"

	"hongyun/internal/bet"
	"hongyun/internal/money"
	"hongyun/internal/venue"
)

const (
	boardBets  = 300 // the newest of a venue, of all its kinds
	boardSpan  = 24 * time.Hour
	ownShown   = 96
	otherShown = 16
	winsShown  = 8
)

// VenueFront is the page of one venue for one kind of its games. Each board is empty
// where the venue's bets do not tell what it shows.
type VenueFront struct {
	Games     []venue.Game // of the venue
	Total     int          // games of the venue; Games may be fewer
	Elsewhere []venue.Game // of this kind at other venues
	Boards
	Wins []Win
}

// fronts are the pages of venues as they were read last.
type fronts struct {
	mu    sync.Mutex
	pages map[frontKey]*frontPage
}

type frontKey struct {
	venue string
	kind  venue.Kind
}

// frontPage is one page. Its lock lets one reader at a time look at the database,
// and does not hold up the pages of other venues.
type frontPage struct {
	mu     sync.Mutex
	front  VenueFront
	readAt time.Time
}

// page finds the place of a page. There are as many as venues have kinds.
func (f *fronts) page(key frontKey) *frontPage {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.pages == nil {
		f.pages = map[frontKey]*frontPage{}
	}
	if f.pages[key] == nil {
		f.pages[key] = &frontPage{}
	}
	return f.pages[key]
}

// Venue gives the page of a venue, by its code or platform id, for one kind of its
// games. The page is at most FrontAge old. An unknown venue is venue.ErrNoVenue.
func (l *Lobby) Venue(ctx context.Context, codeOrID string, kind venue.Kind) (VenueFront, error) {
	of, err := l.Venues.Get(ctx, l.DB, codeOrID)
	if err != nil {
		return VenueFront{}, err
	}
	if !slices.Contains(venue.Kinds, kind) {
		return VenueFront{}, nil
	}
	p := l.fronts.page(frontKey{of.Code, kind})
	p.mu.Lock()
	defer p.mu.Unlock()
	now := l.DB.Clock().Now()
	if age := now.Sub(p.readAt); !p.readAt.IsZero() && age >= 0 && age < FrontAge {
		return p.front, nil
	}
	front, err := l.readVenue(ctx, of.Code, kind, now)
	if err != nil {
		return VenueFront{}, err
	}
	p.front, p.readAt = front, now
	return front, nil
}

func (l *Lobby) readVenue(ctx context.Context, code string, kind venue.Kind, now time.Time) (front VenueFront, err error) {
	if front.Games, front.Total, err = l.Venues.Own(ctx, l.DB, code, kind, ownShown); err != nil {
		return VenueFront{}, err
	}
	if front.Elsewhere, err = l.Venues.Elsewhere(ctx, l.DB, code, kind, otherShown); err != nil {
		return VenueFront{}, err
	}
	told, err := l.toldOf(ctx, code, kind, now)
	if err != nil || len(told) == 0 {
		return front, err
	}
	front.Boards = boardsOf(kind, told)
	front.Wins, err = l.venueWins(ctx, told)
	return front, err
}

// toldBet is a bet of the wanted kind, with the game that players can see.
type toldBet struct {
	bet.Line
	Facts venue.BetFacts // in the venue's own row of it

	game venue.Game // the zero value where the catalogue has none
	name string     // of the game; "" where neither catalogue nor venue has one
}

// toldOf reads what a venue told lately of one kind of its games. A void bet tells
// nothing, and neither does an old bet that was corrected today.
func (l *Lobby) toldOf(ctx context.Context, code string, kind venue.Kind, now time.Time) ([]toldBet, error) {
	since := now.Add(-boardSpan)
	all, err := l.Bets.LatestTold(ctx, l.DB, code, since, boardBets)
	if err != nil {
		return nil, err
	}
	keys := map[venue.GameKey]bool{}
	var list []toldBet
	for _, t := range all {
		of, err := l.Venues.KindOf(ctx, l.DB, t.Venue, t.Game)
		if err != nil {
			return nil, err
		}
		if of != kind || t.Status == bet.Void || t.BetAt.Before(since) {
			continue
		}
		keys[venue.GameKey{Venue: t.Venue, Code: t.Game}] = true
		list = append(list, toldBet{Line: t, Facts: l.Bets.Facts(t), name: t.GameName})
	}
	games, err := l.Venues.Keyed(ctx, l.DB, keys)
	if err != nil {
		return nil, err
	}
	for i, t := range list {
		if game, found := games[venue.GameKey{Venue: t.Venue, Code: t.Game}]; found {
			list[i].game, list[i].name = game, game.Name
		}
	}
	slices.SortStableFunc(list, func(a, b toldBet) int { return b.seen().Compare(a.seen()) })
	return list, nil
}

// seen is when the latest thing happened to a bet, in the venue's time.
func (t toldBet) seen() time.Time {
	if t.SettledAt.IsZero() {
		return t.BetAt
	}
	return t.SettledAt
}

// venueWins are the latest wins among told bets, two of one player at most. Players
// who may not play are left out, as on the home page.
func (l *Lobby) venueWins(ctx context.Context, told []toldBet) ([]Win, error) {
	var won []toldBet
	var players []string
	for _, t := range told {
		if t.Status != bet.Settled || t.Win < money.Yuan || t.name == "" {
			continue
		}
		won = append(won, t)
		if !slices.Contains(players, t.Player) {
			players = append(players, t.Player)
		}
	}
	barred, err := l.barred(ctx, players)
	if err != nil {
		return nil, err
	}
	var list []Win
	of := map[string]int{}
	for _, t := range won {
		if barred[t.Player] || of[t.Player] == winsEach {
			continue
		}
		of[t.Player]++
		list = append(list, Win{Player: Mask(t.Player), Game: t.game, Name: t.name, Amount: t.Win, At: t.SettledAt})
		if len(list) == winsShown {
			break
		}
	}
	return list, nil
}

// barred are the players among some who stopped themselves or were blocked by staff.
func (l *Lobby) barred(ctx context.Context, players []string) (map[string]bool, error) {
	stops, err := l.Guard.StandingOf(ctx, l.DB, players)
	if err != nil {
		return nil, err
	}
	blocks, err := l.Guard.BlocksOf(ctx, l.DB, players)
	if err != nil {
		return nil, err
	}
	barred := map[string]bool{}
	for _, player := range players {
		_, stopped := stops[player]
		barred[player] = stopped || len(blocks[player]) > 0
	}
	return barred, nil
}
