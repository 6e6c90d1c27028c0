package bet_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"hongyun/internal/bet/feed"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/staff"
	"hongyun/internal/venue"
)

func (h *fixture) pull() {
	h.t.Helper()
	if err := h.Feed.PullDue(h.t.Context()); err != nil {
		h.t.Fatal(err)
	}
}

func (h *fixture) repull() {
	h.t.Helper()
	if err := h.Feed.RepullGaps(h.t.Context()); err != nil {
		h.t.Fatal(err)
	}
}

// asks checks which windows the company was asked for since the last look.
func (h *fixture) asks(want string) {
	h.t.Helper()
	if got := joined(h.ky.asked); got != want {
		h.t.Errorf("asked\n got %s\nwant %s", got, want)
	}
	h.ky.asked = nil
}

// complete checks up to when everything is known to be here.
func (h *fixture) complete(want string, gaps int) {
	h.t.Helper()
	all, err := h.Feed.Status(h.t.Context())
	if err != nil || len(all) != 1 {
		h.t.Fatalf("Status = %+v, %v", all, err)
	}
	got := all[0].CompleteTo.In(dbtest.Noon.Location()).Format("02-15:04")
	if got != want || all[0].Gaps != gaps {
		h.t.Errorf("complete to %s with %d gaps, want %s with %d", got, all[0].Gaps, want, gaps)
	}
}

// latest is a bet of ming's that the venue settles now.
func (h *fixture) latest(id string) venue.BetLine {
	l := h.line(id, 1000, 0)
	l.BetAt, l.SettledAt, l.UpdatedAt = h.clock.Now(), h.clock.Now(), h.clock.Now()
	return l
}

// practice 16, 20: windows overlap, keep to the venue's limits, and follow the clock.
func TestWindowsFollowTheClockAndOverlap(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.pull() // noon
		h.asks("02-11:17→02-11:57")
		h.complete("02-11:57", 0)
		h.pull() // the venue wants 30 s between calls
		h.asks("")
		h.clock.Advance(30 * time.Second)
		h.pull()
		h.asks("02-11:55→02-11:59")
		h.clock.Advance(5 * time.Minute)
		h.pull()
		h.asks("02-11:57→02-12:04")
		h.complete("02-12:04", 0)
		h.clock.Advance(90 * time.Minute) // the program was down: longer than a window
		for range 3 {
			h.pull()
			h.clock.Advance(30 * time.Second)
		}
		h.asks("02-12:02→02-12:42 02-12:40→02-13:20 02-13:18→02-13:35")
		h.complete("02-13:35", 0)
		h.pull()
		if r, n, err := h.Feed.Windows(t.Context(), feed.WindowFilter{Venue: "ky", State: feed.Done, Page: page(1, 2)}); err != nil || n != 7 || len(r) != 2 || r[0].VenueName != "鸿运棋院" {
			t.Errorf("Windows = %+v, %d, %v", r, n, err)
		}
	})
}

// A company without limits is caught up in one go.
func TestAMovedClockIsCaughtUpAtOnceWhereTheVenueAllowsIt(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.ky.rules.MinGap = 0
		h.pull()
		h.clock.Advance(6 * time.Hour)
		h.ky.report(h.latest("b1"))
		h.clock.Advance(18 * time.Hour)
		h.pull()
		h.complete("03-11:59", 0)
		h.wants("ming", "wallet -1000 bets 1 stake 1000 valid 1000 win -1000 left 0")
		calls := h.ky.calls
		h.pull() // nothing is new: no venue is asked
		if h.ky.calls != calls {
			t.Errorf("asked %d times for nothing", h.ky.calls-calls)
		}
		h.proved()
	})
}

