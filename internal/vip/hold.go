package vip

import (
	"context"
	"time"

	"github.com/google/uuid"

	"hongyun/internal/db"
	"hongyun/internal/staff"
)

// Hold says that a player's VIP income waits for staff, and why.
type Hold struct {
	Player    string
	Reason    string
	By        string
	CreatedAt time.Time
}

// Freeze has every award of a player withheld from now on (VIP-05). Levels go on
// rising, and what was paid stays. Faults: ErrHeld, player.ErrNotFound, staff's.
func (v *Vip) Freeze(ctx context.Context, by staff.Actor, player, reason string) error {
	reason, err := staff.CheckReason(reason)
	if err != nil {
		return err
	}
	return v.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		p, err := v.Players.Find(ctx, tx, player)
		if err != nil {
			return err
		}
		id := uuid.Must(uuid.NewV7()).String()
		if made, err := insertHold(ctx, tx, id, p.ID, by.Name, reason); err != nil {
			return err
		} else if !made {
			return ErrHeld
		}
		return v.Staff.Audit(ctx, tx, by, staff.Change{Action: "vip.freeze", Subject: "player:" + p.ID, Label: p.Name, Reason: reason})
	})
}

// Lift lets a player's awards be paid again. Those that were withheld stay so
// until staff release them. Faults: ErrNotHeld, player.ErrNotFound, staff's.
func (v *Vip) Lift(ctx context.Context, by staff.Actor, player, reason string) error {
	reason, err := staff.CheckReason(reason)
	if err != nil {
		return err
	}
	return v.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := v.Staff.Waiting(ctx, tx, by); err != nil {
			return err
		}
		p, err := v.Players.Find(ctx, tx, player)
		if err != nil {
			return err
		}
		if ended, err := endHold(ctx, tx, p.ID, by.Name, reason); err != nil {
			return err
		} else if !ended {
			return ErrNotHeld
		}
		return v.Staff.Audit(ctx, tx, by, staff.Change{Action: "vip.lift", Subject: "player:" + p.ID, Label: p.Name, Reason: reason})
	})
}

// HoldOf is the standing hold of a player, nil if there is none.
func (v *Vip) HoldOf(ctx context.Context, r db.Reader, player string) (*Hold, error) {
	holds, err := standingHolds(ctx, r, []string{player})
	if h, held := holds[player]; held {
		return &h, err
	}
	return nil, err
}
