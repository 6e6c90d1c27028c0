package bench

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"hongyun/internal/proof"
)

var update = flag.Bool("update", false, "write the ratios measured now to "+ratiosFile)

// ratiosFile holds what each operation took when it was last agreed on, in
// times of a plain SQL hold: per database and operation.
const ratiosFile = "testdata/ratios.json"

// slowerMost is how much dearer than agreed an operation may be.
const slowerMost = 1.2

// gateRounds is how often each is measured; the middle one counts.
const gateRounds = 5

// burden is the processor time, in nanoseconds, that each withdrawal wastes
// while the gate itself is tried.
var burden atomic.Int64

// slowdown is the house's seam: it wastes the burden.
func slowdown(point string) {
	if point != "Ask.C0" {
		return
	}
	if waste := time.Duration(burden.Load()); waste > 0 {
		runtime.LockOSThread()
		for began := threadCPU(); threadCPU()-began < waste; { // busy, not asleep
		}
		runtime.UnlockOSThread()
	}
}

// threadCPU is the processor time of the thread that asks.
func threadCPU() time.Duration {
	const thread = 1 // RUSAGE_THREAD
	var used syscall.Rusage
	if err := syscall.Getrusage(thread, &used); err != nil {
		panic(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// BenchmarkGate refuses a change that makes an operation a fifth dearer. It
// compares processor time with that of a plain hold in SQL, measured in turns
// in the same run, so that a slower or busier machine moves both.
func BenchmarkGate(b *testing.B) {
	agreed := map[string]map[string]float64{}
	if text, err := os.ReadFile(ratiosFile); err == nil {
		if err := json.Unmarshal(text, &agreed); err != nil {
			b.Fatal(err)
		}
	}
	measured := map[string]map[string]float64{}
	for engine := range strings.SplitSeq(*engines, ",") {
		b.Run(engine, func(b *testing.B) {
			tally := proof.Begin(b, "speed", "no operation is a fifth dearer than agreed, in times of a plain SQL hold; one made so on purpose is noticed")
			g := openGate(b, engine)
			now := g.measure(b)
			measured[engine] = maps.Clone(now)
			var notes []string
			for _, what := range g.names {
				tally.Count(1)
				notes = append(notes, fmt.Sprintf("%s %.2f (agreed %.2f)", what, now[what], agreed[engine][what]))
				if was := agreed[engine][what]; !*update && now[what] > was*slowerMost {
					b.Errorf("%s: %s takes %.2f plain holds, agreed are %.2f", engine, what, now[what], was)
				}
			}
			g.try(b, now)
			tally.Count(1)
			tally.Note("%s", strings.Join(notes, ", "))
			fmt.Printf("%s: %s\n", engine, strings.Join(notes, ", "))
		})
	}
	if *update {
		for _, ratios := range measured {
			for what, r := range ratios {
				ratios[what] = math.Round(r*100) / 100
			}
		}
		text, err := json.MarshalIndent(measured, "", "\t")
		if err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(ratiosFile, append(text, '\n'), 0o644); err != nil {
			b.Fatal(err)
		}
	}
}

type gate struct {
	*meter
	plain *plainHold
	names []string
	calls map[string]string // name → call
}

func openGate(b *testing.B, engine string) *gate {
	b.Helper()
	m := openMeter(b, engine, few)
	g := &gate{meter: m, plain: newPlainHold(b, m.house), calls: map[string]string{}}
	for _, s := range sizes {
		if s.call == "records" {
			continue // what a page of records costs hangs on how full it has become
		}
		g.names = append(g.names, s.what)
		g.calls[s.what] = s.call
	}
	return g
}

// base is what a plain hold takes now, in microseconds of processor time.
func (g *gate) base(b *testing.B) float64 {
	r := g.here("plain SQL hold", "random", storeCallers, func(int, int) error { return g.plain.hold(b.Context(), false) })
	return r.cost()
}

// cost is what a call takes now.
func (g *gate) cost(b *testing.B, what string) float64 {
	return g.through(b, what, g.calls[what], 64, false, *window/2).cost()
}

// measure gives each operation in times of a plain hold.
func (g *gate) measure(b *testing.B) map[string]float64 {
	b.Helper()
	all := map[string][]float64{}
	for range gateRounds {
		base := g.base(b)
		for _, what := range g.names {
			all[what] = append(all[what], g.cost(b, what)/base)
		}
	}
	out := map[string]float64{}
	for what, ratios := range all {
		slices.Sort(ratios)
		out[what] = ratios[len(ratios)/2]
	}
	return out
}

// try has withdrawals waste a quarter of what they take, and sees that the
// gate would have refused them.
func (g *gate) try(b *testing.B, agreed map[string]float64) {
	b.Helper()
	const what = "withdrawal asked"
	var ratios []float64
	for range gateRounds {
		base := g.base(b)
		burden.Store(int64(0.3 * agreed[what] * base * 1000))
		ratios = append(ratios, g.cost(b, what)/base)
		burden.Store(0)
	}
	slices.Sort(ratios)
	if got := ratios[len(ratios)/2]; got <= agreed[what]*slowerMost {
		b.Errorf("%s: a withdrawal that wastes 30 %% is measured as %.2f plain holds, without as %.2f: the gate does not see it", g.engine, got, agreed[what])
	}
}
