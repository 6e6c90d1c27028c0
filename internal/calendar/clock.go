// Package calendar owns time: the program's clock and its business calendar.
//
// Business days, weeks (from Monday) and months are GMT+8 (D-16); stored times
// are UTC in milliseconds. No other package reads the machine's clock, so a
// test, or the demo, can move the whole program through time.
package calendar

import (
	"sync"
	"time"
)

// Clock tells the program what time it is.
type Clock interface {
	Now() time.Time
}

type system struct{}

func (system) Now() time.Time { return time.Now() }

// System is the machine's clock.
func System() Clock { return system{} }

// Fixed is a clock that moves only on request: the clock of tests.
type Fixed struct {
	mu sync.Mutex
	at time.Time
}

// NewFixed is a fixed clock that begins at the given instant.
func NewFixed(at time.Time) *Fixed { return &Fixed{at: at} }

// Now is the clock's present instant.
func (f *Fixed) Now() time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.at
}

// Set moves the clock to an instant, forward or back.
func (f *Fixed) Set(at time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.at = at
}

// Advance moves the clock forward.
func (f *Fixed) Advance(d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.at = f.at.Add(d)
}

// Movable is a running clock that can be put ahead of the one beneath it. It
// never goes back, for expiry, order and accounting days hang on it.
type Movable struct {
	base   Clock
	mu     sync.Mutex
	ahead  time.Duration
	onMove []func()
}

// NewMovable is a clock that starts in step with base.
func NewMovable(base Clock) *Movable { return &Movable{base: base} }

// Now is base's time plus how far this clock has been put ahead.
func (m *Movable) Now() time.Time {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.base.Now().Add(m.ahead)
}

// Ahead is how far the clock is before its base. A restart on the same data
// must be given it again.
func (m *Movable) Ahead() time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.ahead
}

// Advance moves the clock forward; a negative step is ignored.
func (m *Movable) Advance(d time.Duration) {
	if d <= 0 {
		return
	}
	m.mu.Lock()
	m.ahead += d
	told := append([]func(){}, m.onMove...)
	m.mu.Unlock()
	for _, f := range told {
		f()
	}
}

// AdvanceTo moves the clock forward to an instant; one in the past is ignored.
func (m *Movable) AdvanceTo(at time.Time) { m.Advance(at.Sub(m.Now())) }

// OnMove has f called after each move, so that what waits for a time looks
// again.
func (m *Movable) OnMove(f func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.onMove = append(m.onMove, f)
}

// Millis is an instant as it is stored: UTC milliseconds since 1970.
func Millis(t time.Time) int64 { return t.UnixMilli() }

// FromMillis is a stored instant, in UTC.
func FromMillis(ms int64) time.Time { return time.UnixMilli(ms).UTC() }

// Stamp prints an instant as the documented wire shows times (D-25):
// "2006-01-02 15:04:05" in GMT+8.
func Stamp(t time.Time) string { return t.In(Beijing).Format("2006-01-02 15:04:05") }
