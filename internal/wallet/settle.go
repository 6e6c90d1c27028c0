package wallet

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/wallet/breaker"
)

const (
	askGrace     = 5 * time.Second // the resolver leaves a call under way alone for this much longer than it may take
	askFirst     = 2 * time.Second // then it asks after this long, twice as long, and so on
	askMost      = 5 * time.Minute
	askForPerson = 30 * time.Minute // while a person has it

	// A venue must say twice, this far apart, that it never heard of a
	// transfer. The first answer counts only once the transfer must be visible
	// there (trust F15, SAG-3).
	agreeAfter          = time.Minute
	defaultVisibleAfter = 10 * time.Minute // for a venue that names none

	textMost = 300 // characters kept of what went wrong
)

// A transfer returned without the venue's own no is asked about again, this
// long after: "never heard of it" can turn out to be wrong.
var askAgainAfter = []time.Duration{10 * time.Minute, time.Hour, 6 * time.Hour, 24 * time.Hour}

// The sources of an answer about a transfer.
const (
	callSend = "send" // the answer to its sending
	callAsk  = "ask"  // the answer to a question
	callHand = "hand" // two people decided
)

// heard is the answer of a venue, or of a person, about a transfer.
type heard struct {
	call    string
	outcome venue.Outcome
	amount  money.Fen // what the venue says it moved; 0 if it does not say
	reason  string    // of a refusal
	pending bool      // unknown, but an answer: it is being worked on
	text    string    // for staff
	by      string    // the member of staff behind it, "" if none
	asked   time.Time // when the question was asked, of callAsk
}

// conclude settles a transfer by the answer to its sending. The player waits
// for it. If it cannot be recorded now, the transfer is shown as open and the
// resolver asks again.
func (w *Wallets) conclude(ctx context.Context, t Transfer, o venue.Outcome, err error) (Transfer, error) {
	if o == venue.Unknown {
		w.Log.WarnContext(ctx, "the venue did not answer", "transfer", t.ID, "venue", t.Venue, "ref", t.Ref, "err", err)
	}
	h := answered(callSend, venue.Answer{Outcome: o}, err)
	settled, err := w.settleOpened(ctx, t, h)
	if err != nil {
		w.Log.ErrorContext(ctx, "the venue's answer was not stored", "transfer", t.ID, "outcome", o.String(), "err", err)
		return t, nil
	}
	return settled, nil
}

// heardDone is the ordinary answer to a sending.
var heardDone = heard{call: callSend, outcome: venue.Done}

// settleOpened settles a transfer that this call has opened. The ordinary case,
// done and untouched since, is written in a batch.
func (w *Wallets) settleOpened(ctx context.Context, t Transfer, h heard) (Transfer, error) {
	if h != heardDone {
		return w.settle(ctx, t.ID, h)
	}
	s := &settling{before: t}
	if err := w.settles.Do(context.WithoutCancel(ctx), s); err == errMoved {
		return w.settle(ctx, t.ID, h)
	} else if err != nil {
		return Transfer{}, err
	}
	w.seam("settle.C7")
	w.announce(ctx, s.before, s.after)
	return s.after, nil
}

// settle records an answer about a transfer and books what it proves. Every
// decision about a transfer passes through here, in any order and any number of
// times. The row is locked, and a second edge is refused.
func (w *Wallets) settle(ctx context.Context, id string, h heard) (Transfer, error) {
	var before, after Transfer
	err := w.DB.Write(context.WithoutCancel(ctx), func(ctx context.Context, tx *db.Tx) error {
		var err error
		if before, after, err = w.settleIn(ctx, tx, id, h); err != nil {
			return err
		}
		w.seam("settle.C6")
		return nil
	})
	if err != nil {
		return Transfer{}, err
	}
	w.seam("settle.C7")
	w.announce(ctx, before, after)
	return after, nil
}

func (w *Wallets) settleIn(ctx context.Context, tx *db.Tx, id string, h heard) (before, after Transfer, err error) {
	if before, err = lockTransfer(ctx, tx, id); err != nil {
		return before, after, err
	}
	after = before.after(h, tx.Now(), w.rules(before.Venue), w.ManualAfter)
	return before, after, w.record(ctx, tx, before, after, h)
}

// record books and stores a decision, and stores the answer.
func (w *Wallets) record(ctx context.Context, tx *db.Tx, before, after Transfer, h heard) error {
	if err := w.book(ctx, tx, before, after, h.by); err != nil {
		return err
	}
	if err := updateTransfer(ctx, tx, before, after); err != nil {
		return err
	}
	if h.call == callSend && h.outcome == venue.Done && after.State == Completed {
		return nil // the ordinary case needs no story
	}
	return insertAsk(ctx, tx, after.ID, h, tx.Now())
}

// rules are the venue's, with our defaults where it names none.
func (w *Wallets) rules(code string) venue.Rules {
	var r venue.Rules
	if v, ok := w.Venues.Adapter(code); ok {
		r = v.Rules()
		r.Timeout = breaker.TimeLimit(v)
	}
	if r.VisibleAfter == 0 {
		r.VisibleAfter = defaultVisibleAfter
	}
	return r
}

