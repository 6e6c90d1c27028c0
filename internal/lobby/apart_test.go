package lobby

import (
	"strings"
	"testing"

	"hongyun/internal/venue"
)

// Several venues have a game of one name. A shelf shows no two of them side by
// side while it has others, and keeps the order otherwise.
func TestGamesOfOneNameAreNotSideBySide(t *testing.T) {
	for given, want := range map[string]string{
		"":         "",
		"a":        "a",
		"abc":      "abc",
		"aab":      "aba",
		"baa":      "aba",
		"aaab":     "abaa",
		"aabbc":    "ababc",
		"bbaaa":    "ababa",
		"abbbcc":   "abcbcb",
		"aaaabbcd": "ababacad",
	} {
		var games []venue.Game
		for _, name := range strings.Split(given, "") {
			games = append(games, venue.Game{Name: name})
		}
		var got strings.Builder
		for _, g := range apart(games) {
			got.WriteString(g.Name)
		}
		if got.String() != want {
			t.Errorf("%q becomes %q, want %q", given, got.String(), want)
		}
	}
}
