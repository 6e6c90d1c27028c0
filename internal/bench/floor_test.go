package bench

import (
	"fmt"
	"testing"
	"time"

	"hongyun/internal/proof"
)

// The floor for wallet operations by 64 clients on two quiet processors.
const (
	floorRate = 2_500.0
	floorP99  = 60 * time.Millisecond
	floorCost = 900.0 // microseconds of processor time, house and database
)

// floorHold is what a plain SQL hold took, in microseconds of processor time,
// on a machine like the one that the floor was set on (performance.md of the
// design: 4,426 plain transactions a second on SQLite; 4,605 here, 2026-11-21).
// What it takes now says how much slower or faster the processors of this run
// are: the same program took 2.2 times as much on another machine with as many.
var floorHold = map[string]float64{"sqlite": 168, "postgres": 386}

// slowness is how many times the floor's machine this one takes for the same work.
func (m *meter) slowness() float64 {
	for _, r := range m.rows {
		if r.what == "plain SQL hold" && r.who == "random" && r.Ops > 0 {
			return r.cost() / floorHold[m.engine]
		}
	}
	return 1
}

// judge holds the rows with 64 clients against the floor. Processor time, as
// it would be on the floor's machine, is what counts: rate and p99 are printed
// beside it, but whoever else works on the machine has a say in them.
func (m *meter) judge(b *testing.B) {
	b.Helper()
	slower := m.slowness()
	for _, r := range m.rows {
		if r.clients != 64 || r.what != "withdrawal asked" && r.what != "transfer to venue" {
			continue
		}
		line := proof.Line{
			Area: "speed", What: fmt.Sprintf("%s, %s player, 64 clients: at most %.0f µs of processor time on the floor's machine", r.what, r.who, floorCost),
			Engine: m.engine, Count: int64(r.Ops), Passed: r.cost() <= floorCost*slower, Seconds: r.Elapsed.Seconds(),
			Note: fmt.Sprintf("%.0f µs here, where a plain SQL hold takes %.2f times as much as there: %.0f µs; here %.0f a second (floor there %.0f), p99 %s ms (floor there %d)",
				r.cost(), slower, r.cost()/slower, r.perSecond(), floorRate, millis(r.P99), floorP99.Milliseconds()),
		}
		if err := proof.Add(line); err != nil {
			b.Error(err)
		}
	}
}

// cost is the processor time of one operation, house and database together,
// in microseconds.
func (r *row) cost() float64 {
	if r.Ops == 0 {
		return 0
	}
	return float64((r.house + r.server).Microseconds()) / float64(r.Ops)
}
