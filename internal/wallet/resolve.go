package wallet

import (
	"context"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/due"
	"hongyun/internal/staff"
	"hongyun/internal/venue"
	"hongyun/internal/wallet/breaker"
)

const (
	resolveParallel = 8                // questions to one venue at once
	askLimit        = 15 * time.Second // longest time for one question, shorter if the venue says so
)

// newResolver makes the due work that resolves open transfers: a lane for each
// venue, and one for venues that this program does not know.
func (w *Wallets) newResolver() *due.Work {
	rows := due.Rows[Transfer]{
		DB: w.DB, Parallel: resolveParallel, InTurn: w.InTurn,
		Take: func(ctx context.Context, tx *db.Tx, lane string, limit int) ([]Transfer, error) {
			return takeDue(ctx, tx, w.laneOf(lane), tx.Now().Add(2*askLimit), limit)
		},
		Taken: func() { w.seam("Resolve.C3") },
		Ask:   w.resolveOne,
	}
	return &due.Work{
		Name: "wallet.resolve", Clock: w.DB.Clock(), Metrics: w.Metrics, InTurn: w.InTurn,
		Lanes: func() []string { return append(w.Venues.Codes(), due.Rest) },
		Run: func(ctx context.Context, lane string) error {
			err := rows.Run(ctx, lane)
			if err == nil && lane == due.Rest {
				err = w.measure(ctx)
			}
			return err
		},
		Oldest: func(ctx context.Context, lane string) (time.Time, error) { return oldestDue(ctx, w.DB, w.laneOf(lane)) },
	}
}

// ResolvePending asks the venues about open transfers that are due, and settles
// those with a proof, in all lanes at once. It may run anywhere, any time:
// everything it needs is in the rows. It takes over from a dead process,
// including an order that was committed and never sent. Each lane is its own
// sweep, so a silent venue delays no other.
func (w *Wallets) ResolvePending(ctx context.Context) error { return w.Resolver.RunAll(ctx) }

// laneOf is the condition of a lane's rows.
func (w *Wallets) laneOf(lane string) laneFilter {
	if lane == due.Rest {
		return laneFilter{"venue NOT IN (?)", w.Venues.Codes()}
	}
	return laneFilter{"venue IN (?)", []string{lane}}
}

// resolveOne asks about one transfer that is due.
func (w *Wallets) resolveOne(ctx context.Context, _ string, t Transfer) error {
	h := w.ask(ctx, t)
	if err := ctx.Err(); err != nil {
		return err // the program is stopping; the row is due again soon
	}
	if _, err := w.settle(ctx, t.ID, h); err != nil {
		w.Log.ErrorContext(ctx, "a transfer could not be settled", "transfer", t.ID, "err", err)
	}
	return nil
}

// ask asks the venue what became of a transfer.
func (w *Wallets) ask(ctx context.Context, t Transfer) heard {
	v, ok := w.Venues.Adapter(t.Venue)
	if !ok {
		return heard{call: callAsk, text: "this house has no adapter for the venue"}
	}
	if v.Rules().NoQuery {
		return heard{call: callAsk, text: "the venue answers no question about a transfer"}
	}
	ctx, cancel := context.WithTimeout(ctx, min(breaker.TimeLimit(v), askLimit))
	defer cancel()
	asked := w.DB.Clock().Now()
	answer, err := v.Lookup(ctx, t.Ref)
	due.Asked(ctx, err)
	if err != nil {
		answer.Outcome = venue.Unknown
	}
	h := answered(callAsk, answer, err)
	h.asked = asked
	return h
}

// Resolve asks the venue about one transfer now, for a member of staff, and
// settles it if the answer proves it. A settled transfer is ErrSettled, unless
// the venue now says the opposite: then it becomes a dispute (trust F10). A
// disputed transfer may be asked about, but only people decide it.
func (w *Wallets) Resolve(ctx context.Context, by staff.Actor, id string) (Transfer, error) {
	t, err := findTransfer(ctx, w.DB, id)
	if err != nil {
		return Transfer{}, err
	}
	h := w.ask(ctx, t)
	h.by = by.Name
	var before, after Transfer
	err = w.DB.Write(context.WithoutCancel(ctx), func(ctx context.Context, tx *db.Tx) error {
		var err error
		if before, after, err = w.settleIn(ctx, tx, id, h); err != nil {
			return err
		}
		if !before.Open() && before.State != Disputed && after.State == before.State {
			return ErrSettled
		}
		return w.Staff.Audit(ctx, tx, by, staff.Change{
			Action: "transfer.ask", Subject: "transfer:" + id, Label: after.Ref,
			Before: before.audited(), After: after.audited(),
		})
	})
	if err != nil {
		return Transfer{}, err
	}
	w.announce(ctx, before, after)
	return after, nil
}

// audited is the audit trail's record of a transfer.
func (t Transfer) audited() map[string]string {
	kept := map[string]string{"state": string(t.State), "reason": t.Reason, "answer": t.LastAnswer}
	if t.Moved > 0 {
		kept["moved"] = t.Moved.String()
	}
	return kept
}
