package demo

import (
	"strings"
	"testing"

	"hongyun/internal/money"
	"hongyun/internal/venue"
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
