package internal_test

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the generated documents anew")

const register = "../docs/requirements.md"

var (
	requirementID  = regexp.MustCompile(`\b(?:NAV|HOME|ACC|GAME|SLOT|LNCH|MNT|PROMO|FUND|DEP|WD|TRF|REC|CARD|VIP|APP|API|ERR)-\d{2}\b`)
	requirementRow = regexp.MustCompile(`^\| ([A-Z]+-\d{2}) \| (.*) \| (built|open) \|(.*)\|$`)
	scriptTest     = regexp.MustCompile(`(?:^|\W)(?:test|it|describe)(?:\.each\([^\n]*\))?\(\s*(['"` + "`" + `])(.+?)['"` + "`" + `]`)
)

// The register names the tests of each requirement, as they are now, and no
// requirement that is called built is without one.
func TestRequirementsNameTheirTests(t *testing.T) {
	proofs := map[string]map[string]bool{}
	add := func(id, test string) {
		if proofs[id] == nil {
			proofs[id] = map[string]bool{}
		}
		proofs[id][test] = true
	}
	for _, root := range []string{"../internal", "../sandbox", "../cmd", "../web"} {
		err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case e.IsDir() && (e.Name() == "node_modules" || e.Name() == "dist"):
				return filepath.SkipDir
			case strings.HasSuffix(path, "_test.go"):
				return goProofs(path, add)
			case strings.HasPrefix(root, "../web") && regexp.MustCompile(`\.(test|spec|e2e)\.tsx?$`).MatchString(path):
				return scriptProofs(path, add)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	old, err := os.ReadFile(register)
	if err != nil {
		t.Fatal(err)
	}
	var fresh bytes.Buffer
	for line := range strings.Lines(string(old)) {
		m := requirementRow.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		if m == nil {
			fresh.WriteString(line)
			continue
		}
		tests := slices.Sorted(maps.Keys(proofs[m[1]]))
		if m[3] == "built" && len(tests) == 0 {
			t.Errorf("%s is called built and no test names it", m[1])
		}
		fmt.Fprintf(&fresh, "| %s | %s | %s | %s |\n", m[1], m[2], m[3], strings.Join(tests, ", "))
	}
	if *update {
		if err := os.WriteFile(register, fresh.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !bytes.Equal(old, fresh.Bytes()) {
		t.Error("docs/requirements.md is stale: go test ./internal -run Requirements -update")
	}
}

// goProofs finds the test functions of a file that carry an id in their name,
// their comment or a comment inside.
func goProofs(path string, add func(id, test string)) error {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, nil, parser.ParseComments)
	if err != nil {
		return err
	}
	source, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || !strings.HasPrefix(f.Name.Name, "Test") && !strings.HasPrefix(f.Name.Name, "Fuzz") {
			continue
		}
		from := f.Pos()
		if f.Doc != nil {
			from = f.Doc.Pos()
		}
		text := string(source[files.Position(from).Offset:files.Position(f.End()).Offset])
		if end := strings.IndexByte(string(source[files.Position(f.End()).Offset:]), '\n'); end > 0 {
			text += string(source[files.Position(f.End()).Offset:][:end])
		}
		for _, id := range requirementID.FindAllString(strings.ReplaceAll(text, "_", "-"), -1) {
			add(id, "`"+filepath.Base(filepath.Dir(path))+"."+f.Name.Name+"`")
		}
	}
	return nil
}

// scriptProofs finds the tests of a TypeScript file whose titles carry an id.
func scriptProofs(path string, add func(id, test string)) error {
	source, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	for _, m := range scriptTest.FindAllStringSubmatch(string(source), -1) {
		for _, id := range requirementID.FindAllString(m[2], -1) {
			add(id, "`"+strings.TrimPrefix(path, "../web/")+"`")
		}
	}
	return nil
}
