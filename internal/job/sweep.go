package job

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
)

const (
	// lookMost is the longest sleep of a sweep before it looks at its row
	// again. Another node, or a moved clock, may have changed what is due.
	lookMost = time.Second
	// maxCalendarRun is how long a calendar run may take: it may read the whole
	// books.
	maxCalendarRun = 12 * time.Hour
	// A failed calendar run is tried again after retryAfter, and after twice as
	// long each time it fails again, up to maxRetryAfter. An expensive run must
	// not be repeated every minute.
	retryAfter    = time.Minute
	maxRetryAfter = time.Hour
)

// backOff is how long a calendar run waits after it failed once more.
func backOff(failures int) time.Duration {
	if failures > 6 {
		return maxRetryAfter
	}
	return min(retryAfter<<failures, maxRetryAfter)
}

// sweep is something that happens again and again.
type sweep struct {
	name   string
	period time.Duration
	next   func(after time.Time) time.Time // calendar runs only
	run    func(ctx context.Context) error
	at     func(ctx context.Context, due time.Time) error
	wake   chan struct{}
}

// Every calls run about once a period by the program's clock, on one node at a
// time. A clock that moved past many periods gives one call.
func (q *Queue) Every(name string, period time.Duration, run func(ctx context.Context) error) {
	q.sweeps = append(q.sweeps, &sweep{name: name, period: period, run: run, wake: make(chan struct{}, 1)})
}

// At calls run once for each due time: next gives the first due time after
// another. Due times missed in downtime, or stepped over by a moved clock, are
// caught up in order. A run that fails is tried again until it succeeds, before
// any later one.
func (q *Queue) At(name string, next func(after time.Time) time.Time, run func(ctx context.Context, due time.Time) error) {
	q.sweeps = append(q.sweeps, &sweep{name: name, next: next, at: run, wake: make(chan struct{}, 1)})
}

// RunDue runs what is due now and waits for it: for tests, and for a clock that
// was moved by hand. Calendar runs are caught up to the last.
func (q *Queue) RunDue(ctx context.Context) error {
	var failed error
	for _, s := range q.sweeps {
		for {
			q.forget()
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
	limit := q.maxRun
	if s.at != nil {
		limit = maxCalendarRun
	}
	working, stop := context.WithTimeout(ctx, limit)
	defer stop()
	go func() {
		q.renew(working, s.name)
		stop() // the lease is lost, and with it the right to go on
	}()
	failed := q.timed(working, s.name, func(ctx context.Context) error {
		if s.at != nil {
			return s.at(ctx, due)
		}
		return s.run(ctx)
	})
	return true, errors.Join(failed, q.release(context.WithoutCancel(ctx), s, due, failed == nil))
}

// dueRow is when a sweep is due, and until when a node has it.
type dueRow struct {
	Name                     string
	DueAt, HeldUntil, Server int64
}

// dueRows are the rows of all sweeps as they were read last. One reading serves
// every sweep that looks within lookMost: an idle process has dozens of them. A
// stale row costs one try, which the row itself refuses.
type dueRows struct {
	mu   sync.Mutex
	rows map[string]dueRow // nil: they are to be read
}

// look is the row of a sweep, false if it has none yet.
func (q *Queue) look(ctx context.Context, name string) (dueRow, bool, error) {
	q.rows.mu.Lock()
	defer q.rows.mu.Unlock()
	if q.rows.rows == nil {
		var rows []dueRow
		if err := db.ReadAllFixed(ctx, q.d, &rows, "SELECT name, due_at, held_until, "+q.d.ServerMillis()+" AS server FROM job_due"); err != nil {
			return dueRow{}, false, err
		}
		q.rows.rows = make(map[string]dueRow, len(rows))
		time.AfterFunc(lookMost, q.forget)
		for _, row := range rows {
			q.rows.rows[row.Name] = row
		}
	}
	row, ok := q.rows.rows[name]
	return row, ok, nil
}

// forget has the rows read again at the next look.
func (q *Queue) forget() {
	q.rows.mu.Lock()
	q.rows.rows = nil
	q.rows.mu.Unlock()
}

// remember notes when a sweep that this node has just run is due next.
func (q *Queue) remember(name string, due int64) {
	q.rows.mu.Lock()
	if row, ok := q.rows.rows[name]; ok {
		row.DueAt, row.HeldUntil = due, 0
		q.rows.rows[name] = row
	}
	q.rows.mu.Unlock()
}

// claim takes the lease of a sweep that is due. The first look at a name makes
// its row: a sweep is due at once, a calendar run at its next due time.
func (q *Queue) claim(ctx context.Context, s *sweep) (due time.Time, ok bool, err error) {
	now := q.d.Clock().Now()
	row, known, err := q.look(ctx, s.name)
	if err == nil && !known {
		row.DueAt = now.UnixMilli()
		if s.next != nil {
			row.DueAt = s.next(now).UnixMilli()
		}
		err = q.d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.NewRaw("INSERT INTO job_due (name, due_at) VALUES (?, ?) ON CONFLICT (name) DO NOTHING", s.name, row.DueAt).Exec(ctx)
			return err
		})
		q.forget()
	}
	if err != nil || row.DueAt > now.UnixMilli() || row.HeldUntil > row.Server {
		return time.Time{}, false, err
	}
	err = q.d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		server := q.d.ServerMillis()
		res, err := tx.ExecFixed(ctx, "UPDATE job_due SET held_by = ?, held_until = "+server+" + ? WHERE name = ? AND due_at = ? AND held_until <= "+server,
			q.node, q.lease.Milliseconds(), s.name, row.DueAt)
		ok, err = changedOne(res, err)
		return err
	})
	return calendar.FromMillis(row.DueAt), ok, err
}

