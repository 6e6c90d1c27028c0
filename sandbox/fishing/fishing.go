// Package fishing computes a fishing hall: which fish swim where, the cost of a
// shot and whether it catches. All players of a room see the same fish, because
// the shoal is a pure function of the room's seed and the time.
//
// A shot that hits pays its cost times the fish's multiple with a chance of
// Return divided by that multiple. So every fish returns the same share of the
// shots at it, and no choice of target beats another. The page reports whether
// a shot hits: a page that lies about it gains nothing.
package fishing

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"hongyun/internal/money"
	"hongyun/sandbox/fair"
)

// Return is the share of all shots that is paid back, in 1/1,000.
const Return = 965

// Fish is a kind of fish. A boss has a multiple drawn between Least and Most
// when it is caught; other fish have Least alone.
type Fish struct {
	Code   string        `json:"code"`
	Name   string        `json:"name"`
	Least  int           `json:"least"`
	Most   int           `json:"most"`
	Speed  float64       `json:"-"`    // widths of the hall a second
	Size   float64       `json:"size"` // its length, as a share of the hall's
	Weight int           `json:"-"`    // how often it comes
	School int           `json:"-"`    // the largest number that comes together
	Every  time.Duration `json:"-"`    // of a boss: comes at even distances instead
}

// Boss says whether the fish comes alone and by the clock.
func (f Fish) Boss() bool { return f.Every > 0 }

// Shoal lists all kinds, the commonest first.
func Shoal() []Fish {
	list := []Fish{
		{Code: "minnow", Name: "银梭", Least: 2, Speed: 0.10, Size: 0.05, Weight: 30, School: 5},
		{Code: "clown", Name: "丑角鱼", Least: 3, Speed: 0.09, Size: 0.06, Weight: 26, School: 3},
		{Code: "angel", Name: "神仙鱼", Least: 4, Speed: 0.08, Size: 0.07, Weight: 22, School: 3},
		{Code: "puffer", Name: "气鼓鱼", Least: 5, Speed: 0.07, Size: 0.08, Weight: 18},
		{Code: "lantern", Name: "灯笼鱼", Least: 7, Speed: 0.07, Size: 0.08, Weight: 15},
		{Code: "shell", Name: "七彩贝", Least: 9, Speed: 0.05, Size: 0.08, Weight: 12},
		{Code: "crab", Name: "将军蟹", Least: 12, Speed: 0.05, Size: 0.09, Weight: 10},
		{Code: "octopus", Name: "八爪先生", Least: 15, Speed: 0.05, Size: 0.11, Weight: 8},
		{Code: "ray", Name: "披风魟", Least: 20, Speed: 0.06, Size: 0.13, Weight: 6},
		{Code: "turtle", Name: "千岁龟", Least: 25, Speed: 0.04, Size: 0.13, Weight: 5},
		{Code: "shark", Name: "蓝刃鲨", Least: 40, Speed: 0.06, Size: 0.16, Weight: 3},
		{Code: "koi", Name: "鎏金锦鲤", Least: 60, Speed: 0.05, Size: 0.15, Weight: 2},
		{Code: "whale", Name: "吞海鲸", Least: 60, Most: 180, Speed: 0.03, Size: 0.3, Every: 75 * time.Second},
		{Code: "kingkoi", Name: "金鳞王", Least: 80, Most: 200, Speed: 0.035, Size: 0.26, Every: 80 * time.Second},
		{Code: "kraken", Name: "深渊巨章", Least: 80, Most: 240, Speed: 0.03, Size: 0.28, Every: 85 * time.Second},
		{Code: "kingcrab", Name: "霸海蟹王", Least: 60, Most: 160, Speed: 0.03, Size: 0.24, Every: 70 * time.Second},
		{Code: "galleon", Name: "沉金宝船", Least: 100, Most: 300, Speed: 0.028, Size: 0.3, Every: 100 * time.Second},
		{Code: "pearl", Name: "千年蚌母", Least: 60, Most: 200, Speed: 0.03, Size: 0.22, Every: 75 * time.Second},
		{Code: "tortoise", Name: "玄甲神龟", Least: 80, Most: 220, Speed: 0.028, Size: 0.27, Every: 85 * time.Second},
		{Code: "dragon", Name: "镇海龙王", Least: 100, Most: 500, Speed: 0.025, Size: 0.34, Every: 160 * time.Second},
	}
	for i, f := range list {
		list[i].Most = max(f.Most, f.Least)
		list[i].School = max(f.School, 1)
	}
	return list
}

