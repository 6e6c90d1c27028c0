package lobby

import (
	"context"
	"slices"

	"hongyun/internal/bet/latest"
	"hongyun/internal/venue"
)

const (
	lifeVenues = 2 // of a kind that are read, the ones with the newest bets
	lifeEach   = 2 // of a kind that are shown
)

// Life is the newest of what the bets of all venues tell, for the home page.
type Life struct {
	Matches []At[Match] // open ones of sports and e-sports in turn
	Tables  []At[Table] // with a road
	Draws   []At[Draws]
}

// At is a board's item with the venue that it is at.
type At[Item any] struct {
	Item  Item
	Venue venue.Entry
	Kind  venue.Kind // of the game
}

// Life gives what goes on at the venues that are open. It reads two venues of a kind,
// however many there are.
func (l *Lobby) Life(ctx context.Context) (Life, error) {
	return l.life.get(ctx, l.DB.Clock().Now, struct{}{}, l.readLife)
}

func (l *Lobby) readLife(ctx context.Context) (life Life, err error) {
	entries, err := l.Venues.List(ctx, l.DB)
	if err != nil {
		return life, err
	}
	newest, err := latest.Newest(ctx, l.DB)
	if err != nil {
		return life, err
	}
	since := l.DB.Clock().Now().Add(-boardSpan)
	entries = slices.DeleteFunc(entries, func(e venue.Entry) bool { return e.Shown() != venue.StateOpen || newest[e.Code].Before(since) })
	slices.SortStableFunc(entries, func(a, b venue.Entry) int { return newest[b.Code].Compare(newest[a.Code]) })
	sports, err := itemsOf(ctx, l, entries, venue.Sport, openMatches)
	if err != nil {
		return life, err
	}
	esports, err := itemsOf(ctx, l, entries, venue.Esport, openMatches)
	if err != nil {
		return life, err
	}
	life.Matches = inTurn([][]At[Match]{sports, esports}, 2*lifeEach)
	if life.Tables, err = itemsOf(ctx, l, entries, venue.Live, roads); err != nil {
		return life, err
	}
	life.Draws, err = itemsOf(ctx, l, entries, venue.Lottery, func(b Boards) []Draws { return b.Draws })
	return life, err
}

// itemsOf takes the first items of the venues of a kind, the venues in turn.
func itemsOf[Item any](ctx context.Context, l *Lobby, entries []venue.Entry, kind venue.Kind, of func(Boards) []Item) ([]At[Item], error) {
	var lists [][]At[Item]
	for _, e := range entries {
		if e.Kind != kind || len(lists) == lifeVenues {
			continue
		}
		told, err := l.toldPages(ctx, e.Code)
		if err != nil {
			return nil, err
		}
		var list []At[Item]
		for _, item := range of(told[kind].Boards) {
			list = append(list, At[Item]{Item: item, Venue: e, Kind: kind})
		}
		lists = append(lists, list)
	}
	return inTurn(lists, lifeEach), nil
}

// inTurn takes so many items at most, the first of each list before the second of any.
func inTurn[Item any](lists [][]Item, most int) []Item {
	items := []Item{}
	for place := range most {
		for _, list := range lists {
			if place < len(list) && len(items) < most {
				items = append(items, list[place])
			}
		}
	}
	return items
}

// openMatches are the matches that go on or begin, the running ones first.
func openMatches(b Boards) []Match {
	open := slices.DeleteFunc(slices.Clone(b.Matches), func(m Match) bool { return !m.Open })
	slices.SortStableFunc(open, func(a, b Match) int { return running(b) - running(a) })
	return open
}

func running(m Match) int {
	if m.Score != "" {
		return 1
	}
	return 0
}

// roads are the tables whose rounds have marks, the longest road first.
func roads(b Boards) []Table {
	tables := slices.DeleteFunc(slices.Clone(b.Tables), func(t Table) bool { return len(t.Rounds) == 0 || t.Rounds[0].Mark == "" })
	slices.SortStableFunc(tables, func(a, b Table) int { return len(b.Rounds) - len(a.Rounds) })
	return tables
}
