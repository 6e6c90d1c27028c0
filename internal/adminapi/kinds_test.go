package adminapi

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"hongyun/internal/adminapi/wire"
)

// Every kind of entry that the product writes has a Chinese name. The kinds are
// read from the sources, so that a new one is not forgotten.
func TestEveryKindOfEntryHasAName(t *testing.T) {
	literal := regexp.MustCompile(`Scope:.*Kind: "([a-z]+\.[a-z_]+)"`)
	found := 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "/apptest/") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range literal.FindAllStringSubmatch(string(text), -1) {
			found++
			if wire.EntryKinds[m[1]] == "" {
				t.Errorf("%s writes entries of kind %s, which has no name", path, m[1])
			}
		}
		return err
	})
	if err != nil || found < 15 {
		t.Errorf("%d kinds found, %v", found, err)
	}
}