// after returns the transfer's next state for the answer h. This is the whole
// decision about money, and it makes no call.
func (t Transfer) after(h heard, now time.Time, r venue.Rules, manualAfter time.Duration) Transfer {
	said := h.asked
	if h.call == callAsk {
		t.Asks++
		if said.Before(t.AskedAt) {
			said = time.Time{} // a later question has been answered already
		} else {
			t.AskedAt = said
		}
	}
	t.LastAnswer = h.outcome.String()
	if !t.Open() {
		return t.contradicted(h, now)
	}
	switch h.outcome {
	case venue.Done:
		if h.amount != 0 && h.amount != t.Amount { // trust F11: an order of another amount is not this order
			t.Moved = h.amount
			return t.toPerson(reasonAmount).askLater(now)
		}
		return t.settled(Completed, "", now)
	case venue.Refused:
		return t.settled(Refused, h.reason, now)
	case venue.Absent:
		return t.absent(said, now, r)
	}
	if r.NoQuery { // asking on would learn nothing
		t = t.toPerson(reasonMute)
		t.NextAskAt = time.Time{}
		return t
	}
	if h.pending {
		t.AbsentAt = time.Time{} // it has heard of it after all
	}
	if t.State == Pending && now.Sub(t.CreatedAt) >= manualAfter {
		t = t.toPerson(reasonSilent)
	}
	return t.askLater(now)
}

// absent counts the venue's answers that it never heard of the reference. The
// reference was sent once, at the latest when the call's time was over. The
// time of the answer counts, because this process may have been suspended
// before it recorded it.
func (t Transfer) absent(said, now time.Time, r venue.Rules) Transfer {
	visible := t.CreatedAt.Add(r.Timeout + r.VisibleAfter)
	switch {
	case !said.After(visible):
		t = t.askLater(now)
		if counts := visible.Add(time.Second); t.NextAskAt.After(counts) {
			t.NextAskAt = counts
		}
	case t.AbsentAt.IsZero():
		t.AbsentAt = said
		t.NextAskAt = said.Add(agreeAfter)
	case said.Sub(t.AbsentAt) < agreeAfter:
		t.NextAskAt = t.AbsentAt.Add(agreeAfter)
	default:
		t = t.settled(Refused, reasonAbsent, now)
		t.NextAskAt = now.Add(askAgainAfter[0])
	}
	return t
}

// contradicted handles an answer about a settled transfer. Agreement changes
// nothing. The opposite of the booking is a case for a person, because the
// money may be elsewhere by now (trust F9).
func (t Transfer) contradicted(h heard, now time.Time) Transfer {
	switch {
	case t.State == Refused && h.outcome == venue.Done:
		t.Moved = 0
		if h.amount != t.Amount {
			t.Moved = h.amount
		}
		return t.dispute(reasonLate)
	case t.State == Completed && h.outcome == venue.Done && h.amount != 0 && h.amount != t.There():
		return t.dispute(reasonAmount)
	case t.State == Completed && h.outcome == venue.Refused:
		return t.dispute(reasonTurned)
	case t.State == Refused && !t.NextAskAt.IsZero():
		t.NextAskAt = time.Time{}
		for _, later := range askAgainAfter {
			if at := t.SettledAt.Add(later); at.After(now) {
				t.NextAskAt = at
				break
			}
		}
	}
	return t
}

func (t Transfer) settled(s State, reason string, now time.Time) Transfer {
	t.State, t.Reason, t.SettledAt, t.NextAskAt, t.Moved = s, reason, now, time.Time{}, 0
	t.Version++
	t.Booked = bookedDone
	if s == Refused {
		t.Booked = bookedBack
	}
	return t
}

func (t Transfer) dispute(reason string) Transfer {
	t.State, t.Reason, t.NextAskAt = Disputed, reason, time.Time{}
	t.Version++
	return t
}

func (t Transfer) toPerson(reason string) Transfer {
	if t.State != Manual {
		t.State = Manual
		t.Version++
	}
	t.Reason = reason
	return t
}

// askLater plans the next question: soon at first, then ever more rarely. The
// jitter keeps transfers that failed together from asking together; it depends
// on the id, so a run can be repeated.
func (t Transfer) askLater(now time.Time) Transfer {
	wait := askMost
	if n := t.Asks; n < 8 {
		wait = min(askFirst<<n, askMost)
	}
	if t.State == Manual {
		wait = askForPerson
	}
	h := fnv.New32a()
	_, _ = fmt.Fprint(h, t.ID, t.Asks) // a hash takes every write
	wait += wait * (time.Duration(h.Sum32()%41) - 20) / 100
	t.NextAskAt = now.Add(wait)
	return t
}

// announce writes a change of state to the log and the counters.
func (w *Wallets) announce(ctx context.Context, before, after Transfer) {
	if before.State == after.State {
		return
	}
	w.count.transfers.WithLabelValues(after.Venue, string(after.Direction), string(after.State)).Inc()
	log := w.Log.InfoContext
	switch {
	case after.State == Disputed || after.Reason == reasonAmount:
		log = w.Log.ErrorContext
	case after.State == Manual || after.Reason == venue.Float.String() || after.Reason == venue.Setup.String():
		log = w.Log.WarnContext
	}
	log(ctx, "transfer "+string(after.State), "transfer", after.ID, "venue", after.Venue, "direction", string(after.Direction),
		"amount", after.Amount.String(), "ref", after.Ref, "reason", after.Reason)
}

// answered puts a venue's answer into words.
func answered(call string, a venue.Answer, err error) heard {
	h := heard{call: call, outcome: a.Outcome, amount: a.Amount}
	var refusal *venue.Refusal
	switch {
	case errors.As(err, &refusal):
		h.text = refusal.Error()
	case err != nil:
		h.outcome, h.text = venue.Unknown, err.Error() // whatever the adapter says beside it
	case a.Outcome == venue.Unknown:
		h.pending = call == callAsk
	case a.Outcome == venue.Done && a.Amount != 0:
		h.text = a.Amount.String()
	}
	if h.outcome == venue.Refused {
		h.reason = venue.Other.String()
		if refusal != nil {
			h.reason = refusal.Reason.String()
		}
	}
	if text := []rune(h.text); len(text) > textMost {
		h.text = string(text[:textMost])
	}
	return h
}
