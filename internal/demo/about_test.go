package demo

import (
	"slices"
	"strings"
	"testing"

	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/sandbox/books"
	"hongyun/sandbox/play/arcade"
	"hongyun/sandbox/play/reels"
)

// Every game that the demo opens says its rules. Figures are those of the packages
// that deal the games, and rules of one game name only its own.
func TestEveryGameOfTheDemoSaysItsRules(t *testing.T) {
	said, err := aboutGames("http://127.0.0.1:1")
	if err != nil {
		t.Fatal(err)
	}
	of := map[string]venue.About{}
	for _, a := range said {
		of[a.Venue+" "+a.Game] = a.About
		if a.Rules == "" || strings.Contains(a.Rules, "\n\n") {
			t.Errorf("%s %s: rules %q", a.Venue, a.Game, a.Rules)
		}
		if a.Payback < 0 || a.Payback > 10_000 || a.StakeMin > a.StakeMax {
			t.Errorf("%s %s: %+v", a.Venue, a.Game, a.About)
		}
	}
	for _, code := range []string{"s47", "s8", "s9"} {
		_, games, err := venue.Shipped(code)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range games {
			a, ok := of[code+" "+g.Code]
			if !ok || a.Payback < 9_000 || g.Kind == venue.Slot && (a.Volatility == 0 || a.StakeMin == 0) || a.Fun != "http://127.0.0.1:1/play/fun/"+code+"/"+g.Code {
				t.Errorf("%s %s: %+v", code, g.Code, a)
			}
		}
	}
	if a := of["ky 830"]; a.StakeMin < money.Yuan/10 || a.StakeMax <= a.StakeMin || !strings.Contains(a.Rules, "底注 ¥") {
		t.Errorf("the stakes of a board game: %+v", a)
	}
	if a := of["ky 830"]; a.Payback != 9750 || !strings.Contains(a.Rules, "牛牛") || a.Fun != "" {
		t.Errorf("a board game: %+v", a)
	}
}

// The lobby's category, the volatility and the rules of every slot are those of its
// machine. A game with a jackpot is in the category of jackpots.
func TestEverySlotIsWhatItsMachineIs(t *testing.T) {
	said, err := aboutGames("http://127.0.0.1:1")
	if err != nil {
		t.Fatal(err)
	}
	about := map[string]venue.About{}
	for _, a := range said {
		about[a.Venue+" "+a.Game] = a.About
	}
	list, err := PlayVenues()
	if err != nil {
		t.Fatal(err)
	}
	const jackpot = 4
	categories := map[string]int{"classic": 1, "lines": 2, "cascade": 3, "ways": 5}
	seen := map[string]bool{}
	for _, v := range list {
		_, shipped, err := venue.Shipped(v.Code)
		if err != nil {
			t.Fatal(err)
		}
		machines := map[string]arcade.Game{}
		for _, g := range v.Games {
			machines[g.Code] = g
		}
		for _, g := range shipped {
			if g.Kind != venue.Slot {
				continue
			}
			machine, ok := machines[g.Code]
			if !ok {
				t.Errorf("%s %s has no machine", v.Code, g.Code)
				continue
			}
			model, pot := reels.ModelOf(machine), reels.PotOf(v.Code, machine) != books.Pot{}
			want := categories[model.Key]
			if pot {
				want = jackpot
			}
			seen[model.Key] = true
			if g.Category != want {
				t.Errorf("%s %s %s: category %d, its machine %s is of %d", v.Code, g.Code, g.Name, g.Category, model.Key, want)
			}
			a := about[v.Code+" "+g.Code]
			if a.Volatility != model.Volatility || !strings.HasPrefix(a.Rules, model.Title+"：") {
				t.Errorf("%s %s: volatility %d, rules %q, its machine is %s of %d", v.Code, g.Code, a.Volatility, a.Rules, model.Title, model.Volatility)
			}
			for word, has := range map[string]bool{"百搭": model.HasWild(), "免费旋转": slices.Max(model.FreeSpins) > 0, "聚宝盆": pot} {
				if strings.Contains(a.Rules, word) != has {
					t.Errorf("%s %s: rules %q, its machine has %s: %v", v.Code, g.Code, a.Rules, word, has)
				}
			}
		}
	}
	if len(seen) != len(categories) {
		t.Errorf("machines %v, want each of %v", seen, categories)
	}
}
