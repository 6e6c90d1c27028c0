package bet_test

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"testing"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/venue"
)

// versioned is a company that gives each change of a bet a version: the number
// of the change, from 1.
type versioned struct {
	*company
	changes []venue.BetLine
	after   []string // the versions asked for
	size    int      // changes on a page
}

func (v *versioned) PullVersions(ctx context.Context, after string) (venue.BetPage, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.calls++
	if v.on != nil {
		v.on(v.calls)
	}
	v.after = append(v.after, after)
	if err := v.fail[v.calls]; err != nil {
		return venue.BetPage{}, err
	}
	if v.calls == v.stuck {
		<-ctx.Done()
		return venue.BetPage{}, ctx.Err()
	}
	if v.failAll != nil {
		return venue.BetPage{}, v.failAll
	}
	read, _ := strconv.Atoi(after)
	end := min(read+v.size, len(v.changes))
	return venue.BetPage{Lines: slices.Clone(v.changes[read:end]), Next: strconv.Itoa(end), Count: -1}, nil
}

// change reports a change of a bet.
func (v *versioned) change(lines ...venue.BetLine) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.changes = append(v.changes, lines...)
}

// asked checks which versions were asked for since the last look.
func (v *versioned) asked(t *testing.T, want string) {
	t.Helper()
	if got := fmt.Sprintf("%q", v.after); got != want {
		t.Errorf("versions asked for: %s, want %s", got, want)
	}
	v.after = nil
}

// byVersion runs a test with a venue that gives versions, two on a page.
func byVersion(t *testing.T, run func(t *testing.T, h *fixture, v *versioned)) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := &versioned{company: newCompany(), size: 2}
		run(t, newHouseWith(t, d, v.company, v), v)
	})
}

func TestVersionsAreFollowedFromTheLastOneRead(t *testing.T) {
	byVersion(t, func(t *testing.T, h *fixture, v *versioned) {
		v.change(h.line("a", 1000, 0), h.line("b", 1000, 0), h.line("c", 1000, 2500))
		h.pull()
		v.asked(t, `["" "2" "3"]`)
		h.wants("ming", "wallet -500 bets 3 stake 3000 valid 3000 win -500 left 0")

		h.clock.Advance(time.Minute)
		h.pull()
		v.asked(t, `["3"]`)

		// A bet of long ago is settled otherwise: its time is in no window, its version is new.
		late := h.line("a", 1000, 1900)
		late.UpdatedAt = late.UpdatedAt.Add(time.Second)
		v.change(late)
		h.clock.Advance(time.Minute)
		h.pull()
		v.asked(t, `["3" "4"]`)
		h.wants("ming", "wallet 1400 bets 3 stake 3000 valid 3000 win 1400 left 0")
		h.proved()
	})
}

func TestAFailedReadingGoesOnAfterTheVersionsItRead(t *testing.T) {
	byVersion(t, func(t *testing.T, h *fixture, v *versioned) {
		v.change(h.line("a", 1000, 0), h.line("b", 1000, 0), h.line("c", 1000, 0))
		v.fail = map[int]error{2: errSilence}
		h.pull()
		v.asked(t, `["" "2"]`)
		h.complete("02-11:19", 1)
		h.clock.Advance(31 * time.Second)
		h.pull()
		v.asked(t, `["2" "3"]`)
		h.wants("ming", "wallet -3000 bets 3 stake 3000 valid 3000 win -3000 left 0")
		h.complete("02-11:59", 0)
		h.proved()
	})
}

func TestNoReadingOfVersionsOvertakesAnother(t *testing.T) {
	byVersion(t, func(t *testing.T, h *fixture, v *versioned) {
		v.change(h.line("a", 1000, 0))
		v.failAll = errSilence
		for range 12 {
			h.pull()
			h.clock.Advance(10 * time.Minute)
		}
		var open, all int
		if err := h.db.NewRaw(`SELECT COUNT(CASE WHEN state <> 'done' THEN 1 END), COUNT(*) FROM bet_window WHERE kind = 'live'`).Scan(t.Context(), &open, &all); err != nil {
			t.Fatal(err)
		}
		if open != 1 || all != 1 {
			t.Errorf("%d of %d windows are open; the first failed and nothing may pass it or cut it in two", open, all)
		}
		v.failAll, v.after = nil, nil
		h.clock.Advance(time.Hour)
		h.pull()
		v.asked(t, `["" "1"]`)
		h.clock.Advance(time.Minute)
		h.pull()
		v.asked(t, `["1"]`)
		h.wants("ming", "wallet -1000 bets 1 stake 1000 valid 1000 win -1000 left 0")
		h.proved()
	})
}

func TestAReadingOfVersionsCutOffByAStopLosesNothing(t *testing.T) {
	byVersion(t, func(t *testing.T, h *fixture, v *versioned) {
		v.change(h.line("a", 1000, 0), h.line("b", 1000, 0), h.line("c", 1000, 0))
		ctx, stop := context.WithCancel(t.Context())
		v.on = func(call int) {
			if call == 2 {
				stop()
			}
		}
		_ = h.Feed.PullDue(ctx)
		v.on, v.after = nil, nil
		h.clock.Advance(3 * time.Minute)
		h.pull()
		if len(v.after) == 0 || v.after[0] != "" {
			t.Errorf("asked for %q: the reading that was cut off begins where it began", v.after)
		}
		h.wants("ming", "wallet -3000 bets 3 stake 3000 valid 3000 win -3000 left 0")
		h.proved()
	})
}

func TestDaysOfAVenueWithVersionsAreAskedForByTime(t *testing.T) {
	byVersion(t, func(t *testing.T, h *fixture, v *versioned) {
		h.pull()
		h.clock.Set(dbtest.Noon.Add(24 * time.Hour))
		forgotten := h.line("forgotten", 1000, 0)
		v.report(forgotten) // its version was never sent
		for range 40 {      // a day of windows of 40 minutes
			h.pull()
			h.clock.Advance(31 * time.Second)
		}
		h.wants("ming", "wallet -1000 bets 1 stake 1000 valid 1000 win -1000 left 0")
		h.proved()
	})
}

// A reading that exceeds the time limit of a sweep is a failure that keeps the
// lines it read. Otherwise a long backlog could never be worked off.
func TestAReadingOfVersionsThatTakesTooLongGoesOn(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := &versioned{company: newCompany(), size: 2}
		h := newHouseThatReads(t, d, v.company, v, 3*time.Second)
		v.change(h.line("a", 1000, 0), h.line("b", 1000, 0), h.line("c", 1000, 0))
		v.stuck = 2
		h.pull()
		v.asked(t, `["" "2"]`)
		h.clock.Advance(3 * time.Minute)
		h.pull()
		v.asked(t, `["2" "3"]`)
		h.wants("ming", "wallet -3000 bets 3 stake 3000 valid 3000 win -3000 left 0")
		h.proved()
	})
}
