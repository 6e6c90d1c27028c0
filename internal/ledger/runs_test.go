package ledger_test

import (
	"errors"
	"testing"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/job"
	"hongyun/internal/ledger"
)

func verifier(d *db.DB) *ledger.Verifier {
	return ledger.NewVerifier(d, ledger.New(d), job.New(d, job.Config{Log: dbtest.Quiet()}), dbtest.Quiet(), nil)
}

// Staff who ask for a run see its result later, also after a restart.
func TestARunKeepsWhatItFound(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		mustPost(t, d, ledger.New(d), entry("seed", ledger.HouseAdjust(), ledger.Centre("ming"), 1000))
		run, err := verifier(d).Now(t.Context(), "nightly")
		if err != nil || run.State != ledger.Passed || run.Report.Postings != 1 || run.FinishedAt.IsZero() {
			t.Fatalf("run = %+v, %v", run, err)
		}
		unguarded(t, d, "UPDATE posting SET amount = 999")
		if run, err = verifier(d).Now(t.Context(), "nightly"); err != nil || run.State != ledger.Failed || run.Report.Broken[0].Table != "posting" {
			t.Fatalf("run after the change = %+v, %v", run, err)
		}
		runs, total, err := verifier(d).Runs(t.Context(), 10, 0)
		if err != nil || total != 2 || len(runs) != 2 || runs[0].ID != run.ID {
			t.Errorf("runs = %d of %d, %v", len(runs), total, err)
		}
		if running, ended, err := verifier(d).Last(t.Context()); err != nil || running != nil || ended == nil || ended.ID != run.ID {
			t.Errorf("last = %v, %v, %v", running, ended, err)
		}
	})
}

func TestTwoRunsAtOnceAreRefused(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := verifier(d)
		if _, err := v.Start(t.Context(), "admin"); err != nil {
			t.Fatal(err)
		}
		if _, err := v.Start(t.Context(), "admin"); !errors.Is(err, ledger.ErrRunning) {
			t.Errorf("heard %v", err)
		}
		dbtest.Clock(d).Advance(3 * time.Hour) // the process of the first was killed
		if _, err := v.Start(t.Context(), "admin"); err != nil {
			t.Errorf("a dead run keeps others out: %v", err)
		}
	})
}
