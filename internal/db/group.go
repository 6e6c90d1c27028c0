package db

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// batchMost is how many writers share one commit at the most. What queues up
// during one commit is the next batch; nobody sleeps to fill one.
const batchMost = 512

// errAbandoned answers the neighbours of a function that ended its goroutine.
var errAbandoned = errors.New("db: a neighbour in the same commit ended its goroutine")

// committer is the one writer of a SQLite database.
type committer struct {
	d      *DB
	queue  chan *pending
	closed chan struct{}
	once   sync.Once
	done   chan struct{}
}

// pending is one caller's function on its way into a commit.
type pending struct {
	ctx      context.Context
	fn       func(context.Context, *Tx) error
	after    []func()
	err      error
	panicked any
	answered chan struct{}
}

func newCommitter(d *DB) *committer {
	c := &committer{d: d, queue: make(chan *pending, batchMost), closed: make(chan struct{}), done: make(chan struct{})}
	go c.run()
	return c
}

// submit queues fn and waits until its commit is durable. A caller that gives
// up before its turn is skipped; after that it hears the true outcome, for
// "cancelled" must never mean "perhaps committed".
func (c *committer) submit(ctx context.Context, fn func(context.Context, *Tx) error) ([]func(), error) {
	p := &pending{ctx: ctx, fn: fn, answered: make(chan struct{})}
	select {
	case <-c.closed:
		return nil, errors.New("db: closed")
	case <-ctx.Done():
		return nil, ctx.Err()
	case c.queue <- p:
	}
	select {
	case <-p.answered:
	case <-c.done:
		select {
		case <-p.answered:
		default:
			return nil, errors.New("db: closed")
		}
	}
	if p.panicked != nil {
		panic(p.panicked)
	}
	return p.after, p.err
}

func (c *committer) close() {
	c.once.Do(func() { close(c.closed) })
	<-c.done
}

func (c *committer) run() {
	orderly := false
	defer func() {
		if !orderly { // a function ended this goroutine (t.FailNow does); the database goes on
			go c.run()
		}
	}()
	for {
		select {
		case first := <-c.queue:
			c.commit(c.take(first))
			c.d.wal.committed()
		case <-c.closed:
			for {
				select {
				case first := <-c.queue:
					c.commit(c.take(first))
					continue
				default:
				}
				orderly = true
				close(c.done)
				return
			}
		}
	}
}

// take is the batch: the first and whatever else waits already.
func (c *committer) take(first *pending) []*pending {
	batch := []*pending{first}
	for len(batch) < batchMost {
		select {
		case p := <-c.queue:
			batch = append(batch, p)
		default:
			return batch
		}
	}
	return batch
}

// commit runs a batch in one transaction and answers everybody in it. If the
// transaction itself breaks, each is run again alone, so that one caller's
// disaster is not its neighbours'.
func (c *committer) commit(batch []*pending) {
	answered := false
	defer func() {
		if answered {
			return
		}
		for _, p := range batch { // only when a function ended the goroutine
			p.err = errAbandoned
			close(p.answered)
		}
	}()
	if err := c.attempt(batch); err != nil {
		for _, p := range batch {
			if p.err != nil || p.panicked != nil {
				continue // it failed by itself, before the transaction broke
			}
			if len(batch) == 1 {
				p.err = err
			} else if err := c.attempt([]*pending{p}); err != nil {
				p.err = err
			}
		}
	}
	answered = true
	for _, p := range batch {
		close(p.answered)
	}
}

// attempt runs the functions that have not failed yet and commits. An error is
// the transaction's own: then nothing of the batch is stored.
func (c *committer) attempt(batch []*pending) error {
	ctx := context.Background() // one caller's cancellation must not undo another's work
	c.d.fixed.prepare(ctx, c.d.writer.DB)
	outer, err := c.d.writer.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer func() { _ = outer.Rollback() }() // does nothing after a commit
	stored := 0
	for _, p := range batch {
		p.after, p.err, p.panicked = nil, p.ctx.Err(), nil
		if p.err != nil {
			continue
		}
		tx := &Tx{Tx: outer, now: c.d.clock.Now(), fixed: &c.d.fixed}
		if len(batch) > 1 {
			if _, err := tx.ExecFixed(ctx, "SAVEPOINT caller"); err != nil {
				return fmt.Errorf("savepoint: %w", err)
			}
		}
		c.call(p, tx)
		switch {
		case p.err == nil && p.panicked == nil:
			stored++
			p.after = tx.after
		case len(batch) == 1:
			return nil // the deferred rollback is all that is needed
		default:
			if _, err := tx.ExecFixed(ctx, "ROLLBACK TO caller"); err != nil {
				return fmt.Errorf("roll back one caller: %w", err)
			}
		}
		if len(batch) > 1 {
			if _, err := tx.ExecFixed(ctx, "RELEASE caller"); err != nil {
				return fmt.Errorf("release: %w", err)
			}
		}
	}
	if stored == 0 {
		return nil
	}
	if err := outer.Commit(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

// call runs one function; its panic is handed back to its own caller.
func (c *committer) call(p *pending, tx *Tx) {
	defer func() { p.panicked = recover() }()
	p.err = p.fn(context.WithValue(context.WithoutCancel(p.ctx), insideKey{}, true), tx)
}
