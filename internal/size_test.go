package internal_test

import (
	"os"
	"strings"
	"testing"
)

// maxPackageLines is the largest size of a package, tests and test kits not counted.
const maxPackageLines = 3000

// A package is small enough to be read in one sitting (H-424, H-427, H-428, H-431).
func TestNoPackageIsAboveThreeThousandLines(t *testing.T) {
	lines := map[string]int{}
	for _, s := range sources(t) {
		if s.isTest {
			continue
		}
		text, err := os.ReadFile("../" + s.path)
		if err != nil {
			t.Fatal(err)
		}
		lines[s.dir] += strings.Count(string(text), "\n")
	}
	for _, dir := range []string{"internal/promo", "internal/app", "cmd/hongyun", "sandbox"} {
		if lines[dir] == 0 {
			t.Errorf("%s was not counted", dir)
		}
	}
	for dir, n := range lines {
		if n > maxPackageLines {
			t.Errorf("%s has %d lines, at most %d: move a noun into a package of its own", dir, n, maxPackageLines)
		}
	}
}
