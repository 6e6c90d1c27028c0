package promo

import (
	"context"
	"errors"
	"fmt"

	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/promo/award"
	"hongyun/internal/promo/rule"
	"hongyun/internal/staff"
)

const (
	kindRelease staff.Kind[string] = "promo.release"
	kindCancel  staff.Kind[string] = "promo.cancel"
)

// lockAward locks an award by the row of its player, and reads it.
func lockAward(ctx context.Context, tx *db.Tx, id string) (*award.Row, error) {
	a, err := award.One(ctx, tx, "id = ?", id)
	if err != nil {
		return nil, err
	}
	if a == nil {
		return nil, ErrNoAward
	}
	if _, err := lockPlayers(ctx, tx, []string{a.Player}); err != nil {
		return nil, err
	}
	return award.One(ctx, tx, "id = ?", id)
}

// ask asks for a second person's yes to move an award from a state.
func (p *Promo) ask(ctx context.Context, by staff.Actor, id string, kind staff.Kind[string], from, title, reason string) (approval string, err error) {
	favours := ""
	err = p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		a, err := lockAward(ctx, tx, id)
		if err != nil {
			return err
		}
		if a.State != from {
			return ErrState.With(award.StateText(a.State))
		}
		if kind == kindRelease {
			favours = a.Player
		}
		r, err := rule.VersionAt(ctx, tx, a.Rule, a.FromDay)
		if err != nil {
			return err
		}
		approval, err = p.Staff.RequestApproval(ctx, tx, by, kind.Request(a.ID, staff.Request{
			Subject: award.Subject(a.ID), Label: a.Player, Title: title + a.Amount.Grouped() + " 元", Amount: &a.Amount, Player: favours,
			Details: a.Details(r), Reason: reason,
		}))
		return err
	})
	return approval, err
}

// Release asks for a second person's yes to pay what was withheld, and returns
// the request's id. Faults: ErrNoAward, ErrState, staff's.
func (p *Promo) Release(ctx context.Context, by staff.Actor, id, reason string) (approval string, err error) {
	return p.ask(ctx, by, id, kindRelease, award.Withheld, "派发扣留的优惠 ", reason)
}

func (p *Promo) releaseApproved(ctx context.Context, tx *db.Tx, by staff.Actor, a staff.Approval, id string) error {
	row, err := p.decided(ctx, tx, id, award.Withheld)
	if err != nil {
		return err
	}
	if err := p.Guard.Gate.CheckIn(ctx, tx, guard.DoorAll); err != nil {
		return err
	}
	// Who may not bet now cannot use it: the request waits until they may.
	if err := p.allowed(ctx, tx, row.Player); err != nil {
		return err
	}
	before := *row
	row.State, row.DecidedBy, row.EndedAt = award.Paid, a.MakerName+"、"+by.Name, tx.NowMillis()
	if err := award.End(ctx, tx, *row); err != nil {
		return err
	}
	row.MadeBy = row.DecidedBy // in the books, whoever released it
	if err := p.pay(ctx, tx, *row); err != nil {
		return err
	}
	return p.audit(ctx, tx, by, string(kindRelease), before, *row, a.Reason)
}

// decided is the award of a request, if it still stands as it did.
func (p *Promo) decided(ctx context.Context, tx *db.Tx, id, state string) (*award.Row, error) {
	row, err := lockAward(ctx, tx, id)
	if err == nil && row.State != state {
		err = staff.ErrSubjectChange
	}
	return row, err
}

func (p *Promo) audit(ctx context.Context, tx *db.Tx, by staff.Actor, action string, before, after award.Row, reason string) error {
	return p.Staff.Audit(ctx, tx, by, staff.Change{
		Action: action, Subject: award.Subject(after.ID), Label: after.Player, Reason: reason,
		Before: map[string]any{"state": before.State, "why": before.Why}, After: map[string]any{"state": after.State, "amount": after.Amount, "why": after.Why},
	})
}

