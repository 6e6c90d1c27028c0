package slots

import (
	"math"
	"slices"
	"testing"

	"hongyun/internal/proof"
	"hongyun/sandbox/fair"
	"hongyun/sandbox/fair/fairtest"
)

// TestTheStatedReturnIsTheExactOne holds the published figure of a model with
// reels against the exact expectation over its strips.
func TestTheStatedReturnIsTheExactOne(t *testing.T) {
	for _, m := range Models() {
		if m.Way == Cascade {
			continue
		}
		exact, _ := m.Return().Float64()
		if math.Abs(exact*10_000-float64(m.StatedReturn)) > 0.5 {
			t.Errorf("%s states %d, exact is %.2f", m.Key, m.StatedReturn, exact*10_000)
		}
		if exact < 0.94 || exact > 0.975 {
			t.Errorf("%s returns %.4f", m.Key, exact)
		}
	}
}

// TestPlayingReturnsWhatIsStated plays every model.
func TestPlayingReturnsWhatIsStated(t *testing.T) {
	line := proof.Begin(t, "games", "slots: every model returns what it states")
	rounds := fairtest.Rounds(40_000)
	for _, m := range Models() {
		var back fairtest.Tally
		d := fair.Seed{9}.Draw(m.Key, 0)
		for range rounds {
			back.Add(float64(m.Play(d).Win)/float64(m.Units), 1)
		}
		back.Expect(t, m.Key, float64(m.StatedReturn)/10_000)
		line.Count(rounds)
	}
}

func TestStripsKeepTheRulesOfTheModels(t *testing.T) {
	for _, m := range Models() {
		if m.Way == Cascade {
			if len(m.Weights) != m.Symbols || m.Weights[Wild] != 0 {
				t.Errorf("%s has weights %v", m.Key, m.Weights)
			}
			continue
		}
		if len(m.Strips) != m.Reels || slices.Contains(m.Strips[0], Wild) {
			t.Errorf("%s: a wild on the first reel, or %d strips", m.Key, len(m.Strips))
		}
		for reel, strip := range m.Strips {
			for i, s := range strip {
				if int(s) >= m.Symbols {
					t.Errorf("%s reel %d shows symbol %d", m.Key, reel, s)
				}
				for row := 1; row < m.Rows; row++ {
					if s == Scatter && strip[(i+row)%len(strip)] == Scatter {
						t.Errorf("%s reel %d can show two scatters at once", m.Key, reel)
					}
				}
			}
		}
		for line, rows := range m.LineRows {
			if len(rows) != m.Reels || slices.Max(rows) >= m.Rows {
				t.Errorf("%s line %d is %v", m.Key, line, rows)
			}
		}
		if m.Way == Lines && int64(len(m.LineRows)) != m.Units {
			t.Errorf("%s has %d lines for %d coins", m.Key, len(m.LineRows), m.Units)
		}
	}
}

// TestEachSpinAddsUp checks what the page shows against what is paid.
func TestEachSpinAddsUp(t *testing.T) {
	for _, m := range Models() {
		d := fair.Seed{4}.Draw(m.Key, 0)
		for range 5_000 {
			r := m.Play(d)
			total, owed := int64(0), 1
			for i, s := range r.Spins {
				owed += s.Awarded - 1
				win := int64(0)
				for _, f := range s.Falls {
					if len(f.Grid) != m.Reels || len(f.Grid[0]) != m.Rows {
						t.Fatalf("%s shows a window of %d × %d", m.Key, len(f.Grid), len(f.Grid[0]))
					}
					for _, w := range f.Wins {
						win += w.Coins * f.Factor
						if w.Coins <= 0 || len(w.Cells) < w.Count {
							t.Fatalf("%s: %+v", m.Key, w)
						}
					}
				}
				if win != s.Win || s.Free != (i > 0) {
					t.Fatalf("%s spin %d: wins of %d coins, paid %d", m.Key, i, win, s.Win)
				}
				total += s.Win
			}
			if total != r.Win || (owed != 0 && len(r.Spins) <= maxFreeSpins) {
				t.Fatalf("%s: spins win %d, the round %d; %d spins are owed", m.Key, total, r.Win, owed)
			}
		}
	}
}

// TestAKnownWindowIsPaidByTheTable evaluates windows written by hand.
func TestAKnownWindowIsPaidByTheTable(t *testing.T) {
	s := lines.evaluate([][]Symbol{{7, 2, 8}, {9, Wild, 8}, {10, 2, 9}, {9, 3, 10}, {10, 4, 10}}, false)
	if s.Win != lines.Pays[2][3] || s.Awarded != 0 {
		t.Errorf("three of the rarest with a wild pay %d: %+v", s.Win, s.Falls[0].Wins)
	}
	s = lines.evaluate([][]Symbol{{Scatter, 2, 8}, {9, 3, Scatter}, {7, Scatter, 9}, {9, 3, 10}, {10, 4, 10}}, true)
	if s.Awarded != 10 || s.Win != lines.ScatterPays[3]*lines.FreeFactor {
		t.Errorf("three scatters in free spins: %d spins, %d coins", s.Awarded, s.Win)
	}
	s = ways.evaluate([][]Symbol{{7, 7, 8}, {7, Wild, 9}, {9, 10, 7}, {2, 3, 4}, {2, 3, 4}}, false)
	if want := 4 * ways.Pays[7][3]; s.Win != want {
		t.Errorf("two by two by one ways pay %d, want %d: %+v", s.Win, want, s.Falls[0].Wins)
	}
}
