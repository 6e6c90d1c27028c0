package db

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
)

// ErrAlone is what a Group's function says of an operation that it cannot
// decide beside its neighbours: it depends on what another of them leaves
// behind, or another transaction holds one of its rows. Its caller then runs it
// by itself, after them and without delaying others.
var ErrAlone = errors.New("db: to be run alone")

// line is where callers of one kind wait while others are at work. Nobody
// sleeps so that more may come: what waits is taken together as soon as the
// work before it is done, and who finds nobody at work begins at once.
type line[T any] struct {
	log     *slog.Logger
	mu      sync.Mutex
	busy    bool
	waiting []*place[T]
}

// place is somebody's place in the line.
type place[T any] struct {
	item T
	err  error
	lead bool // it was the only one that waited, and works by itself next
	done chan struct{}
}

// pass gets item done: by first, in the caller's own goroutine, if no other
// caller is at work, or else together with others by many, which gives each its
// error. An operation that failed there, panicked or got ErrAlone is done by
// alone in the end. Others wait behind first and many; alone delays nobody.
func (l *line[T]) pass(ctx context.Context, item T, first, alone func() error, many func([]T) ([]error, error)) error {
	p := &place[T]{item: item, err: ErrAlone, done: make(chan struct{})}
	if l.enter(p) {
		return l.leading(first, alone, many)
	}
	select {
	case <-p.done:
	case <-ctx.Done():
		if l.leave(p) {
			return ctx.Err()
		}
		<-p.done // taken: "cancelled" must never mean "perhaps done"
	}
	if p.lead {
		return l.leading(first, alone, many)
	}
	if p.err == ErrAlone {
		return alone()
	}
	return p.err
}

// leading does one caller's work and hands the work on before it waits for
// anything by itself.
func (l *line[T]) leading(first, alone func() error, many func([]T) ([]error, error)) error {
	err := func() error {
		defer l.next(many)
		return first()
	}()
	if err == ErrAlone {
		return alone()
	}
	return err
}

func (l *line[T]) enter(p *place[T]) (first bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.busy {
		l.busy = true
		return true
	}
	l.waiting = append(l.waiting, p)
	return false
}

func (l *line[T]) leave(p *place[T]) (waited bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	i := slices.Index(l.waiting, p)
	if i >= 0 {
		l.waiting = slices.Delete(l.waiting, i, i+1)
	}
	return i >= 0
}

// next hands the work on to those who came meanwhile.
func (l *line[T]) next(many func([]T) ([]error, error)) {
	l.mu.Lock()
	n := min(len(l.waiting), batchMost)
	taken := slices.Clone(l.waiting[:n])
	l.waiting = slices.Delete(l.waiting, 0, n)
	l.busy = n > 0
	l.mu.Unlock()
	switch n {
	case 0:
	case 1:
		taken[0].lead = true
		close(taken[0].done)
	default:
		go l.together(taken, many)
	}
}

func (l *line[T]) together(taken []*place[T], many func([]T) ([]error, error)) {
	defer l.next(many)
	defer func() { // also when one of them ended this goroutine
		if broke := recover(); broke != nil {
			l.log.Warn("what was done together broke and is done one by one", "callers", len(taken), "panic", broke)
		}
		for _, p := range taken {
			close(p.done)
		}
	}()
	items := make([]T, len(taken))
	for i, p := range taken {
		items[i] = p.item
	}
	errs, err := many(items)
	if err != nil {
		l.log.Warn("what was done together failed and is done one by one", "callers", len(taken), "err", err)
		return
	}
	for i, p := range taken {
		p.err = errs[i]
	}
}
