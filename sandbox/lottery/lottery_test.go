package lottery

import (
	"errors"
	"slices"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/internal/proof"
	"hongyun/sandbox/fair"
	"hongyun/sandbox/fair/fairtest"
)

var now = time.Date(2026, 11, 23, 23, 59, 31, 0, calendar.Beijing)

func hall() *Hall { return NewHall(fair.Seed{6}, All()) }

func TestIssuesFollowEachOtherOverMidnight(t *testing.T) {
	h := hall()
	l, err := h.Lottery("3")
	if err != nil {
		t.Fatal(err)
	}
	i := h.IssueAt(l, now)
	if i.ID() != "3-20261123-1440" || !i.DrawnAt().Equal(time.Date(2026, 11, 24, 0, 0, 0, 0, calendar.Beijing)) {
		t.Errorf("%s is drawn at %s", i.ID(), i.DrawnAt())
	}
	if next := h.Next(i); next.ID() != "3-20261124-0001" {
		t.Errorf("after %s comes %s", i.ID(), next.ID())
	}
	if latest := h.Latest(l, now, 3); latest[0].ID() != "3-20261123-1439" || latest[2].ID() != "3-20261123-1437" {
		t.Errorf("latest: %s … %s", latest[0].ID(), latest[2].ID())
	}
	for _, wrong := range []string{"", "3", "3-20261123-1441", "3-20261123-0", "3-20261123-42", "no-20261123-0001", "3-20261199-0001"} {
		if _, err := h.Find(wrong); !errors.Is(err, ErrNoIssue) {
			t.Errorf("%q: %v", wrong, err)
		}
	}
}

func TestAResultIsHiddenBeforeItsDrawAndProvedAfterwards(t *testing.T) {
	h := hall()
	for _, l := range h.Lotteries() {
		i := h.IssueAt(l, now)
		if _, ok := i.Result(i.DrawnAt().Add(-time.Nanosecond)); ok || i.Reveal(i.ClosesAt()) != "" {
			t.Errorf("%s is known before its draw", i.ID())
		}
		again, err := h.Find(i.ID())
		if err != nil {
			t.Fatal(err)
		}
		result, _ := i.Result(i.DrawnAt())
		if same, ok := again.Result(i.DrawnAt()); !ok || !slices.Equal(same, result) {
			t.Errorf("%s: %v, again %v", i.ID(), result, same)
		}
		seed, err := fair.ParseSeed(i.Reveal(i.DrawnAt()))
		if err != nil || seed.Commitment() != i.Commitment() {
			t.Errorf("%s: the revealed seed is not the committed one: %v", i.ID(), err)
		}
		if i.ClosesAt().After(i.DrawnAt()) || 24*time.Hour%l.Every != 0 {
			t.Errorf("%s closes at %s", l.Code, i.ClosesAt())
		}
	}
}

// TestPricesGiveBackTheStatedShare draws issues of each family and pays every
// pick. A price is rounded down to a step, so a pick gives back the stated share
// less its chance of one step at most.
func TestPricesGiveBackTheStatedShare(t *testing.T) {
	const stated, step = 970, 10 // of PriceUnit
	line := proof.Begin(t, "games", "lottery: every pick of every family gives back the stated share")
	draws := fairtest.Rounds(20_000)
	for family := range families {
		l := All()[slices.IndexFunc(All(), func(l Lottery) bool { return l.Family == family })]
		picks := family.Picks()
		wins := make([]int, len(picks))
		h := hall()
		i := h.IssueAt(l, now)
		for range draws {
			i = h.Next(i)
			result := i.draw()
			for n, p := range picks {
				if p.wins(result) {
					wins[n]++
				}
			}
		}
		line.Count(draws)
		for n, p := range picks {
			favourable, all := p.Chance()
			chance, price := float64(favourable)/float64(all), float64(p.Price)/PriceUnit
			if back := favourable * p.Price; back > all*stated || back <= all*stated-favourable*step {
				t.Errorf("%s %s gives back %.5f, stated is %d of %d", family, p.Key, chance*price, stated, PriceUnit)
			}
			back := fairtest.Tally{Variance: price * price * chance * (1 - chance)}
			back.Add(price, wins[n])
			back.Add(0, draws-wins[n])
			back.ExpectBetween(t, string(family)+" "+p.Key, (stated-step*chance)/PriceUnit, float64(stated)/PriceUnit)
		}
	}
}

func TestEachPickHasOneKeyAndAName(t *testing.T) {
	for family := range families {
		seen := map[string]bool{}
		for _, p := range family.Picks() {
			if seen[p.Key] || p.Name == "" || p.Play == "" || p.Of == "" {
				t.Errorf("%s: %+v", family, p)
			}
			seen[p.Key] = true
		}
		if _, err := family.Pick("nothing"); !errors.Is(err, ErrNoPick) {
			t.Errorf("%s knows a pick of nothing", family)
		}
	}
}

func TestATicketIsPaidByItsPrice(t *testing.T) {
	h := hall()
	l, _ := h.Lottery("13")
	i := h.IssueAt(l, now)
	result := i.draw()
	for _, p := range K3.Picks() {
		want := money.Fen(0)
		if p.wins(result) {
			want = 1_001 * money.Fen(p.Price) / PriceUnit
		}
		if got, err := i.Payout(p.Key, 1_001); err != nil || got != want {
			t.Errorf("%v %s: %s, %v, want %s", result, p.Key, got, err, want)
		}
	}
}

// A number that comes twice in one draw, or is none of the lottery's, would make
// the stated chances wrong.
func TestDrawsHaveTheNumbersOfTheirFamily(t *testing.T) {
	h := hall()
	for code, want := range map[string]struct{ count, last int }{"11X5": {5, 11}, "LHC": {7, 49}} {
		l, err := h.Lottery(code)
		if err != nil {
			t.Fatal(err)
		}
		for i, n := h.IssueAt(l, now), 0; n < 500; i, n = h.Next(i), n+1 {
			result := i.draw()
			sorted := slices.Sorted(slices.Values(result))
			if len(slices.Compact(sorted)) != want.count || sorted[0] < 1 || sorted[want.count-1] > want.last || code == "LHC" && !slices.IsSorted(result[:6]) {
				t.Fatalf("%s draws %v", i.ID(), result)
			}
		}
	}
}

func TestEachOfTheFortyNineHasOneColour(t *testing.T) {
	for n := 1; n <= sixes; n++ {
		won := 0
		for _, key := range []string{"color:red", "color:blue", "color:green"} {
			p, err := LHC.Pick(key)
			if err != nil {
				t.Fatal(err)
			}
			if p.wins([]int{0, 0, 0, 0, 0, 0, n}) {
				won++
			}
		}
		if won != 1 {
			t.Errorf("%d has %d colours", n, won)
		}
	}
}
