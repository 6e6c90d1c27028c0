package play

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"hongyun/internal/money"
	"hongyun/sandbox/books"
)

const (
	// shotsASecond is how fast a player may shoot for long, shotsAtOnce how many
	// shots may come together after a pause.
	shotsASecond = 6
	shotsAtOnce  = 18
	// anglerFor is how long a player's cannon stays in a room without a word.
	anglerFor = 8 * time.Second
	// swimsFor is longer than any fish swims.
	swimsFor = 90 * time.Second
	seats    = 4
	maxNews  = 60
)

// ponds are the rooms with a player who shoots.
type ponds struct {
	*Arcade
	mu    sync.Mutex
	list  map[string]*pond
	paces map[string]*pace
}

// pace is how many shots a player may shoot now, in whatever rooms.
type pace struct {
	tokens float64
	filled time.Time
}

// pond is what all players of a room share: the fish that are caught, the
// cannons and their last shots. It is rebuilt from the bets after a restart.
type pond struct {
	mu      sync.Mutex
	ready   bool
	caught  map[string]time.Time // when each was caught
	anglers map[string]*angler
	news    []report
	last    int64
}

// angler is a player of a room. Seat is -1 where all places are taken.
type angler struct {
	name  string
	seat  int
	cost  int64 // fen a shot
	seen  time.Time
	crowd bool // a simulated player
}

// report is one shot as the others of the room see it.
type report struct {
	Number int64  `json:"number"`
	Seat   int    `json:"seat"`
	Fish   string `json:"fish"`
	Cost   int64  `json:"cost"` // fen
	Paid   string `json:"paid"`
	Caught bool   `json:"caught"`
	by     string
}

// pond gives the room of a session's venue, locked. The crowd shoots in the room
// of the venue's players.
func (p *ponds) pond(ctx context.Context, venue, hall, room string) (*pond, error) {
	venue = sharedVenue(venue)
	p.mu.Lock()
	key := venue + "\x00" + hall + "\x00" + room
	if p.list == nil {
		p.list = map[string]*pond{}
	}
	shared := p.list[key]
	if shared == nil {
		shared = &pond{caught: map[string]time.Time{}, anglers: map[string]*angler{}}
		p.list[key] = shared
	}
	p.mu.Unlock()
	shared.mu.Lock()
	now := p.Clock.Now()
	if !shared.ready {
		for _, of := range []string{venue, crowdVenue + venue} {
			bets, err := p.Books.SettledBetween(ctx, of, now.Add(-swimsFor).UnixMilli(), now.UnixMilli())
			if err != nil {
				shared.mu.Unlock()
				return nil, err
			}
			for _, b := range bets {
				if d := volleyOf(b); d.Hall == hall && d.Room == room {
					shared.note(b, d)
				}
			}
		}
		shared.ready, shared.news = true, nil
	}
	for fish, at := range shared.caught {
		if now.Sub(at) > swimsFor {
			delete(shared.caught, fish)
		}
	}
	for player, a := range shared.anglers {
		if now.Sub(a.seen) > anglerFor {
			delete(shared.anglers, player)
		}
	}
	return shared, nil
}

// note keeps what a bet did to the room.
func (w *pond) note(b books.Bet, d volley) {
	seat := -1
	if a := w.anglers[b.Player]; a != nil {
		seat = a.seat
	}
	for _, s := range d.Shots {
		if s.Gone {
			continue
		}
		if s.Multiple > 0 {
			w.caught[s.Fish] = b.PlacedAt
		}
		w.last++
		w.news = append(w.news, report{w.last, seat, s.Fish, s.Cost, money.Fen(s.Paid).String(), s.Multiple > 0, b.Player})
	}
	w.news = w.news[max(0, len(w.news)-maxNews):]
}

// join marks that a player is here and gives them a place where one is free. A
// simulated player gives up a place that a person needs.
func (w *pond) join(s books.Session, name string, now time.Time) *angler {
	a := w.anglers[s.Player]
	if a == nil {
		a = &angler{seat: -1, crowd: isCrowd(s.Venue)}
		w.anglers[s.Player] = a
	}
	a.name, a.seen = name, now
	if a.seat >= 0 {
		return a
	}
	var taken [seats]*angler
	for _, other := range w.anglers {
		if other.seat >= 0 {
			taken[other.seat] = other
		}
	}
	if a.seat = slices.Index(taken[:], nil); a.seat < 0 && !a.crowd {
		if a.seat = slices.IndexFunc(taken[:], func(other *angler) bool { return other.crowd }); a.seat >= 0 {
			taken[a.seat].seat = -1
		}
	}
	return a
}

// may takes shots from those that a player may shoot; false where there are too
// many.
func (w *ponds) may(venue, player string, shots int, now time.Time) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.paces == nil {
		w.paces = map[string]*pace{}
	}
	key := venue + "\x00" + player
	mine := w.paces[key]
	if mine == nil {
		for other, one := range w.paces {
			if now.Sub(one.filled) > swimsFor { // full again
				delete(w.paces, other)
			}
		}
		mine = &pace{shotsAtOnce, now}
		w.paces[key] = mine
	}
	if since := now.Sub(mine.filled); since > 0 {
		mine.tokens = min(shotsAtOnce, mine.tokens+since.Seconds()*shotsASecond)
		mine.filled = now
	}
	if mine.tokens < float64(shots) {
		return false
	}
	mine.tokens -= float64(shots)
	return true
}

// volleyOf reads what a bet at fishing was; a bet that was put by hand has no
// hall.
func volleyOf(b books.Bet) (d volley) {
	if json.Unmarshal([]byte(b.Detail), &d) != nil || d.Shots == nil {
		return volley{}
	}
	return d
}

// fishingRoom names a room of a hall, and the venue whose players share it.
type fishingRoom struct{ venue, hall, room string }

// roomsWithPeople are the rooms of a venue in which persons shoot.
func (p *ponds) roomsWithPeople(venue string, now time.Time) []fishingRoom {
	p.mu.Lock()
	list := maps.Clone(p.list)
	p.mu.Unlock()
	var found []fishingRoom
	for _, key := range slices.Sorted(maps.Keys(list)) {
		of, rest, _ := strings.Cut(key, "\x00")
		if realVenue(of) != venue {
			continue
		}
		shared := list[key]
		shared.mu.Lock()
		for _, a := range shared.anglers {
			if !a.crowd && now.Sub(a.seen) <= anglerFor {
				hall, room, _ := strings.Cut(rest, "\x00")
				found = append(found, fishingRoom{of, hall, room})
				break
			}
		}
		shared.mu.Unlock()
	}
	return found
}

// inSight are the fish of a room that are not caught and swim well inside its
// edges, and the cannons of the room.
func (p *ponds) inSight(ctx context.Context, room fishingRoom, at time.Time) (fish []string, cannons []money.Fen, err error) {
	w, err := p.watersOf(ctx, room.venue, room.hall, room.room)
	if err != nil {
		return nil, nil, err
	}
	shared, err := p.pond(ctx, room.venue, room.hall, room.room)
	if err != nil {
		return nil, nil, err
	}
	defer shared.mu.Unlock()
	for _, one := range w.Swimming(w.name(), at) {
		_, caught := shared.caught[one.ID]
		if edge := one.Until.Sub(one.From) / 6; !caught && at.Sub(one.From) > edge && one.Until.Sub(at) > edge {
			fish = append(fish, one.ID)
		}
	}
	return fish, w.room.Cannons, nil
}
