package venue_test

import (
	"testing"

	"hongyun/internal/venue"
)

func TestSidesOpposeWhenTheyCoverTheMarket(t *testing.T) {
	result := venue.MarketOf("result/0", "home", "draw", "away")
	if venue.MarketName(result) != "result/0" || venue.MarketName("win") != "win" {
		t.Errorf("names %q and %q", venue.MarketName(result), venue.MarketName("win"))
	}
	for name, c := range map[string]struct {
		market string
		sides  []string
		want   bool
	}{
		"none": {"win", nil, false}, "one": {"win", []string{"banker"}, false}, "one twice": {"win", []string{"banker", "banker"}, false},
		"two of two": {"win", []string{"banker", "player"}, true}, "two of three": {result, []string{"home", "away"}, false},
		"three of three":            {result, []string{"home", "away", "draw"}, true},
		"two double chances":        {result, []string{"home+draw", "draw+away"}, true},
		"a double chance, the rest": {result, []string{"home+draw", "away"}, true},
		"a double chance, its part": {result, []string{"home+draw", "home"}, false},
		"everything at once":        {result, []string{"home+draw+away"}, false},
		"another word":              {result, []string{"home", "draw", "other"}, false},
	} {
		if got := venue.Opposed(c.market, c.sides); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
