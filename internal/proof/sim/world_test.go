package sim

import (
	"container/heap"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"strings"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
)

// begin is when every run starts, by the house's clock.
var begin = time.Date(2026, 3, 2, 12, 0, 0, 0, calendar.Beijing)

// world is one run: the house, the companies around it, and what is still to
// happen. Nothing in it runs beside anything else.
type world struct {
	ctx   context.Context
	seed  uint64
	rng   *rand.Rand // what people do, and when; what the network does hangs on the message instead
	clock *calendar.Fixed
	d     *db.DB
	store *furnished
	rules rules

	nodes [2]*node // the second stands in for another node, or another request, while the first is held up
	cur   int      // the node that acts
	fuse  int      // the process dies at the so many-th point from here; 0: it lives
	stuck bool     // a step is held up, and others go on meanwhile
	late  bool     // it was held up for longer than a call may take
	calm  bool     // the faults have stopped

	queue  queue
	serial int
	ran    map[string]sweepRun // by sweep
	due    int64               // what the next sweep is for
	calmAt time.Time           // when the faults stopped

	venues  map[string]*venueCompany
	gateway *gatewayCompany
	bank    *bankCompany

	orders      map[string]*transferOrder
	deposits    map[string]*depositOrder
	withdrawals map[string]*withdrawOrder
	labels      map[string]string // number of the house → name in this run
	credited    map[string]string // number of a payment → the order it was credited to
	look        kind              // what the referee looks at next

	players []string
	book    reference

	trace []string
	count counts
}

// rules are the operator's settings of a run.
type rules struct {
	expiry, lateWatch time.Duration
}

// counts are what a run did, for the table.
type counts struct {
	seeds, operations, faults, deaths, held, calls, sweeps, nights int
	simulated                                                      time.Duration
	kinds                                                          map[string]int // of faults
}

// failure ends a run: the house did something wrong.
type failure struct{ text string }

func (f failure) Error() string { return f.text }

// death ends a process at a point.
type death struct{ at string }

func (d death) Error() string { return "died at " + d.at }

func (w *world) fail(format string, args ...any) {
	panic(failure{fmt.Sprintf(format, args...)})
}

func (w *world) must(err error) {
	if err != nil {
		w.fail("%v", err)
	}
}

// say adds to the trace. What it says is by meaning: names of this run, and no
// number that a random source made.
func (w *world) say(format string, args ...any) {
	at := w.clock.Now().Sub(begin)
	depth := ""
	if w.stuck {
		depth = "    "
	}
	w.trace = append(w.trace, fmt.Sprintf("%s%3dh%02dm%06.3fs %s", depth, int(at.Hours()), int(at.Minutes())%60,
		float64(at.Milliseconds()%60000)/1000, fmt.Sprintf(format, args...)))
}

// hash is what happened, in one word.
func (w *world) hash() string {
	sum := sha256.Sum256([]byte(strings.Join(w.trace, "\n")))
	return hex.EncodeToString(sum[:8])
}

// of is a source of chance for one thing by its name: it does not depend on
// what else happened before.
func (w *world) of(name ...any) *rand.Rand {
	h := fnv.New64a()
	_, _ = fmt.Fprintln(h, name...) // a hash takes every write
	return rand.New(rand.NewPCG(w.seed, h.Sum64()))
}

// event is something that will happen.
type event struct {
	at   time.Time
	turn int
	do   func()
}

type queue []event

