package bench

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// result is what one row of load came to.
type result struct {
	Ops           int // that ended well within the window
	Elapsed       time.Duration
	P50, P99, Max time.Duration
	CPU           time.Duration  // of the process that made the load
	Refused       map[string]int // what did not end well, by its reason
}

func (r result) perSecond() float64 { return float64(r.Ops) / r.Elapsed.Seconds() }

func (r result) refusals() int {
	n := 0
	for _, times := range r.Refused {
		n += times
	}
	return n
}

// The phases of a load.
const (
	warming int32 = iota
	measuring
	over
)

// load runs do in a closed loop: each worker begins its next operation when
// the one before has ended. Only what ends within the window counts. begin is
// called as the window opens and end as it closes, before anybody is waited for.
func load(workers int, warm, window time.Duration, begin, end func(), do func(worker, n int) error) result {
	var phase atomic.Int32
	var wg sync.WaitGroup
	took := make([][]time.Duration, workers)
	refused := make([]map[string]int, workers)
	for w := range workers {
		refused[w] = map[string]int{}
		took[w] = make([]time.Duration, 0, 1<<14)
		wg.Go(func() {
			for n := 0; phase.Load() != over; n++ {
				began := time.Now()
				err := do(w, n)
				spent := time.Since(began)
				if phase.Load() != measuring {
					continue
				}
				if err != nil {
					refused[w][err.Error()]++
				} else {
					took[w] = append(took[w], spent)
				}
			}
		})
	}
	time.Sleep(warm)
	begin()
	cpu, from := ownCPU(), time.Now()
	phase.Store(measuring)
	time.Sleep(window)
	phase.Store(over)
	out := result{Elapsed: time.Since(from), CPU: ownCPU() - cpu, Refused: map[string]int{}}
	end()
	wg.Wait()
	all := slices.Concat(took...)
	for _, r := range refused {
		for why, times := range r {
			out.Refused[why] += times
		}
	}
	if out.Ops = len(all); out.Ops == 0 {
		return out
	}
	slices.Sort(all)
	out.P50, out.P99, out.Max = all[len(all)/2], all[len(all)*99/100], all[len(all)-1]
	return out
}
