package fishing

import (
	"errors"
	"maps"
	"reflect"
	"slices"
	"testing"
	"time"

	"hongyun/internal/proof"
	"hongyun/sandbox/fair"
	"hongyun/sandbox/fair/fairtest"
)

var mix = MixOf("whale", 7035)

var now = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

func TestAllPlayersOfARoomSeeTheSameFish(t *testing.T) {
	a, b := NewHall(fair.Seed{1}, mix), NewHall(fair.Seed{1}, mix)
	if !reflect.DeepEqual(a.Swimming("deep", now), b.Swimming("deep", now)) {
		t.Error("two processes show different fish")
	}
	if reflect.DeepEqual(a.Swimming("deep", now), a.Swimming("novice", now)) {
		t.Error("two rooms show the same fish")
	}
}

func TestAHallIsNeverEmptyAndItsFishLeave(t *testing.T) {
	h := NewHall(fair.Seed{2}, mix)
	kinds := map[string]bool{}
	for minute := range 20 {
		at := now.Add(time.Duration(minute) * time.Minute)
		list := h.Swimming("deep", at)
		if len(list) < 8 || len(list) > 80 {
			t.Errorf("%d fish at %s", len(list), at)
		}
		for _, s := range list {
			kinds[s.Fish] = true
			if s.From.After(at) || !s.Until.After(at) || s.Until.Sub(s.From) > slowest {
				t.Errorf("%+v swims at %s", s, at)
			}
			if _, f, err := h.Find("deep", s.ID, at); err != nil || f.Code != s.Fish {
				t.Errorf("%s: %v", s.ID, err)
			}
			if _, _, err := h.Find("deep", s.ID, s.Until); !errors.Is(err, ErrGone) {
				t.Errorf("%s is caught after it left", s.ID)
			}
		}
	}
	if len(kinds) < 12 {
		t.Errorf("only %d kinds of fish came by: %v", len(kinds), kinds)
	}
}

// A hall has all ordinary kinds, its own boss and the one of all halls.
func TestEachHallHasItsOwnShoal(t *testing.T) {
	for motif, boss := range bosses {
		kinds := map[string]Fish{}
		for _, f := range NewHall(fair.Seed{}, MixOf(motif, 2)).Shoal() {
			kinds[f.Code] = f
		}
		if len(kinds) != 14 || !kinds[boss].Boss() || !kinds[common].Boss() {
			t.Errorf("%s: %v", motif, kinds)
		}
	}
	if a, b := MixOf("koi", 1), MixOf("koi", 2); reflect.DeepEqual(a, b) {
		t.Error("two halls favour the same fish")
	}
}

const stated = float64(Return) / 1000

// Each kind is shot at. A catch at multiple m has the chance stated/m. So the
// variance of a shot is stated × m − stated², with the mean of m for a boss.
func TestEveryFishGivesBackTheSameShare(t *testing.T) {
	line := proof.Begin(t, "games", "fishing: every fish gives back the stated share")
	shots := fairtest.Rounds(100_000)
	for _, f := range Shoal() {
		d := fair.Seed{3}.Draw(f.Code, 0)
		back := fairtest.Tally{Variance: stated*float64(f.Least+f.Most)/2 - stated*stated}
		for range shots {
			paid, multiple := f.Catch(100, d)
			if paid != 0 && (multiple < f.Least || multiple > f.Most || int(paid) != 100*multiple) {
				t.Fatalf("%s pays %s at %d", f.Code, paid, multiple)
			}
			back.Add(float64(paid)/100, 1)
		}
		back.Expect(t, f.Code, stated)
		line.Count(shots)
	}
}

// TestEveryHallGivesBackTheStatedShare shoots at all that swims by in each room
// of each hall, with every cannon of the room in turn.
func TestEveryHallGivesBackTheStatedShare(t *testing.T) {
	const shotsAtEach = 50
	line := proof.Begin(t, "games", "fishing: every hall and room gives back the stated share")
	shots := fairtest.Rounds(20_000)
	for n, motif := range slices.Sorted(maps.Keys(bosses)) {
		h := NewHall(fair.Seed{5}, MixOf(motif, n))
		for _, room := range Rooms() {
			var back fairtest.Tally
			d := fair.Seed{6}.Draw(motif+room.Code, 0)
			shot := 0
			for at := now; shot < shots; at = at.Add(7 * time.Second) {
				for _, s := range h.Swimming(room.Code, at) {
					f, ok := h.Kind(s.Fish)
					if !ok {
						t.Fatalf("%s swims in the hall of %s", s.Fish, motif)
					}
					for range shotsAtEach {
						cost := room.Cannons[shot%len(room.Cannons)]
						paid, _ := f.Catch(cost, d)
						back.Add(float64(paid)/float64(cost), 1)
						shot++
					}
				}
			}
			back.Expect(t, motif+" "+room.Code, stated)
			line.Count(shot)
		}
	}
}

func TestOnlyTheRoomsCannonsShoot(t *testing.T) {
	for _, r := range Rooms() {
		for _, cost := range r.Cannons {
			if r.Cost(cost) != nil {
				t.Errorf("%s refuses %s", r.Code, cost)
			}
		}
		if !errors.Is(r.Cost(3), ErrCost) || !errors.Is(r.Cost(-10), ErrCost) {
			t.Errorf("%s shoots for any amount", r.Code)
		}
	}
}
