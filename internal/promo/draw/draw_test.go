package draw

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"hongyun/internal/money"
	"hongyun/internal/promo/rule"
)

// PROMO-03: packets come as often as players are told. The source is seeded, so
// that the test is the same each time.
func TestPROMO_03_DrawsFollowThePublishedOdds(t *testing.T) {
	for _, r := range rule.Shipped() {
		odds := r.Params.OddsTable()
		if odds == nil {
			continue
		}
		random, n := &stream{seed: fmt.Append(nil, "seed ", r.ID)}, 400_000
		counted := map[money.Fen]int{}
		for range n {
			amount, err := Packet(random, r.Params.Packets)
			if err != nil {
				t.Fatal(err)
			}
			counted[amount]++
		}
		sum := 0.0
		for _, o := range odds {
			var percent float64
			if _, err := fmt.Sscanf(o.Chance, "%f%%", &percent); err != nil {
				t.Fatal(err)
			}
			sum += percent
			want := percent / 100 * float64(n)
			if off := math.Abs(float64(counted[o.Amount]) - want); off > 5*math.Sqrt(want)+1 {
				t.Errorf("promotion %d: %s came %d times, told %s of %d", r.ID, o.Amount, counted[o.Amount], o.Chance, n)
			}
		}
		if math.Abs(sum-100) > 1e-9 {
			t.Errorf("promotion %d: the odds come to %v%%", r.ID, sum)
		}
	}
}

// Each number below n is as likely as the other, also where 2^64 is no multiple of
// n. Draws that would favour the low numbers are thrown away.
func TestBelowFavoursNoNumber(t *testing.T) {
	high := strings.NewReader("\xff\xff\xff\xff\xff\xff\xff\xff" + "\x00\x00\x00\x00\x00\x00\x00\x05")
	if got, err := below(high, 3); err != nil || got != 2 { // 2^64-1 is one above the last whole three: read on
		t.Errorf("%d %v", got, err)
	}
	if got, err := below(strings.NewReader("\xff\xff\xff\xff\xff\xff\xff\xff"), 4); err != nil || got != 3 {
		t.Errorf("%d %v", got, err)
	}
	if _, err := below(strings.NewReader("short"), 3); err == nil {
		t.Error("drawn from nothing")
	}
}

// PROMO-09: a seed decides the winners of a draw, and no place wins twice.
func TestASeedDecidesTheWinners(t *testing.T) {
	params := rule.Params{Winners: 5, Packets: []rule.Packet{{Amount: 188, Weight: 50}, {Amount: 588, Weight: 50}}}
	winnersOf := func(seed string, places int64) []Winner {
		winners, err := from([]byte(seed), places, params)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[int64]bool{}
		for _, w := range winners {
			if seen[w.Place] || w.Place < 0 || w.Place >= places {
				t.Errorf("%s: place %d of %d", seed, w.Place, places)
			}
			seen[w.Place] = true
		}
		return winners
	}
	first := winnersOf("one seed", 29)
	if len(first) != 5 || !slices.Equal(first, winnersOf("one seed", 29)) {
		t.Errorf("the same seed draws other winners: %v", first)
	}
	if slices.Equal(first, winnersOf("another seed", 29)) {
		t.Error("another seed draws the same winners")
	}
	if few := winnersOf("few", 3); len(few) != 3 {
		t.Errorf("of three places %d win", len(few))
	}
}
