package internal_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Every vector of a fact sheet is asserted: the tests that the list names exist, and the value
// itself is in their file.
func TestEveryVectorOfASheetIsATest(t *testing.T) {
	for _, v := range vectors {
		for test := range strings.SplitSeq(v.tests, ", ") {
			text, ok := testFile(t, test)
			switch {
			case !ok:
				t.Errorf("%s, %s: there is no %s", v.sheet, v.name, test)
			case v.value == "" || !strings.Contains(text, v.value):
				t.Errorf("%s, %s: the file of %s does not hold the value %q", v.sheet, v.name, test, v.value)
			}
		}
	}
}

// Every adapter's sheet is on the list: its README names the sheet that it is written from.
func TestEveryAdaptersSheetHasVectors(t *testing.T) {
	readmes, err := filepath.Glob("venue/*/README.md")
	if err != nil || len(readmes) < 19 {
		t.Fatalf("%d adapters, %v", len(readmes), err)
	}
	for _, readme := range readmes {
		text, err := os.ReadFile(readme)
		if err != nil {
			t.Fatal(err)
		}
		tests := "internal/" + filepath.ToSlash(filepath.Dir(readme)) + "."
		if !slices.ContainsFunc(vectors, func(v vector) bool {
			return strings.Contains(v.tests, tests) && strings.Contains(string(text), "`"+v.sheet+"`")
		}) {
			t.Errorf("%s names no sheet with a vector that its tests assert", readme)
		}
	}
}

// testFile gives the text of the file that declares a test, which is named by the folder of its
// package from the root of the repository.
func testFile(t *testing.T, test string) (string, bool) {
	t.Helper()
	folder, name, _ := strings.Cut(test, ".")
	paths, err := filepath.Glob(filepath.Join("..", folder, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == name {
				text, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				return string(text), true
			}
		}
	}
	return "", false
}

// writeVectors writes the part of docs/venues.md about the sheets.
func writeVectors(out *bytes.Buffer) {
	out.WriteString("\n## The vectors of the fact sheets\n\n" +
		"Each protocol is written from a fact sheet. These are the values that a sheet states and the tests that hold both sides to them; " +
		"a test fails where one of them is missing.\n\n| Sheet | Vector | Tests |\n|---|---|---|\n")
	for _, v := range vectors {
		fmt.Fprintf(out, "| %s | %s | `%s` |\n", v.sheet, v.name, strings.ReplaceAll(v.tests, ", ", "`, `"))
	}
}
