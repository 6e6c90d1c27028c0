package fault_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hongyun/internal/db/dbtest"
	"hongyun/internal/proof"
)

// cell is one cell of the fault matrix: a fault in a flow. It is proved by run,
// or does not apply, and why says so.
type cell struct {
	row, flow string
	run       func(*rig)
	why       string
	only      string // the one engine it can be proved on, "": both
}

// flow is a column of the matrix, with the vendor of the venue that is under test.
type flow struct {
	name, what string
	vendor     *vendor
}

// flows are the columns of the matrix.
var flows = append(transferFlows(),
	flow{"D", "deposits", ky}, flow{"W", "withdrawals", ky}, flow{"C", "deposits in USDT", ky}, flow{"P", "withdrawals in USDT", ky},
	flow{verified, "games that open after the venue's verify callback, PG", others[1]},
	flow{seamless, "seamless wallet, Hub88, RSA signatures", ky},
)

const rows = 20

// seeds are those of a run: all of them, or the one that is asked for. In
// `make test` each engine has one of its own, for want of time.
func (r *rig) seeds() []uint64 {
	r.t.Helper()
	if text := os.Getenv("HONGYUN_SEED"); text != "" {
		n, err := strconv.ParseUint(text, 10, 64)
		r.ok(err)
		return []uint64{n}
	}
	if !proof.Whole() && r.postgres {
		return []uint64{2}
	}
	var all []uint64
	for n := range proof.Of(1, 20) {
		all = append(all, uint64(n+1))
	}
	return all
}

// everyCell reports whether each engine proves every cell: in a whole proof, and
// when the seed of a failure is tried again.
func everyCell() bool { return proof.Whole() || os.Getenv("HONGYUN_SEED") != "" }

// The fault matrix of trust section 2: what venues, gateways, networks and
// databases do wrong, in each flow of money. After each run the companies' own
// books are the referee: every order is final or an open case, was settled
// once, and its player was never told what is not so.
func TestFaults(t *testing.T) {
	for _, engine := range []struct {
		name string
		open func(testing.TB) string
	}{{"sqlite", dbtest.SQLite}, {"postgres", dbtest.Postgres}} {
		t.Run(engine.name, func(t *testing.T) {
			for _, flow := range flows {
				t.Run(flow.name, func(t *testing.T) {
					t.Parallel()
					if !proves(flow.name, engine.name) {
						t.Skip("each cell of this column is proved elsewhere, or says why not")
					}
					tally := proof.Begin(t, "faults", flow.name+" "+flow.what)
					database, cuts := engine.open(t), (*cutter)(nil)
					if engine.name == "postgres" {
						database, cuts = between(t, database)
					}
					r := newRig(t, database, engine.name == "postgres", flow)
					r.cuts = cuts
					proveFlow(t, r, flow.name, tally)
				})
			}
		})
	}
}

// proves reports whether a column has a cell that is run on an engine.
func proves(flow, engine string) bool {
	return slices.ContainsFunc(matrix, func(c cell) bool {
		return c.flow == flow && c.run != nil && (c.only == "" || c.only == engine)
	})
}

func proveFlow(t *testing.T, r *rig, flow string, tally *proof.Tally) {
	t.Helper()
	seeds, proved, named, turn := r.seeds(), 0, 0, 0
	for _, c := range matrix {
		switch {
		case c.flow != flow:
			continue
		case c.run == nil || c.only != "" && (c.only == "postgres") != r.postgres:
			named++
			continue
		case c.only == "" && !everyCell():
			// make test proves each cell on one engine, in turn; make proof on both.
			if turn++; (turn%2 == 0) != r.postgres {
				continue
			}
		}
		t.Run(c.row, func(t *testing.T) {
			for _, seed := range seeds {
				r.begin(t, c, seed)
				c.run(r)
				if strings.HasPrefix(r.flow, "O") {
					r.goesOn()
				}
				r.referee()
				tally.Count(1)
			}
			if c.row == "F19" && r.cutOff == 0 {
				t.Error("no connection was ever cut")
			}
			if proof.Whole() { // else once, when the house is closed
				r.proveBooks()
			}
			proved++
		})
	}
	tally.Note("%d of %d cells × %d seeds; the others do not apply here, and say why", proved, proved+named, len(seeds))
}

// No cell of the matrix is left out in silence: each is proved, or named with
// the reason why it does not apply.
func TestEveryCellIsProvedOrNamed(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range matrix {
		at := c.row + "×" + c.flow
		if seen[at] {
			t.Errorf("%s stands twice", at)
		}
		seen[at] = true
		if proved, named := c.run != nil, c.why != ""; proved == named && c.only == "" || c.only != "" && !(proved && named) {
			t.Errorf("%s is neither proved nor named, or both", at)
		}
		if c.why != "" {
			t.Logf("%s: %s", at, c.why)
		}
		for _, named := range testName.FindAllStringSubmatch(c.why, -1) {
			if !isTest(t, named[1], named[2]) {
				t.Errorf("%s names %s, which is no test", at, named[0])
			}
		}
	}
	for row := 1; row <= rows; row++ {
		for _, flow := range flows {
			if at := fmt.Sprintf("F%d×%s", row, flow.name); !seen[at] {
				t.Errorf("%s is missing", at)
			}
		}
	}
}

// testName is a test of a package, as a reason names it.
var testName = regexp.MustCompile(`\b([a-z]+)\.(Test\w+)`)

// isTest reports whether a package has a test of this name.
func isTest(t *testing.T, pkg, name string) bool {
	t.Helper()
	for _, pattern := range []string{"../../" + pkg + "/*_test.go", "../" + pkg + "/*_test.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(string(source), "func "+name+"(") {
				return true
			}
		}
	}
	return false
}
