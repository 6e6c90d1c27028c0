package venuetest

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update-conformance", false, "write testdata/conformance.txt anew")

// Results is the file in an adapter's package that holds the result of each
// case. A line is the case, " = ", and Passed or the vendor's limitation.
// docs/venues.md is made of these files.
const Results = "testdata/conformance.txt"

// Passed is the result of a case without an exception.
const Passed = "passed"

// compare holds the results against the kept ones, so that a case which begins
// to be left out does not do so unseen.
func compare(t *testing.T, cases []testCase, cells []string) {
	if t.Failed() {
		return
	}
	var text strings.Builder
	for i, c := range cases {
		if cells[i] == "" {
			return // only some cases were asked for
		}
		text.WriteString(c.name + " = " + cells[i] + "\n")
	}
	if *update {
		if err := os.MkdirAll(filepath.Dir(Results), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(Results, []byte(text.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := os.ReadFile(Results)
	if err != nil || string(kept) != text.String() {
		t.Errorf("%s does not hold these results (%v); -update-conformance writes it", Results, err)
	}
}
