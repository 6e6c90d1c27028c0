package venue

import (
	"slices"
	"strings"
	"testing"
)

// H-438: a weight of a code that no bet carries would weigh nothing. Every shipped lobby
// and hall is either an entry, or one whose bets all carry its code.
func TestEveryShippedLobbyIsAnEntryOrTheGameOfItsBets(t *testing.T) {
	c, err := catalogue()
	if err != nil {
		t.Fatal(err)
	}
	own := []string{"saba", "fb", "bti", "xj"} // whose adapters book every bet on the lobby
	shipped := map[[2]string]bool{}
	for _, g := range c.games {
		key := [2]string{g.Venue, g.Code}
		shipped[key] = true
		_, entry := entries[key]
		lobby := g.Code == "0" && !slices.Contains(own, g.Venue) || strings.Contains(g.Code, "-hall") || g.Venue == "bbin" && g.Code == "live"
		if entry != lobby {
			t.Errorf("%s %s (%s) is an entry: %v", g.Venue, g.Code, g.Name, entry)
		}
	}
	for key, code := range entries {
		if !shipped[key] {
			t.Errorf("%v is no shipped game", key)
		}
		of := [2]string{key[0], code}
		if _, entry := entries[of]; code != "" && (!shipped[of] || entry || wholes[of] == "") {
			t.Errorf("the bets of %v are booked on %s, which cannot be offered for them", key, code)
		}
	}
}
