package app_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode"

	_ "hongyun/internal/app" // every package whose faults a house can tell
	"hongyun/internal/fault"
)

var update = flag.Bool("update", false, "write docs/faults.txt anew")

const catalogue = "../../docs/faults.txt"

// A changed sentence is seen in a review of this file: it is what players and
// staff read. Codes never change, for other languages hang on them (D-20).
func TestCatalogueOfFaultsIsReviewed(t *testing.T) {
	var got strings.Builder
	for _, f := range fault.Catalogue() {
		fmt.Fprintf(&got, "%-36s %-16s %s\n", f.Code, f.Kind, f.Text)
		if !strings.ContainsFunc(f.Text, func(r rune) bool { return unicode.Is(unicode.Han, r) }) && f.Text != "%s" {
			t.Errorf("%s: no Chinese in %q", f.Code, f.Text)
		}
		if noun, reason, ok := strings.Cut(f.Code, "."); !ok || noun == "" || reason == "" {
			t.Errorf("%s is not noun.reason", f.Code)
		}
	}
	if *update {
		if err := os.WriteFile(catalogue, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(catalogue)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Error("docs/faults.txt is stale: go test ./internal/app -run Catalogue -update")
	}
}
