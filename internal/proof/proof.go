// Package proof is what the proofs of the money core share: how much of each is
// run, and the line each leaves in the table that `make proof` ends with. The
// proofs themselves are the tests of the folders below.
package proof

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// File names the environment variable that makes a run a whole proof: the file
// that each line is added to.
const File = "HONGYUN_PROOF"

// Whole reports whether everything is run, as `make proof` does, and not only
// the part that `make test` has time for.
func Whole() bool { return os.Getenv(File) != "" }

// Of is few in `make test` and all in `make proof`: of seeds, seconds, rounds.
func Of(few, all int) int {
	if Whole() {
		return all
	}
	return few
}

// Line is one line of the table: what was tried, how often, and how it ended.
type Line struct {
	Area    string  `json:"area"`   // the group it stands in: "crash", "faults", …
	What    string  `json:"what"`   // one thing that must hold, in plain words
	Engine  string  `json:"engine"` // "sqlite", "postgres", or "" where it makes no difference
	Count   int64   `json:"count"`  // how often it was tried, as counted by the run
	Note    string  `json:"note"`   // figures of the run worth reading
	Passed  bool    `json:"passed"`
	Seconds float64 `json:"seconds"`
}

// Tally counts what a proof tries.
type Tally struct {
	n    atomic.Int64
	mu   sync.Mutex
	note string
}

// Begin starts a line. It is written when the test ends: passed, if the test
// did and if anything was tried at all. The engine is taken from the test's
// name. Tests that do not write a table pay nothing for it.
func Begin(t testing.TB, area, what string) *Tally {
	t.Helper()
	tally, began := &Tally{}, time.Now()
	t.Cleanup(func() {
		if tally.n.Load() == 0 && !t.Failed() {
			t.Errorf("nothing was tried of: %s", what)
		}
		tally.mu.Lock()
		defer tally.mu.Unlock()
		if err := Add(Line{
			Area: area, What: what, Engine: engine(t.Name()), Count: tally.n.Load(), Note: tally.note,
			Passed: !t.Failed(), Seconds: time.Since(began).Seconds(),
		}); err != nil {
			t.Errorf("the proof's table: %v", err)
		}
	})
	return tally
}

// Count adds to what was tried.
func (c *Tally) Count(n int) { c.n.Add(int64(n)) }

// Note sets the figures of the run that stand beside the result.
func (c *Tally) Note(format string, args ...any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.note = fmt.Sprintf(format, args...)
}

// Add appends a line to the table, if there is one.
func Add(line Line) error {
	path := os.Getenv(File)
	if path == "" {
		return nil
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	text, err := json.Marshal(line)
	if err == nil {
		_, err = f.Write(append(text, '\n')) // one write, so that packages side by side do not mix
	}
	if closing := f.Close(); err == nil {
		err = closing
	}
	return err
}

func engine(test string) string {
	for part := range strings.SplitSeq(test, "/") {
		if part == "sqlite" || part == "postgres" {
			return part
		}
	}
	return ""
}
