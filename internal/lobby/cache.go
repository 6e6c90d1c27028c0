package lobby

import (
	"context"
	"errors"
	"sync"
	"time"
)

const (
	// FrontAge is how old each part for everybody may be.
	FrontAge = 15 * time.Second

	staleAge   = time.Minute      // at most, of a value that is given out while a newer one is read
	failureAge = time.Second      // so long a failure is the answer to all
	readLimit  = 10 * time.Second // of one reading
)

// errUnread is the result of a reading that ended in a panic.
var errUnread = errors.New("lobby: the reading did not end")

// cache holds values that are the same for everybody. One request at a time reads a
// value. The others get the value before it, or wait.
type cache[K comparable, V any] struct {
	mu   sync.Mutex
	held map[K]*held[V]
}

type held[V any] struct {
	value    V
	readAt   time.Time // zero before the first
	err      error     // of the last reading
	failedAt time.Time
	reading  chan struct{} // closed at the end of the reading that goes on, nil without one
}

// get gives the value of a key, at most FrontAge old where it has to be read. A request
// that is given up stops waiting, and does not end the reading for the others.
func (c *cache[K, V]) get(ctx context.Context, now func() time.Time, key K, read func(context.Context) (V, error)) (value V, err error) {
	for {
		c.mu.Lock()
		if c.held == nil {
			c.held = map[K]*held[V]{}
		}
		h := c.held[key]
		if h == nil {
			h = &held[V]{}
			c.held[key] = h
		}
		at, reading := now(), h.reading
		value, err = h.value, nil
		switch {
		case young(at, h.readAt, FrontAge), reading != nil && young(at, h.readAt, staleAge):
			c.mu.Unlock()
			return value, nil
		case h.err != nil && young(at, h.failedAt, failureAge):
			err = h.err
			c.mu.Unlock()
			return value, err
		case reading == nil:
			h.reading = make(chan struct{})
			c.mu.Unlock()
			return c.read(ctx, h, at, read)
		}
		c.mu.Unlock()
		select {
		case <-reading:
		case <-ctx.Done():
			return value, ctx.Err()
		}
	}
}

// read reads a value and stores it, or the failure.
func (c *cache[K, V]) read(ctx context.Context, h *held[V], at time.Time, read func(context.Context) (V, error)) (value V, err error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), readLimit)
	defer cancel()
	err = errUnread
	defer func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if h.err = err; err == nil {
			h.value, h.readAt = value, at
		} else {
			h.failedAt = at
		}
		close(h.reading)
		h.reading = nil
	}()
	return read(ctx)
}

// young reports whether something of an instant is younger than an age. Nothing is of
// the zero instant, and an instant to come counts as old.
func young(now, at time.Time, most time.Duration) bool {
	age := now.Sub(at)
	return !at.IsZero() && age >= 0 && age < most
}
