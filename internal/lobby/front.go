package lobby

import (
	"context"
	"slices"
	"time"

	"hongyun/internal/bet"
	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/money"
	"hongyun/internal/venue"
)

const (
	coversEach = 24 // of a kind
	winners    = 20 // the latest
	winsEach   = 2  // of one player among them
	largest    = 6
)

// Win is a win as everybody may see it: nothing in it says whose it is.
type Win struct {
	Player string // masked
	Game   venue.Game
	Name   string // of the game
	Amount money.Fen
	At     time.Time // its minute: the second would lead to the round on a board
}

// Front is the part of the home page that is the same for everybody.
type Front struct {
	Covers  map[venue.Kind][]venue.Game
	Latest  []Win
	Largest []Win // of the last days, the largest first
}

// Config holds the lobby's sources.
type Config struct {
	DB     *db.DB
	Venues *venue.Venues
	Bets   *bet.Bets
	Guard  *guard.Guard
	Sources
}

// Lobby composes the home page.
type Lobby struct {
	Config

	home       cache[struct{}, Front]
	own        cache[ownKey, ownGames]
	everywhere cache[venue.Kind, []venue.Game]
	told       cache[string, map[venue.Kind]toldPage] // by venue
}

// New makes a lobby.
func New(c Config) *Lobby { return &Lobby{Config: c} }

// Front gives the part for everybody.
func (l *Lobby) Front(ctx context.Context) (Front, error) {
	return l.home.get(ctx, l.DB.Clock().Now, struct{}{}, l.readFront)
}

func (l *Lobby) readFront(ctx context.Context) (Front, error) {
	covers, err := l.Venues.Covers(ctx, l.DB, coversEach)
	if err != nil {
		return Front{}, err
	}
	for kind, games := range covers {
		covers[kind] = apart(games)
	}
	wins, err := l.wins(ctx)
	if err != nil {
		return Front{}, err
	}
	return Front{Covers: covers, Latest: latestOf(wins), Largest: largestOf(wins, l.DB.Clock().Now().AddDate(0, 0, -bet.WinDays))}, nil
}

// shown is a win with its player, who is not shown.
type shown struct {
	player string
	Win
}

// wins are the wins of players who may play. Players who stopped themselves or
// were blocked by staff are no advertisement.
func (l *Lobby) wins(ctx context.Context) ([]shown, error) {
	kept, err := l.Bets.LatestWins(ctx, l.DB)
	if err != nil || len(kept) == 0 {
		return nil, err
	}
	var players []string
	keys := map[venue.GameKey]bool{}
	for _, w := range kept {
		if !slices.Contains(players, w.Player) {
			players = append(players, w.Player)
		}
		keys[venue.GameKey{Venue: w.Venue, Code: w.Game}] = true
	}
	barred, err := l.barred(ctx, players)
	if err != nil {
		return nil, err
	}
	games, err := l.Venues.Keyed(ctx, l.DB, keys)
	if err != nil {
		return nil, err
	}
	var list []shown
	for _, w := range kept {
		game, found := games[venue.GameKey{Venue: w.Venue, Code: w.Game}]
		name := w.Name
		if found {
			name = game.Name
		}
		if barred[w.Player] || name == "" {
			continue
		}
		list = append(list, shown{w.Player, Win{Player: Mask(w.Player), Game: game, Name: name, Amount: w.Amount, At: w.At.Truncate(time.Minute)}})
	}
	return list, nil
}

// Mask is a player's name as strangers see it: its first letter, and nothing that
// tells how long the rest is.
func Mask(player string) string {
	for _, letter := range player {
		return string(letter) + "***"
	}
	return "***"
}

func latestOf(wins []shown) []Win {
	list, of := []Win{}, map[string]int{}
	for _, w := range wins {
		if of[w.player] == winsEach {
			continue
		}
		of[w.player]++
		if list = append(list, w.Win); len(list) == winners {
			break
		}
	}
	return list
}

// largestOf are the largest wins since a time, one of each player.
func largestOf(wins []shown, since time.Time) []Win {
	sorted := slices.SortedStableFunc(slices.Values(wins), func(a, b shown) int { return int(max(-1, min(1, b.Amount-a.Amount))) })
	list, of := []Win{}, map[string]bool{}
	for _, w := range sorted {
		if of[w.player] || w.At.Before(since) {
			continue
		}
		of[w.player] = true
		if list = append(list, w.Win); len(list) == largest {
			break
		}
	}
	return list
}
