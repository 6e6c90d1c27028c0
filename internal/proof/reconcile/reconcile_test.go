package reconcile_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"hongyun/internal/app/command"
	"hongyun/internal/apptest"
	"hongyun/internal/guard"
	"hongyun/internal/proof"
	"hongyun/internal/reconcile"
	"hongyun/internal/reconcile/finding"
	"hongyun/internal/staff"
)

// Every break is found as what it is and where it is, and nothing else is
// found: in a right house, and beside the breaks (trust REC-1, REC-2).
func TestEveryBreakIsFoundAndNamed(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		tally := proof.Begin(t, "reconciliation", "planted breaks found, with the right kind and subject, and nothing else")
		w := open(t, h)
		w.live(proof.Of(18, 72))
		clean := w.compare()
		if clean.Opened != 0 || !clean.Whole() {
			w.tell()
			t.Fatalf("false alarms in a right house: %+v", clean)
		}
		var orders int
		w.row([]any{&orders}, `SELECT (SELECT COUNT(*) FROM deposit) + (SELECT COUNT(*) FROM withdrawal) + (SELECT COUNT(*) FROM transfer)`)
		h.Broken = true
		p := &planter{world: w, quick: !proof.Whole()}
		p.venue()
		p.gateway()
		p.books()
		report, err := command.VerifyBooks(w.ctx, h.DB)
		w.must(err)
		w.compare()
		w.feedOn()
		last := w.compare()
		found := w.tellOpen()
		missed := 0
		for _, want := range p.done {
			if !p.wasFound(want, found) {
				missed++
				t.Errorf("not found: %s: %s %s saying %q", want.group, want.kind, want.subject, want.says)
			}
			if strings.HasPrefix(string(want.kind), "books.") && !strings.Contains(report.Text(), strings.TrimPrefix(want.subject, strings.TrimPrefix(string(want.kind), "books.")+":")) {
				t.Errorf("books verify does not name %s", want.subject)
			}
		}
		alarms := 0
		for _, f := range found {
			if !p.belongs(f) {
				alarms++
				t.Errorf("false alarm: %s %s: %s", f.Kind, f.Subject, f.What())
			}
			if f.What() == "" || f.Look() == "" {
				t.Errorf("%s %s does not say what is wrong or what to look at", f.Kind, f.Subject)
			}
		}
		w.stopsPayouts()
		tally.Count(len(p.done))
		tally.Note("%d orders, %d kinds of break, %d missed, %d findings, %d false alarms", orders, p.kinds(), missed, last.Open, alarms)
	})
}

// compare is what a round of all balances and the night do.
func (w *world) compare() reconcile.Run {
	w.t.Helper()
	w.Clock.Advance(time.Hour) // a round begins once an hour
	w.must(w.Reconcile.CheckAllBalances(w.ctx))
	run, err := w.Reconcile.Run(w.ctx, "test", reconcile.Nightly, w.Clock.Now().Add(-48*time.Hour))
	w.must(err)
	return run
}

// feedOn lets the bet feed pass the first look, and a stake leave the table.
func (w *world) feedOn() {
	w.Clock.Advance(2*time.Hour + time.Minute)
	for range 8 {
		w.must(w.Feed.PullDue(w.ctx))
		w.Clock.Advance(time.Minute)
	}
}

func (w *world) tellOpen() []finding.Finding {
	w.t.Helper()
	var all []finding.Finding
	for page := 1; ; page++ {
		list, total, err := w.Reconcile.List(w.ctx, reconcile.Filter{State: finding.Open, Page: staff.Page{Number: page, Size: 100}})
		w.must(err)
		all = append(all, list...)
		if len(list) == 0 || len(all) >= total {
			return all
		}
	}
}

func (w *world) tell() {
	for _, f := range w.tellOpen() {
		w.t.Logf("%s %s: %s (%s)", f.Kind, f.Subject, f.What(), f.Detail)
	}
}

func (p *planter) wasFound(want planted, found []finding.Finding) bool {
	return slices.ContainsFunc(found, func(f finding.Finding) bool {
		text := fmt.Sprint(f.What(), f.Detail, f.Difference)
		return f.Kind == want.kind && f.Subject == want.subject && strings.Contains(text, want.says)
	})
}

// belongs reports whether a finding speaks of something that was broken.
func (p *planter) belongs(f finding.Finding) bool {
	if strings.HasPrefix(string(f.Kind), "books.earning_") { // a changed row changes the day that it is in
		return slices.ContainsFunc(p.done, func(b planted) bool { return strings.HasPrefix(string(b.kind), "books.") })
	}
	text := f.Subject + " " + f.Player + " " + f.Detail + " " + f.Found
	return slices.ContainsFunc(p.done, func(b planted) bool {
		return slices.ContainsFunc(b.marks, func(m string) bool { return strings.Contains(text, m) })
	})
}

func (p *planter) kinds() int {
	groups := map[string]bool{}
	for _, b := range p.done {
		groups[b.group] = true
	}
	return len(groups)
}

// stopsPayouts: with a break open nobody is paid, and the gate does not open
// until it is settled (trust REC-3).
func (w *world) stopsPayouts() {
	w.t.Helper()
	closed, err := w.Guard.Gate.Standing(w.ctx, w.DB)
	w.must(err)
	doors := map[guard.Door]bool{}
	for _, c := range closed {
		doors[c.Door] = true
		if err := w.Reconcile.Ready(w.ctx, w.DB, c); err == nil {
			w.t.Errorf("%s may be opened although breaks are open", c.Door)
		}
	}
	if !doors[guard.DoorWithdrawals] || proof.Whole() && !doors[guard.VenueDoor("ky")] {
		w.t.Errorf("closed doors: %v, want withdrawals and the venue", doors)
	}
}
