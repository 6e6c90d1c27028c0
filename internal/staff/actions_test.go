package staff_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"hongyun/internal/staff"
)

// Actions that the source writes as a literal, in a Change or to note, have a
// Chinese name. Those that a helper or a variable carries are not found here.
func TestLiteralAuditActionsHaveChineseNames(t *testing.T) {
	written := regexp.MustCompile(`(?:Action:\s*|\.note\(ctx, tx, [a-zA-Z.]+, |Action = |action := )"([a-z_]+\.[a-z_]+)"`)
	found := 0
	err := filepath.WalkDir("..", func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, m := range written.FindAllStringSubmatch(string(source), -1) {
			found++
			if staff.ActionText(m[1]) == m[1] {
				t.Errorf("%s: %s has no name", path, m[1])
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if found < 40 {
		t.Errorf("only %d actions found", found)
	}
}
