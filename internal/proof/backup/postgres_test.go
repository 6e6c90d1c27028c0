package backup

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"hongyun/internal/guard"
	"hongyun/internal/proof"
)

// A PostgreSQL is lost in the middle of a storm. It comes back from its base
// backup and its archived log, to a moment of the storm, or to the end of the
// archive, the way docs/operations.md tells it; that it was restored the house
// finds out by itself (BAK-1, BAK-2, F20).
func TestALostServerComesBackFromItsArchive(t *testing.T) {
	t.Run("postgres", func(t *testing.T) {
		taken := proof.Begin(t, "backup", "operations acknowledged before the moment restored to are there")
		found := proof.Begin(t, "backup", "orders lost with the server are found at the companies and rebuilt by two")
		closed := proof.Begin(t, "backup", "money calls and replayed callbacks that a restored house must not honour")
		var rto, rpo time.Duration
		for round := range proof.Of(1, 2) {
			t.Run(fmt.Sprintf("seed %d", round+1), func(t *testing.T) {
				r := killAndRestore(t, uint64(round+1), round%2 == 1)
				taken.Count(r.acknowledged)
				found.Count(r.lost)
				closed.Count(r.refused + r.replayed)
				rto, rpo = max(rto, r.rto), max(rpo, r.rpo)
			})
		}
		taken.Note("with a segment archived every 2 s, at most %v were lost at the end of the archive (RPO)", rpo.Round(time.Millisecond))
		found.Note("back in %v (RTO)", rto.Round(time.Millisecond))
	})
}

// killAndRestore is one life of a server. toEnd restores all that was
// archived; else a moment in the middle of the storm is restored.
func killAndRestore(t *testing.T, seed uint64, toEnd bool) outcome {
	w, r, s := newWorld(t), chance(seed), newServer(t)
	lost := w.open(s.address())
	players, payout := lost.people(4), lost.payout()
	w.current.Store(lost.App)
	storm := lost.begin(players, seed)
	time.Sleep(time.Duration(200+r.IntN(500)) * time.Millisecond)
	s.base()
	time.Sleep(time.Duration(300+r.IntN(800)) * time.Millisecond)
	moment := time.Now()
	if toEnd {
		time.Sleep(time.Duration(2200+r.IntN(1500)) * time.Millisecond) // what the time limit archives, and a part of a segment more
	} else {
		time.Sleep(time.Duration(300+r.IntN(500)) * time.Millisecond)
		s.sql("SELECT pg_switch_wal()") // so that the log of that moment is archived
		time.Sleep(300 * time.Millisecond)
	}
	all := storm.stop()
	if storm.failed != nil {
		t.Fatalf("the storm failed: %v", storm.failed)
	}
	was := lost.truth(players)
	w.current.Store(nil)
	killed := time.Now()
	s.kill()
	lost.close()

	target := moment
	if toEnd {
		target = time.Time{}
	}
	restoring := time.Now()
	s.restore(target)
	back := w.open(s.address())
	defer back.close()
	out := outcome{rto: time.Since(restoring)}
	hongyun(t, "books", "verify", "--database", s.address())
	w.current.Store(back.App)

	known, last := back.knows(all), time.Time{}
	for _, d := range all {
		switch {
		case known[d.id] && d.at.After(last):
			last = d.at
		case !known[d.id] && !toEnd && d.at.Before(moment):
			t.Errorf("%s %s was acknowledged %v before the moment restored to, and is not there", d.kind, d.id, moment.Sub(d.at))
		}
		if known[d.id] {
			out.acknowledged++
		}
	}
	if toEnd {
		out.rpo = killed.Sub(last)
	}
	if out.acknowledged == 0 || !toEnd && out.acknowledged == len(all) {
		t.Fatalf("the storm shows nothing: %d of %d operations are there", out.acknowledged, len(all))
	}
	if err := back.Guard.Gate.Check(t.Context(), guard.DoorAll); !errors.Is(err, guard.ErrClosed) {
		t.Fatalf("the house did not notice that its database was restored: %v", err)
	}
	out.figures = back.comeBack(all, was, players, payout)
	if proof.Whole() {
		s.dumpReadBack()
	}
	t.Logf("%d of %d operations are there: %d payments and balances to rebuild, all found; %d money calls refused, %d callbacks replayed; back in %v, %v lost",
		out.acknowledged, len(all), out.lost, out.refused, out.replayed, out.rto, out.rpo)
	return out
}
