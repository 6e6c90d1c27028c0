package content

import (
	"time"

	"hongyun/internal/calendar"
)

// Window is when a published thing is shown: from From until just before To.
// A zero time leaves that end open.
type Window struct{ From, To time.Time }

// Has reports whether the window is open at an instant.
func (w Window) Has(at time.Time) bool {
	return !at.Before(w.From) && (w.To.IsZero() || at.Before(w.To))
}

// check fails with ErrPeriod when the window would never open.
func (w Window) check() error {
	if !w.To.IsZero() && !w.To.After(w.From) {
		return ErrPeriod
	}
	return nil
}

func (w Window) columns() []column {
	return []column{{"shown_from", millis(w.From)}, {"shown_to", millis(w.To)}}
}

// inWindow is the condition of content visible at an instant, which it takes
// twice. To is cut to the millisecond like every stored time.
const inWindow = "published AND shown_from <= ? AND (shown_to = 0 OR shown_to > ?)"

// shownNow is the condition with its values, for lists that go to players.
func (c *Content) shownNow() (where string, args []any) {
	now := c.db.Clock().Now().UnixMilli()
	return "WHERE " + inWindow, []any{now, now}
}

// windowRow is how a window is stored.
type windowRow struct{ ShownFrom, ShownTo int64 }

func (r windowRow) window() Window { return Window{From: instant(r.ShownFrom), To: instant(r.ShownTo)} }

func instant(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return calendar.FromMillis(ms)
}

func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}
