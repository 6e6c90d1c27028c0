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
	// A table of it.each may end lines above its title: `])('title', …`.
	scriptTest = regexp.MustCompile(`(?:(?:^|\W)(?:test|it|describe)(?:\.each\([^\n]*\))?|\n\s*\](?: as const)?\))\(\s*(['"` + "`" + `])(.+?)['"` + "`" + `]`)
	// The trust document has ids of its own; ACC-10 there is not ACC-10 here.
	trustID = regexp.MustCompile(`(?i)trust[ _-]ACC-\d+`)
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
		text = trustID.ReplaceAllString(strings.ReplaceAll(text, "_", "-"), "")
		for _, id := range requirementID.FindAllString(text, -1) {
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

// The register counts the titles of tables that span lines, and no id of the
// trust document.
func TestProofsAreFoundByTitleAndComment(t *testing.T) {
	write := func(name, text string) string {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	found := map[string]bool{}
	add := func(id, _ string) { found[id] = true }
	// Ids are put together here, or this test would prove them all.
	named := func(text string) string { return strings.ReplaceAll(text, "#", "-0") }
	script := "it('NAV#1 one', f)\nit.each([1])('NAV#2 two', f)\nit.each([\n  [1],\n])('NAV#3 three %s', f)\n" +
		"it.each([\n  [1],\n] as const)(`NAV#4 four`, f)\nfoo('NAV#5 no test')\n"
	if err := scriptProofs(write("a.test.ts", named(script)), add); err != nil {
		t.Fatal(err)
	}
	source := "package a\n\n// ACC#1, trust ACC#3: x.\nfunc TestTrust_ACC_@_A(t *testing.T) {}\n"
	if err := goProofs(write("a_test.go", strings.ReplaceAll(named(source), "@", "10")), add); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(slices.Sorted(maps.Keys(found)), " "); got != named("ACC#1 NAV#1 NAV#2 NAV#3 NAV#4") {
		t.Errorf("found %s", got)
	}
}
