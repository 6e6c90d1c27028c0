package feed

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/staff"
	"hongyun/internal/venue"
)

// Window is a stretch of time that a venue was asked for, or will be.
type Window struct {
	ID        string
	Venue     string
	VenueName string
	Kind      string // "live" or "again"
	From, To  time.Time
	State     string // Planned, Done or Gap
	Attempts  int
	NextAt    time.Time // a gap is asked for again then; zero: as soon as may be
	PulledAt  time.Time // the last attempt; zero: none yet
	Pages     int
	Lines     int // rows the venue sent
	Added     int // of them bets we did not have
	Changed   int // of them bets we had otherwise
	Found     int // of them findings
	Counted   int // the venue's own count, -1 if it gives none
	Stake     money.Fen
	Win       money.Fen
	Error     string
	MadeAt    time.Time

	Files        int // 0 where the venue does not cut its lines into files
	FilesMissing int // of them not read to their end
}

// WindowFilter narrows a list of windows; empty fields do not.
type WindowFilter struct {
	Venue    string
	State    string
	From, To time.Time // windows that overlap [From, To)
	Page     staff.Page
}

// Windows lists windows, the newest first, and says how many there are.
func (f *Feed) Windows(ctx context.Context, filter WindowFilter) ([]Window, int, error) {
	rows, total, err := listWindows(ctx, f.db, filter)
	if err != nil {
		return nil, 0, fmt.Errorf("list windows: %w", err)
	}
	names, err := f.venues.Names(ctx, f.db)
	if err != nil {
		return nil, 0, err
	}
	windows := make([]Window, len(rows))
	for i, r := range rows {
		windows[i] = r.window(names)
	}
	return windows, total, nil
}

// PullAgain has a window asked for once more, as soon as its venue may be
// asked. A window that is complete stays so, and a new one is made for its
// time. It is audited. It fails with ErrNoWindow, or ErrWaiting if the window
// is waiting already.
func (f *Feed) PullAgain(ctx context.Context, by staff.Actor, id string) (Window, error) {
	names, err := f.venues.Names(ctx, f.db)
	if err != nil {
		return Window{}, err
	}
	var w windowRow
	err = f.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		w, err = lockWindow(ctx, tx, id)
		if errors.Is(err, sql.ErrNoRows) {
			return ErrNoWindow
		}
		if err != nil {
			return err
		}
		before := w.State
		switch w.State {
		case Done:
			day := w.Day
			w = newWindow(w.Venue, again, calendar.FromStored(w.FromAt), calendar.FromStored(w.FromAt), calendar.FromStored(w.ToAt), tx.Now())
			w.Day = day
			err = insertWindows(ctx, tx, []windowRow{w})
		case Gap:
			w.NextAt = 0
			w.State = Planned
			err = updateWindow(ctx, tx, w)
		default:
			return ErrWaiting
		}
		if err != nil {
			return err
		}
		return f.staff.Audit(ctx, tx, by, staff.Change{
			Action: "feed.pull", Subject: "window:" + id, Label: names[w.Venue],
			Before: map[string]string{"state": before}, After: map[string]string{"state": w.State, "window": w.ID},
		})
	})
	if err != nil {
		return Window{}, err
	}
	return w.window(names), nil
}

// Status is the state of one venue's feed.
type Status struct {
	Venue, VenueName string
	CompleteTo       time.Time // every bet before this is here; zero: the feed never ran
	Gaps             int       // windows that failed and wait
	PulledAt         time.Time // when the venue was last asked; zero: never
	Lines24h         int       // bets added or changed in the last 24 hours
	Findings         int       // rows without a known player
}

// Status gives the state of every venue that has a feed, in the order of the
// catalogue.
func (f *Feed) Status(ctx context.Context) ([]Status, error) {
	entries, err := f.venues.List(ctx, f.db)
	if err != nil {
		return nil, err
	}
	var all []Status
	for _, e := range entries {
		s, has, err := f.StatusOf(ctx, e)
		if err != nil {
			return nil, err
		}
		if has {
			all = append(all, s)
		}
	}
	return all, nil
}

