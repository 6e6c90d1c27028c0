package crash

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"hongyun/internal/proof"
)

// While a node is stopped, the others go on and the house's clock with them: by
// so much, so long after the stop. The first question about an open order comes
// at once, the leases of the stopped node have run out before the second, and
// before the stopped one goes on, the others have decided.
var meanwhile = []struct{ after, step time.Duration }{
	{2 * time.Second, 16 * time.Second}, {26 * time.Second, 26 * time.Second}, {34 * time.Second, 61 * time.Second},
}

// The program is stopped for a minute at each crash point and then goes on as
// if nothing had happened (trust SAG-4). On PostgreSQL another node works on the
// same database meanwhile: the player, the gateway and the staff turn to it,
// and it settles what the stopped one left. What would go wrong: the stopped
// node sends what was given back, or books a second time.
func TestStoppedAtEachPoint(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"sqlite", "postgres"} {
		t.Run(name, func(t *testing.T) {
			what := "the program stopped for a minute at a crash point, then going on"
			if name == "postgres" {
				what += ", while another node works on"
			}
			tally := proof.Begin(t, "crash", what)
			pause := time.Duration(proof.Of(3, 60)) * time.Second
			cells := plans()
			if !proof.Whole() {
				cells = cells[:min(len(cells), 3)]
			}
			places := make(chan struct{}, atOnce) // of those that do something
			rooms := make(chan struct{}, 18)      // of those that wait; two nodes each take up to 40 connections
			var wg sync.WaitGroup
			for i, p := range cells {
				rooms <- struct{}{}
				wg.Go(func() {
					defer func() { <-rooms }()
					if err := stopCell(name, p, i, pause, places); err != nil {
						t.Error(err)
						return
					}
					tally.Count(1)
				})
			}
			wg.Wait()
			tally.Note("%d cells, %s each", len(cells), pause)
		})
	}
}

// stopCell stops one node at one point, lets it go on, and looks at the result.
func stopCell(engine string, p plan, seed int, pause time.Duration, places chan struct{}) (err error) {
	places <- struct{}{}
	busy := true
	rest := func() { <-places; busy = false }
	work := func() { places <- struct{}{}; busy = true }
	defer func() {
		if busy {
			rest()
		}
	}()
	e, err := engines[engine]()
	if err != nil {
		return err
	}
	h, err := open(e, engine+"/"+p.name()+"-stop")
	if err != nil {
		return err
	}
	defer h.close()
	defer func() {
		if err != nil {
			err = fmt.Errorf("%s %s (%s), seed %d stopped at %q: %w\n%s", engine, p.name(), p.meaning, seed, p.point(seed), err, h.lastWords()) // HONGYUN_CRASH_ONLY runs one cell alone
		}
	}()
	n, err := h.startNode()
	if err != nil {
		return err
	}
	t, nth, delayMs := newTrial(h, n, p, seed)
	if err := reach(t, p, nth, delayMs, true); err != nil {
		return err
	}
	answered := make(chan struct{})
	go func() { _ = p.do(t); close(answered) }() // whichever answer, the books are proved below
	if err := n.stopped(15 * time.Second); err != nil {
		return err
	}
	stoppedAt := time.Now()
	if e.server != nil {
		other, err := h.startNode()
		if err != nil {
			return err
		}
		go func() { _ = p.again(t, other) }() // it may have to wait for what the stopped node holds
	}
	rest()
	for _, m := range meanwhile {
		if m.after < pause && e.server != nil {
			time.Sleep(time.Until(stoppedAt.Add(m.after)))
			if err := h.clock.advance(m.step); err != nil {
				return err
			}
		}
	}
	time.Sleep(time.Until(stoppedAt.Add(pause)))
	work()
	if err := n.goOn(); err != nil {
		return err
	}
	select {
	case <-answered:
	case <-time.After(40 * time.Second):
		return fmt.Errorf("40 s after it went on, the request is not answered")
	}
	return finish(t, p)
}

// finish has everybody ask once more and looks at the result.
func finish(t *trial, p plan) error {
	for _, look := range []struct {
		when string
		fn   func() error
	}{
		{"asked again", func() error { return p.again(t, t.n) }},
		{"in the end", func() error { return p.end(t) }},
		{"with the companies", t.h.agree},
		{"in the books", t.h.verify},
	} {
		if err := look.fn(); err != nil {
			return fmt.Errorf("%s: %w", look.when, err)
		}
	}
	return nil
}
