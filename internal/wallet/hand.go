package wallet

import (
	"context"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/staff"
	"hongyun/internal/venue"
)

// kindSettle is the kind of request that settles a transfer by hand.
const kindSettle staff.Kind[handPayload] = "transfer.settle"

// handAfter is how old a transfer must be before people decide it: its sending
// may still be under way.
const handAfter = time.Minute

// HandOrder is the decision that one member of staff asks another to confirm.
type HandOrder struct {
	ID       string // the transfer
	Outcome  venue.Outcome
	Proved   money.Fen // what the venue really booked; 0 for the order's amount (trust F11)
	Evidence string    // what the venue said, and to whom
	Reason   string
}

// handPayload is the request that the second person's approval carries out.
type handPayload struct {
	Transfer string    `json:"transfer"`
	Outcome  string    `json:"outcome"`
	Proved   money.Fen `json:"proved"`
	Version  int64     `json:"version"`
	Reason   string    `json:"reason"`
}

// AskToSettle asks for a second person's yes to settle a transfer that the
// venue does not settle. It returns the request's id. It fails with
// ErrOutcome, ErrNoTransfer, ErrSettled, ErrTooEarly and staff's faults.
func (w *Wallets) AskToSettle(ctx context.Context, by staff.Actor, o HandOrder) (approval string, err error) {
	if err := o.check(); err != nil {
		return "", err
	}
	if o.Evidence, err = staff.CheckReason(o.Evidence); err != nil {
		return "", err
	}
	err = w.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		t, err := lockTransfer(ctx, tx, o.ID)
		if err != nil {
			return err
		}
		if err := t.forHands(tx.Now()); err != nil {
			return err
		}
		details := []staff.Detail{
			{Label: "玩家", Value: t.Player}, {Label: "场馆", Value: t.Venue}, {Label: "方向", Value: directionTexts[t.Direction]},
			{Label: "金额", Value: t.Amount.Grouped()}, {Label: "场馆订单号", Value: t.Ref}, {Label: "当前状态", Value: t.StateText()},
			{Label: "处理结果", Value: handTexts[o.Outcome]}, {Label: "依据", Value: o.Evidence},
		}
		if o.Proved > 0 {
			details = append(details, staff.Detail{Label: "场馆实际金额", Value: o.Proved.Grouped()})
		}
		asked := handPayload{Transfer: t.ID, Outcome: o.Outcome.String(), Proved: o.Proved, Version: t.Version, Reason: o.Reason}
		approval, err = w.Staff.RequestApproval(ctx, tx, by, kindSettle.Request(asked, staff.Request{
			Subject: "transfer:" + t.ID, Label: t.Ref, Title: "人工处理转账：" + handTexts[o.Outcome], Player: t.Player,
			Amount: &t.Amount, Reason: o.Reason, Details: details,
		}))
		return err
	})
	return approval, err
}

func (o HandOrder) check() error {
	switch {
	case o.Outcome != venue.Done && o.Outcome != venue.Refused:
		return ErrOutcome
	case o.Proved < 0 || o.Proved > 0 && o.Outcome == venue.Refused:
		return ErrProved
	}
	return nil
}

// settleApproved carries out what the second person confirmed. If the transfer
// changed since it was asked for, nothing is done.
func (w *Wallets) settleApproved(ctx context.Context, tx *db.Tx, by staff.Actor, a staff.Approval, p handPayload) error {
	t, err := lockTransfer(ctx, tx, p.Transfer)
	if err != nil {
		return err
	}
	if t.Version != p.Version {
		return staff.ErrSubjectChange
	}
	outcome := venue.Refused
	if p.Outcome == venue.Done.String() {
		outcome = venue.Done
	}
	return w.SettleByHand(ctx, tx, by, HandOrder{ID: t.ID, Outcome: outcome, Proved: p.Proved, Reason: p.Reason})
}

// SettleByHand settles a transfer by people's decision, in the transaction of
// the second person's approval. Held money is posted or given back. A decision
// against the books is corrected in them, at the operator's cost where the
// player has spent the money meanwhile. An amount that the venue booked beside
// the order's amount is settled with it.
func (w *Wallets) SettleByHand(ctx context.Context, tx *db.Tx, by staff.Actor, o HandOrder) error {
	if err := o.check(); err != nil {
		return err
	}
	before, err := lockTransfer(ctx, tx, o.ID)
	if err != nil {
		return err
	}
	if err := before.forHands(tx.Now()); err != nil {
		return err
	}
	state := Refused
	if o.Outcome == venue.Done {
		state = Completed
	}
	after := before.settled(state, reasonHand, tx.Now())
	if o.Proved != after.Amount {
		after.Moved = o.Proved
	}
	if state == Refused && before.Open() {
		after.NextAskAt = tx.Now().Add(askAgainAfter[0]) // people can be wrong about a venue too
	}
	if err := w.record(ctx, tx, before, after, heard{call: callHand, outcome: o.Outcome, text: o.said(), by: by.Name}); err != nil {
		return err
	}
	w.seam("Hand.C8")
	tx.AfterCommit(func() { w.announce(context.WithoutCancel(ctx), before, after) })
	return w.Staff.Audit(ctx, tx, by, staff.Change{
		Action: "transfer.settle", Subject: "transfer:" + o.ID, Label: after.Ref, Reason: o.Reason,
		Before: before.audited(), After: after.audited(),
	})
}

// said is the text of a decision on the transfer's page.
func (o HandOrder) said() string {
	if o.Proved > 0 {
		return "场馆实际金额" + o.Proved.String() + "元；" + o.Reason
	}
	return o.Reason
}

// forHands says why people may not decide a transfer now, nil if they may.
func (t Transfer) forHands(now time.Time) error {
	switch {
	case !t.Open() && t.State != Disputed:
		return ErrSettled
	case t.Open() && now.Sub(t.CreatedAt) < handAfter:
		return ErrTooEarly
	}
	return nil
}

var handTexts = map[venue.Outcome]string{venue.Done: "确认成功", venue.Refused: "确认未成功"}
