package arcade

import (
	"io/fs"
	"log/slog"
	"slices"
	"strings"

	"hongyun/internal/calendar"
	"hongyun/sandbox/books"
)

// Kind is what a page of a game looks like.
type Kind string

// The kinds of games.
const (
	KindSlot    Kind = "slot"
	KindLive    Kind = "live"
	KindFishing Kind = "fish"
	KindLottery Kind = "lottery"
	KindSports  Kind = "sport"
	KindEsports Kind = "esport"
	KindBoard   Kind = "board"
)

// Game is one game of a venue, as its catalogue tells it. Motif, Palette,
// Rarity and Seed are what its pictures are drawn from.
type Game struct {
	Code    string `json:"code"`
	Name    string `json:"name"`
	Kind    Kind   `json:"kind"`
	Theme   string `json:"theme"`
	Motif   string `json:"motif"`
	Palette string `json:"palette"`
	Rarity  int    `json:"rarity"`
	Seed    int    `json:"seed"`
}

// Venue is a venue whose games are played here.
type Venue struct {
	Code  string
	Name  string
	Games []Game
}

// Config is what the pages are made of.
type Config struct {
	Books  *books.Books
	Clock  calendar.Clock
	Log    *slog.Logger
	Venues []Venue
	// NoBots leaves the board tables to people.
	NoBots bool
	// Pages is the built front end: index.html and assets/. Without one the page
	// says that it was not built.
	Pages fs.FS
}

// Arcade is what the games of all kinds work with: the venues with their
// catalogues, the books and the clock. It knows who is there beside the player.
type Arcade struct {
	Config
	Attendance attendance
}

// GuestVenue is the prefix of a venue's code where visitors play for fun.
const GuestVenue = "fun:"

// Game finds a venue's game. A guest's venue has the games of the real one.
func (p *Arcade) Game(venue, code string) (Venue, Game, bool) {
	real := RealVenue(venue)
	i := slices.IndexFunc(p.Venues, func(v Venue) bool { return v.Code == real })
	if i < 0 {
		return Venue{}, Game{}, false
	}
	v := p.Venues[i]
	j := slices.IndexFunc(v.Games, func(g Game) bool { return g.Code == code })
	if j < 0 {
		return v, Game{}, false
	}
	return v, v.Games[j], true
}

// RealVenue is the venue at which a guest or the crowd plays, or the venue itself.
func RealVenue(venue string) string { return strings.TrimPrefix(SharedVenue(venue), GuestVenue) }

// Has tells whether a venue has a game of this code.
func (p *Arcade) Has(venue, code string) bool {
	_, _, ok := p.Game(venue, code)
	return ok
}

// LatestBets is how many of a player's bets a table looks at: more than can be
// put in one round.
const LatestBets = 120

// HistoryRows is how many past bets a page shows.
const HistoryRows = 20

// GamesOf are the games of a venue that are of one kind.
func GamesOf(v Venue, kind Kind) []Game {
	return slices.DeleteFunc(slices.Clone(v.Games), func(g Game) bool { return g.Kind != kind })
}

// Masked is a player's name as strangers see it.
func Masked(name string) string {
	letters := []rune(name)
	if len(letters) < 2 {
		return "*"
	}
	return string(letters[0]) + "***" + string(letters[len(letters)-1])
}
