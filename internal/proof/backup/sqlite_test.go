package backup

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"hongyun/internal/db/dbtest"
	"hongyun/internal/proof"
)

// A machine with SQLite is lost some time after its last copy was taken, in
// the middle of a storm, with the real program taking and restoring the copy
// (BAK-1, BAK-2, F20).
func TestALostMachineComesBackFromItsCopy(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) {
		taken := proof.Begin(t, "backup", "operations acknowledged before a copy under load are in the copy")
		found := proof.Begin(t, "backup", "orders lost with the machine are found at the companies and rebuilt by two")
		closed := proof.Begin(t, "backup", "money calls and replayed callbacks that a restored house must not honour")
		var slowest, rto, rpo time.Duration
		for round := range proof.Of(1, 4) {
			seed := uint64(round + 1)
			t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
				r := loseAndRestore(t, seed)
				taken.Count(r.acknowledged)
				found.Count(r.lost)
				closed.Count(r.refused + r.replayed)
				slowest, rto, rpo = max(slowest, r.slowest), max(rto, r.rto), max(rpo, r.rpo)
			})
		}
		taken.Note("slowest operation beside a copy %v", slowest.Round(time.Millisecond))
		found.Note("copy was up to %v old (RPO), back in %v (RTO)", rpo.Round(time.Millisecond), rto.Round(time.Millisecond))
	})
}

type outcome struct {
	figures
	acknowledged      int // before the copy was begun
	slowest, rto, rpo time.Duration
}

// loseAndRestore is one life: a storm, a copy in the middle of it, the end of
// the machine, and the way back.
func loseAndRestore(t *testing.T, seed uint64) outcome {
	w, r := newWorld(t), chance(seed)
	address, dir := dbtest.SQLite(t), t.TempDir()
	lost := w.open(address)
	players, payout := lost.people(6), ""
	payout = lost.payout()
	w.current.Store(lost.App)
	s := lost.begin(players, seed)
	time.Sleep(time.Duration(300+r.IntN(1200)) * time.Millisecond)

	file := filepath.Join(dir, "copy.db")
	s.slowest.Store(0)
	began := time.Now()
	hongyun(t, "backup", "--database", address, "--to", file)
	var out outcome
	out.slowest = time.Duration(s.slowest.Load())

	time.Sleep(time.Duration(200+r.IntN(1000)) * time.Millisecond)
	all := s.stop()
	if s.failed != nil {
		t.Fatalf("the storm failed: %v", s.failed)
	}
	was := lost.truth(players)
	w.current.Store(nil) // the machine is gone
	out.rpo = time.Since(began)
	lost.close()

	restoring := time.Now()
	place := "sqlite:" + filepath.Join(dir, "restored.db")
	hongyun(t, "restore", "--from", file, "--database", place)
	hongyun(t, "books", "verify", "--database", place)
	back := w.open(place)
	defer back.close()
	out.rto = time.Since(restoring)
	w.current.Store(back.App)

	known := back.knows(all)
	after := 0
	for _, d := range all {
		switch {
		case d.at.Before(began) && !known[d.id]:
			t.Errorf("%s %s was acknowledged %v before the copy began, and is not in it", d.kind, d.id, began.Sub(d.at))
		case d.at.Before(began):
			out.acknowledged++
		case !known[d.id]:
			after++
		}
	}
	if out.acknowledged == 0 || after == 0 {
		t.Fatalf("the storm shows nothing: %d operations before the copy, %d lost after it", out.acknowledged, after)
	}
	out.figures = back.comeBack(all, was, players, payout)
	t.Logf("%d operations before the copy, %d lost after it: %d payments and balances to rebuild, all found; %d money calls refused, %d callbacks replayed, %d new orders",
		out.acknowledged, after, out.lost, out.refused, out.replayed, out.fresh)
	return out
}
