package wallet

import (
	"context"
	"errors"
	"time"

	"hongyun/internal/fault"
	"hongyun/internal/guard"
	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/wallet/breaker"
)

// Order is a wish to move money. The caller chooses the ID: the same ID is the
// same order, however often it is sent.
type Order struct {
	ID      string
	Player  string
	Venue   string // code or platform id (D-27)
	Amount  money.Fen
	Keyless bool   // the ID was derived, not chosen by the client: equal orders in a row are refused (trust IDE-3)
	By      string // who asks, if not the player
	Batch   string // the recycle it is part of
}

// twinWithin is how long after one keyless transfer an equal one is taken for
// a second click and refused.
const twinWithin = 3 * time.Second

// ToVenue moves money from a player's centre wallet to a venue.
//
// A venue is another company's system, so its answer cannot share our
// transaction. The amount is held first, the venue is asked, and the hold is
// posted or released. If the venue does not answer, the transfer stays pending
// and ResolvePending asks again. Money is never assumed to have moved, and
// never assumed not to have.
//
// The caller chooses order.ID; repeating an order returns the first transfer.
// Faults mean that nothing happened: ErrAmount, ErrBusy, breaker.ErrBusy, ErrTwin,
// ErrChanged, ErrSeamless, ledger.ErrInsufficient, guard.ErrClosed, the venue's
// and the guard's.
func (w *Wallets) ToVenue(ctx context.Context, order Order) (Transfer, error) {
	t, err := w.prepare(ctx, In, order)
	if err != nil {
		return w.repeat(ctx, In, order, err)
	}
	call, err := w.breakers.Reserve(ctx, t.Venue)
	if err != nil {
		return w.repeat(ctx, In, order, err)
	}
	defer call.End()
	w.seam("ToVenue.C0")

	// Committed, with the hold, before the venue hears of it.
	err = w.opens.Do(ctx, &opening{t: t, keyless: order.Keyless, seam: "ToVenue.C1"})
	if err != nil {
		return w.repeat(ctx, In, order, err)
	}
	w.seam("ToVenue.C2")

	outcome, err := call.Venue.Credit(call.Ctx, t.movement())
	call.Answered(outcome)
	w.seam("ToVenue.C6")
	return w.conclude(ctx, t, outcome, err)
}

// FromVenue moves money from a venue back to the player's centre wallet.
//
// Nothing moves in our books until the venue has proved that it gave the money
// up. An unanswered transfer is pending, and a credit without proof would
// create money. Otherwise the promises are those of ToVenue. A freeze or our
// own maintenance never closes a player's way back (trust F16). The gate closes
// it, and the venue itself may refuse.
func (w *Wallets) FromVenue(ctx context.Context, order Order) (Transfer, error) {
	t, err := w.prepare(ctx, Out, order)
	if err != nil {
		return w.repeat(ctx, Out, order, err)
	}
	call, err := w.breakers.Reserve(ctx, t.Venue)
	if err != nil {
		return w.repeat(ctx, Out, order, err)
	}
	defer call.End()
	w.seam("FromVenue.C0")

	err = w.opens.Do(ctx, &opening{t: t, keyless: order.Keyless, seam: "FromVenue.C1"})
	if err != nil {
		return w.repeat(ctx, Out, order, err)
	}
	w.seam("FromVenue.C2")

	outcome, err := call.Venue.Debit(call.Ctx, t.movement())
	call.Answered(outcome)
	w.seam("FromVenue.C6")
	return w.conclude(ctx, t, outcome, err)
}

