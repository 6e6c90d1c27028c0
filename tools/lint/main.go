// Lint is the set of checks that `make lint` runs through go vet, a package at a time and from vet's cache:
//
//	go vet -vettool=bin/lint ./...
//
// It joins staticcheck's checks for wrong code, for needlessly long code and for code that nothing uses with the checks
// for errors that are dropped, rows that are not closed or whose end is not looked at, and bodies of answers that stay
// open. Which findings do not count, and why, is written here, in unchecked.txt, and beside the line itself:
//
//	//lint:ignore sqlclosecheck the statement is kept for the next call
package main

import (
	"go/ast"
	"strings"

	"github.com/jingyugao/rowserrcheck/passes/rowserr"
	"github.com/kisielk/errcheck/errcheck"
	"github.com/ryanrolds/sqlclosecheck/pkg/analyzer"
	"github.com/timakin/bodyclose/passes/bodyclose"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"
	"honnef.co/go/tools/analysis/lint"
	"honnef.co/go/tools/simple"
	"honnef.co/go/tools/staticcheck"
	"honnef.co/go/tools/unused"
)

func main() {
	checks := []*analysis.Analyzer{
		errcheck.Analyzer,
		heedingComments(rowserr.NewAnalyzer()),
		// Whether rows are closed, not whether by defer: what is read in a loop is closed before the next is read.
		heedingComments(analyzer.NewConfigurableAnalyzer(analyzer.ConfigurableAnalyzerClosed)),
		withoutTests(bodyclose.Analyzer),
		unused.Analyzer.Analyzer,
	}
	for _, list := range [][]*lint.Analyzer{staticcheck.Analyzers, simple.Analyzers} {
		for _, check := range list {
			checks = append(checks, check.Analyzer)
		}
	}
	unitchecker.Main(checks...)
}

// withoutTests leaves out findings in tests. Their helpers read and close an answer for the caller, which bodyclose
// does not see.
func withoutTests(check *analysis.Analyzer) *analysis.Analyzer {
	return reporting(check, func(pass *analysis.Pass, found analysis.Diagnostic) bool {
		return !strings.HasSuffix(pass.Fset.File(found.Pos).Name(), "_test.go")
	})
}

// heedingComments leaves out findings whose line, or the line above it, says //lint:ignore with the check's name and a
// reason.
func heedingComments(check *analysis.Analyzer) *analysis.Analyzer {
	return reporting(check, func(pass *analysis.Pass, found analysis.Diagnostic) bool {
		file := pass.Fset.File(found.Pos)
		for _, parsed := range pass.Files {
			if pass.Fset.File(parsed.Pos()) == file {
				return !ignores(pass, parsed, check.Name, file.Line(found.Pos))
			}
		}
		return true
	})
}

func ignores(pass *analysis.Pass, parsed *ast.File, check string, line int) bool {
	for _, group := range parsed.Comments {
		for _, comment := range group.List {
			words := strings.Fields(comment.Text)
			at := pass.Fset.Position(comment.Pos()).Line
			if len(words) > 2 && words[0] == "//lint:ignore" && words[1] == check && (at == line || at == line-1) {
				return true
			}
		}
	}
	return false
}

// reporting is the check with only those findings that count.
func reporting(check *analysis.Analyzer, counts func(*analysis.Pass, analysis.Diagnostic) bool) *analysis.Analyzer {
	own := *check
	own.Run = func(pass *analysis.Pass) (any, error) {
		inner := *pass
		inner.Report = func(found analysis.Diagnostic) {
			if counts(pass, found) {
				pass.Report(found)
			}
		}
		return check.Run(&inner)
	}
	return &own
}
