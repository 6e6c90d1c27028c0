package ledger_test

import (
	"context"
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

// unnoted starts a run without an audit note.
func unnoted(context.Context, *db.Tx, string) error { return nil }

// Staff who ask for a run see its result later, also after a restart.
func TestARunStoresItsFindings(t *testing.T) {
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
		if _, err := v.Start(t.Context(), "admin", unnoted); err != nil {
			t.Fatal(err)
		}
		if _, err := v.Start(t.Context(), "admin", unnoted); !errors.Is(err, ledger.ErrRunning) {
			t.Errorf("heard %v", err)
		}
		dbtest.Clock(d).Advance(3 * time.Hour)
		if _, err := v.Start(t.Context(), "admin", unnoted); !errors.Is(err, ledger.ErrRunning) {
			t.Errorf("a run that takes hours is called dead: %v", err)
		}
		unguarded(t, d, "UPDATE books_run SET beat_at = beat_at - 11 * 60 * 1000") // its process was killed
		if _, err := v.Start(t.Context(), "admin", unnoted); err != nil {
			t.Errorf("a dead run keeps others out: %v", err)
		}
	})
}

func TestAPlayersPostingsInPages(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l := ledger.New(d)
		bank, ming := ledger.HouseBank("icbc"), ledger.Centre("ming")
		mustPost(t, d, l, entry("1", bank, ming, 1000), entry("2", ming, ledger.VenueWallet("ming", "ky"), 300),
			entry("x", bank, ledger.Centre("li"), 9), entry("y", ledger.Centre("li"), ledger.VenueWallet("li", "ky"), 4))
		dbtest.Clock(d).Advance(time.Hour)
		mustPost(t, d, l, entry("3", ming, ledger.VenueWallet("ming", "leg"), 50))
		lines, total, err := l.PlayerPostings(t.Context(), d, "ming", time.Time{}, time.Time{}, 1, 1)
		if err != nil || total != 3 || len(lines) != 1 || lines[0].Amount != 300 {
			t.Errorf("the second of the page = %+v of %d, %v", lines, total, err)
		}
		lines, total, err = l.PlayerPostings(t.Context(), d, "ming", dbtest.Noon.Add(time.Minute), time.Time{}, 10, 0)
		if err != nil || total != 1 || lines[0].Amount != 50 {
			t.Errorf("since an hour = %+v of %d, %v", lines, total, err)
		}
		money, err := l.VenueMoney(t.Context(), d)
		if err != nil || money["ky"] != 304 || money["leg"] != 50 || len(money) != 2 {
			t.Errorf("at the venues = %v, %v", money, err)
		}
	})
}
