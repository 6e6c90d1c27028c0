package feed

import (
	"context"
	"errors"
	"math"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/due"
	"hongyun/internal/venue"
)

// followsVersions says whether the live windows of a venue are read by versions.
func followsVersions(source venue.BetSource) bool {
	_, ok := source.(venue.VersionSource)
	return ok
}

// planVersions is the next live window of a venue that gives its bets versions.
// It reaches from the end of the last one to now and reads the versions after
// the last. It has no limit of length or history, because the venue lists
// versions and does not search by time.
func (c cursorRow) planVersions(now time.Time, rules venue.FeedRules) (windowRow, bool) {
	core := calendar.FromStored(c.PlannedTo)
	to := now.Add(-rules.Lag).Truncate(time.Millisecond)
	if to.Sub(core) < max(stepLeast, rules.MinGap) {
		return windowRow{}, false
	}
	w := newWindow(c.Venue, live, core, core, to, now)
	w.Version = c.Version
	return w, true
}

// heldFor is how many failures of a live window hold back the windows after it.
// Versions come one after another: the next reading begins where the last one
// ended, so it waits however often that fails.
func heldFor(source venue.BetSource) int {
	if followsVersions(source) {
		return math.MaxInt32
	}
	return failuresHeld
}

// readVersions reads the versions of a venue until none is newer. Lines read
// before a page failed are kept: the window goes on after its last version.
func (f *Feed) readVersions(ctx context.Context, source venue.VersionSource, w *windowRow) error {
	gap := source.FeedRules().PageGap
	for n := 0; ; n++ {
		if n == pagesMost {
			return errors.New("the venue's versions do not end")
		}
		if n > 0 {
			if err := f.betweenPages(ctx, w, gap); err != nil {
				return err
			}
		}
		w.askedAt = f.db.Clock().Now().UnixMilli()
		p, err := source.PullVersions(ctx, w.Version)
		due.Asked(ctx, err)
		if err != nil {
			return err
		}
		w.Pages++
		if err := f.store(ctx, w, p.Lines); err != nil {
			return err
		}
		if err := f.keepUnreadable(ctx, w, p.Unreadable); err != nil {
			return err
		}
		if p.Next == "" || p.Next == w.Version {
			return nil
		}
		w.Version = p.Next
	}
}
