package lobby

import (
	"cmp"
	"context"
	"slices"
	"time"

	"hongyun/internal/bet"
	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/money"
	"hongyun/internal/venue"
)

const (
	coversEach = 24 // of a kind
	winners    = 20 // the latest
	winsEach   = 2  // of one player among them
	bigEnough  = 10 // so many big wins need no small ones beside them
	largest    = 10
	dayShown   = 10
	freeShown  = 3
)

// Win is a win as everybody may see it: nothing in it says whose it is.
type Win struct {
	Player string // masked
	Game   venue.Game
	Name   string // of the game
	Amount money.Fen
	At     time.Time // its minute: the second would lead to the round on a board
}

// Best is a place on a board of the day. It has no time and one figure, the multiple
// or the amount, for both together tell the stake.
type Best struct {
	Player string // masked
	Game   venue.Game
	Name   string // of the game
	Times  int64  // hundredths of the stake that were paid, 0 on the board of amounts
	Amount money.Fen
}

// Free is a game that everybody can play for nothing.
type Free struct {
	Game    venue.Game
	Address string
}

// Front is the part of the home page that is the same for everybody.
type Front struct {
	Covers  map[venue.Kind][]venue.Game
	Latest  []Win
	Largest []Win // of the last days, the largest first

	Multiples, Winners []Best // of the day in GMT+8, the best first
	Free               []Free // of the covers, the most played first
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
	life       cache[struct{}, Life]
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
	free, err := l.free(ctx, covers)
	if err != nil {
		return Front{}, err
	}
	now := l.DB.Clock().Now()
	multiples, winners := bestOf(wins, calendar.DayOf(now).Start())
	return Front{
		Covers: covers, Latest: latestOf(wins), Largest: largestOf(wins, now.AddDate(0, 0, -bet.WinDays)), Multiples: multiples, Winners: winners, Free: free,
	}, nil
}

// free are games among the covers that can be played for nothing, one of each kind in
// turn.
func (l *Lobby) free(ctx context.Context, covers map[venue.Kind][]venue.Game) ([]Free, error) {
	var ids []int64
	for _, games := range covers {
		for _, g := range games {
			ids = append(ids, g.ID)
		}
	}
	addresses, err := l.Venues.FreeOf(ctx, l.DB, ids)
	if err != nil {
		return nil, err
	}
	list := []Free{}
	for place := range coversEach {
		for _, kind := range freeKinds {
			if games := covers[kind]; place < len(games) && addresses[games[place].ID] != "" && len(list) < freeShown {
				list = append(list, Free{games[place], addresses[games[place].ID]})
			}
		}
	}
	return list, nil
}

// freeKinds are the kinds of games that a newcomer tries first.
var freeKinds = []venue.Kind{venue.Slot, venue.Fish, venue.Live, venue.Board}

// shown is a win with its player, who is not shown.
type shown struct {
	player string
	Win
	times int64     // hundredths of the stake, 0 unknown
	won   time.Time // to the millisecond
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
		list = append(list, shown{w.Player, Win{Player: Mask(w.Player), Game: game, Name: name, Amount: w.Amount, At: w.At.Truncate(time.Minute)}, w.Times(), w.At})
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

// firstOf takes the first wins that fit, only so many of one player.
func firstOf(wins []shown, most, each int, fits func(shown) bool) []shown {
	list, of := []shown{}, map[string]int{}
	for _, w := range wins {
		if len(list) == most {
			break
		}
		if of[w.player] < each && fits(w) {
			of[w.player]++
			list = append(list, w)
		}
	}
	return list
}

// latestOf are the latest wins, two of one player. Small wins are among them only
// where there are not enough others.
func latestOf(wins []shown) []Win {
	latest := func(floor money.Fen) []shown {
		return firstOf(wins, winners, winsEach, func(w shown) bool { return w.Amount >= floor })
	}
	if big := latest(bet.BigWin); len(big) >= bigEnough {
		return winsOf(big)
	}
	return winsOf(latest(0))
}

// largestOf are the largest wins since a time, two of one player.
func largestOf(wins []shown, since time.Time) []Win {
	sorted := sortedBy(wins, func(w shown) int64 { return int64(w.Amount) })
	return winsOf(firstOf(sorted, largest, winsEach, func(w shown) bool { return !w.At.Before(since) }))
}

// bestOf are the boards of the day that began at an instant: the best multiples and the
// largest wins, two of one player on each.
func bestOf(wins []shown, since time.Time) (multiples, winners []Best) {
	board := func(figure func(shown) int64, show func(*Best, int64)) []Best {
		list := []Best{}
		for _, w := range firstOf(sortedBy(wins, figure), dayShown, winsEach, func(w shown) bool { return !w.won.Before(since) && figure(w) > 0 }) {
			best := Best{Player: w.Player, Game: w.Game, Name: w.Name}
			show(&best, figure(w))
			list = append(list, best)
		}
		return list
	}
	multiples = board(func(w shown) int64 { return w.times }, func(b *Best, times int64) { b.Times = times })
	winners = board(func(w shown) int64 { return int64(w.Amount) }, func(b *Best, fen int64) { b.Amount = money.Fen(fen) })
	return multiples, winners
}

// sortedBy sorts wins by a figure, the largest first.
func sortedBy(wins []shown, figure func(shown) int64) []shown {
	return slices.SortedStableFunc(slices.Values(wins), func(a, b shown) int { return cmp.Compare(figure(b), figure(a)) })
}

// winsOf are the wins without their players.
func winsOf(list []shown) []Win {
	wins := make([]Win, len(list))
	for i, w := range list {
		wins[i] = w.Win
	}
	return wins
}