// The boss that every hall has beside its own, and that of the hall whose own it
// is.
const (
	common = "dragon"
	second = "whale"
)

// favoured is how much more often the kinds come that a hall favours.
const favoured = 3

// Mix is what makes the shoal of one hall its own. All ordinary kinds come to
// every hall.
type Mix struct {
	Boss    string
	Favours []string
}

// bosses are the bosses of halls by the motif of their picture.
var bosses = map[string]string{
	"whale": "whale", "dragon": common, "koi": "kingkoi", "octopus": "kraken", "crab": "kingcrab", "ship": "galleon",
	"chest": "galleon", "shell": "pearl", "turtle": "tortoise",
}

// MixOf gives a hall its mix by the motif of its picture and its number.
func MixOf(motif string, number int) Mix {
	var ordinary []string
	for _, f := range Shoal() {
		if !f.Boss() {
			ordinary = append(ordinary, f.Code)
		}
	}
	m := Mix{Boss: bosses[motif]}
	if m.Boss == "" {
		m.Boss = second
	}
	for i := range 3 { // kinds a third of the list apart: common, middling and rare
		m.Favours = append(m.Favours, ordinary[(number%4+i*4)%len(ordinary)])
	}
	return m
}

// shoal is the shoal of a hall.
func (m Mix) shoal() []Fish {
	other := common
	if m.Boss == common {
		other = second
	}
	var list []Fish
	for _, f := range Shoal() {
		switch {
		case f.Boss() && f.Code != m.Boss && f.Code != other:
			continue
		case slices.Contains(m.Favours, f.Code):
			f.Weight *= favoured
		}
		list = append(list, f)
	}
	return list
}

// Room is a hall with its own shoal and its own cannons.
type Room struct {
	Code    string      `json:"code"`
	Name    string      `json:"name"`
	Cannons []money.Fen `json:"-"` // what a shot may cost
}

// Rooms are the halls of a venue.
func Rooms() []Room {
	return []Room{
		{"novice", "浅滩", []money.Fen{10, 20, 50, 100}},
		{"deep", "深海", []money.Fen{100, 200, 500, 1000}},
		{"abyss", "龙宫", []money.Fen{1000, 2000, 5000, 10000}},
	}
}

// Swimmer is a fish on its way through a room. It enters at From and is gone at
// Until. The path is for the page. Lane is the height at which it enters, Bend
// how far it swings, Left whether it swims to the left.
type Swimmer struct {
	ID    string    `json:"id"`
	Fish  string    `json:"fish"`
	From  time.Time `json:"from"`
	Until time.Time `json:"until"`
	Lane  float64   `json:"lane"`
	Bend  float64   `json:"bend"`
	Left  bool      `json:"left"`
}

const (
	// beat is the time between two moments at which ordinary fish enter.
	beat = 700 * time.Millisecond
	// slowest is how long the slowest fish takes from one side to the other.
	slowest = 60 * time.Second
	// schoolFor is how long after its leader the last fish of a school enters.
	schoolFor = 2 * time.Second
	maxSchool = 5
	million   = 1_000_000
)

var epoch = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// Hall is the rooms of one game of a venue, under the venue's secret seed.
type Hall struct {
	seed  fair.Seed
	shoal []Fish
}

// NewHall opens the rooms.
func NewHall(seed fair.Seed, m Mix) *Hall { return &Hall{seed: seed, shoal: m.shoal()} }

// Shoal lists the kinds that come to this hall, the commonest first.
func (h *Hall) Shoal() []Fish { return h.shoal }

