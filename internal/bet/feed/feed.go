package feed

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"hongyun/internal/bet"
	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/due"
	"hongyun/internal/money"
	"hongyun/internal/staff"
	"hongyun/internal/venue"
)

// Feed fetches bets from the venues, window by window, and accounts for every
// window. A window is complete only when its last page was read.
type Feed struct {
	bets   *bet.Bets
	db     *db.DB
	venues *venue.Venues
	staff  *staff.Staff
	log    *slog.Logger

	Pull   *due.Work // plans and reads windows
	Gapped *due.Work // reads windows that wait

	readFor time.Duration // how long one window may be read
}

const (
	pagesMost    = 10_000           // of a window; more is a venue that turns in circles
	windowFloor  = time.Minute      // a window is not halved below this
	stepLeast    = time.Second      // the minimum step of a live window
	failuresHeld = 3                // so many failures of a window hold back the windows after it
	backOffLeast = 30 * time.Second // after the first failure; doubles with each
	backOffMost  = 30 * time.Minute
	leaseFor     = 2 * time.Minute // the lease of a window
	never        = 253402300799000 // the end of the year 9999: a gap that only people have asked for again
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

// Config holds the dependencies of New.
type Config struct {
	DB      *db.DB
	Bets    *bet.Bets // the store of what the feed reads
	Venues  *venue.Venues
	Staff   *staff.Staff          // audits what staff do to the feed
	Log     *slog.Logger          // slog.Default if nil
	Metrics prometheus.Registerer // none if nil

	// ReadFor is how long one window may be read before that counts as a failure:
	// less than a sweep may take. 10 minutes if 0.
	ReadFor time.Duration
}

// New makes the feed of all venues that report bets.
func New(c Config) *Feed {
	if c.Log == nil {
		c.Log = slog.Default()
	}
	if c.ReadFor == 0 {
		c.ReadFor = 10 * time.Minute
	}
	f := &Feed{bets: c.Bets, db: c.DB, venues: c.Venues, staff: c.Staff, log: c.Log, readFor: c.ReadFor}
	f.Pull, f.Gapped = f.newWork("bet.pull", true, c.Metrics), f.newWork("bet.gaps", false, c.Metrics)
	return f
}

// newWork makes a lane for each venue with a feed. A venue in maintenance is
// asked too: its players' bets are settled meanwhile.
func (f *Feed) newWork(name string, mayPlan bool, metrics prometheus.Registerer) *due.Work {
	windows := due.Rows[windowRow]{
		DB: f.db, Parallel: 1, // a venue is asked one question at a time
		Take: func(ctx context.Context, tx *db.Tx, code string, _ int) ([]windowRow, error) {
			return f.next(ctx, tx, code, f.source(code).FeedRules(), mayPlan)
		},
		Ask: func(ctx context.Context, code string, w windowRow) error {
			if err := f.read(ctx, f.source(code), w); err != nil {
				return err
			}
			return ctx.Err()
		},
	}
	return &due.Work{
		Name: name, Clock: f.db.Clock(), Metrics: metrics, Lanes: f.sources, Run: windows.Run,
		Oldest: func(ctx context.Context, code string) (time.Time, error) { return oldestOpen(ctx, f.db, code) },
	}
}

// sources are the venues that report bets.
func (f *Feed) sources() []string {
	var codes []string
	for _, code := range f.venues.Codes() {
		if f.source(code) != nil {
			codes = append(codes, code)
		}
	}
	return codes
}

func (f *Feed) source(code string) venue.BetSource {
	adapter, _ := f.venues.Adapter(code)
	source, _ := adapter.(venue.BetSource)
	return source
}

// PullDue asks every venue for what is due, up to as near to now as each
// allows. It ends when nothing is due or the venues want a pause. It may be run
// at any time and any number of times. A failed window is a row and no error
// here. Each venue is its own lane, so its trouble does not touch another's.
func (f *Feed) PullDue(ctx context.Context) error { return f.Pull.RunAll(ctx) }

// RepullGaps asks again for windows that failed and are due, and for windows
// that are to be read once more.
func (f *Feed) RepullGaps(ctx context.Context) error { return f.Gapped.RunAll(ctx) }

// next picks the window to ask for now and records the question. It picks none
// when nothing is due or the venue wants more time between calls. New windows
// and waiting ones take turns, so neither starves the other. The window is
// leased: if this process dies, it waits until the lease ends.
func (f *Feed) next(ctx context.Context, tx *db.Tx, code string, rules venue.FeedRules, mayPlan bool) ([]windowRow, error) {
	source := f.source(code)
	c, err := f.cursor(ctx, tx, code, rules)
	if err != nil {
		return nil, err
	}
	if c.AskedAt != 0 && tx.Now().Sub(calendar.FromStored(c.AskedAt)) < rules.MinGap {
		return nil, nil
	}
	if err := f.planAgain(ctx, tx, &c, rules); err != nil {
		return nil, err
	}
	waiting, found, err := waitingWindow(ctx, tx, code, tx.NowMillis())
	if err != nil {
		return nil, err
	}
	held, err := heldBack(ctx, tx, code, heldFor(source))
	if err != nil {
		return nil, err
	}
	plan := c.plan
	if followsVersions(source) {
		plan = c.planVersions
	}
	fresh, due := plan(tx.Now(), rules)
	due = due && mayPlan && !held
	var w windowRow
	switch {
	case found && (!due || c.AskedKind == live):
		w = waiting
		w.NextAt = tx.Now().Add(leaseFor).UnixMilli()
		c.AskedKind = again
		err = updateWindow(ctx, tx, w)
	case due:
		w = fresh
		w.NextAt = tx.Now().Add(leaseFor).UnixMilli()
		planned := []windowRow{w}
		if w.CoreFrom > c.PlannedTo {
			planned = append(planned, forgotten(c, w, tx.Now()))
		}
		c.AskedKind, c.PlannedTo = live, w.ToAt
		err = insertWindows(ctx, tx, planned)
	default:
		return nil, saveCursor(ctx, tx, c)
	}
	if err != nil {
		return nil, err
	}
	c.AskedAt = tx.NowMillis()
	return []windowRow{w}, saveCursor(ctx, tx, c)
}

// cursor reads and locks the cursor of a venue's feed. A feed that never ran
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
	core := calendar.FromStored(c.PlannedTo)
	if rules.History > 0 {
		// The venue has forgotten what is older: it would answer "no rows", which
		// says nothing about them.
		if known := now.Add(-rules.History).Add(rules.Overlap + time.Minute).Truncate(time.Second); core.Before(known) {
			core = known
		}
	}
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

// forgotten is the gap before a window that begins later than the last ended:
// the venue does not answer for that time any more. It holds nothing up, is not
// asked for by itself, and stays in the list for people.
func forgotten(c cursorRow, next windowRow, now time.Time) windowRow {
	w := newWindow(c.Venue, again, calendar.FromStored(c.PlannedTo), calendar.FromStored(c.PlannedTo), calendar.FromStored(next.CoreFrom), now)
	w.State, w.Error, w.NextAt = Gap, "older than the venue answers", never
	return w
}

// read asks for one window. The window is complete only after its last page or
// file. One that takes too long has failed and is halved after a while. A sweep
// that ended in the middle of it would read the same pages again for ever.
func (f *Feed) read(ctx context.Context, source venue.BetSource, w windowRow) error {
	reading, cancel := context.WithTimeout(ctx, f.readFor)
	defer cancel()
	var err error
	if versions, ok := source.(venue.VersionSource); ok && w.Kind == live {
		err = f.readVersions(reading, versions, &w)
	} else {
		err = f.readPages(reading, source, &w)
	}
	switch {
	case err == nil:
		return f.finish(ctx, w)
	case reading.Err() != nil:
		err = fmt.Errorf("not read to its end in %s", f.readFor)
	}
	return f.fail(ctx, w, err)
}

// readPages reads a window page by page or file by file. Pages without a pause
// between them are collected until they fill a portion of each lane. Where the
// venue wants a pause, each page is stored before it.
func (f *Feed) readPages(ctx context.Context, source venue.BetSource, w *windowRow) (err error) {
	w.Pages, w.Lines, w.Added, w.Changed, w.Found, w.Counted, w.Stake, w.Win, w.Files, w.FilesMissing = 0, 0, 0, 0, 0, -1, 0, 0, 0, 0
	w.told, w.inFiles, w.filesRead = map[string]toldBet{}, false, 0
	gap := source.FeedRules().PageGap
	var collected venue.BetPage // its lines and unreadable rows
	store := func(ctx context.Context) error {
		c := collected
		collected = venue.BetPage{} // stored once, and not tried again
		if err := f.store(ctx, w, c.Lines); err != nil {
			return err
		}
		return f.keepUnreadable(ctx, w, c.Unreadable) // after the lines, which would solve the findings of older rows
	}
	defer func() { // pages before one that failed are kept
		if unstored := store(context.WithoutCancel(ctx)); unstored != nil {
			err = errors.Join(err, unstored)
		}
	}()
	for page := ""; ; w.Pages++ {
		if w.Pages == pagesMost {
			return errors.New("the venue's pages do not end")
		}
		if w.Pages > 0 {
			if err := f.betweenPages(ctx, w, gap); err != nil {
				return err
			}
		}
		w.askedAt = f.db.Clock().Now().UnixMilli()
		p, err := source.PullBets(ctx, calendar.FromStored(w.FromAt), calendar.FromStored(w.ToAt), page)
		due.Asked(ctx, err)
		if err != nil {
			return err
		}
		last := p.Next == "" || p.Next == page || p.Files != nil
		collected.Lines = append(collected.Lines, p.Lines...)
		collected.Unreadable = append(collected.Unreadable, p.Unreadable...)
		if last || gap > 0 || len(collected.Lines) >= f.bets.Portion() {
			if err := store(ctx); err != nil {
				return err
			}
		}
		if p.Count >= 0 && (len(p.Lines)+len(p.Unreadable) > 0 || p.Count > 0) {
			w.Counted = p.Count
		}
		if p.Files != nil {
			w.inFiles = true
			if err := f.readFiles(ctx, source, w, p.Files, gap); err != nil {
				return err
			}
			break
		}
		if last {
			break
		}
		page = p.Next
	}
	w.Pages++
	if w.Counted >= 0 && w.Counted != w.Lines {
		return fmt.Errorf("the venue counts %d lines and sent %d", w.Counted, w.Lines)
	}
	return nil
}

// betweenPages waits as long as the venue wants between two pages, and renews
// the lease of a window that takes long to read.
func (f *Feed) betweenPages(ctx context.Context, w *windowRow, gap time.Duration) error {
	if gap > 0 {
		timer := time.NewTimer(gap)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if f.db.Clock().Now().Add(leaseFor/2+gap).UnixMilli() < w.NextAt {
		return nil
	}
	return f.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		w.NextAt = tx.Now().Add(leaseFor + gap).UnixMilli()
		return renewLease(ctx, tx, w.ID, w.NextAt)
	})
}

