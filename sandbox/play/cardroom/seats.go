package cardroom

import (
	"slices"
	"sync"
	"time"

	"hongyun/sandbox/board"
	"hongyun/sandbox/books"
	"hongyun/sandbox/play/arcade"
)

const (
	// SitterFor is how long a seat stays a player's without a word.
	SitterFor = 12 * time.Second
	// The seat of a spectator.
	Nobody = -1
)

// Room are the players at the board tables. Their choices are in the books:
// after a restart they sit down again, and a round under way has their seats.
type Room struct {
	*arcade.Arcade
	mu   sync.Mutex
	list map[string]map[string]*sitter // by venue and table, then by player
}

// sitter is a player at a table.
type sitter struct {
	name string
	seat int
	seen time.Time
}

// At are the people at a table, without those who left.
func (w *Room) at(venue, table string, now time.Time) map[string]*sitter {
	if w.list == nil {
		w.list = map[string]map[string]*sitter{}
	}
	key := venue + "\x00" + table
	if w.list[key] == nil {
		w.list[key] = map[string]*sitter{}
	}
	for player, one := range w.list[key] {
		if now.Sub(one.seen) > SitterFor {
			delete(w.list[key], player)
		}
	}
	return w.list[key]
}

// sit gives a player a seat of a table, or the spectator's seat when none is
// free. The seat in the round under way comes first, then the one they had.
func (w *Room) sit(s books.Session, t board.Table, bets []books.Bet, bots bool, name string, now time.Time) int {
	people := w.at(s.Venue, t.Code, now)
	me := people[s.Player]
	if me == nil {
		me = &sitter{seat: Nobody}
		people[s.Player] = me
	}
	me.seen = now
	if name != "" {
		me.name = name
	}
	taken := make([]bool, t.Rules().Seats)
	for _, b := range bets {
		part, _ := partOf(b)
		if b.Player == books.Key(s.Player) {
			me.seat = part.Seat
			return me.seat
		}
		taken[part.Seat] = true
	}
	if me.seat != Nobody && !taken[me.seat] {
		return me.seat
	}
	for player, one := range people {
		if player != s.Player && one.seat != Nobody {
			taken[one.seat] = true
		}
	}
	if bots {
		for _, seat := range t.Rules().BotSeats() {
			taken[seat] = true
		}
	}
	me.seat = slices.Index(taken, false)
	return me.seat
}
