package db

import (
	"context"
	"sync/atomic"
	"time"

	"hongyun/internal/calendar"
)

// How old a Memory may be. A change by another node counts here within
// memoryFresh as long as anybody asks; nobody relies on what is older than
// memoryOld.
const (
	memoryFresh = time.Second
	memoryOld   = 2 * time.Second
)

// Memory keeps what many calls ask for and few change, such as which doors are
// closed: asking costs a call nothing, and once a second one of those who ask
// reads it anew. What cannot be read is an error, not the last answer: it is
// for what must not be wrong.
type Memory[T any] struct {
	read    func(context.Context) (T, error)
	within  time.Duration  // for a reading
	clock   calendar.Clock // how old a memory is has nothing to do with the house's calendar
	known   atomic.Pointer[remembered[T]]
	changes atomic.Int64 // counts what this process changed; what was read before a change is not used

	reading  chan struct{} // held by the one who reads
	failures atomic.Int64
	err      error // of the last that failed; under reading
}

// remembered is what was read at an instant.
type remembered[T any] struct {
	value   T
	at      time.Time
	changes int64
}

// NewMemory remembers what read reads. A reading takes no longer than within,
// and is nobody's: it goes on without the caller who began it.
func NewMemory[T any](within time.Duration, read func(context.Context) (T, error)) *Memory[T] {
	return &Memory[T]{read: read, within: within, clock: calendar.System(), reading: make(chan struct{}, 1)}
}

// SetClock replaces the machine's clock, for tests.
func (m *Memory[T]) SetClock(clock calendar.Clock) { m.clock = clock }

// Changed says that this process changed what is remembered, or may have.
func (m *Memory[T]) Changed() { m.changes.Add(1) }

// Get gives what one may rely on. Between fresh and old, one caller reads it
// anew while the others go on with what is known. Whoever waited behind a
// reading that failed shares its failure: a database that hangs must not hold
// them one after the other.
func (m *Memory[T]) Get(ctx context.Context) (T, error) {
	var none T
	failures := m.failures.Load()
	known, age := m.usable()
	if known != nil && age < memoryFresh {
		return known.value, nil
	}
	if known != nil && age < memoryOld {
		select {
		case m.reading <- struct{}{}:
		default:
			return known.value, nil
		}
	} else {
		select {
		case m.reading <- struct{}{}:
		case <-ctx.Done():
			return none, ctx.Err()
		}
	}
	defer func() { <-m.reading }()
	if known, age := m.usable(); known != nil && age < memoryFresh {
		return known.value, nil // read by somebody else while this caller waited
	}
	if m.failures.Load() != failures {
		return none, m.err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), m.within)
	defer cancel()
	fresh := &remembered[T]{at: m.clock.Now(), changes: m.changes.Load()} // before the reading: it is never older than it says
	var err error
	if fresh.value, err = m.read(ctx); err != nil {
		m.err = err
		m.failures.Add(1)
		return none, err
	}
	m.known.Store(fresh)
	return fresh.value, nil
}

// usable is what was read last, and how long ago; nil if it must not be used.
func (m *Memory[T]) usable() (*remembered[T], time.Duration) {
	known := m.known.Load()
	if known == nil || known.changes != m.changes.Load() {
		return nil, 0
	}
	age := m.clock.Now().Sub(known.at)
	if age < 0 { // the machine's clock was put back
		return nil, 0
	}
	return known, age
}
