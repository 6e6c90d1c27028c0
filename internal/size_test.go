package internal_test

import (
	"os"
	"strings"
	"testing"
)

// maxPackageLines is the largest size of a package of an edge, tests not counted.
const maxPackageLines = 3000

// A package of an edge is small enough to be read in one sitting (H-424).
func TestPackagesOfTheEdgesStaySmall(t *testing.T) {
	lines := map[string]int{}
	for _, s := range sources(t) {
		edge := strings.HasPrefix(s.dir, "internal/adminapi") || strings.HasPrefix(s.dir, "internal/playerapi") || s.dir == "internal/api"
		if s.isTest || !edge {
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
