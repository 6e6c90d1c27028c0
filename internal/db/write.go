package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/uptrace/bun"
)

// ErrNested is what a Write inside a Write gets: on one writer it would wait
// for itself for ever.
var ErrNested = errors.New("db: Write called inside Write")

type insideKey struct{}

// Tx is a transaction under way.
type Tx struct {
	bun.Tx
	postgres bool
	skips    bool // locked rows are passed over: see SkipsLocked
	now      time.Time
	after    []func()
	fixed    *fixed
	conn     *sql.Conn // PostgreSQL: of a Group's transaction, for several statements in one message
}

// Now is the transaction's one instant: all rows it writes carry the same.
func (tx *Tx) Now() time.Time { return tx.now }

// NowMillis is Now as it is stored.
func (tx *Tx) NowMillis() int64 { return tx.now.UnixMilli() }

// Postgres reports the engine, for the few statements that must differ.
func (tx *Tx) Postgres() bool { return tx.postgres }

// ForUpdate ends a SELECT whose rows the transaction is about to change.
// SQLite has one writer at a time and refuses the words.
func (tx *Tx) ForUpdate() string {
	if tx.postgres {
		return " FOR UPDATE"
	}
	return ""
}

// SkipLocked is ForUpdate for queues: rows that another worker holds are
// passed over.
func (tx *Tx) SkipLocked() string {
	if tx.postgres {
		return " FOR UPDATE SKIP LOCKED"
	}
	return ""
}

// SkipsLocked says that this transaction does the operations of several
// callers, or that others wait behind it, so that it must not wait for a row
// that another transaction holds. A Group's function then locks rows by
// ForUpdateFree, and answers ErrAlone for an operation whose rows exist and
// were not returned.
func (tx *Tx) SkipsLocked() bool { return tx.skips }

// ForUpdateFree is ForUpdate for a Group's function: rows that another
// transaction holds are passed over where SkipsLocked says so.
func (tx *Tx) ForUpdateFree() string {
	if tx.skips {
		return tx.SkipLocked()
	}
	return tx.ForUpdate()
}

// AfterCommit has f run once the transaction is durable, and not at all if it
// fails. f runs before Write returns.
func (tx *Tx) AfterCommit(f func()) { tx.after = append(tx.after, f) }

// Write runs fn in a transaction and commits it, or returns fn's error
// unchanged and leaves nothing behind. A limit that ended it is ErrBusy. See the package comment for what fn may
// and may not do.
func (d *DB) Write(ctx context.Context, fn func(ctx context.Context, tx *Tx) error) error {
	return d.writeBy(ctx, attempt{pool: d.writer}, fn)
}

// attempt says how a transaction runs on PostgreSQL.
type attempt struct {
	pool  *bun.DB
	skips bool // see Tx.SkipsLocked
}

// writeBy is Write in one of the ways.
func (d *DB) writeBy(ctx context.Context, how attempt, fn func(ctx context.Context, tx *Tx) error) error {
	if ctx.Value(insideKey{}) != nil {
		return ErrNested
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	d.writes.Add(1)
	after, err := d.write(ctx, how, fn)
	if err != nil {
		return busy(ctx, err)
	}
	for _, f := range after {
		f()
	}
	return nil
}

// longestPause is the longest time between two attempts of a transaction.
const longestPause = time.Second

func (d *DB) write(ctx context.Context, how attempt, fn func(context.Context, *Tx) error) ([]func(), error) {
	if d.group != nil {
		return d.group.submit(ctx, fn)
	}
	const tries = 15
	for try := 1; ; try++ {
		after, err := d.writeOnce(ctx, how, fn)
		switch {
		case err == nil || !isRetryable(err):
			return after, err
		case try == tries: // nothing was written: the caller may come again
			return nil, fmt.Errorf("%w: %w", ErrBusy, err)
		}
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(rand.N(min(time.Duration(try*try)*20*time.Millisecond, longestPause))): // apart, or they meet again
		}
	}
}

// writeOnce is one attempt on PostgreSQL.
func (d *DB) writeOnce(ctx context.Context, how attempt, fn func(context.Context, *Tx) error) (after []func(), err error) {
	tx := &Tx{postgres: true, skips: how.skips, fixed: &d.fixed}
	if how.pool == d.together {
		if tx.conn, tx.Tx, err = beginOn(ctx, how.pool); err == nil {
			defer tx.conn.Close()
		}
	} else {
		tx.Tx, err = how.pool.BeginTx(ctx, nil)
	}
	if err != nil {
		return nil, fmt.Errorf("begin: %w", err)
	}
	defer func() { _ = tx.Rollback() }() // does nothing after a commit
	tx.now = d.clock.Now()
	if err = fn(context.WithValue(ctx, insideKey{}, true), tx); err != nil {
		return nil, err
	}
	if err = tx.Commit(); err != nil {
		return nil, fmt.Errorf("commit: %w", err)
	}
	return tx.after, nil
}
