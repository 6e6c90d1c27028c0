package job_test

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/job"
)

type greet struct{ Name string }

func (greet) Kind() string { return "greet" }

func queue(d *db.DB) *job.Queue { return job.New(d, job.Config{Log: dbtest.Quiet()}) }

// A job exists if and only if its transaction committed.
func TestAJobRidesInItsTransaction(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		q, done := queue(d), make(chan string, 10)
		job.Handle(q, func(_ context.Context, g greet) error { done <- g.Name; return nil })
		for _, name := range []string{"undone", "done"} {
			_ = d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				if err := q.Enqueue(ctx, tx, greet{name}); err != nil {
					t.Error(err)
				}
				if name == "undone" {
					return errors.New("roll back")
				}
				return nil
			})
		}
		if err := q.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		select {
		case name := <-done:
			if name != "done" {
				t.Errorf("ran the job %q", name)
			}
		case <-time.After(20 * time.Second):
			t.Error("the job never ran")
		}
		stop(t, q)
		if len(done) > 0 {
			t.Errorf("also ran %q", <-done)
		}
	})
}

func stop(t *testing.T, q *job.Queue) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	if err := q.Stop(ctx); err != nil {
		t.Error(err)
	}
}

func TestASweepRunsOncePerPeriod(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		q, runs := queue(d), 0
		q.Every("sweep", time.Minute, func(context.Context) error { runs++; return nil })
		for _, step := range []struct {
			after time.Duration
			want  int
		}{{0, 1}, {30 * time.Second, 1}, {31 * time.Second, 2}, {time.Hour, 3}} {
			dbtest.Clock(d).Advance(step.after)
			if err := q.RunDue(t.Context()); err != nil {
				t.Fatal(err)
			}
			if runs != step.want {
				t.Errorf("%d runs after %s, want %d", runs, step.after, step.want)
			}
		}
	})
}

// A process was killed while it ran a sweep. The next process, alone on its
// database, does not wait for the dead one's lease.
func TestAKilledProcessesWorkGoesOnAtOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		killed, never, ran := queue(d), make(chan struct{}), make(chan struct{}, 100)
		begun := make(chan struct{})
		killed.Every("sweep", time.Millisecond, func(context.Context) error { close(begun); <-never; return nil })
		dead := make(chan struct{})
		go func() { defer close(dead); _ = killed.RunDue(context.Background()) }()
		<-begun
		defer func() { close(never); <-dead }()

		q := job.New(d, job.Config{Log: dbtest.Quiet(), Alone: true})
		q.Every("sweep", time.Millisecond, func(context.Context) error { ran <- struct{}{}; return nil })
		if err := q.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		defer stop(t, q)
		select {
		case <-ran:
		case <-time.After(8 * time.Second):
			t.Error("the sweep waits for a process that is gone")
		}
	})
}

func nextHour(after time.Time) time.Time { return after.Truncate(time.Hour).Add(time.Hour) }

// Three due times pass while no node works. A node that comes back runs each
// once, in order, and a failing one holds back the later ones.
func TestCalendarRunsAreCaughtUp(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		var got string
		fail := true
		build := func() *job.Queue {
			q := queue(d)
			q.At("hourly", nextHour, func(_ context.Context, due time.Time) error {
				if fail && due.In(calendar.Beijing).Hour() == 14 {
					return errors.New("not yet")
				}
				got += fmt.Sprint(due.In(calendar.Beijing).Hour(), " ")
				return nil
			})
			return q
		}
		if err := build().RunDue(t.Context()); err != nil || got != "" {
			t.Fatalf("ran %q at the start, %v", got, err)
		}
		dbtest.Clock(d).Advance(3 * time.Hour)
		if err := build().RunDue(t.Context()); err == nil || got != "13 " {
			t.Fatalf("ran %q, %v; want 13 and the failure of 14", got, err)
		}
		fail = false
		free(t, d)
		for range 2 {
			if err := build().RunDue(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if got != "13 14 15 " {
			t.Errorf("ran %q, want 13 14 15", got)
		}
	})
}

// free ends the pause after a failure, which is by the machine's clock.
func free(t *testing.T, d *db.DB) {
	t.Helper()
	err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw("UPDATE job_due SET held_until = 0").Exec(ctx)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Two nodes share one database: each due time runs on one of them.
func TestTwoNodesRunADueTimeOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		var runs atomic.Int32
		nodes := make([]*job.Queue, 4)
		for i := range nodes {
			nodes[i] = queue(d)
			nodes[i].At("hourly", nextHour, func(context.Context, time.Time) error { runs.Add(1); return nil })
		}
		if err := nodes[0].RunDue(t.Context()); err != nil {
			t.Fatal(err)
		}
		dbtest.Clock(d).Advance(5 * time.Hour)
		done := make(chan error)
		for _, n := range nodes {
			go func() { done <- n.RunDue(context.Background()) }()
		}
		for range nodes {
			if err := <-done; err != nil {
				t.Error(err)
			}
		}
		if err := nodes[0].RunDue(t.Context()); err != nil {
			t.Error(err)
		}
		if runs.Load() != 5 {
			t.Errorf("%d runs, want 5", runs.Load())
		}
	})
}

// A moved clock makes a running program look again at once.
func TestAMovedClockWakesTheSweeps(t *testing.T) {
	clock := calendar.NewMovable(calendar.System())
	d, err := db.Open(t.Context(), dbtest.SQLite(t), db.Options{Clock: clock, Log: dbtest.Quiet()})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	q, ran := queue(d), make(chan time.Time, 10)
	q.At("hourly", nextHour, func(_ context.Context, due time.Time) error { ran <- due; return nil })
	if err := q.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer stop(t, q)
	time.Sleep(300 * time.Millisecond)
	clock.Advance(time.Hour)
	select {
	case <-ran:
	case <-time.After(10 * time.Second):
		t.Error("the run that came due did not happen")
	}
}

func TestAPanickingSweepIsAnErrorAndNotTheEnd(t *testing.T) {
	d := dbtest.Open(t, dbtest.SQLite(t))
	q := queue(d)
	q.Every("bad", time.Second, func(context.Context) error { panic("bug") })
	if err := q.RunDue(t.Context()); err == nil {
		t.Error("no error")
	}
}
