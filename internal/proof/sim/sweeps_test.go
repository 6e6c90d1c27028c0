package sim

import (
	"errors"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
)

// sweeps are what the house does by itself, with the periods that it runs
// them at. A sweep that finds nothing due changes nothing, so the run steps
// from one due time to the next.
var sweeps = []struct {
	name   string
	period time.Duration
}{{"resolve", 2 * time.Second}, {"expire", 5 * time.Second}, {"poll", 10 * time.Second}, {"release", time.Minute}}

// sweepRun is when a sweep ran last, and for what.
type sweepRun struct {
	due int64
	at  time.Time
}

// nextSweep is the next sweep that has something to do, and when it comes to
// it: somewhere within its period after that is due.
func (w *world) nextSweep() (string, time.Time) {
	var due struct{ Resolve, Expire, Poll, Release int64 }
	err := db.ReadFixed(w.ctx, w.d, &due, `SELECT
		COALESCE((SELECT MIN(next_ask_at) FROM transfer WHERE next_ask_at > 0), 0) AS resolve,
		COALESCE((SELECT MIN(expires_at + CASE WHEN state = 'claimed' AND style = 'Bank' THEN 1800000 ELSE 0 END)
			FROM deposit WHERE state IN ('pending', 'claimed')), 0) AS expire,
		COALESCE((SELECT MIN(poll_at) FROM deposit WHERE poll_at > 0 AND state IN ('pending', 'claimed', 'expired', 'closed')), 0) AS poll,
		COALESCE((SELECT MIN(claim_expires_at) FROM withdrawal WHERE state = 'claimed'), 0) AS release`)
	w.must(err)
	name, next := "", begin.AddDate(10, 0, 0)
	for i, ms := range []int64{due.Resolve, due.Expire, due.Poll, due.Release} {
		if ms == 0 {
			continue
		}
		s := sweeps[i]
		last := w.ran[s.name]
		at := calendar.FromMillis(ms).Add(time.Duration(w.of(s.name, ms).Int64N(int64(s.period))).Truncate(time.Millisecond))
		if last.due == ms && at.Before(last.at.Add(s.period)) { // it could not do it
			at = last.at.Add(s.period)
		}
		if at.Before(next) {
			name, next = s.name, at
		}
	}
	if name != "" {
		w.due = map[string]int64{"resolve": due.Resolve, "expire": due.Expire, "poll": due.Poll, "release": due.Release}[name]
	}
	return name, next
}

// sweep runs one.
func (w *world) sweep(name string) {
	w.count.sweeps++
	// What questions come to, the companies know: they call the referee.
	w.look |= map[string]kind{"expire": deposits, "release": withdrawals}[name]
	w.ran[name] = sweepRun{w.due, w.clock.Now()}
	w.act(name, func(n *node) {
		w.must(map[string]func() error{
			"resolve": func() error { return n.wallets.ResolvePending(w.ctx) },
			"expire":  func() error { return n.Deposits.ExpireOld(w.ctx) },
			"poll":    func() error { return n.Deposits.PollOpen(w.ctx) },
			"release": func() error { return n.Withdrawals.ReleaseStale(w.ctx) },
		}[name]())
	})
}

// nights has the house look at its books every night, and settle its sums.
func (w *world) nights() {
	w.at(nextNight(w.clock.Now()), func() {
		n := w.nodes[w.cur]
		w.must(n.ledger.Checkpoint(w.ctx))
		var found failure
		if err := n.jobs.RunDue(w.ctx); errors.As(err, &found) {
			panic(found)
		} else if err != nil {
			w.fail("the nightly run: %v", err)
		}
		w.count.nights++
		w.nights()
	})
}