func changedOne(res sql.Result, err error) (bool, error) {
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}

// takeOver frees the leases of a dead process. A pause after a failure stays:
// it is no lease.
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

// renew keeps the lease while the run is at work. It returns when the run has
// ended, or when another node has the lease.
func (q *Queue) renew(ctx context.Context, name string) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(q.lease / 3):
		}
		mine := true
		err := q.d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			res, err := tx.NewRaw("UPDATE job_due SET held_until = "+q.d.ServerMillis()+" + ? WHERE name = ? AND held_by = ?",
				q.lease.Milliseconds(), name, q.node).Exec(ctx)
			mine, err = changedOne(res, err)
			return err
		})
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			q.log.WarnContext(ctx, "lease not renewed", "job", name, "err", err)
		case !mine:
			q.log.WarnContext(ctx, "lease lost to another node", "job", name)
			return
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
	err := q.d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		held, failures := "0", 0
		if s.next != nil && !succeeded {
			if err := tx.NewRaw("SELECT failures FROM job_due WHERE name = ?", s.name).Scan(ctx, &failures); err != nil {
				return err
			}
			held = q.d.ServerMillis() + " + " + strconv.FormatInt(backOff(failures).Milliseconds(), 10)
			failures++
		}
		res, err := tx.ExecFixed(ctx, "UPDATE job_due SET due_at = ?, held_by = '', held_until = "+held+", failures = ? WHERE name = ? AND held_by = ?",
			next.UnixMilli(), failures, s.name, q.node)
		mine, err := changedOne(res, err)
		if err != nil || !mine || s.next == nil || !succeeded {
			return err
		}
		_, err = tx.NewRaw("INSERT INTO job_run (name, due_at, done_at) VALUES (?, ?, ?) ON CONFLICT (name, due_at) DO NOTHING",
			s.name, due.UnixMilli(), tx.NowMillis()).Exec(ctx)
		return err
	})
	if err != nil {
		q.forget()
		return fmt.Errorf("release %s: %w", s.name, err)
	}
	if s.next != nil && !succeeded {
		q.forget()
	} else {
		q.remember(s.name, next.UnixMilli())
	}
	return nil
}
