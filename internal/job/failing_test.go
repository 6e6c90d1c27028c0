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

func TestFailuresInARowAreCountedUntilARunIsGood(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		q := job.New(d, job.Config{Log: dbtest.Quiet()})
		var failed error
		q.Every("sick", time.Minute, func(context.Context) error { return failed })
		run := func(with error) int {
			failed = with
			_ = q.RunNamed(t.Context(), "sick")
			return q.Failing()["sick"]
		}
		sick := errors.New("sick")
		for i, want := range []int{1, 2, 3} {
			if n := run(sick); n != want {
				t.Errorf("after %d failures: %d", i+1, n)
			}
		}
		if n := run(job.Snooze(time.Minute)); n != 3 {
			t.Errorf("waiting counts as a failure: %d", n)
		}
		if n := run(nil); n != 0 {
			t.Errorf("after a good run: %d", n)
		}
	})
}
