package internal_test

import (
	"os"
	"strings"
	"testing"
)

// maxPackageLines is the largest size of such a package, tests not counted.
const maxPackageLines = 3000

// A package of an edge, and a room of the cashier, is small enough to be read in one
// sitting (H-420, H-424).
func TestPackagesOfEdgesAndRoomsStaySmall(t *testing.T) {
	lines := map[string]int{}
	for _, s := range sources(t) {
		edge := strings.HasPrefix(s.dir, "internal/adminapi") || strings.HasPrefix(s.dir, "internal/playerapi") || s.dir == "internal/api"
		room := strings.HasPrefix(s.dir, "internal/cashier") || s.dir == "internal/payout"
		if s.isTest || !edge && !room {
			continue
		}
		text, err := os.ReadFile("../" + s.path)
		if err != nil {
			t.Fatal(err)
		}
		lines[s.dir] += strings.Count(string(text), "\n")
	}
	for dir, n := range lines {
		if n > maxPackageLines {
			t.Errorf("%s has %d lines, at most %d", dir, n, maxPackageLines)
		}
	}
}
