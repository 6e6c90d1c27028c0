package lobby

import (
	"context"
	"slices"
	"time"

	"hongyun/internal/bet"
	"hongyun/internal/bet/latest"
	"hongyun/internal/money"
	"hongyun/internal/venue"
)

const (
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
	toldPage
}

// toldPage is what the bets of a venue tell of one kind of its games.
type toldPage struct {
	Boards
	Wins []Win
}

type ownKey struct {
	venue string
	kind  venue.Kind
}

type ownGames struct {
	games []venue.Game
	total int
}

// Venue gives the page of a venue, by its code or platform id, for one kind of its
// games. An unknown venue is venue.ErrNoVenue. A kind that the venue has no games of has
// only those of other venues.
func (l *Lobby) Venue(ctx context.Context, codeOrID string, kind venue.Kind) (VenueFront, error) {
	of, err := l.Venues.Get(ctx, l.DB, codeOrID)
	if err != nil {
		return VenueFront{}, err
	}
	if !slices.Contains(venue.Kinds, kind) {
		return VenueFront{}, nil
	}
	own, err := l.ownGames(ctx, of.Code, kind)
	if err != nil {
		return VenueFront{}, err
	}
	front := VenueFront{Games: own.games, Total: own.total}
	if front.Elsewhere, err = l.others(ctx, of.Code, kind); err != nil || own.total == 0 {
		return front, err
	}
	told, err := l.toldPages(ctx, of.Code)
	front.toldPage = told[kind]
	return front, err
}

// VenueWins gives the wins of the page of a venue alone.
func (l *Lobby) VenueWins(ctx context.Context, codeOrID string, kind venue.Kind) ([]Win, error) {
	of, err := l.Venues.Get(ctx, l.DB, codeOrID)
	if err != nil {
		return nil, err
	}
	told, err := l.toldPages(ctx, of.Code)
	return told[kind].Wins, err
}

func (l *Lobby) ownGames(ctx context.Context, code string, kind venue.Kind) (ownGames, error) {
	return l.own.get(ctx, l.DB.Clock().Now, ownKey{code, kind}, func(ctx context.Context) (own ownGames, err error) {
		own.games, own.total, err = l.Venues.Own(ctx, l.DB, code, kind, ownShown)
		return own, err
	})
}

// others are games of a kind at venues other than one. One list serves the pages of all
// venues. Venues take turns in it, so twice the games that are shown leave enough
// without those of one venue.
func (l *Lobby) others(ctx context.Context, code string, kind venue.Kind) ([]venue.Game, error) {
	all, err := l.everywhere.get(ctx, l.DB.Clock().Now, kind, func(ctx context.Context) ([]venue.Game, error) {
		return l.Venues.Everywhere(ctx, l.DB, kind, 2*otherShown)
	})
	if err != nil {
		return nil, err
	}
	list := make([]venue.Game, 0, otherShown)
	for _, g := range all {
		if g.Venue != code && len(list) < otherShown {
			list = append(list, g)
		}
	}
	return list, nil
}

// toldPages gives what a venue told lately, by the kinds of its games.
func (l *Lobby) toldPages(ctx context.Context, code string) (map[venue.Kind]toldPage, error) {
	return l.told.get(ctx, l.DB.Clock().Now, code, func(ctx context.Context) (map[venue.Kind]toldPage, error) {
		told, err := l.toldOf(ctx, code)
		if err != nil {
			return nil, err
		}
		pages := map[venue.Kind]toldPage{}
		for kind, bets := range told {
			wins, err := l.venueWins(ctx, bets)
			if err != nil {
				return nil, err
			}
			pages[kind] = toldPage{Boards: boardsOf(kind, bets), Wins: wins}
		}
		return pages, nil
	})
}

// toldBet is a bet with the game that players can see.
type toldBet struct {
	bet.Line
	Facts venue.BetFacts // in the venue's own row of it

	game venue.Game // the zero value where the catalogue has none
	name string     // of the game; "" where neither catalogue nor venue has one
}

// toldOf reads what a venue told lately, by the kinds of its games. A void bet tells
// nothing, and neither does an old bet that was corrected today.
func (l *Lobby) toldOf(ctx context.Context, code string) (map[venue.Kind][]toldBet, error) {
	since := l.DB.Clock().Now().Add(-boardSpan)
	all, err := latest.Told(ctx, l.DB, code, since)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(b bet.Line) bool { return b.Status == bet.Void || b.BetAt.Before(since) })
	keys := map[venue.GameKey]bool{}
	for _, b := range all {
		keys[keyOf(b)] = true
	}
	games, err := l.Venues.Keyed(ctx, l.DB, keys)
	if err != nil {
		return nil, err
	}
	told := map[venue.Kind][]toldBet{}
	for _, b := range all {
		kind, err := l.Venues.KindOf(ctx, l.DB, b.Venue, b.Game)
		if err != nil {
			return nil, err
		}
		t := toldBet{Line: b, Facts: l.Bets.Facts(b), name: b.GameName}
		if game, found := games[keyOf(b)]; found {
			t.game, t.name = game, game.Name
		}
		told[kind] = append(told[kind], t)
	}
	for _, bets := range told {
		slices.SortStableFunc(bets, func(a, b toldBet) int { return b.seen().Compare(a.seen()) })
	}
	return told, nil
}

func keyOf(b bet.Line) venue.GameKey { return venue.GameKey{Venue: b.Venue, Code: b.Game} }

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
		list = append(list, Win{Player: Mask(t.Player), Game: t.game, Name: t.name, Amount: t.Win, At: t.SettledAt.Truncate(time.Minute)})
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
