package job_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/job"
)

// A calendar run that fails repeatedly is tried less and less often, an hour
// apart at most. After a success the delays start anew.
func TestAFailingCalendarRunIsRetriedLessAndLessOften(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		fail := true
		q := queue(d)
		q.At("hourly", nextHour, func(context.Context, time.Time) error {
			if fail {
				return errors.New("not yet")
			}
			return nil
		})
		if err := q.RunDue(t.Context()); err != nil {
			t.Fatal(err)
		}
		dbtest.Clock(d).Advance(time.Hour)
		try := func(want time.Duration) {
			t.Helper()
			free(t, d)
			err := q.RunDue(t.Context())
			if (err != nil) != fail {
				t.Fatalf("the run ended with %v", err)
			}
			l := leaseOf(t, d, "hourly")
			if wait := time.Duration(l.HeldUntil-l.Server) * time.Millisecond; fail && (wait > want || wait < want-30*time.Second) {
				t.Errorf("it is tried again after %s, want %s", wait, want)
			}
		}
		for _, want := range []time.Duration{1, 2, 4, 8, 16, 32, 60, 60, 60} {
			try(want * time.Minute)
		}
		fail = false
		try(0)
		fail = true
		dbtest.Clock(d).Advance(time.Hour)
		try(time.Minute)
	})
}

type long struct{}

func (long) Kind() string { return "long" }

// An ordinary job is cancelled when its time is over. A check that reads much
// ends when it is done.
func TestALongJobEndsWhenItIsDone(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		const most = 300 * time.Millisecond
		q := job.New(d, job.Config{Log: dbtest.Quiet(), MaxRun: most})
		ended := make(chan string, 10)
		work := func(ctx context.Context, name string) error {
			select {
			case <-ctx.Done():
				ended <- name + " was cancelled"
			case <-time.After(4 * most):
				ended <- name + " is done"
			}
			return nil
		}
		job.HandleLong(q, func(ctx context.Context, _ long) error { return work(ctx, "the check") })
		job.Handle(q, func(ctx context.Context, _ greet) error { return work(ctx, "the job") })
		err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			return errors.Join(q.Enqueue(ctx, tx, long{}), q.Enqueue(ctx, tx, greet{}))
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := q.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		defer stop(t, q)
		got := map[string]bool{}
		for range 2 {
			select {
			case s := <-ended:
				got[s] = true
			case <-time.After(20 * time.Second):
				t.Fatal("a job never ended")
			}
		}
		if !got["the check is done"] || !got["the job was cancelled"] {
			t.Errorf("they ended so: %v", got)
		}
	})
}