// store stores lines in pieces, so that the window knows after a failure how many
// are stored.
func (f *Feed) store(ctx context.Context, w *windowRow, lines []venue.BetLine) error {
	for len(lines) > 0 {
		part := lines[:min(len(lines), f.bets.Portion())]
		lines = lines[len(part):]
		stored, err := f.bets.StoreAll(ctx, w.Venue, part)
		if err != nil {
			return err
		}
		w.note(part)
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

// keepUnreadable keeps rows that the adapter could not read as findings.
func (f *Feed) keepUnreadable(ctx context.Context, w *windowRow, rows []venue.UnreadableBet) error {
	if len(rows) == 0 {
		return nil
	}
	w.noteUnreadable(rows)
	w.Lines += len(rows)
	w.Found += len(rows)
	return f.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return f.bets.KeepUnreadable(ctx, tx, w.Venue, rows)
	})
}

// finish marks a window complete and moves the cursor to the end of the
// complete part.
func (f *Feed) finish(ctx context.Context, w windowRow) error {
	if w.Kind == again && w.Added+w.Changed > 0 {
		f.log.WarnContext(ctx, "asking again found bets that were missing or old", "venue", w.Venue, "window", w.ID, "added", w.Added, "changed", w.Changed)
	}
	if w.Found > 0 {
		f.log.WarnContext(ctx, "rows that could not become bets", "venue", w.Venue, "window", w.ID, "lines", w.Found)
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
		if err := f.compareListing(ctx, tx, w); err != nil {
			return err
		}
		if err := noteAsked(ctx, tx, w); err != nil {
			return err
		}
		return moveCursor(ctx, tx, w)
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
		source := f.source(w.Venue)
		// Half of its time would be asked the same questions. Read files are
		// not read again, and versions go on after the last one.
		whole := w.Files > 0 || w.Kind == live && followsVersions(source)
		if half, ok := failed.halve(tx.Now(), source.FeedRules()); ok && !soon && !whole {
			if err := insertWindows(ctx, tx, []windowRow{half}); err != nil {
				return err
			}
			failed.ToAt, failed.Attempts = half.CoreFrom, half.Attempts
		}
		if err := noteAsked(ctx, tx, w); err != nil {
			return err
		}
		return updateWindow(ctx, tx, failed)
	})
}

// halve is the second half of a window that goes on failing: a venue may answer
// in parts when the whole is too much. The first failures are more often a
// venue that is down.
func (w windowRow) halve(now time.Time, rules venue.FeedRules) (second windowRow, ok bool) {
	width := time.Duration(w.ToAt-w.CoreFrom) * time.Millisecond
	if w.Attempts <= failuresHeld || width < 2*windowFloor {
		return windowRow{}, false
	}
	core := calendar.FromStored(w.CoreFrom).Add(width / 2).Truncate(time.Second)
	from := core
	if w.Kind == live {
		from = core.Add(-rules.Overlap)
	}
	second = newWindow(w.Venue, w.Kind, from, core, calendar.FromStored(w.ToAt), now)
	second.State, second.NextAt, second.PulledAt, second.Error, second.Day = w.State, w.NextAt, w.PulledAt, w.Error, w.Day
	second.Attempts = failuresHeld // the next failure halves it again
	return second, true
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