// practice 5, 16: a window that fails halfway is not believed; what it stored
// is not stored twice.
func TestTheCursorMovesOnlyAfterTheLastPage(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.ky.pageSize = 2
		for i := range 5 {
			l := h.line(fmt.Sprint("b", i), 1000, 0)
			l.UpdatedAt = dbtest.Noon.Add(-time.Duration(20+i) * time.Minute)
			h.ky.report(l)
		}
		h.ky.fail = map[int]error{3: errSilence} // the third page
		h.pull()
		h.complete("02-11:19", 1)
		h.wants("ming", "wallet -4000 bets 4 stake 4000 valid 4000 win -4000 left 0")
		w, n, err := h.Feed.Windows(t.Context(), feed.WindowFilter{State: feed.Gap})
		if err != nil || n != 1 || w[0].Attempts != 1 || w[0].Error != "no answer" || w[0].NextAt.Sub(h.clock.Now()) != 30*time.Second {
			t.Fatalf("gap %+v, %v", w, err)
		}
		h.pull()
		h.repull() // too early
		if h.ky.calls != 3 {
			t.Errorf("%d calls", h.ky.calls)
		}
		h.clock.Advance(30 * time.Second)
		h.repull()
		h.complete("02-11:57", 0)
		h.wants("ming", "wallet -5000 bets 5 stake 5000 valid 5000 win -5000 left 0")
		w, _, err = h.Feed.Windows(t.Context(), feed.WindowFilter{State: feed.Done})
		if err != nil || len(w) != 1 || w[0].Lines != 5 || w[0].Pages != 3 || w[0].Added != 1 || w[0].Counted != 5 || w[0].Stake != 5000 || w[0].Win != -5000 {
			t.Errorf("window %+v, %v", w, err)
		}
		h.proved()
	})
}

// A venue that wants time between two pages gets it. The window stays leased to
// its reader meanwhile, and the next question keeps its distance from the last
// page and not from the first.
func TestPagesKeepTheirDistanceAndTheirLease(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.ky.pageSize = 2
		h.ky.rules.PageGap = 20 * time.Millisecond
		h.ky.rules.MinGap = 100 * time.Second
		for i := range 9 {
			l := h.line(fmt.Sprint("b", i), 1000, 0)
			l.UpdatedAt = dbtest.Noon.Add(-time.Duration(20+i) * time.Minute)
			h.ky.report(l)
		}
		var last time.Time
		h.ky.on = func(call int) {
			if call > 1 && time.Since(last) < h.ky.rules.PageGap {
				t.Errorf("page %d came %v after the one before", call, time.Since(last))
			}
			last = time.Now()
			h.clock.Advance(70 * time.Second)
			var leased int64
			if err := h.db.NewRaw(`SELECT next_at FROM bet_window WHERE state <> 'done'`).Scan(t.Context(), &leased); err != nil || leased <= h.clock.Now().UnixMilli() {
				t.Errorf("at page %d the window is anybody's, %v", call, err)
			}
		}
		h.pull()
		h.asks("02-11:17→02-11:57")
		if h.ky.calls != 5 {
			t.Errorf("%d calls", h.ky.calls)
		}
		h.ky.on = nil
		h.clock.Advance(29 * time.Second) // 99 s after the last page was asked for
		h.pull()
		h.asks("")
		h.clock.Advance(time.Second)
		h.pull()
		h.asks("02-11:55→02-12:05")
		h.wants("ming", "wallet -9000 bets 9 stake 9000 valid 9000 win -9000 left 0")
		h.proved()
	})
}

// A caller that stops while a page is waited for leaves the window to be read
// again, and nothing is complete.
func TestStoppingBetweenTwoPagesCompletesNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.ky.pageSize, h.ky.rules.PageGap = 1, time.Hour
		for i := range 2 {
			h.ky.report(h.line(fmt.Sprint("b", i), 1000, 0))
		}
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		defer cancel()
		if err := h.Feed.PullDue(ctx); err == nil {
			t.Error("it ended without an error")
		}
		h.complete("02-11:19", 0)
		h.ky.rules.PageGap = 0
		h.clock.Advance(3 * time.Minute) // the lease
		h.pull()
		h.repull()
		h.wants("ming", "wallet -2000 bets 2 stake 2000 valid 2000 win -2000 left 0")
		h.proved()
	})
}

// The feed waits for a venue that is down. One unreadable window does not stop
// the rest for ever.
func TestGapsAreAskedAgainLaterAndLaterAndDoNotStopTheFeed(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.ky.failAll = errSilence
		h.pull()
		for _, wait := range []time.Duration{30 * time.Second, time.Minute} {
			h.clock.Advance(wait - time.Second)
			h.pull()
			h.clock.Advance(time.Second)
			h.pull()
		}
		if h.ky.calls != 3 { // nothing piles up behind the first
			t.Errorf("%d calls", h.ky.calls)
		}
		h.complete("02-11:19", 1)
		h.ky.failAll = nil
		h.clock.Advance(30 * time.Second)
		h.ky.asked = nil
		h.pull() // after three failures the next window is tried although the first waits
		h.asks("02-11:55→02-12:01")
		h.complete("02-11:19", 1)
		h.clock.Advance(2 * time.Minute)
		h.pull() // now the first is due again, and takes its turn
		h.asks("02-11:17→02-11:57")
		h.complete("02-12:01", 0)
		h.clock.Advance(30 * time.Second)
		h.pull()
		h.asks("02-11:59→02-12:03")
	})
}

