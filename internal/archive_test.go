package internal_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// `make package` ships the documents in docs, decisions and openapi, and CHANGELOG.md and
// LICENSE above them. A reader who has only the archive can follow each of their links.
func TestDocumentsOfTheArchiveLinkOnlyToWhatIsInIt(t *testing.T) {
	var shipped []string
	for _, pattern := range []string{"../docs/*.md", "../docs/*.txt", "../docs/decisions/*", "../docs/openapi/*", "../CHANGELOG.md", "../LICENSE"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(files), err)
		}
		shipped = append(shipped, files...)
	}
	link := regexp.MustCompile(`\]\(([^)\s]+)\)`)
	outside := regexp.MustCompile(`^([a-z]+:|#)`)
	links := 0
	for _, file := range shipped {
		if !strings.HasSuffix(file, ".md") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			if outside.MatchString(m[1]) {
				continue
			}
			links++
			to, _, _ := strings.Cut(m[1], "#")
			if !slices.Contains(shipped, filepath.Join(filepath.Dir(file), to)) {
				t.Errorf("%s links to %s, which is not in the archive", file, m[1])
			}
		}
	}
	if links < 100 {
		t.Errorf("only %d links were found", links)
	}
}
