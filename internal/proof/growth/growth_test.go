package growth_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"hongyun/internal/apptest"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/proof"
)

// slack is what a job may cost beside a multiple of its cost on few rows, so
// that noise of a busy machine is no growth.
var slack = cost{rows: 500, cpu: 40 * time.Millisecond}

// roundSlack is what a run of reconcile.balances may cost: it goes round all
// players, at most five pages of a thousand a minute however many there are.
var roundSlack = cost{rows: 40_000, cpu: 250 * time.Millisecond}

// timesMost is how much more a job may cost with a hundred times the rows.
const timesMost = 3

// Every sweep and every calendar run costs about the same with 1,000 and with
// 100,000 old rows in each table it could read (a twentieth of that in
// `make test`). A run may have work of its own size: the second and third run
// after it must not.
func TestNoJobGrowsWithOldRows(t *testing.T) {
	few, many := proof.Of(200, 1_000), proof.Of(4_000, 100_000)
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			tally := proof.Begin(t, "growth", fmt.Sprintf("jobs that cost the same with %d and with %d old rows", few, many))
			before, after := costs(t, engine, few), costs(t, engine, many)
			var dearest []string
			for name, now := range after {
				was := before[name]
				tally.Count(1)
				more := slack
				if name == "reconcile.balances" {
					more = roundSlack
				}
				most := cost{was.rows*timesMost + more.rows, was.cpu*timesMost + more.cpu}
				if now.rows > most.rows || now.cpu > most.cpu {
					t.Errorf("%s: %s with %d old rows, %s with %d", name, was, few, now, many)
				}
				if now.cpu > slack.cpu/2 {
					dearest = append(dearest, name+" "+now.String())
				}
			}
			slices.Sort(dearest)
			tally.Note("%s", strings.Join(dearest, ", "))
		})
	}
}

// The watch compares what is new with itself. Eight times as many new rows
// cost it about eight times as much, and not sixty-four times.
func TestTheWatchGrowsInStepWithNewRows(t *testing.T) {
	few, many := 300, 2_400
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			tally := proof.Begin(t, "growth", fmt.Sprintf("the watch over %d and over %d new rows", few, many))
			watch := func(rows int) cost {
				h, m := open(t, engine)
				fill(t, h, 0, rows, 0)
				m.analyse()
				least := cost{cpu: time.Hour}
				for range 2 {
					least.cpu = min(least.cpu, m.measure(func() {
						if err := h.Reconcile.Watch(t.Context()); err != nil {
							t.Fatal(err)
						}
					}).cpu)
				}
				return least
			}
			was, now := watch(few), watch(many)
			tally.Count(1)
			tally.Note("%s and %s", was.cpu, now.cpu)
			if now.cpu > 20*was.cpu+slack.cpu {
				t.Errorf("%s over %d new rows, %s over %d", was.cpu, few, now.cpu, many)
			}
		})
	}
}

// costs opens a house with so many old rows and measures each of its jobs.
func costs(t *testing.T, engine string, rows int) map[string]cost {
	t.Helper()
	h, m := open(t, engine)
	fill(t, h, 0, rows, time.Minute)
	h.Clock.Advance(70 * 24 * time.Hour)
	compared(t, h)
	m.analyse()
	m.planForLarge()
	for range 2 { // what came due in the time that passed is not what is measured
		for _, name := range h.Jobs.Names() {
			if err := h.Jobs.RunNamed(t.Context(), name); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		h.Clock.Advance(time.Hour)
	}
	m.analyse()                   // rows that were removed are gone from the indexes
	fill(t, h, rows, rows+100, 0) // what is new
	out := map[string]cost{}
	for _, name := range h.Jobs.Names() {
		least := cost{rows: 1 << 60, cpu: time.Hour}
		for range proof.Of(2, 3) {
			h.Clock.Advance(time.Second)
			now := m.measure(func() {
				if err := h.Jobs.RunNamed(t.Context(), name); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
			})
			least = cost{min(least.rows, now.rows), min(least.cpu, now.cpu)}
		}
		out[name] = least
	}
	return out
}

func open(t *testing.T, engine string) (*apptest.House, *meter) {
	t.Helper()
	address := dbtest.SQLite
	if engine == "postgres" {
		address = dbtest.Postgres
	}
	h := apptest.Open(t, address(t))
	h.Broken = true // to go through its books takes longer than the test
	return h, newMeter(t, h.DB)
}
