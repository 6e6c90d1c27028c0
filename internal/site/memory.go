package site

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"hongyun/internal/calendar"
)

const (
	keep    = 2 * time.Second  // how long everybody gets what was read
	forRead = 2 * time.Second  // how long a read may take
	lull    = 10 * time.Second // without a visitor for so long, the last that was read is no news any more
)

var errNotYet = errors.New("site: nothing was read yet")

// memory keeps for a moment what is the same for every visitor, so that a rush
// of visitors is one read.
type memory[T any] struct {
	read  func(context.Context) (T, error)
	clock calendar.Clock
	log   *slog.Logger

	mu      sync.Mutex
	last    T             // of the last read that succeeded, or of one that failed while none has
	good    bool          // one has succeeded
	err     error         // of the latest read
	until   time.Time     // from when the next one is due
	reading chan struct{} // closed when the read under way ends; nil while there is none
}

// get returns the data read. While reads fail it returns the last good data at
// once, without a wait for the next failure. It fails only until a read has
// succeeded, and then returns the failed one's data beside its error.
func (m *memory[T]) get(ctx context.Context) (T, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	overdue := m.clock.Now().Sub(m.until)
	if -keep <= overdue && overdue < 0 { // earlier than that, the clock was set back
		return m.told()
	}
	if m.reading == nil {
		m.reading = make(chan struct{})
		go m.renew()
	}
	if m.err == nil || overdue >= lull {
		done := m.reading
		m.mu.Unlock()
		select {
		case <-done:
		case <-ctx.Done():
		}
		m.mu.Lock()
	}
	return m.told()
}

func (m *memory[T]) told() (T, error) {
	switch {
	case m.good:
		return m.last, nil
	case m.err == nil: // the visitor left before the first read ended
		return m.last, errNotYet
	}
	return m.last, m.err
}

// renew reads in its own goroutine. The read goes on when the visitor who
// started it leaves, and its panic does not reach the request's recovery.
func (m *memory[T]) renew() {
	ctx, cancel := context.WithTimeout(context.Background(), forRead)
	defer cancel()
	var got T
	var err error
	func() {
		defer func() {
			if trouble := recover(); trouble != nil {
				err = fmt.Errorf("panic: %v\n%s", trouble, debug.Stack())
			}
		}()
		got, err = m.read(ctx)
	}()
	if err != nil {
		m.log.WarnContext(ctx, "what pages show was not read", "err", err)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if err == nil || !m.good {
		m.last = got
	}
	m.good, m.err = m.good || err == nil, err
	m.until = m.clock.Now().Add(keep) // from here on: a slow read is kept as long as a fast one
	close(m.reading)
	m.reading = nil
}
