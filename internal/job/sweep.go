package job

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
)

const (
	// lookMost is the longest a sweep sleeps before it looks at its row again:
	// another node, or a moved clock, may have changed what is due.
	lookMost = time.Second
	// leaseFor is how long a node may stay silent before another takes over its
	// run, by the machine's clock. A run at work renews its lease.
	leaseFor = 20 * time.Second
	// retryAfter is when a calendar run that failed is tried again.
	retryAfter = time.Minute
)

// sweep is something that happens again and again.
type sweep struct {
	name   string
	period time.Duration
	next   func(after time.Time) time.Time // calendar runs only
	run    func(ctx context.Context) error
	at     func(ctx context.Context, due time.Time) error
	wake   chan struct{}
}

// Every has run called about once a period by the house's clock, on one node
// at a time. A clock that moved past many periods gives one call.
func (q *Queue) Every(name string, period time.Duration, run func(ctx context.Context) error) {
	q.sweeps = append(q.sweeps, &sweep{name: name, period: period, run: run, wake: make(chan struct{}, 1)})
}

// At has run called once for each due time: next gives the first due time after
// another. A due time that passed while the house was down, or that a moved
// clock stepped over, is caught up in order. A run that fails is tried again
// until it succeeds, before any later one.
func (q *Queue) At(name string, next func(after time.Time) time.Time, run func(ctx context.Context, due time.Time) error) {
	q.sweeps = append(q.sweeps, &sweep{name: name, next: next, at: run, wake: make(chan struct{}, 1)})
}

// RunDue runs what is due now and waits for it: for tests, and for a clock that
// was moved by hand. Calendar runs are caught up to the last.
func (q *Queue) RunDue(ctx context.Context) error {
	var failed error
	for _, s := range q.sweeps {
		for {
			ran, err := q.once(ctx, s)
			failed = errors.Join(failed, err)
			if !ran || err != nil || s.next == nil {
				break
			}
		}
	}
	return failed
}

// passOn tells every sweep that the clock has moved.
func (q *Queue) passOn(ctx context.Context, moved <-chan struct{}) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-moved:
		}
		for _, s := range q.sweeps {
			select {
			case s.wake <- struct{}{}:
			default:
			}
		}
	}
}

func (q *Queue) loop(ctx context.Context, s *sweep) {
	pause := min(lookMost, max(s.period/2, 50*time.Millisecond))
	if s.next != nil {
		pause = lookMost
	}
	for {
		ran, err := q.once(ctx, s)
		if err != nil && ctx.Err() == nil {
			q.log.ErrorContext(ctx, "sweep failed", "job", s.name, "err", err)
		}
		if ran && err == nil && s.next != nil {
			continue // there may be more to catch up
		}
		select {
		case <-ctx.Done():
			return
		case <-s.wake:
		case <-time.After(pause):
		}
	}
}

// once runs a sweep if it is due and no other node has it.
func (q *Queue) once(ctx context.Context, s *sweep) (ran bool, err error) {
	due, ok, err := q.claim(ctx, s)
	if err != nil || !ok {
		return false, err
	}
	working, stopRenewing := context.WithCancel(ctx)
	go q.renew(working, s.name)
	failed := q.timed(ctx, s.name, func(ctx context.Context) error {
		if s.at != nil {
			return s.at(ctx, due)
		}
		return s.run(ctx)
	})
	stopRenewing()
	return true, errors.Join(failed, q.release(context.WithoutCancel(ctx), s, due, failed == nil))
}

// claim takes the lease of a sweep that is due. The first look at a name makes
// its row: a sweep is due at once, a calendar run at its next due time.
func (q *Queue) claim(ctx context.Context, s *sweep) (due time.Time, ok bool, err error) {
	var row struct{ DueAt, HeldUntil int64 }
	machine := calendar.System().Now().UnixMilli()
	now := q.d.Clock().Now()
	err = q.d.NewRaw("SELECT due_at, held_until FROM job_due WHERE name = ?", s.name).Scan(ctx, &row)
	if errors.Is(err, sql.ErrNoRows) {
		row.DueAt = now.UnixMilli()
		if s.next != nil {
			row.DueAt = s.next(now).UnixMilli()
		}
		err = q.d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.NewRaw("INSERT INTO job_due (name, due_at) VALUES (?, ?) ON CONFLICT (name) DO NOTHING", s.name, row.DueAt).Exec(ctx)
			return err
		})
	}
	if err != nil || row.DueAt > now.UnixMilli() || row.HeldUntil > machine {
		return time.Time{}, false, err
	}
	err = q.d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		ok = false
		res, err := tx.NewRaw("UPDATE job_due SET held_by = ?, held_until = ? WHERE name = ? AND due_at = ? AND held_until <= ?",
			q.node, machine+leaseFor.Milliseconds(), s.name, row.DueAt, machine).Exec(ctx)
		if err != nil {
			return err
		}
		n, err := res.RowsAffected()
		ok = n == 1
		return err
	})
	return calendar.FromMillis(row.DueAt), ok, err
}

// takeOver frees what a process that is gone had leased. A pause after a
// failure stays: nobody holds it.
func (q *Queue) takeOver(ctx context.Context) error {
	err := q.d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw("UPDATE job_due SET held_by = '', held_until = 0 WHERE held_by <> ''").Exec(ctx)
		return err
	})
	if err != nil {
		return fmt.Errorf("take over leases: %w", err)
	}
	return nil
}

// renew keeps the lease while the run is at work.
func (q *Queue) renew(ctx context.Context, name string) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(leaseFor / 3):
		}
		until := calendar.System().Now().Add(leaseFor).UnixMilli()
		err := q.d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.NewRaw("UPDATE job_due SET held_until = ? WHERE name = ? AND held_by = ?", until, name, q.node).Exec(ctx)
			return err
		})
		if err != nil && ctx.Err() == nil {
			q.log.WarnContext(ctx, "lease not renewed", "job", name, "err", err)
		}
	}
}

// release gives the lease back and sets when the sweep is due next. A calendar
// run that succeeded is written down with the same commit.
func (q *Queue) release(ctx context.Context, s *sweep, due time.Time, succeeded bool) error {
	now := q.d.Clock().Now()
	next := now.Add(s.period)
	if s.next != nil {
		next = due // stays the same run until it has succeeded
		if succeeded {
			next = s.next(due)
		}
	}
	held := int64(0)
	if s.next != nil && !succeeded {
		held = calendar.System().Now().Add(retryAfter).UnixMilli()
	}
	err := q.d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw("UPDATE job_due SET due_at = ?, held_by = '', held_until = ? WHERE name = ? AND held_by = ?",
			next.UnixMilli(), held, s.name, q.node).Exec(ctx)
		if err != nil || s.next == nil || !succeeded {
			return err
		}
		_, err = tx.NewRaw("INSERT INTO job_run (name, due_at, done_at) VALUES (?, ?, ?) ON CONFLICT (name, due_at) DO NOTHING",
			s.name, due.UnixMilli(), tx.NowMillis()).Exec(ctx)
		return err
	})
	if err != nil {
		return fmt.Errorf("release %s: %w", s.name, err)
	}
	return nil
}