func (q queue) Len() int { return len(q) }
func (q queue) Less(i, j int) bool {
	return q[i].at.Before(q[j].at) || q[i].at.Equal(q[j].at) && q[i].turn < q[j].turn
}
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)   { *q = append(*q, x.(event)) }
func (q *queue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

func (w *world) at(at time.Time, do func()) {
	w.serial++
	heap.Push(&w.queue, event{at.Truncate(time.Millisecond), w.serial, do})
}

func (w *world) in(d time.Duration, do func()) { w.at(w.clock.Now().Add(d), do) }

// run lets everything happen until an instant, in order.
func (w *world) run(until time.Time) {
	for {
		name, sweepAt := w.nextSweep()
		if len(w.queue) > 0 && !w.queue[0].at.After(sweepAt) {
			e := w.queue[0]
			if e.at.After(until) {
				break
			}
			heap.Pop(&w.queue)
			w.moveTo(e.at)
			e.do()
			w.audit()
			continue
		}
		if sweepAt.After(until) {
			break
		}
		w.moveTo(sweepAt)
		w.sweep(name)
		w.audit()
	}
	w.moveTo(until)
}

func (w *world) moveTo(at time.Time) {
	if at.After(w.clock.Now()) {
		w.clock.Set(at)
	}
}

// act is one thing that somebody asks the house to do. The process may die on
// the way; then it is built anew on what is stored.
func (w *world) act(what string, do func(n *node)) (died bool) {
	w.count.operations++
	outer, at := w.fuse, w.cur
	w.fuse = 0
	if !w.calm && w.rng.IntN(100) < 12 {
		w.fuse = 1 + w.rng.IntN(10)
	}
	var dead death
	func() {
		defer func() {
			if r := recover(); r != nil {
				// A death in a shared call comes wrapped.
				if err, ok := r.(error); !ok || !errors.As(err, &dead) {
					panic(r)
				}
			}
		}()
		do(w.nodes[at])
	}()
	w.fuse, w.late = outer, false
	if dead.at == "" {
		return false
	}
	w.count.deaths++
	w.say("%s: the process dies at %s", what, dead.at)
	w.nodes[at] = w.build(at)
	w.cur = at
	return true
}

// seam is called by the house, and by the companies' side of each call, at the
// points where a process may die or be held up.
func (w *world) seam(point string) {
	if point == "ToVenue.C0" || point == "FromVenue.C0" {
		w.late = false // the time of its call begins here
	}
	if w.fuse > 0 {
		if w.fuse--; w.fuse == 0 {
			panic(death{point})
		}
	}
	outside := strings.HasPrefix(point, "venue.") || strings.HasPrefix(point, "gateway.")
	if !w.calm && !w.stuck && (between[point] || outside) && w.rng.IntN(100) < 3 {
		w.holdUp(point)
	}
}

// between are the house's own points at which no transaction is open, so that
// others can write meanwhile.
var between = map[string]bool{
	"ToVenue.C0": true, "ToVenue.C2": true, "ToVenue.C6": true, "FromVenue.C0": true, "FromVenue.C2": true, "FromVenue.C6": true,
	"settle.C7": true, "Resolve.C3": true, "Recycle.parts": true,
	"Deposit.C0": true, "Deposit.C2": true, "Deposit.C4": true, "Deposit.C5": true, "Deposit.C7": true,
	"Callback.C0": true, "Callback.C2": true, "Callback.C4": true, "Callback.C5": true, "Callback.C7": true,
	"Poll.C4": true, "Poll.C5": true, "Ask.C0": true, "Ask.C2": true, "Confirm.C2": true, "Approve.C2": true, "Pay.C2": true,
}

// holdUp stops a step for a while, as a paused process or a slow network does,
// and lets the rest of the world go on.
func (w *world) holdUp(point string) {
	d := time.Duration(1+w.rng.IntN(90)) * time.Second
	if w.rng.IntN(4) == 0 {
		d = time.Duration(1+w.rng.IntN(30)) * time.Minute
	}
	w.say("held up for %s at %s", d, point)
	w.count.held++
	fuse, cur, late, look := w.fuse, w.cur, w.late, w.look
	w.stuck, w.cur, w.fuse = true, 1-cur, 0
	w.run(w.clock.Now().Add(d))
	w.stuck, w.cur, w.fuse = false, cur, fuse
	w.late, w.look = late || d >= callTimeout, w.look|look
	w.say("goes on at %s", point)
}

// label is a subject by this run's own names: numbers that a random source
// made are not part of what happened.
func (w *world) label(subject string) string {
	kind, number, _ := strings.Cut(subject, ":")
	if name := w.labels[number]; name != "" {
		return kind + ":" + name
	}
	return subject
}
