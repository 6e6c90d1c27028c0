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
)

// A launch waits this long for another transfer of the player at the same
// venue, looking this often.
const (
	launchWaits = 15 * time.Second
	launchLooks = 100 * time.Millisecond
)

// SetAuto switches whether launching a game moves the centre balance to its
// venue first. It is off until switched on (TRF-02); who may not transfer
// switches nothing on.
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

// AutoOff switches automatic transfer off inside somebody's transaction: a
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

// BeforeLaunch moves the player's centre balance, in whole yuan, to the venue
// whose game is about to open, if the player has switched that on. It returns
// nil when the money is there or there was nothing to move, and a fault
// otherwise: a game must not open on money that may or may not arrive
// (LNCH-05). Of two launches at once, the second waits for the first.
func (w *Wallets) BeforeLaunch(ctx context.Context, player, code string) error {
	on, err := isAuto(ctx, w.DB, player)
	if err != nil || !on {
		return err
	}
	e, err := w.Venues.Get(ctx, w.DB, code)
	if err != nil {
		return err
	}
	if w.rules(e.Code).Seamless {
		return nil // it plays on the centre wallet
	}
	if err := w.Guard.Gate.Check(ctx, guard.DoorTransfers, guard.VenueDoor(e.Code)); err != nil {
		return err // at once, and not after waiting for a transfer under way
	}
	for until := time.NewTimer(launchWaits).C; ; {
		err := w.moveIn(ctx, player, e.Code)
		if !errors.Is(err, ErrBusy) && !errors.Is(err, ledger.ErrInsufficient) {
			return err
		}
		// Another launch or transfer came first: look again what is left.
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-until:
			return ErrAutoPending
		case <-time.After(launchLooks):
		}
	}
}

// moveIn moves as much as one transfer can carry.
func (w *Wallets) moveIn(ctx context.Context, player, code string) error {
	if _, err := findOpen(ctx, w.DB, player, code); err == nil {
		return ErrBusy
	} else if !errors.Is(err, ErrNoTransfer) {
		return err
	}
	have, err := w.Ledger.Balance(ctx, w.DB, ledger.Centre(player))
	if err != nil {
		return err
	}
	amount := carried(money.Fen(have).Whole(), w.rules(code)).Whole()
	if amount <= 0 {
		return nil
	}
	t, err := w.ToVenue(ctx, Order{ID: "auto-" + w.NewID(), Player: player, Venue: code, Amount: amount})
	if err != nil {
		return err
	}
	switch t.State {
	case Completed:
		return nil
	case Refused:
		return ErrAutoRefused.With(t.ReasonText())
	}
	return ErrAutoPending
}