// prepare checks an order and makes the transfer it will be, with our
// reference in the venue's own format. Nothing is written.
func (w *Wallets) prepare(ctx context.Context, d Direction, order Order) (Transfer, error) {
	switch {
	case order.ID == "" || len(order.ID) > 200 || order.Player == "":
		return Transfer{}, ErrOrder
	case order.Amount <= 0:
		return Transfer{}, ErrAmount
	}
	e, err := w.Venues.Get(ctx, w.DB, order.Venue)
	if err != nil {
		return Transfer{}, err
	}
	v, ok := w.Venues.Adapter(e.Code)
	if !ok {
		return Transfer{}, venue.ErrNoAdapter
	}
	if err := w.Guard.Gate.Check(ctx, guard.DoorTransfers, guard.VenueDoor(e.Code)); err != nil {
		return Transfer{}, err
	}
	rules := v.Rules()
	switch {
	case rules.Seamless:
		return Transfer{}, ErrSeamless
	case rules.WholeYuan && order.Amount != order.Amount.Whole():
		return Transfer{}, ErrWholeYuan
	case rules.MaxAmount > 0 && order.Amount > rules.MaxAmount:
		return Transfer{}, ErrTooMuch.With(rules.MaxAmount.Grouped())
	}
	account, err := w.account(ctx, d, order.Player, e)
	if err != nil {
		return Transfer{}, err
	}
	now := instant(millis(w.DB.Clock().Now())) // as it is stored
	t := Transfer{
		ID: order.ID, Player: order.Player, Venue: e.Code, Direction: d, Amount: order.Amount,
		Account: account, Ref: v.NewRef(account, now), Batch: order.Batch, By: order.By,
		State: Pending, CreatedAt: now, NextAskAt: now.Add(breaker.TimeLimit(v) + askGrace),
	}
	if t.By == "" {
		t.By = order.Player
	}
	if d == In {
		t.Booked = bookedHeld
	}
	return t, nil
}

// account is the player's name at the venue. On the way in the venue must be
// open, the player free to play, and the account is created if need be. The
// way out asks for none of that, only that there is an account.
func (w *Wallets) account(ctx context.Context, d Direction, player string, e venue.Entry) (string, error) {
	if d == Out {
		account, err := w.Venues.Account(ctx, w.DB, player, e.Code)
		if err == nil && account == "" {
			return "", ErrEmpty
		}
		return account, err
	}
	if err := e.Usable(); err != nil {
		return "", err
	}
	if err := w.Guard.Check(ctx, w.DB, player, guard.Transfer); err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(ctx, w.rules(e.Code).Timeout)
	defer cancel()
	account, err := w.Venues.EnsureAccount(ctx, player, e.Code)
	if err != nil && !errors.Is(err, venue.ErrAccountTaken) {
		w.Log.WarnContext(ctx, "no account at the venue", "venue", e.Code, "player", player, "err", err)
		return "", venue.ErrSilent
	}
	return account, err
}

// repeat answers for an order that could not be opened: with the first
// transfer if the order was sent before, else with the reason.
func (w *Wallets) repeat(ctx context.Context, d Direction, order Order, cause error) (Transfer, error) {
	e, err := w.Venues.Get(ctx, w.DB, order.Venue)
	if err != nil || order.ID == "" {
		return Transfer{}, cause
	}
	first, err := findTransfer(ctx, w.DB, order.ID)
	switch {
	case err == nil:
		if first.Player != order.Player || first.Venue != e.Code || first.Direction != d || first.Amount != order.Amount {
			return Transfer{}, ErrChanged
		}
		return first, nil
	case !errors.Is(err, ErrNoTransfer):
		return Transfer{}, err
	case errors.Is(cause, ErrTwin):
		return Transfer{}, w.aboutTwin(ctx, twin{order.Player, e.Code, d, int64(order.Amount)})
	case !errors.Is(cause, errTaken):
		return Transfer{}, cause
	}
	// Another transfer is open at the venue. A second click looks just like it.
	other, err := findUnsettled(ctx, w.DB, order.Player, e.Code)
	switch {
	case err == nil && other.State == Disputed:
		return Transfer{}, ErrDisputed
	case err == nil && order.Keyless && other.Direction == d && other.Amount == order.Amount:
		return Transfer{}, fault.About{Err: ErrTwin, Number: other.Number()}
	}
	return Transfer{}, ErrBusy // also if it has ended by now
}

func (t Transfer) movement() venue.Movement {
	return venue.Movement{Ref: t.Ref, Account: t.Account, Amount: t.Amount}
}
