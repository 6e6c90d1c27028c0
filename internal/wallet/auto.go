package wallet

import (
	"context"
	"errors"
	"fmt"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/venue"
)

// A launch waits this long for another transfer of the player at the same
// venue, looking this often.
const (
	launchWaits = 15 * time.Second
	launchLooks = 100 * time.Millisecond
)

// launchAgain is how long after a launch that brought an amount another one to
// the same venue brings none.
const launchAgain = time.Minute

// autoPrefix begins the ids of transfers that a launch made.
const autoPrefix = "auto-"

// SetAuto is the documented switch: whether launching a game moves money to its
// venue first. It is off until switched on (TRF-02), and keeps the amount that
// the player chose (H-250). A player who may not transfer cannot switch it on.
func (w *Wallets) SetAuto(ctx context.Context, player string, on bool) error {
	return w.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if on {
			if err := w.Guard.Check(ctx, tx, player, guard.Transfer); err != nil {
				return err
			}
		}
		return setAuto(ctx, tx, player, on)
	})
}

// AutoOff switches automatic transfer off inside the caller's transaction. A
// player who stopped themself begins again without it (RG-8).
func (w *Wallets) AutoOff(ctx context.Context, tx *db.Tx, player string) error {
	return setAuto(ctx, tx, player, false)
}

func setAuto(ctx context.Context, tx *db.Tx, player string, on bool) error {
	_, err := tx.NewRaw(`
		INSERT INTO wallet_setting (player, auto, changed_at) VALUES (?, ?, ?)
		ON CONFLICT (player) DO UPDATE SET auto = excluded.auto, changed_at = excluded.changed_at`,
		player, on, tx.NowMillis()).Exec(ctx)
	if err != nil {
		return fmt.Errorf("switch auto-transfer of %s: %w", player, err)
	}
	return nil
}

// BeforeLaunch moves money to the venue whose game is about to open. The player
// chose whole yuan of the centre balance, or a part of it. The order names the
// launch: repeating it moves nothing again. An empty order is a launch of its
// own.
//
// A venue that refuses the money keeps the game shut, and the player sees the
// reason. A silent venue does not: the game opens with the transfer pending
// (H-251). The second of two launches at once waits for the first.
func (w *Wallets) BeforeLaunch(ctx context.Context, player, code, order string) (venue.Brought, error) {
	wants, err := launchMoney(ctx, w.DB, player)
	if err != nil || !wants.On() {
		return venue.Brought{}, err
	}
	e, err := w.Venues.Get(ctx, w.DB, code)
	if err != nil {
		return venue.Brought{}, err
	}
	if w.rules(e.Code).Seamless {
		return venue.Brought{}, nil // it plays on the centre wallet
	}
	if err := w.Guard.Gate.Check(ctx, guard.DoorTransfers, guard.VenueDoor(e.Code)); err != nil {
		return venue.Brought{}, err // at once, and not after waiting for a transfer under way
	}
	if order == "" {
		order = w.NewID()
	}
	o := Order{ID: autoPrefix + order, Player: player, Venue: e.Code, Keyless: wants.Brings == BringsAmount}
	for until := time.NewTimer(launchWaits).C; ; {
		brought, err := w.moveIn(ctx, o, wants)
		if !errors.Is(err, ErrBusy) && !errors.Is(err, ErrChanged) && !errors.Is(err, ledger.ErrInsufficient) {
			return brought, err
		}
		// Another launch or transfer came first: look again what is left.
		select {
		case <-ctx.Done():
			return venue.Brought{}, ctx.Err()
		case <-until:
			return venue.Brought{Pending: true}, nil
		case <-time.After(launchLooks):
		}
	}
}

// moveIn moves what the player chose, as far as one transfer can carry it.
func (w *Wallets) moveIn(ctx context.Context, o Order, wants LaunchMoney) (venue.Brought, error) {
	switch first, err := findTransfer(ctx, w.DB, o.ID); {
	case err == nil && (first.Player != o.Player || first.Venue != o.Venue):
		return venue.Brought{}, ErrOrder
	case err == nil:
		return broughtBy(first)
	case !errors.Is(err, ErrNoTransfer):
		return venue.Brought{}, err
	}
	// The balance before the open transfer: one that begins between the two is seen.
	have, err := w.Ledger.Balance(ctx, w.DB, ledger.Centre(o.Player))
	if err != nil {
		return venue.Brought{}, err
	}
	switch open, err := findOpen(ctx, w.DB, o.Player, o.Venue); {
	case err == nil && open.LastAnswer != "":
		return venue.Brought{Pending: true}, nil // the venue was silent, and may be for hours
	case err == nil:
		return venue.Brought{}, ErrBusy
	case !errors.Is(err, ErrNoTransfer):
		return venue.Brought{}, err
	}
	o.Amount = carried(money.Fen(have).Whole(), w.rules(o.Venue)).Whole()
	if wants.Brings == BringsAmount {
		o.Amount = min(o.Amount, wants.Amount)
		again, err := w.broughtLately(ctx, o)
		if err != nil || again {
			return venue.Brought{}, err
		}
	}
	if o.Amount <= 0 {
		return venue.Brought{}, nil
	}
	t, err := w.ToVenue(ctx, o)
	switch {
	case errors.Is(err, ErrTwin):
		return venue.Brought{}, nil // a second click: the first one brought the amount
	case errors.Is(err, ErrDisputed):
		return venue.Brought{Pending: true}, nil
	case err != nil:
		return venue.Brought{}, err
	}
	return broughtBy(t)
}

// broughtBy is the result of a launch's transfer.
func broughtBy(t Transfer) (venue.Brought, error) {
	switch t.State {
	case Completed:
		return venue.Brought{Amount: t.Amount}, nil
	case Refused:
		return venue.Brought{}, ErrAutoRefused.With(t.ReasonText())
	}
	return venue.Brought{Amount: t.Amount, Pending: true}, nil
}

// broughtLately says whether a launch has carried money to the venue within the
// last minute. A second tab or a reload must not bring the amount once more.
func (w *Wallets) broughtLately(ctx context.Context, o Order) (again bool, err error) {
	err = w.DB.NewRaw(`
		SELECT EXISTS (SELECT 1 FROM transfer
			WHERE player = ? AND created_at > ? AND venue = ? AND direction = 'in' AND state <> 'refused' AND id LIKE 'auto-%')`,
		o.Player, w.DB.Clock().Now().Add(-launchAgain).UnixMilli(), o.Venue).Scan(ctx, &again)
	if err != nil {
		return false, fmt.Errorf("launches of %s: %w", o.Player, err)
	}
	return again, nil
}