// practice 5: the count of each window is compared with the venue's own.
func TestAWindowWhoseCountDisagreesIsAGap(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.ky.report(h.line("b1", 1000, 0))
		h.ky.miscount = 1
		h.pull()
		w, n, err := h.Feed.Windows(t.Context(), feed.WindowFilter{State: feed.Gap})
		if err != nil || n != 1 || !strings.Contains(w[0].Error, "counts 2 lines and sent 1") {
			t.Errorf("windows %+v, %v", w, err)
		}
	})
}

func TestAVenueThatWantsMoreTimeHasNotFailed(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.ky.failAll = fmt.Errorf("ky: %w", venue.ErrTooSoon)
		for range 6 {
			h.pull()
			h.clock.Advance(time.Minute)
		}
		w, n, err := h.Feed.Windows(t.Context(), feed.WindowFilter{})
		if err != nil || n != 1 || w[0].State != feed.Planned || w[0].Attempts != 0 {
			t.Fatalf("windows %+v, %v", w, err)
		}
		h.ky.failAll = nil
		h.pull()
		h.complete("02-11:57", 0)
	})
}

// practice 20: each day is read once more, for corrections that do not move a
// bet and for lines the venue forgot.
func TestEachDayIsAskedForOnceMore(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.ky.rules.MinGap = 0
		l := h.latest("b1")
		h.ky.report(l)
		h.pull()
		h.clock.Advance(time.Hour)
		h.pull()
		h.wants("ming", "wallet -1000 bets 1 stake 1000 valid 1000 win -1000 left 0")
		h.ky.mu.Lock()
		h.ky.lines[0].Payout = 3000 // corrected in place
		forgotten := h.line("b2", 500, 0)
		forgotten.UpdatedAt = dbtest.Noon.Add(10 * time.Minute)
		h.ky.lines = append(h.ky.lines, forgotten)
		h.ky.mu.Unlock()
		h.clock.Set(dbtest.Noon.Add(17 * time.Hour).Add(-time.Second)) // 04:59:59
		h.pull()
		h.wants("ming", "wallet -1000 bets 1 stake 1000 valid 1000 win -1000 left 0")
		h.clock.Advance(time.Second)
		h.repull()
		h.wants("ming", "wallet 1500 bets 2 stake 1500 valid 1500 win 1500 left 0")
		all, n, err := h.Feed.Windows(t.Context(), feed.WindowFilter{From: dbtest.Noon, To: dbtest.Noon.Add(time.Minute), Page: page(1, 50)})
		if err != nil || n < 2 || all[0].Kind != "again" || all[0].Changed != 1 {
			t.Errorf("windows %+v, %v", all, err)
		}
		calls := h.ky.calls
		h.repull()
		if h.ky.calls != calls {
			t.Error("asked twice for the same day")
		}
		h.clock.Advance(20 * 24 * time.Hour) // longer than the venue remembers
		h.ky.asked = nil
		h.repull()
		if len(h.ky.asked) == 0 || !strings.HasPrefix(h.ky.asked[0], "17-") || len(h.ky.asked) > 6*36 {
			t.Errorf("asked %d windows from %s", len(h.ky.asked), h.ky.asked[0])
		}
		h.proved()
	})
}

