package bet

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"golang.org/x/sync/errgroup"

	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/staff"
	"hongyun/internal/venue"
)

// Feed fetches bets from the venues, window by window, and accounts for every
// window: nothing is believed complete that was not read to its last page.
type Feed struct {
	bets   *Bets
	db     *db.DB
	venues *venue.Venues
	staff  *staff.Staff
	log    *slog.Logger
}

const (
	linesAtOnce  = 1000             // lines stored by one transaction
	pagesMost    = 10_000           // of a window; more is a venue that turns in circles
	windowsMost  = 100              // one venue's windows in one sweep
	stepLeast    = time.Second      // a live window is at least so much newer than the last
	failuresHeld = 3                // so many failures of a window hold back the windows after it
	backOffLeast = 30 * time.Second // after the first failure; doubles with each
	backOffMost  = 30 * time.Minute
	leaseFor     = 2 * time.Minute // a window handed out is nobody else's so long
	againFrom    = 5 * time.Hour   // of the day: when the day before is asked for once more
	errorLength  = 300
)

// The kinds of windows.
const (
	live  = "live"  // follows the clock
	again = "again" // asks for a time once more: each whole day, and what staff ask for
)

// The states of windows.
const (
	Planned = "planned"
	Done    = "done"
	Gap     = "gap"
)

// PullDue asks every venue for what is due, up to as near to now as each
// allows. It is a sweep: it may be run at any time and any number of times,
// and one venue's trouble does not touch another's.
func (f *Feed) PullDue(ctx context.Context) error {
	return f.eachVenue(ctx, func(ctx context.Context, code string, source venue.BetSource) error {
		return f.pull(ctx, code, source, true)
	})
}

// RepullGaps asks again for windows that failed and are due, and for windows
// that are to be read once more. It is a sweep like PullDue.
func (f *Feed) RepullGaps(ctx context.Context) error {
	return f.eachVenue(ctx, func(ctx context.Context, code string, source venue.BetSource) error {
		return f.pull(ctx, code, source, false)
	})
}

// eachVenue runs something for all venues with a feed at once. A venue in
// maintenance is asked too: its players' bets are settled meanwhile.
func (f *Feed) eachVenue(ctx context.Context, run func(ctx context.Context, code string, source venue.BetSource) error) error {
	var g errgroup.Group
	for _, code := range f.venues.Codes() {
		adapter, _ := f.venues.Adapter(code)
		source, ok := adapter.(venue.BetSource)
		if !ok {
			continue
		}
		g.Go(func() error {
			if err := run(ctx, code, source); err != nil {
				return fmt.Errorf("bet feed of %s: %w", code, err)
			}
			return nil
		})
	}
	return g.Wait()
}

// pull works through a venue's windows until nothing is due or the venue is
// not to be asked yet. A window that fails is a row and no error here.
func (f *Feed) pull(ctx context.Context, code string, source venue.BetSource, mayPlan bool) error {
	for range windowsMost {
		w, ok, err := f.next(ctx, code, source.FeedRules(), mayPlan)
		if err != nil || !ok {
			return err
		}
		if err := f.read(ctx, source, w); err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// next picks the window to ask for now and notes that the venue is asked; ok
// is false when nothing is due or the venue wants more time between calls.
// New windows and waiting ones take turns, so that neither starves the other.
// A window handed out is leased: if this process dies, it waits that long.
func (f *Feed) next(ctx context.Context, code string, rules venue.FeedRules, mayPlan bool) (w windowRow, ok bool, err error) {
	err = f.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		w, ok = windowRow{}, false
		c, err := f.cursor(ctx, tx, code, rules)
		if err != nil {
			return err
		}
		if c.AskedAt != 0 && tx.Now().Sub(instant(c.AskedAt)) < rules.MinGap {
			return nil
		}
		if err := f.planAgain(ctx, tx, &c, rules); err != nil {
			return err
		}
		waiting, found, err := waitingWindow(ctx, tx, code, tx.NowMillis())
		if err != nil {
			return err
		}
		held, err := heldBack(ctx, tx, code)
		if err != nil {
			return err
		}
		fresh, due := c.plan(tx.Now(), rules)
		due = due && mayPlan && !held
		switch {
		case found && (!due || c.AskedKind == live):
			w, ok = waiting, true
			w.NextAt = tx.Now().Add(leaseFor).UnixMilli()
			c.AskedKind = again
			if err := updateWindow(ctx, tx, w); err != nil {
				return err
			}
		case due:
			w, ok = fresh, true
			w.NextAt = tx.Now().Add(leaseFor).UnixMilli()
			c.AskedKind, c.PlannedTo = live, w.ToAt
			if err := insertWindows(ctx, tx, []windowRow{w}); err != nil {
				return err
			}
		default:
			return saveCursor(ctx, tx, c)
		}
		c.AskedAt = tx.NowMillis()
		return saveCursor(ctx, tx, c)
	})
	return w, ok, err
}

// cursor reads and locks where a venue's feed stands. A feed that never ran
// begins one window before now: there were no players before that.
func (f *Feed) cursor(ctx context.Context, tx *db.Tx, code string, rules venue.FeedRules) (cursorRow, error) {
	if err := lockVenue(ctx, tx, code); err != nil {
		return cursorRow{}, err
	}
	c, err := readCursor(ctx, tx, code)
	if err != nil || c.PlannedTo != 0 {
		return c, err
	}
	c.PlannedTo = tx.Now().Add(-rules.Lag - rules.MaxWindow).UnixMilli()
	c.CompleteTo = c.PlannedTo
	c.AgainDay = yesterday(tx.Now())
	return c, nil
}

