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

// judge holds the rows with 64 clients against the floor. Processor time is
// what counts: rate and p99 are printed beside it, but whoever else works on
// the machine has a say in them.
func (m *meter) judge(b *testing.B) {
	b.Helper()
	for _, r := range m.rows {
		if r.clients != 64 || r.what != "withdrawal asked" && r.what != "transfer to venue" {
			continue
		}
		line := proof.Line{
			Area: "speed", What: fmt.Sprintf("%s, %s player, 64 clients: at most %.0f µs of processor time", r.what, r.who, floorCost),
			Engine: m.engine, Count: int64(r.Ops), Passed: r.cost() <= floorCost, Seconds: r.Elapsed.Seconds(),
			Note: fmt.Sprintf("%.0f µs, %.0f a second (floor %.0f), p99 %s ms (floor %d)", r.cost(), r.perSecond(), floorRate, millis(r.P99), floorP99.Milliseconds()),
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
