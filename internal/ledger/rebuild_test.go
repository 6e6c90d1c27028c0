package ledger_test

import (
	"testing"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/ledger"
)

// A posting from a node whose clock is far behind is older than the checkpoints
// and is never counted by them. The run through the books that finds it adds
// checkpoints that count from zero, and from then on the balance is right.
func TestWrongCheckpointsAreRebuilt(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l, clock := ledger.New(d), dbtest.Clock(d)
		balance := func() int64 {
			t.Helper()
			b, err := l.HouseBalance(t.Context(), d, ledger.HouseAdjust())
			if err != nil {
				t.Fatal(err)
			}
			return b
		}
		checkpoint := func(key string) {
			t.Helper()
			mustPost(t, d, l, entry(key, ledger.HouseAdjust(), ledger.Centre("ming"), 100))
			clock.Advance(20 * time.Minute)
			if err := l.Checkpoint(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		for _, key := range []string{"1", "2", "3"} {
			checkpoint(key)
		}
		now := clock.Now()
		clock.Set(now.Add(-55 * time.Minute))
		mustPost(t, d, ledger.New(d), entry("late", ledger.HouseAdjust(), ledger.Centre("ming"), 100))
		clock.Set(now)
		checkpoint("4")
		if balance() == -500 {
			t.Fatal("the late posting was counted: this test proves nothing")
		}
		run, err := verifier(d).Now(t.Context(), "nightly")
		if err != nil || run.State != ledger.Failed || run.Report.Broken[0].Table != "checkpoint" {
			t.Fatalf("run = %+v, %v", run, err)
		}
		if balance() != -500 {
			t.Errorf("the house holds %d after the rebuild, want -500", balance())
		}
		for i, key := range []string{"5", "6", "7"} {
			checkpoint(key)
			if want := int64(-600 - 100*i); balance() != want {
				t.Errorf("after checkpoint %s the house holds %d, want %d", key, balance(), want)
			}
			if run, err = verifier(d).Now(t.Context(), "nightly"); err != nil || run.State != ledger.Passed {
				t.Fatalf("run = %+v, %v", run, err)
			}
		}
	})
}
