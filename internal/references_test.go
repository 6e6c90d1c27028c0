package internal

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	decisionNamed = regexp.MustCompile(`\b[DH]-\d{2,3}\b`)
	ruleNamed     = regexp.MustCompile(`\btrust ((?:[A-Z]{2,4}-|[FT])\d+)`)
	practiceNamed = regexp.MustCompile(`\bpractice (\d+)`)
	ruleRow       = regexp.MustCompile(`(?m)^\| ([^|]+?) \|`)
)

// A reference opens: every decision, rule and practice that a comment, a test or a
// document names is defined in docs/.
func TestEveryNamedDecisionAndRuleIsDefined(t *testing.T) {
	threats := read(t, "../docs/threats.md")
	rules := map[string]bool{}
	for _, row := range ruleRow.FindAllStringSubmatch(threats, -1) {
		for id := range strings.SplitSeq(row[1], ", ") {
			rules[id] = true
		}
	}
	decisions := map[string]bool{}
	for _, row := range ruleRow.FindAllStringSubmatch(read(t, "../docs/decisions/README.md"), -1) {
		for id := range strings.SplitSeq(row[1], ", ") {
			decisions[id] = true
		}
	}
	files, err := filepath.Glob("../docs/decisions/H-*.md")
	if err != nil || len(files) == 0 {
		t.Fatalf("no decisions: %v", err)
	}
	for _, f := range files {
		decisions[strings.TrimSuffix(filepath.Base(f), ".md")] = true
		for i, line := range strings.Split(read(t, f), "\n") {
			if len([]rune(line)) > 100 && !strings.HasPrefix(line, "|") && !strings.HasPrefix(line, "#") {
				t.Errorf("%s:%d is wider than 100 columns", f, i+1)
			}
		}
	}
	named := 0
	eachText(t, func(path, text string) {
		for _, id := range decisionNamed.FindAllString(text, -1) {
			if named++; !decisions[id] {
				t.Errorf("%s names %s, which docs/decisions does not have", path, id)
			}
		}
		for _, m := range ruleNamed.FindAllStringSubmatch(text, -1) {
			if named++; !rules[m[1]] {
				t.Errorf("%s names trust %s, which docs/threats.md does not have", path, m[1])
			}
		}
		for _, m := range practiceNamed.FindAllStringSubmatch(text, -1) {
			if named++; !rules[m[1]] {
				t.Errorf("%s names practice %s, which docs/threats.md does not have", path, m[1])
			}
		}
	})
	if named < 1000 {
		t.Errorf("only %d references were found: the search does not work", named)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// eachText gives every text of the program and its documents.
func eachText(t *testing.T, look func(path, text string)) {
	t.Helper()
	skipped := map[string]bool{"node_modules": true, "dist": true, ".git": true, "bin": true, "test-results": true, "screenshots": true}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && skipped[d.Name()]:
			return filepath.SkipDir
		case d.IsDir():
			return nil
		}
		switch filepath.Ext(path) {
		case ".go", ".ts", ".tsx", ".sql", ".md", ".sh":
			look(path, read(t, path))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
