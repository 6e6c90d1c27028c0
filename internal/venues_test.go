package internal_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hongyun/internal/venue/venuetest"
)

const venuesDocument = "../docs/venues.md"

// docs/venues.md says of every adapter what each case of the conformance kit
// gave: made from the results that the adapters' own tests hold to.
func TestTheMatrixOfVenuesIsWhole(t *testing.T) {
	tests, err := filepath.Glob("venue/*/conformance_test.go")
	if err != nil || len(tests) < 8 {
		t.Fatalf("%d adapters, %v", len(tests), err)
	}
	var adapters, cases, notes []string
	results := map[string]map[string]string{}
	for _, test := range tests {
		adapter := filepath.Base(filepath.Dir(test))
		text, err := os.ReadFile(filepath.Join("venue", adapter, venuetest.Results))
		if err != nil {
			t.Errorf("%s: %v", adapter, err)
			continue
		}
		results[adapter] = map[string]string{}
		adapters = append(adapters, adapter)
		for line := range strings.Lines(string(text)) {
			name, result, _ := strings.Cut(strings.TrimSpace(line), " = ")
			results[adapter][name] = result
			if !slices.Contains(cases, name) {
				cases = append(cases, name)
			}
			if result != venuetest.Passed && !slices.Contains(notes, result) {
				notes = append(notes, result)
			}
		}
	}
	var out bytes.Buffer
	out.WriteString("# What each venue adapter was shown to do\n\n" +
		"Made by the tests: each cell is a case of `internal/venue/venuetest`, run against the company's side in `sandbox/venues`.\n" +
		"✓ passed; a number says what the vendor cannot do, and the case then holds what follows from it.\n\n")
	out.WriteString("| Case | " + strings.Join(adapters, " | ") + " |\n|---|" + strings.Repeat(":-:|", len(adapters)) + "\n")
	for _, name := range cases {
		out.WriteString("| " + name + " |")
		for _, adapter := range adapters {
			switch result := results[adapter][name]; result {
			case venuetest.Passed:
				out.WriteString(" ✓ |")
			case "":
				t.Errorf("%s has no result of %q", adapter, name)
			default:
				fmt.Fprintf(&out, " %d |", slices.Index(notes, result)+1)
			}
		}
		out.WriteString("\n")
	}
	out.WriteString("\n")
	for i, note := range notes {
		fmt.Fprintf(&out, "%d. %s\n", i+1, note)
	}
	writeVectors(&out)
	if *update {
		if err := os.WriteFile(venuesDocument, out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := os.ReadFile(venuesDocument)
	if err != nil || !bytes.Equal(kept, out.Bytes()) {
		t.Errorf("%s is not what the results give (%v); -update writes it", venuesDocument, err)
	}
}
