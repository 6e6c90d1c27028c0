package wallet

import (
	"context"
	"errors"
	"fmt"

	"hongyun/internal/db"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
)

// book moves the money to where the transfer now says it is.
func (w *Wallets) book(ctx context.Context, tx *db.Tx, before, after Transfer, by string) error {
	if before.Booked == after.Booked && before.There() == after.There() {
		return nil
	}
	if by != "" {
		after.By = by
	}
	centre, at := ledger.Centre(after.Player), ledger.VenueWallet(after.Player, after.Venue)
	switch {
	case before.Booked == bookedHeld:
		return w.bookHeld(ctx, tx, after)
	case before.Booked == bookedNone && after.Booked == bookedDone:
		return w.post(ctx, tx, after, "done", moves{{at, centre, after.There()}})
	case before.Booked == bookedNone:
		return nil // nothing had moved, so nothing goes back
	}
	return w.bookCorrection(ctx, tx, before, after)
}

// bookHeld takes a transfer's money out of transit. The part that the venue did
// not book returns to the player. The operator pays any excess that the venue
// booked, and claims it from the venue (trust F11).
func (w *Wallets) bookHeld(ctx context.Context, tx *db.Tx, t Transfer) error {
	centre, at := ledger.Centre(t.Player), ledger.VenueWallet(t.Player, t.Venue)
	transit := ledger.Transit(t.Player)
	if t.Booked == bookedBack {
		return w.post(ctx, tx, t, "back", moves{{transit, centre, t.Amount}})
	}
	there := t.There()
	return w.post(ctx, tx, t, "done", moves{
		{transit, at, min(there, t.Amount)},
		{transit, centre, t.Amount - there},
		{ledger.HouseAdjust(), at, there - t.Amount},
	})
}

// bookCorrection books the difference between people's decision and the earlier
// booking. It takes back as much as the player still has; the rest is the
// operator's loss (trust F9).
func (w *Wallets) bookCorrection(ctx context.Context, tx *db.Tx, before, after Transfer) error {
	centre, at := ledger.Centre(after.Player), ledger.VenueWallet(after.Player, after.Venue)
	was, now := before.There(), after.There()
	var m moves
	if after.Direction == In {
		over := max(now-after.Amount, 0) - max(was-after.Amount, 0) // the operator's part, as above
		m = moves{{ledger.HouseAdjust(), at, over}, {at, ledger.HouseAdjust(), -over}}
		was, now = min(was, after.Amount), min(now, after.Amount)
	} else {
		was, now = now, was
	}
	m = append(m, move{at, centre, was - now})
	step := fmt.Sprintf("correct-%d", after.Version)
	take := max(now-was, 0)
	for have := take; ; {
		err := w.post(ctx, tx, after, step, append(m[:len(m):len(m)], move{centre, at, have}, move{ledger.HouseLoss(), at, take - have}))
		if !errors.Is(err, ledger.ErrInsufficient) || have == 0 {
			return err
		}
		held, err := w.Ledger.Balance(ctx, tx, centre)
		if err != nil {
			return err
		}
		have = max(min(money.Fen(held), have-1), 0) // less each time, whatever happens beside us
	}
}

// move is a posting that is left out unless its amount is above zero.
type move struct {
	from, to ledger.Account
	amount   money.Fen
}

type moves []move

// post books the moves of one step of a transfer as one entry.
func (w *Wallets) post(ctx context.Context, tx *db.Tx, t Transfer, step string, m moves) error {
	var postings []ledger.Posting
	for _, p := range m {
		if p.amount > 0 {
			postings = append(postings, ledger.Posting{From: p.from, To: p.to, Amount: int64(p.amount)})
		}
	}
	_, err := w.Ledger.Post(ctx, tx, t.entry(step, postings...))
	return err
}
