package crash

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"sync"
	"testing"
	"time"

	"hongyun/internal/proof"
)

// atOnce is how many houses are tried side by side.
const atOnce = 3

// deaths counts what happened.
type deaths struct {
	mu      sync.Mutex
	kills   int
	slowest time.Duration // until the end of an order, by the house's clock
	starts  time.Duration // the slowest start
}

func (d *deaths) add(took, start time.Duration) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.kills++
	d.slowest, d.starts = max(d.slowest, took), max(d.starts, start)
}

// The real program is killed at each crash point of each flow (trust table
// C0..C8, CRA-1, SAG-2): whatever it was doing, the money is where the
// companies' books say, once, and whoever asks again is told the truth. What
// would go wrong: money held for ever, moved twice, credited without proof, or
// paid without a trace.
func TestKilledAtEachPoint(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"sqlite", "postgres"} {
		t.Run(name, func(t *testing.T) {
			tally := proof.Begin(t, "crash", "the program killed at a crash point, 4 flows × C0..C8: final within 120 s of the house's time, books verified after each kill, companies agree")
			var seen deaths
			cells := plans()
			if !proof.Whole() {
				cells = sixth(cells, map[string]int{"sqlite": 0, "postgres": 3}[name])
			}
			each(t, len(cells), func(i int) error { return killCell(name, cells[i], proof.Of(1, 20), tally, &seen) })
			tally.Note("%d cells; slowest end %s after the restart, by the house's clock; slowest start %s", len(cells), seen.slowest.Round(time.Second), seen.starts.Round(time.Millisecond))
		})
	}
}

// sixth is every sixth cell: make test has time for these, others on each engine.
func sixth(cells []plan, from int) (out []plan) {
	for i := from; i < len(cells); i += 6 {
		out = append(out, cells[i])
	}
	return out
}

// each runs fn for 0..n-1, some side by side.
func each(t *testing.T, n int, fn func(i int) error) {
	t.Helper()
	var wg sync.WaitGroup
	places := make(chan struct{}, atOnce)
	for i := range n {
		places <- struct{}{}
		wg.Go(func() {
			defer func() { <-places }()
			if err := fn(i); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

// killCell kills one house again and again at one point.
func killCell(engine string, p plan, seeds int, tally *proof.Tally, seen *deaths) error {
	e, err := engines[engine]()
	if err != nil {
		return err
	}
	h, err := open(e, engine+"/"+p.name())
	if err != nil {
		return err
	}
	defer h.close()
	n, err := h.startNode()
	if err != nil {
		return err
	}
	offset := 0
	if !proof.Whole() {
		offset = len(p.c+p.flow) + int(p.c[1]) // of points that take turns, not always the first
	}
	for i := range seeds {
		seed := i + offset
		if one := os.Getenv("HONGYUN_SEED"); one != "" && one != strconv.Itoa(seed) && proof.Whole() {
			continue
		}
		took, err := killOnce(h, n, p, seed)
		if err != nil {
			again := fmt.Sprintf("HONGYUN_PROOF=/dev/null HONGYUN_CRASH_ONLY=%q HONGYUN_SEED=%d go test -run Killed/%s ./internal/proof/crash/", p.name(), seed, engine)
			return fmt.Errorf("%s %s (%s), seed %d at %q: %w\n%s\nalone: %s", engine, p.name(), p.meaning, seed, p.point(seed), err, h.lastWords(), again)
		}
		tally.Count(1)
		seen.add(took, time.Duration(h.slowStart.Load()))
	}
	return nil
}

// newTrial draws everything from the seed.
func newTrial(h *house, n *node, p plan, seed int) (t *trial, nth, delayMs int) {
	r := rand.New(rand.NewPCG(uint64(seed), uint64(len(p.name())*1000+int(p.c[1])*10+int(p.flow[0]))))
	t = &trial{h: h, n: n, who: h.e.players[seed%len(h.e.players)], seed: seed, yuan: 101 + r.IntN(400), point: p.point(seed)}
	nth = 1
	if p.nth {
		nth = 1 + r.IntN(3)
	}
	return t, nth, r.IntN(8)
}

// reach does everything up to the operation that does not finish.
func reach(t *trial, p plan, nth, delayMs int, stop bool) (err error) {
	if err := p.prepare(t); err != nil {
		return fmt.Errorf("before: %w", err)
	}
	if err := t.n.arm(seam(p.point(t.seed)), nth, delayMs, stop); err != nil {
		return err
	}
	for i := 1; i < nth; i++ {
		if err := p.warm(t, i); err != nil {
			return fmt.Errorf("before: %w", err)
		}
	}
	if t.before == (sums{}) {
		t.before, err = t.sums()
	}
	return err
}

// killOnce is one death and what follows.
func killOnce(h *house, n *node, p plan, seed int) (took time.Duration, err error) {
	t, nth, delayMs := newTrial(h, n, p, seed)
	t.strict = true
	if err := reach(t, p, nth, delayMs, false); err != nil {
		return 0, err
	}
	answered := make(chan struct{})
	go func() { _ = p.do(t); close(answered) }() // it fails with the process
	if err := n.died(15 * time.Second); err != nil {
		return 0, err
	}
	<-answered
	if h.e.server != nil { // on SQLite the next process takes them over at once
		if err := h.freeLeases(); err != nil {
			return 0, err
		}
	}
	if err := n.start(); err != nil {
		return 0, err
	}
	if err := p.right(t); err != nil {
		return 0, fmt.Errorf("right after the restart: %w", err)
	}
	err = finish(t, p)
	return t.took, err
}