func TestStaffCanHaveAWindowAskedForAgain(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		boss := staff.Actor{ID: "s1", Name: "boss"}
		h.ky.failAll = errSilence
		h.pull()
		gap, _, err := h.Feed.Windows(t.Context(), feed.WindowFilter{State: feed.Gap})
		if err != nil || len(gap) != 1 {
			t.Fatal(gap, err)
		}
		if n, err := h.Feed.Gaps(t.Context()); err != nil || n != 1 {
			t.Errorf("Gaps = %d, %v", n, err)
		}
		w, err := h.Feed.PullAgain(t.Context(), boss, gap[0].ID)
		if err != nil || w.State != feed.Planned || w.ID != gap[0].ID {
			t.Fatalf("PullAgain = %+v, %v", w, err)
		}
		if _, err := h.Feed.PullAgain(t.Context(), boss, w.ID); !errors.Is(err, feed.ErrWaiting) {
			t.Errorf("twice: %v", err)
		}
		h.ky.failAll = nil
		h.clock.Advance(30 * time.Second)
		h.repull()
		h.complete("02-11:57", 0)
		if w, err = h.Feed.PullAgain(t.Context(), boss, gap[0].ID); err != nil || w.ID == gap[0].ID || w.Kind != "again" {
			t.Errorf("a complete one: %+v, %v", w, err)
		}
		h.complete("02-11:57", 0) // what is complete stays so
		if _, err := h.Feed.PullAgain(t.Context(), boss, "nope"); !errors.Is(err, feed.ErrNoWindow) {
			t.Errorf("unknown: %v", err)
		}
		var audited int
		if err := d.NewRaw(`SELECT COUNT(*) FROM staff_audit WHERE action = 'feed.pull'`).Scan(t.Context(), &audited); err != nil || audited != 2 {
			t.Errorf("%d audited, %v", audited, err)
		}
	})
}

// A process that dies between two pages leaves a window that is asked again.
func TestAWindowCutOffByAStopIsAskedForAgain(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.ky.pageSize = 1
		h.ky.report(h.line("b1", 1000, 0), h.line("b2", 1000, 0))
		ctx, cancel := context.WithCancel(t.Context())
		h.ky.on = func(call int) {
			if call == 2 {
				cancel()
			}
		}
		h.ky.fail = map[int]error{2: context.Canceled}
		if err := h.Feed.PullDue(ctx); err == nil {
			t.Error("a stopped sweep reports success")
		}
		h.wants("ming", "wallet -1000 bets 1 stake 1000 valid 1000 win -1000 left 0")
		h.complete("02-11:19", 0)
		h.clock.Advance(2 * time.Minute) // the lease of the dead process
		h.pull()
		h.clock.Advance(30 * time.Second)
		h.pull()
		h.wants("ming", "wallet -2000 bets 2 stake 2000 valid 2000 win -2000 left 0")
		if h.ky.calls != 5 { // two before, two again, one for the time since
			t.Errorf("%d calls: %v", h.ky.calls, h.ky.asked)
		}
		h.proved()
	})
}

// Two sweeps run beside each other: a window is read by one of them.
func TestAWindowBeingReadIsNotReadAgain(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.ky.rules.MinGap = 0
		inside := false
		h.ky.on = func(call int) {
			if inside {
				return
			}
			inside = true
			h.ky.mu.Unlock()
			h.repull()
			h.pull()
			h.ky.mu.Lock()
		}
		h.pull()
		h.asks("02-11:17→02-11:57 02-11:55→02-11:59")
		h.complete("02-11:59", 0)
	})
}

func TestOldCompleteWindowsAreRemovedAndGapsStay(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.pull()
		h.clock.Advance(time.Hour)
		h.ky.failAll = errSilence
		h.pull()
		h.clock.Advance(36 * 24 * time.Hour)
		if err := h.Feed.Prune(t.Context()); err != nil {
			t.Fatal(err)
		}
		w, n, err := h.Feed.Windows(t.Context(), feed.WindowFilter{})
		if err != nil || n != 1 || w[0].State != feed.Gap {
			t.Errorf("windows %+v, %v", w, err)
		}
		h.complete("02-11:57", 1)
	})
}

// H-323: pages that follow each other at once are stored together, a portion each,
// and the window counts them as before.
func TestPagesAreCollectedUntilAPortionIsFull(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.ky.pageSize = 700
		const lines = 2600
		for i := range lines {
			l := h.line(fmt.Sprint("b", i), 100, 0)
			l.UpdatedAt = dbtest.Noon.Add(-20 * time.Minute)
			h.ky.report(l)
		}
		before := d.Writes()
		var during []int64
		h.ky.on = func(int) { during = append(during, d.Writes()-before) }
		h.pull()
		if len(during) != 4 || during[1] != during[0] {
			t.Errorf("writes before each page: %v", during)
		}
		h.wants("ming", fmt.Sprintf("wallet -%d bets %d stake %d valid %[1]d win -%[1]d left 0", lines*100, lines, lines*100))
		w, _, err := h.Feed.Windows(t.Context(), feed.WindowFilter{State: feed.Done})
		if err != nil || len(w) != 1 || w[0].Lines != lines || w[0].Pages != 4 || w[0].Added != lines || w[0].Counted != lines {
			t.Errorf("window %+v, %v", w, err)
		}
		h.proved()
	})
}
