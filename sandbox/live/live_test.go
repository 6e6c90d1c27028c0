package live

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"hongyun/internal/proof"
	"hongyun/sandbox/fair"
	"hongyun/sandbox/fair/fairtest"
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

// published are the returns of all spots, those of eight decks and of one zero.
func published() map[Game]map[string]float64 {
	roulette := map[string]float64{}
	for _, s := range Roulette.Spots() {
		roulette[s.Key] = 36.0 / 37
	}
	return map[Game]map[string]float64{
		Baccarat:    {"banker": 0.9894209, "player": 0.9876492, "tie": 0.8564037, "bankerpair": 0.8963855, "playerpair": 0.8963855},
		DragonTiger: {"dragon": 1 - 31.0/415/2, "tiger": 1 - 31.0/415/2, "tie": 9 * 31.0 / 415},
		Roulette:    roulette,
	}
}

// chance is an outcome and how likely it is.
type chance struct {
	Outcome
	p float64
}

// chances are the outcomes that spots can tell apart. The figures of baccarat
// are those of eight decks. A pair at the beginning is taken as independent of
// the winner, because no spot asks for both.
func chances(g Game) (list []chance) {
	const pair = 31.0 / 415
	switch g {
	case Roulette:
		for n := range pockets {
			list = append(list, chance{Outcome{Number: n}.spun(), 1.0 / pockets})
		}
	case DragonTiger:
		list = []chance{{Outcome{Winner: "tie"}, pair}, {Outcome{Winner: "dragon"}, (1 - pair) / 2}, {Outcome{Winner: "tiger"}, (1 - pair) / 2}}
	case Baccarat:
		for winner, p := range map[string]float64{"banker": 0.4585974, "player": 0.4462466, "tie": 0.0951560} {
			for _, pairs := range [][2]bool{{}, {true, false}, {false, true}, {true, true}} {
				both := p
				for _, has := range pairs {
					if has {
						both *= pair
					} else {
						both *= 1 - pair
					}
				}
				list = append(list, chance{Outcome{Winner: winner, Pairs: pairs}, both})
			}
		}
	}
	return list
}

func payout(t *testing.T, g Game, spot string, o Outcome) float64 {
	t.Helper()
	const stake = 100
	paid, err := g.Payout(spot, stake, o)
	if err != nil {
		t.Fatal(err)
	}
	return float64(paid) / stake
}

// TestReturnsAreThePublishedOnes pays every spot of each felt, over all outcomes
// by their chances and then in rounds that are dealt.
func TestReturnsAreThePublishedOnes(t *testing.T) {
	line := proof.Begin(t, "games", "dealer tables: every spot returns what is published")
	rounds := fairtest.Rounds(60_000)
	for game, returns := range published() {
		type facts struct { // all that a payout depends on
			winner string
			number int
			pairs  [2]bool
		}
		outcomes := map[facts]int{}
		for n := range rounds {
			o := Round{Table: Table{Game: game}, seed: seeded(n)}.Outcome()
			outcomes[facts{o.Winner, o.Number, o.Pairs}]++
		}
		line.Count(rounds)
		for _, spot := range game.Spots() {
			what, exact, squares := string(game)+" "+spot.Key, 0.0, 0.0
			for _, c := range chances(game) {
				paid := payout(t, game, spot.Key, c.Outcome)
				exact += c.p * paid
				squares += c.p * paid * paid
			}
			if math.Abs(exact-returns[spot.Key]) > 1e-5 {
				t.Errorf("%s returns exactly %.5f, published is %.5f", what, exact, returns[spot.Key])
			}
			back := fairtest.Tally{Variance: squares - exact*exact}
			for f, times := range outcomes {
				back.Add(payout(t, game, spot.Key, Outcome{Winner: f.winner, Number: f.number, Pairs: f.pairs}), times)
			}
			back.Expect(t, what, returns[spot.Key])
		}
	}
}

func TestTheRulesOfThePageStateThePublishedReturns(t *testing.T) {
	text, err := os.ReadFile("../../web/games/src/live/text.ts")
	if err != nil {
		t.Fatal(err)
	}
	for game, returns := range published() {
		for spot, share := range returns {
			if percent := fmt.Sprintf("%.2f%%", 100*share); !strings.Contains(string(text), percent) {
				t.Errorf("the page does not state %s for %s %s", percent, game, spot)
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
