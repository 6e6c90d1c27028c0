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

	"hongyun/internal/money"
	"hongyun/internal/proof"
	"hongyun/sandbox/fair"
	"hongyun/sandbox/fair/fairtest"
)

var at = time.Date(2026, 11, 23, 12, 0, 7, 0, time.UTC)

func floor() *Floor {
	return NewFloor(fair.Seed{3}, []Table{
		{Code: "B1", Game: Baccarat, Min: 1000, Max: 1000000}, {Code: "D1", Game: DragonTiger, Offset: 5 * time.Second}, {Code: "R1", Game: Roulette, Offset: 11 * time.Second},
		{Code: "S1", Game: SicBo, Offset: 13 * time.Second},
	})
}

func TestEverybodySeesTheSameRound(t *testing.T) {
	for _, table := range floor().Tables() {
		r := floor().RoundAt(table, at)
		again, err := floor().Find(r.ID())
		if err != nil || again.Opens != r.Opens || again.Commitment() != r.Commitment() {
			t.Errorf("%s: %v, again %v %v", table.Code, r, again, err)
		}
		if at.Before(r.Opens) || !at.Before(r.Opens.Add(table.Game.RoundFor())) {
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
		SicBo:       sicBoReturns(),
	}
}

// sicBoReturns are counted over the 216 throws by the chances of each kind of bet.
func sicBoReturns() map[string]float64 {
	list := map[string]float64{"triple": 31 * 6.0 / 216}
	for _, spot := range []string{"big", "small", "odd", "even"} {
		list[spot] = 2 * 105.0 / 216
	}
	for n := 1; n <= 6; n++ {
		list[fmt.Sprintf("t%d", n)] = 181.0 / 216
		list[fmt.Sprintf("p%d", n)] = 11 * 16.0 / 216
		list[fmt.Sprintf("d%d", n)] = (2*75 + 3*15 + 4*1.0) / 216
	}
	for n, back := range map[int]float64{4: 61 * 3, 5: 31 * 6, 6: 19 * 10, 7: 13 * 15, 8: 9 * 21, 9: 8 * 25, 10: 7 * 27} {
		list[fmt.Sprintf("s%d", n)], list[fmt.Sprintf("s%d", 21-n)] = back/216, back/216
	}
	return list
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
	case SicBo:
		for n := range 216 {
			list = append(list, chance{thrown([]int{n/36 + 1, n/6%6 + 1, n%6 + 1}), 1.0 / 216})
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
			dice   [3]int
		}
		outcomes := map[facts]int{}
		for n := range rounds {
			o := Round{Table: Table{Game: game}, seed: seeded(n)}.Outcome()
			f := facts{winner: o.Winner, number: o.Number, pairs: o.Pairs}
			copy(f.dice[:], o.Dice)
			outcomes[f]++
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
				back.Add(payout(t, game, spot.Key, Outcome{Winner: f.winner, Number: f.number, Pairs: f.pairs, Dice: f.dice[:]}), times)
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
	before, after := f.Road(table, r.Closes()), f.Road(table, r.Decided())
	if len(after) != len(before)+1 && (r.Number%RoundsOfShoe) != 0 {
		t.Errorf("%d rounds, then %d", len(before), len(after))
	}
	if len(before) > RoundsOfShoe || after[len(after)-1].Winner != r.Outcome().Winner {
		t.Errorf("%d rounds; the last is %+v", len(before), after[len(after)-1])
	}
}

// Each kind of bet pays exactly its odds, a single face once for each die that shows it.
func TestDicePayTheirTable(t *testing.T) {
	for _, c := range []struct {
		dice []int
		spot string
		want money.Fen
	}{
		{[]int{6, 5, 1}, "big", 2000}, {[]int{6, 5, 1}, "small", 0}, {[]int{6, 5, 1}, "even", 2000}, {[]int{6, 5, 1}, "odd", 0}, {[]int{6, 5, 1}, "s12", 8000},
		{[]int{4, 4, 4}, "big", 0}, {[]int{4, 4, 4}, "even", 0}, {[]int{4, 4, 4}, "triple", 31000}, {[]int{4, 4, 4}, "t4", 181000}, {[]int{4, 4, 4}, "t5", 0},
		{[]int{4, 4, 4}, "p4", 11000}, {[]int{4, 4, 4}, "d4", 4000}, {[]int{4, 4, 4}, "s12", 8000}, {[]int{1, 1, 1}, "small", 0}, {[]int{1, 1, 1}, "odd", 0},
		{[]int{2, 5, 2}, "p2", 11000}, {[]int{2, 5, 2}, "d2", 3000}, {[]int{2, 5, 2}, "d5", 2000}, {[]int{2, 5, 2}, "d1", 0}, {[]int{2, 5, 2}, "small", 2000},
		{[]int{1, 2, 1}, "s4", 61000}, {[]int{6, 6, 5}, "s17", 61000}, {[]int{1, 2, 2}, "s5", 31000}, {[]int{5, 5, 6}, "s16", 31000},
	} {
		if got, err := SicBo.Payout(c.spot, 1000, thrown(c.dice)); err != nil || got != c.want {
			t.Errorf("%v pays %s on %s (%v), want %s", c.dice, got, c.spot, err, c.want)
		}
	}
	for _, strange := range []string{"s3", "s18", "d0", "d7", "t", "p7", "", "red"} {
		if _, err := SicBo.Payout(strange, 1000, thrown([]int{1, 2, 3})); !errors.Is(err, ErrNoSpot) {
			t.Errorf("%q is taken: %v", strange, err)
		}
	}
}

// A hand without a third card is settled when its fourth card lies.
func TestARoundIsDecidedWhenItsLastCardLies(t *testing.T) {
	f := floor()
	seen := map[time.Duration]bool{}
	for n := range int64(50) {
		r := f.Round(f.Tables()[0], n)
		o, after := r.Outcome(), r.Decided().Sub(r.Closes())
		if want := map[bool]time.Duration{true: 4 * time.Second, false: 6 * time.Second}[len(o.Left)+len(o.Right) == 4]; after != want {
			t.Errorf("%+v is decided after %s", o, after)
		}
		if phase, _ := r.Phase(r.Decided()); phase != Shown || r.Lasts(r.Decided()) < ResultFor || r.Lasts(r.Closes()) != after {
			t.Errorf("%s lasts %s", phase, r.Lasts(r.Decided()))
		}
		seen[after] = true
	}
	if len(seen) != 2 {
		t.Error("only one kind of hand was tried")
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
