package live

import (
	"encoding/binary"
	"errors"
	"math"
	"testing"
	"time"

	"hongyun/sandbox/fair"
)

var at = time.Date(2026, 11, 23, 12, 0, 7, 0, time.UTC)

func floor() *Floor {
	return NewFloor(fair.Seed{3}, []Table{
		{Code: "B1", Game: Baccarat, Min: 1000, Max: 1000000}, {Code: "D1", Game: DragonTiger, Offset: 5 * time.Second}, {Code: "R1", Game: Roulette, Offset: 11 * time.Second},
	})
}

func TestEverybodySeesTheSameRound(t *testing.T) {
	for _, table := range floor().Tables() {
		r := floor().RoundAt(table, at)
		again, err := floor().Find(r.ID())
		if err != nil || again.Opens != r.Opens || again.Commitment() != r.Commitment() {
			t.Errorf("%s: %v, again %v %v", table.Code, r, again, err)
		}
		if at.Before(r.Opens) || !at.Before(r.Opens.Add(roundFor)) {
			t.Errorf("%s: the round under way opens at %s", table.Code, r.Opens)
		}
		if r.Reveal(r.Opens) != "" {
			t.Error("the seed is shown while bets are taken")
		}
		seed, err := fair.ParseSeed(r.Reveal(r.Closes()))
		if err != nil || seed.Commitment() != r.Commitment() {
			t.Errorf("the revealed seed is not the committed one: %v", err)
		}
	}
}

func TestPhasesFollowEachOtherToTheNextRound(t *testing.T) {
	r := floor().RoundAt(floor().Tables()[0], at)
	now := r.Opens
	for _, want := range []Phase{Betting, Dealing, Shown} {
		phase, until := r.Phase(now)
		if phase != want {
			t.Errorf("%s at %s", phase, now)
		}
		now = until
	}
	if next := floor().RoundAt(r.Table, now); next.Number != r.Number+1 || next.Opens != now {
		t.Errorf("after round %d comes %d at %s", r.Number, next.Number, next.Opens)
	}
}

// TestBaccaratFollowsTheThirdCardRule tries the banker's table and the naturals.
func TestBaccaratFollowsTheThirdCardRule(t *testing.T) {
	draws := map[[2]int]bool{{3, 8}: false, {3, 9}: true, {4, 1}: false, {4, 2}: true, {5, 3}: false, {5, 7}: true, {6, 5}: false, {6, 6}: true, {7, 6}: false, {2, 8}: true, {5, -1}: true, {6, -1}: false}
	for c, want := range draws {
		if bankerDraws(c[0], c[1]) != want {
			t.Errorf("banker with %d after a third card of %d draws: %v", c[0], c[1], !want)
		}
	}
	for n := range 5_000 {
		o := dealBaccarat(seeded(n).Draw("table", 0))
		two := len(o.Left) == 2 && len(o.Right) == 2
		if len(o.Left) == 2 && o.Points[0] >= natural && !two {
			t.Fatalf("the banker draws against a natural: %+v", o)
		}
		if len(o.Left) == 2 && o.Points[0] < standFrom && (!two || o.Points[1] < natural) {
			t.Fatalf("the player stands on %d: %+v", o.Points[0], o)
		}
	}
}

// TestReturnsAreThePublishedOnes plays rounds of each game on every kind of
// spot. The published figures are those of eight decks and of one zero.
func TestReturnsAreThePublishedOnes(t *testing.T) {
	published := map[Game]map[string]float64{
		Baccarat:    {"banker": 0.98942, "player": 0.98765, "tie": 0.85640, "bankerpair": 0.89639, "playerpair": 0.89639},
		DragonTiger: {"dragon": 0.96270, "tiger": 0.96270, "tie": 0.67229},
		Roulette:    {"red": 36.0 / 37, "odd": 36.0 / 37, "high": 36.0 / 37, "dozen2": 36.0 / 37, "column3": 36.0 / 37, "n17": 36.0 / 37},
	}
	const rounds = 60_000
	for game, spots := range published {
		sum, squares := map[string]float64{}, map[string]float64{}
		for n := range rounds {
			outcome := Round{Table: Table{Game: game}, seed: seeded(n)}.Outcome()
			for spot := range spots {
				paid, err := game.Payout(spot, 100, outcome)
				if err != nil {
					t.Fatal(err)
				}
				back := float64(paid) / 100
				sum[spot] += back
				squares[spot] += back * back
			}
		}
		for spot, want := range spots {
			mean := sum[spot] / rounds
			deviation := math.Sqrt((squares[spot]/rounds - mean*mean) / rounds)
			if math.Abs(mean-want) > 4*deviation {
				t.Errorf("%s %s returns %.4f ± %.4f, published is %.4f", game, spot, mean, deviation, want)
			}
		}
	}
}

func seeded(n int) (s fair.Seed) {
	binary.BigEndian.PutUint64(s[:], uint64(n))
	s[31] = 1
	return s
}

func TestTheRoadShowsDecidedRoundsOfThisShoe(t *testing.T) {
	f := floor()
	table := f.Tables()[0]
	r := f.RoundAt(table, at)
	before, after := f.Road(table, r.Closes()), f.Road(table, r.Closes().Add(DealingFor))
	if len(after) != len(before)+1 && (r.Number%RoundsOfShoe) != 0 {
		t.Errorf("%d rounds, then %d", len(before), len(after))
	}
	if len(before) > RoundsOfShoe || after[len(after)-1].Winner != r.Outcome().Winner {
		t.Errorf("%d rounds; the last is %+v", len(before), after[len(after)-1])
	}
}

func TestStrangeTablesRoundsAndSpotsAreRefused(t *testing.T) {
	f := floor()
	for _, id := range []string{"", "B1", "B1-", "B1--1", "B1-01", "X1-1"} {
		if _, err := f.Find(id); !errors.Is(err, ErrNoRound) {
			t.Errorf("%q: %v", id, err)
		}
	}
	if _, err := f.Round(f.Tables()[0], 1).Payout("n5", 100); !errors.Is(err, ErrNoSpot) {
		t.Errorf("a roulette number on a baccarat table: %v", err)
	}
}