// StatusOf gives the state of the feed of one venue, and whether it has one.
func (f *Feed) StatusOf(ctx context.Context, e venue.Entry) (Status, bool, error) {
	adapter, _ := f.venues.Adapter(e.Code)
	if _, has := adapter.(venue.BetSource); !has {
		return Status{}, false, nil
	}
	s, err := readStatus(ctx, f.db, e.Code, f.db.Clock().Now().Add(-24*time.Hour))
	if err != nil {
		return Status{}, false, fmt.Errorf("status of the feed of %s: %w", e.Code, err)
	}
	s.Venue, s.VenueName = e.Code, e.Name
	return s, true, nil
}

// Gaps is how many windows of all venues failed and wait.
func (f *Feed) Gaps(ctx context.Context) (int, error) {
	var n int
	err := f.db.NewRaw(`SELECT COUNT(*) FROM bet_window WHERE state <> 'done' AND state = 'gap'`).Scan(ctx, &n)
	return n, err
}

// keptFor is how long the rows of complete windows are kept. They only record
// the questions; the bets stay for good.
const keptFor = 35 * 24 * time.Hour

// Prune removes the rows of windows that have long been complete. It is a sweep.
func (f *Feed) Prune(ctx context.Context) error {
	before := f.db.Clock().Now().Add(-keptFor).UnixMilli()
	for _, code := range f.venues.Codes() {
		err := f.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			if err := pruneFiles(ctx, tx, code, before); err != nil {
				return err
			}
			if err := pruneListings(ctx, tx, code, calendar.DayOf(calendar.FromStored(before))); err != nil {
				return err
			}
			return pruneWindows(ctx, tx, code, before)
		})
		if err != nil {
			return fmt.Errorf("prune windows of %s: %w", code, err)
		}
	}
	return nil
}

// planAgain plans to ask once more for each past day, in the morning after.
// Some venues correct a bet without moving it, and a venue that forgot a line
// does not say so.
func (f *Feed) planAgain(ctx context.Context, tx *db.Tx, c *cursorRow, rules venue.FeedRules) error {
	now := tx.Now()
	last := yesterday(now)
	if c.AgainDay >= last || now.Before(calendar.DayOf(now).Start().Add(againFrom)) {
		return nil
	}
	day := c.AgainDay.AddDays(1)
	if rules.History > 0 {
		// Days beyond the venue's history are not asked; one day of slack
		// leaves the time to ask.
		day = max(day, calendar.DayOf(now.Add(-rules.History)).AddDays(1))
	}
	var windows []windowRow
	for ; day <= last; day = day.AddDays(1) {
		for from := day.Start(); from.Before(day.End()); from = from.Add(rules.MaxWindow) {
			to := from.Add(rules.MaxWindow)
			if to.After(day.End()) {
				to = day.End()
			}
			w := newWindow(c.Venue, again, from, from, to, now)
			w.Day = day
			windows = append(windows, w)
		}
	}
	c.AgainDay = last
	return insertWindows(ctx, tx, windows)
}

func yesterday(now time.Time) calendar.Day { return calendar.DayOf(now).AddDays(-1) }

func newWindow(code, kind string, from, core, to, now time.Time) windowRow {
	return windowRow{
		ID: uuid.Must(uuid.NewV7()).String(), Venue: code, Kind: kind, FromAt: from.UnixMilli(), CoreFrom: core.UnixMilli(), ToAt: to.UnixMilli(),
		State: Planned, Counted: -1, MadeAt: now.UnixMilli(),
	}
}

func (w windowRow) window(names map[string]string) Window {
	stake, win := w.sums()
	return Window{
		ID: w.ID, Venue: w.Venue, VenueName: names[w.Venue], Kind: w.Kind, From: calendar.FromStored(w.FromAt), To: calendar.FromStored(w.ToAt), State: w.State,
		Attempts: w.Attempts, NextAt: calendar.FromStored(w.NextAt), PulledAt: calendar.FromStored(w.PulledAt), Pages: w.Pages, Lines: w.Lines, Added: w.Added,
		Changed: w.Changed, Found: w.Found, Counted: w.Counted, Stake: stake, Win: win, Error: w.Error, MadeAt: calendar.FromStored(w.MadeAt),
		Files: w.Files, FilesMissing: w.FilesMissing,
	}
}
