package wallet

import (
	"context"
	"errors"
	"fmt"

	"hongyun/internal/db"
	"hongyun/internal/ledger"
)

// book moves the money to where the transfer now says it is.
func (w *Wallets) book(ctx context.Context, tx *db.Tx, before, after Transfer, by string) error {
	if before.Booked == after.Booked {
		return nil
	}
	if by != "" {
		after.By = by
	}
	centre, at := ledger.Centre(after.Player), ledger.VenueWallet(after.Player, after.Venue)
	transit := ledger.Transit(after.Player)
	move := func(step string, from, to ledger.Account) error {
		_, err := w.Ledger.Post(ctx, tx, after.entry(step, ledger.Posting{From: from, To: to, Amount: int64(after.Amount)}))
		return err
	}
	switch {
	case before.Booked == bookedHeld && after.Booked == bookedDone:
		return move("done", transit, at)
	case before.Booked == bookedHeld:
		return move("back", transit, centre)
	case before.Booked == bookedNone && after.Booked == bookedDone:
		return move("done", at, centre)
	case before.Booked == bookedNone:
		return nil // nothing had moved, so nothing goes back
	}
	// A dispute was decided against what was booked.
	step := fmt.Sprintf("correct-%d", after.Version)
	if (after.Direction == In) != (after.Booked == bookedDone) {
		return move(step, at, centre)
	}
	if err := move(step, centre, at); !errors.Is(err, ledger.ErrInsufficient) {
		return err
	}
	return w.bookShort(ctx, tx, step, after)
}

// bookShort books a correction whose money the player has spent meanwhile:
// what is there is taken, and the rest is the house's loss (trust F9).
func (w *Wallets) bookShort(ctx context.Context, tx *db.Tx, step string, t Transfer) error {
	centre, at := ledger.Centre(t.Player), ledger.VenueWallet(t.Player, t.Venue)
	have, err := w.Ledger.Balance(ctx, tx, centre)
	if err != nil {
		return err
	}
	postings := []ledger.Posting{{From: ledger.HouseLoss(), To: at, Amount: int64(t.Amount) - have}}
	if have > 0 {
		postings = append(postings, ledger.Posting{From: centre, To: at, Amount: have})
	}
	_, err = w.Ledger.Post(ctx, tx, t.entry(step, postings...))
	return err
}
