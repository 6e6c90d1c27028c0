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

type lease struct {
	HeldBy           string
	DueAt, HeldUntil int64
	Server           int64
}

func leaseOf(t *testing.T, d *db.DB, name string) (l lease) {
	t.Helper()
	err := d.NewRaw("SELECT held_by, due_at, held_until, "+d.ServerMillis()+" AS server FROM job_due WHERE name = ?", name).Scan(context.Background(), &l)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func giveTo(t *testing.T, d *db.DB, name, node string) {
	t.Helper()
	err := d.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw("UPDATE job_due SET held_by = ?, held_until = "+d.ServerMillis()+" + 60000 WHERE name = ?", node, name).Exec(ctx)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// The database times a lease, not the clock of the node or the program, which
// tests and the demo move.
func TestALeaseIsTimedByTheDatabase(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		q := job.New(d, job.Config{Log: dbtest.Quiet(), Lease: 7 * time.Second})
		q.Every("sweep", time.Minute, func(context.Context) error {
			l := leaseOf(t, d, "sweep")
			if left := l.HeldUntil - l.Server; l.HeldBy == "" || left <= 0 || left > 7000 {
				t.Errorf("held by %q for %d ms more", l.HeldBy, left)
			}
			return nil
		})
		if err := q.RunDue(t.Context()); err != nil {
			t.Fatal(err)
		}
	})
}

// A suspended node that lost its lease is cancelled, and does not take the
// lease away from the node that has it now.
func TestANodeThatLostItsLeaseStopsAndReleasesNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		q := job.New(d, job.Config{Log: dbtest.Quiet(), Lease: 150 * time.Millisecond})
		var due int64
		q.Every("sweep", time.Minute, func(ctx context.Context) error {
			due = leaseOf(t, d, "sweep").DueAt
			giveTo(t, d, "sweep", "another node")
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(20 * time.Second):
				return errors.New("it goes on")
			}
		})
		if err := q.RunDue(t.Context()); !errors.Is(err, context.Canceled) {
			t.Errorf("the run ended with %v", err)
		}
		if l := leaseOf(t, d, "sweep"); l.HeldBy != "another node" || l.HeldUntil <= l.Server || l.DueAt != due {
			t.Errorf("the lease is %+v now", l)
		}
	})
}

// A calendar run that lost its lease has not happened, whatever it did.
func TestACalendarRunWithoutItsLeaseIsNotNoted(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		q := queue(d)
		q.At("hourly", nextHour, func(context.Context, time.Time) error {
			giveTo(t, d, "hourly", "another node")
			return nil
		})
		for range 2 {
			if err := q.RunDue(t.Context()); err != nil {
				t.Fatal(err)
			}
			dbtest.Clock(d).Advance(time.Hour)
		}
		var noted int
		if err := d.NewRaw("SELECT count(*) FROM job_run").Scan(t.Context(), &noted); err != nil || noted != 0 {
			t.Errorf("%d runs are noted, %v", noted, err)
		}
	})
}

// A blocked sweep does not renew its own lease for ever: its time is limited,
// and then another node may run it.
func TestABlockedSweepIsCancelled(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		q := job.New(d, job.Config{Log: dbtest.Quiet(), Lease: 60 * time.Millisecond, MaxRun: 200 * time.Millisecond})
		blocked := true
		q.Every("sweep", time.Millisecond, func(ctx context.Context) error {
			if blocked {
				<-ctx.Done()
			}
			return ctx.Err()
		})
		if err := q.RunDue(t.Context()); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("the blocked run ended with %v", err)
		}
		blocked = false
		dbtest.Clock(d).Advance(time.Second)
		if err := q.RunDue(t.Context()); err != nil {
			t.Errorf("the next run: %v", err)
		}
	})
}