// plan is the window after the newest one, if there is enough of it yet.
func (c cursorRow) plan(now time.Time, rules venue.FeedRules) (windowRow, bool) {
	core := instant(c.PlannedTo)
	to := now.Add(-rules.Lag).Truncate(time.Millisecond)
	if to.Sub(core) < max(stepLeast, rules.MinGap) {
		return windowRow{}, false
	}
	from := core.Add(-rules.Overlap)
	if most := from.Add(rules.MaxWindow); to.After(most) {
		to = most
	}
	return newWindow(c.Venue, live, from, core, to, now), true
}

// read asks for one window, page by page, and stores each page as it comes.
// Only after the last page is the window complete.
func (f *Feed) read(ctx context.Context, source venue.BetSource, w windowRow) error {
	w.Pages, w.Lines, w.Added, w.Changed, w.Found, w.Counted, w.Stake, w.Win = 0, 0, 0, 0, 0, -1, 0, 0
	for page := ""; ; w.Pages++ {
		if w.Pages == pagesMost {
			return f.fail(ctx, w, errors.New("the venue's pages do not end"))
		}
		p, err := source.PullBets(ctx, instant(w.FromAt), instant(w.ToAt), page)
		if err != nil {
			return f.fail(ctx, w, err)
		}
		if err := f.store(ctx, &w, p.Lines); err != nil {
			return f.fail(ctx, w, err)
		}
		if p.Count >= 0 && (len(p.Lines) > 0 || p.Count > 0) {
			w.Counted = p.Count
		}
		if p.Next == "" || p.Next == page {
			break
		}
		page = p.Next
	}
	w.Pages++
	if w.Counted >= 0 && w.Counted != w.Lines {
		return f.fail(ctx, w, fmt.Errorf("the venue counts %d lines and sent %d", w.Counted, w.Lines))
	}
	return f.finish(ctx, w)
}

// store takes a page into the house in pieces, each a transaction of its own:
// what was stored before a failure is known when the window is asked again.
func (f *Feed) store(ctx context.Context, w *windowRow, lines []venue.BetLine) error {
	for len(lines) > 0 {
		part := lines[:min(linesAtOnce, len(lines))]
		lines = lines[len(part):]
		var stored Stored
		err := f.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			var err error
			stored, err = f.bets.Store(ctx, tx, w.Venue, part)
			return err
		})
		if err != nil {
			return err
		}
		w.Lines += len(part)
		w.Added += stored.Added
		w.Changed += stored.Changed
		w.Found += stored.Found
		for _, l := range part {
			w.Stake += int64(l.Stake)
			if l.Status == venue.BetSettled {
				w.Win += int64(l.Payout - l.Stake)
			}
		}
	}
	return nil
}

// finish marks a window complete and moves the cursor to the end of what is
// complete without a hole.
func (f *Feed) finish(ctx context.Context, w windowRow) error {
	if w.Kind == again && w.Added+w.Changed > 0 {
		f.log.WarnContext(ctx, "asking again found bets that were missing or old", "venue", w.Venue, "window", w.ID, "added", w.Added, "changed", w.Changed)
	}
	if w.Found > 0 {
		f.log.WarnContext(ctx, "bets that belong to nobody", "venue", w.Venue, "window", w.ID, "lines", w.Found)
	}
	return f.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		done := w
		done.State, done.Error, done.Attempts, done.PulledAt, done.NextAt = Done, "", w.Attempts+1, tx.NowMillis(), 0
		if err := lockVenue(ctx, tx, w.Venue); err != nil {
			return err
		}
		if err := updateWindow(ctx, tx, done); err != nil {
			return err
		}
		return moveCursor(ctx, tx, w.Venue)
	})
}

// fail leaves a window as a gap, to be asked again later and later. A venue
// that only wants more time has not failed.
func (f *Feed) fail(ctx context.Context, w windowRow, cause error) error {
	if ctx.Err() != nil {
		return ctx.Err() // we stop; the window is as it was
	}
	soon := errors.Is(cause, venue.ErrTooSoon)
	if !soon {
		f.log.WarnContext(ctx, "a window of the bet feed failed", "venue", w.Venue, "window", w.ID, "attempt", w.Attempts+1, "err", cause)
	}
	return f.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		failed := w
		failed.State, failed.PulledAt, failed.Error = Gap, tx.NowMillis(), clip(cause.Error())
		wait := backOffLeast
		if soon {
			failed.State = w.State
		} else {
			failed.Attempts++
			wait = backOff(failed.Attempts)
		}
		failed.NextAt = tx.Now().Add(wait).UnixMilli()
		return updateWindow(ctx, tx, failed)
	})
}

// backOff is how long a window waits after its n-th failure.
func backOff(n int) time.Duration {
	wait := backOffLeast
	for range n - 1 {
		if wait *= 2; wait >= backOffMost {
			return backOffMost
		}
	}
	return wait
}

func clip(s string) string {
	r := []rune(s)
	if len(r) > errorLength {
		r = r[:errorLength]
	}
	return string(r)
}

// amounts of a window, for staff.
func (w windowRow) sums() (stake, win money.Fen) { return money.Fen(w.Stake), money.Fen(w.Win) }
