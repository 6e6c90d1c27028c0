package fishery

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
	"hongyun/sandbox/play/arcade"
)

const (
	// ShotsASecond is how fast a player may shoot for long, ShotsAtOnce how many
	// shots may come together after a pause.
	ShotsASecond = 6
	ShotsAtOnce  = 18
	// anglerFor is how long a player's cannon stays in a room without a word.
	anglerFor = 8 * time.Second
	// swimsFor is longer than any fish swims.
	swimsFor = 90 * time.Second
	seats    = 4
	maxNews  = 60
)

// Fishery are the rooms with a player who shoots.
type Fishery struct {
	*arcade.Arcade
	mu    sync.Mutex
	List  map[string]*pond
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
	news    []Report
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

// Report is one shot as the others of the room see it.
type Report struct {
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
func (p *Fishery) pond(ctx context.Context, venue, hall, room string) (*pond, error) {
	venue = arcade.SharedVenue(venue)
	p.mu.Lock()
	key := venue + "\x00" + hall + "\x00" + room
	if p.List == nil {
		p.List = map[string]*pond{}
	}
	shared := p.List[key]
	if shared == nil {
		shared = &pond{caught: map[string]time.Time{}, anglers: map[string]*angler{}}
		p.List[key] = shared
	}
	p.mu.Unlock()
	shared.mu.Lock()
	now := p.Clock.Now()
	if !shared.ready {
		for _, of := range []string{venue, arcade.CrowdVenue + venue} {
			bets, err := p.Books.SettledBetween(ctx, of, now.Add(-swimsFor).UnixMilli(), now.UnixMilli())
			if err != nil {
				shared.mu.Unlock()
				return nil, err
			}
			for _, b := range bets {
				if d := VolleyOf(b); d.Hall == hall && d.Room == room {
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
func (w *pond) note(b books.Bet, d Volley) {
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
		w.news = append(w.news, Report{w.last, seat, s.Fish, s.Cost, money.Fen(s.Paid).String(), s.Multiple > 0, b.Player})
	}
	w.news = w.news[max(0, len(w.news)-maxNews):]
}

// join marks that a player is here and gives them a place where one is free. A
// simulated player gives up a place that a person needs.
func (w *pond) join(s books.Session, name string, now time.Time) *angler {
	a := w.anglers[s.Player]
	if a == nil {
		a = &angler{seat: -1, crowd: arcade.IsCrowd(s.Venue)}
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
func (w *Fishery) may(venue, player string, shots int, now time.Time) bool {
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
		mine = &pace{ShotsAtOnce, now}
		w.paces[key] = mine
	}
	if since := now.Sub(mine.filled); since > 0 {
		mine.tokens = min(ShotsAtOnce, mine.tokens+since.Seconds()*ShotsASecond)
		mine.filled = now
	}
	if mine.tokens < float64(shots) {
		return false
	}
	mine.tokens -= float64(shots)
	return true
}

// VolleyOf reads what a bet at fishing was; a bet that was put by hand has no
// hall.
func VolleyOf(b books.Bet) (d Volley) {
	if json.Unmarshal([]byte(b.Detail), &d) != nil || d.Shots == nil {
		return Volley{}
	}
	return d
}

// RoomName names a room of a hall, and the venue whose players share it.
type RoomName struct{ Venue, Hall, Room string }

// RoomsWithPeople are the rooms of a venue in which persons shoot.
func (p *Fishery) RoomsWithPeople(venue string, now time.Time) []RoomName {
	p.mu.Lock()
	list := maps.Clone(p.List)
	p.mu.Unlock()
	var found []RoomName
	for _, key := range slices.Sorted(maps.Keys(list)) {
		of, rest, _ := strings.Cut(key, "\x00")
		if arcade.RealVenue(of) != venue {
			continue
		}
		shared := list[key]
		shared.mu.Lock()
		for _, a := range shared.anglers {
			if !a.crowd && now.Sub(a.seen) <= anglerFor {
				hall, room, _ := strings.Cut(rest, "\x00")
				found = append(found, RoomName{of, hall, room})
				break
			}
		}
		shared.mu.Unlock()
	}
	return found
}

// InSight are the fish of a room that are not caught and swim well inside its
// edges, and the cannons of the room.
func (p *Fishery) InSight(ctx context.Context, room RoomName, at time.Time) (fish []string, cannons []money.Fen, err error) {
	w, err := p.WatersOf(ctx, room.Venue, room.Hall, room.Room)
	if err != nil {
		return nil, nil, err
	}
	shared, err := p.pond(ctx, room.Venue, room.Hall, room.Room)
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