// Refuse ends what was withheld without paying it. One person may: it costs the
// house nothing, and the player reads why. Faults: ErrNoAward, ErrState, staff's.
func (p *Promo) Refuse(ctx context.Context, by staff.Actor, id, reason string) error {
	reason, err := staff.CheckReason(reason)
	if err != nil {
		return err
	}
	return p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := p.Staff.Waiting(ctx, tx, by); err != nil {
			return err
		}
		a, err := lockAward(ctx, tx, id)
		if err != nil {
			return err
		}
		if a.State != award.Withheld {
			return ErrState.With(award.StateText(a.State))
		}
		if err := p.Staff.VoidPending(ctx, tx, by, award.Subject(id), "派奖已拒绝"); err != nil {
			return err
		}
		before := *a
		a.State, a.Why, a.DecidedBy, a.EndedAt = award.Refused, reason, by.Name, tx.NowMillis()
		if err := award.End(ctx, tx, *a); err != nil {
			return err
		}
		return p.audit(ctx, tx, by, "promo.refuse", before, *a, reason)
	})
}

// Cancel asks for a second person's yes to take back what was paid, and returns
// the request's id. It is taken from the centre wallet while that has as much,
// and never more than is there. Faults: ErrNoAward, ErrState, staff's; ErrSpent
// when it is carried out.
func (p *Promo) Cancel(ctx context.Context, by staff.Actor, id, reason string) (approval string, err error) {
	return p.ask(ctx, by, id, kindCancel, award.Paid, "取消已派发的优惠 ", reason)
}

func (p *Promo) cancelApproved(ctx context.Context, tx *db.Tx, by staff.Actor, a staff.Approval, id string) error {
	row, err := p.decided(ctx, tx, id, award.Paid)
	if err != nil {
		return err
	}
	before := *row
	row.State, row.Why, row.DecidedBy, row.EndedAt = award.Cancelled, a.Reason, a.MakerName+"、"+by.Name, tx.NowMillis()
	entry := row.Reversal()
	entry.Postings = []ledger.Posting{{From: ledger.Centre(row.Player), To: row.PaidFrom(), Amount: int64(row.Amount)}}
	if _, err := p.Ledger.Post(ctx, tx, entry); errors.Is(err, ledger.ErrInsufficient) {
		return ErrSpent
	} else if err != nil {
		return fmt.Errorf("cancel award %s: %w", row.ID, err)
	}
	if err := p.cancelled(ctx, tx, *row); err != nil {
		return err
	}
	return p.audit(ctx, tx, by, string(kindCancel), before, *row, a.Reason)
}

// Freezing is whether a player may take part in promotions.
type Freezing struct {
	Frozen bool
	Reason string
	By     string
	At     int64 // unix ms
}

// Frozen says whether a player may take part in promotions.
func (p *Promo) Frozen(ctx context.Context, r db.Reader, player string) (Freezing, error) {
	row, err := readPlayer(ctx, r, player)
	return Freezing{row.Frozen, row.Reason, row.FrozenBy, row.FrozenAt}, err
}

// Freeze keeps a player from every promotion, or allows them again: they can
// claim nothing, and what comes by itself is withheld. Faults: ErrStanding,
// player.ErrNotFound, staff's.
func (p *Promo) Freeze(ctx context.Context, by staff.Actor, player string, freeze bool, reason string) error {
	reason, err := staff.CheckReason(reason)
	if err != nil {
		return err
	}
	return p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if !freeze {
			if err := p.Staff.Waiting(ctx, tx, by); err != nil {
				return err
			}
		}
		known, err := p.Players.Find(ctx, tx, player)
		if err != nil {
			return err
		}
		rows, err := lockPlayers(ctx, tx, []string{player})
		if err != nil {
			return err
		}
		if rows[player].Frozen == freeze {
			return ErrStanding
		}
		row := playerRow{Player: player, Frozen: freeze, Reason: reason, FrozenBy: by.Name, FrozenAt: tx.NowMillis()}
		if err := putFrozen(ctx, tx, row); err != nil {
			return err
		}
		action := "promo.unfreeze"
		if freeze {
			action = "promo.freeze"
		}
		return p.Staff.Audit(ctx, tx, by, staff.Change{
			Action: action, Subject: "player:" + player, Label: known.Name, Reason: reason,
			Before: map[string]any{"frozen": !freeze}, After: map[string]any{"frozen": freeze},
		})
	})
}