// Kind gives a kind of this hall by its code.
func (h *Hall) Kind(code string) (Fish, bool) {
	i := slices.IndexFunc(h.shoal, func(f Fish) bool { return f.Code == code })
	if i < 0 {
		return Fish{}, false
	}
	return h.shoal[i], true
}

// Errors a player is told of.
var (
	ErrGone = errors.New("fishing: that fish is not here")
	ErrCost = errors.New("fishing: no cannon shoots for that much")
)

// draw is the stream of one event of a room.
func (h *Hall) draw(room, event string) *fair.Draw {
	return h.seed.Derive(room+"/"+event).Draw("", 0)
}

// Swimming lists the fish in a room at a time, the oldest first.
func (h *Hall) Swimming(room string, now time.Time) []Swimmer {
	var list []Swimmer
	last := int64(now.Sub(epoch) / beat)
	for n := last - int64((slowest+schoolFor)/beat); n <= last; n++ {
		for _, s := range h.school(room, n) {
			if !s.From.After(now) && s.Until.After(now) {
				list = append(list, s)
			}
		}
	}
	for _, f := range h.shoal {
		if f.Boss() {
			if s := h.boss(room, f, int64(now.Sub(epoch)/f.Every)); s.Until.After(now) {
				list = append(list, s)
			}
		}
	}
	return list
}

// school is the fish that enter together at one beat: their leader and, of the
// kinds that swim in schools, those behind it.
func (h *Hall) school(room string, n int64) []Swimmer {
	id := fmt.Sprintf("f%d", n)
	d := h.draw(room, id)
	weights := make([]int, len(h.shoal))
	for i, f := range h.shoal {
		weights[i] = f.Weight
	}
	f := h.shoal[d.Weighted(weights)]
	leader := swimmer(id, f, epoch.Add(time.Duration(n)*beat), d)
	list := []Swimmer{leader}
	for i := range d.IntN(f.School) {
		s := leader
		s.ID = fmt.Sprintf("%s-%d", id, i+1)
		behind := time.Duration(i+1) * schoolFor / maxSchool
		s.From, s.Until = s.From.Add(behind), s.Until.Add(behind)
		s.Lane += 0.12 * (float64(d.IntN(million))/million - 0.5)
		list = append(list, s)
	}
	return list
}

func (h *Hall) boss(room string, f Fish, n int64) Swimmer {
	id := fmt.Sprintf("%s%d", f.Code, n)
	return swimmer(id, f, epoch.Add(time.Duration(n)*f.Every), h.draw(room, id))
}

func swimmer(id string, f Fish, from time.Time, d *fair.Draw) Swimmer {
	s := Swimmer{ID: id, Fish: f.Code, From: from}
	s.Lane = 0.1 + 0.8*float64(d.IntN(million))/million
	s.Bend = 0.3 * (float64(d.IntN(million))/million - 0.5)
	s.Left = d.IntN(2) == 1
	s.Until = from.Add(time.Duration(math.Min((1+f.Size)/f.Speed, slowest.Seconds()) * float64(time.Second)))
	return s
}

// Find gives a fish that swims in a room.
func (h *Hall) Find(room, id string, now time.Time) (Swimmer, Fish, error) {
	for _, s := range h.Swimming(room, now) {
		if s.ID == id {
			f, _ := h.Kind(s.Fish)
			return s, f, nil
		}
	}
	return Swimmer{}, Fish{}, ErrGone
}

// Cost checks that a room has a cannon for an amount.
func (r Room) Cost(cost money.Fen) error {
	if !slices.Contains(r.Cannons, cost) {
		return ErrCost
	}
	return nil
}

// Catch draws whether a hit catches a fish, and its pay. The chance is Return
// divided by the multiple. A boss's multiple is drawn first, in whole steps of
// equal chance, so its mean return is the same.
func (f Fish) Catch(cost money.Fen, d *fair.Draw) (paid money.Fen, multiple int) {
	multiple = f.Least
	if f.Most > f.Least {
		multiple += d.IntN(f.Most - f.Least + 1)
	}
	if d.IntN(multiple*1000) >= Return {
		return 0, 0
	}
	return cost * money.Fen(multiple), multiple
}
