package internal_test

import (
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The map in CONTRIBUTING.md names every package below internal/, and no folder that is not there.
// A name that ends in a star stands for every folder at that place.
func TestTheMapNamesEveryPackage(t *testing.T) {
	text, err := os.ReadFile("../CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "## The map")
	table, _, found := strings.Cut(table, "Beside `internal/`:")
	if !found {
		t.Fatal("CONTRIBUTING.md has no map of internal/")
	}
	var names []string
	quoted := regexp.MustCompile("`([^`]+)`")
	for line := range strings.Lines(table) {
		if cells := strings.Split(line, "|"); len(cells) > 2 {
			for _, m := range quoted.FindAllStringSubmatch(cells[1], -1) {
				names = append(names, m[1])
			}
		}
	}
	for _, name := range names {
		if _, err := os.Stat(strings.TrimSuffix(name, "/*")); err != nil {
			t.Errorf("the map in CONTRIBUTING.md names %s, which is no folder of internal/", name)
		}
	}
	missing := map[string]bool{}
	for _, s := range sources(t) {
		folder, inside := strings.CutPrefix(s.dir, "internal/")
		if inside && !slices.ContainsFunc(names, func(name string) bool { ok, _ := path.Match(name, folder); return ok }) {
			missing[folder] = true
		}
	}
	for folder := range missing {
		t.Errorf("the map in CONTRIBUTING.md does not name internal/%s", folder)
	}
}
