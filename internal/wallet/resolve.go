package wallet

import (
	"context"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/staff"
	"hongyun/internal/venue"
)

const (
	resolveBatch = 100              // transfers taken at a time
	askersEach   = 8                // questions to one venue at once
	askLimit     = 15 * time.Second // longest time for one question, shorter if the venue says so
)

// ResolvePending asks the venues about transfers whose answer is open and due,
// and settles what they prove. It is a sweep and may run anywhere, any time:
// everything it needs is in the rows, so it picks up what a process that died
// left behind, including an order that was committed and never sent. A venue
// that is silent costs the others nothing but the length of one question.
func (w *Wallets) ResolvePending(ctx context.Context) error {
	for {
		var due []Transfer
		err := w.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			var err error
			due, err = takeDue(ctx, tx, tx.Now().Add(2*askLimit), resolveBatch)
			return err
		})
		if err != nil {
			return err
		}
		if len(due) > 0 {
			w.seam("Resolve.C3")
		}
		w.askAll(ctx, due)
		if len(due) < resolveBatch || ctx.Err() != nil {
			return w.measure(ctx)
		}
	}
}

// askAll asks about many transfers, a few at a time at each venue.
func (w *Wallets) askAll(ctx context.Context, due []Transfer) {
	places := map[string]chan struct{}{}
	for _, t := range due {
		if places[t.Venue] == nil {
			places[t.Venue] = make(chan struct{}, askersEach)
		}
	}
	w.each(len(due), func(i int) {
		t := due[i]
		places[t.Venue] <- struct{}{}
		defer func() { <-places[t.Venue] }()
		h := w.ask(ctx, t)
		if ctx.Err() != nil {
			return // the house is stopping; the row is due again soon
		}
		if _, err := w.settle(ctx, t.ID, h); err != nil {
			w.Log.ErrorContext(ctx, "a transfer could not be settled", "transfer", t.ID, "err", err)
		}
	})
}

// ask asks the venue what became of a transfer.
func (w *Wallets) ask(ctx context.Context, t Transfer) heard {
	v, ok := w.Venues.Adapter(t.Venue)
	if !ok {
		return heard{call: callAsk, text: "this house has no adapter for the venue"}
	}
	ctx, cancel := context.WithTimeout(ctx, min(timeout(v), askLimit))
	defer cancel()
	asked := w.DB.Clock().Now()
	answer, err := v.Lookup(ctx, t.Ref)
	if err != nil {
		answer.Outcome = venue.Unknown
	}
	h := answered(callAsk, answer, err)
	h.asked = asked
	return h
}

// Resolve asks the venue about one transfer now, for a member of staff, and
// settles what it proves. A settled transfer is ErrSettled, unless the venue
// now says the opposite, as it does of one that it took back: then it becomes a
// dispute (trust F10). A disputed one may be asked about, but only people
// decide it.
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

// audited is what the audit trail keeps of a transfer.
func (t Transfer) audited() map[string]string {
	kept := map[string]string{"state": string(t.State), "reason": t.Reason, "answer": t.LastAnswer}
	if t.Moved > 0 {
		kept["moved"] = t.Moved.String()
	}
	return kept
}
