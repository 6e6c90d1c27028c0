package reconcile

import (
	"cmp"
	"context"
	"fmt"

	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/reconcile/finding"
	"hongyun/internal/staff"
)

func subjectOf(id string) string { return "finding:" + id }

// Outcome says what became of a wish to settle.
type Outcome struct {
	Done       bool
	ApprovalID string // the request that waits for a second person
}

type settlement struct {
	ID   string `json:"id"`
	Note string `json:"note"`
}

// AskToSettle ends a finding with a note of its cause: at once where it is not
// about money, else when a second person agrees. It moves no money; a
// correction is booked separately, by two people too.
func (r *Reconciler) AskToSettle(ctx context.Context, by staff.Actor, id, note string) (Outcome, error) {
	note, err := staff.CheckReason(note)
	if err != nil {
		return Outcome{}, err
	}
	var out Outcome
	err = r.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		out = Outcome{}
		f, err := findFinding(ctx, tx, id, tx.ForUpdate())
		switch {
		case err != nil:
			return err
		case f.State != finding.Open:
			return ErrEnded
		case f.Kind.Lasts():
			return ErrEndsItself
		case !f.TakesTwo():
			out.Done = true
			if err := r.Staff.Waiting(ctx, tx, by); err != nil {
				return err
			}
			return r.settleIn(ctx, tx, by, by.Name, id, note)
		}
		amount := f.Difference
		out.ApprovalID, err = r.Staff.RequestApproval(ctx, tx, by, kindSettle.Request(settlement{id, note}, staff.Request{
			Subject: subjectOf(id), Label: f.Subject, Title: "处理对账差异：" + f.Kind.Title(), Amount: &amount,
			Details: []staff.Detail{{Label: "差异", Value: f.What()}, {Label: "应查看", Value: f.Look()}, {Label: "通道", Value: f.ChannelText()}, {Label: "玩家", Value: cmp.Or(f.Player, "无")}},
			Reason:  note,
		}))
		return err
	})
	return out, err
}

// settleApproved carries out what a second person agreed to.
func (r *Reconciler) settleApproved(ctx context.Context, tx *db.Tx, by staff.Actor, a staff.Approval, s settlement) error {
	f, err := findFinding(ctx, tx, s.ID, tx.ForUpdate())
	if err != nil {
		return err
	}
	if f.State != finding.Open {
		return staff.ErrSubjectChange
	}
	return r.settleIn(ctx, tx, by, a.MakerName+"、"+by.Name, s.ID, s.Note)
}

// settleIn ends a finding in the caller's transaction. The finding names who
// agreed on it, the audit trail the one who acted. It is audited, so it comes
// last.
func (r *Reconciler) settleIn(ctx context.Context, tx *db.Tx, by staff.Actor, agreed, id, note string) error {
	f, err := findFinding(ctx, tx, id, tx.ForUpdate())
	if err != nil {
		return err
	}
	done, err := tx.NewRaw(`UPDATE recon_finding SET state = 'settled', note = ?, settled_by = ?, ended_at = ? WHERE id = ? AND state = 'open'`,
		note, agreed, tx.NowMillis(), id).Exec(ctx)
	if err != nil {
		return fmt.Errorf("settle finding %s: %w", id, err)
	}
	if n, _ := done.RowsAffected(); n != 1 {
		return ErrEnded
	}
	return r.Staff.Audit(ctx, tx, by, staff.Change{
		Action: "finding.settle", Subject: subjectOf(id), Label: f.Subject, Reason: note,
		Before: map[string]any{"state": f.State, "kind": f.Kind, "difference": f.Difference}, After: map[string]any{"state": finding.Settled},
	})
}

// Ready says why a door may not be opened yet, nil if it may. A door waits
// while a finding is open that closed it, or would have closed it. After a
// restore it also waits until everything was compared with the companies and
// nothing is left open.
func (r *Reconciler) Ready(ctx context.Context, rd db.Reader, c guard.Closing) error {
	if c.Cause == guard.ByHand && r.Settings.KeepPaying {
		return nil
	}
	open, err := openFindings(ctx, rd)
	if err != nil {
		return err
	}
	n := 0
	for _, f := range open {
		if door := f.Door(r.Settings.VenueLimit); door == c.Door || c.Cause == guard.ByRestore && f.TakesTwo() {
			n++
		}
	}
	if n > 0 {
		return ErrOpen.With(n)
	}
	if c.Cause != guard.ByRestore {
		return nil
	}
	var whole bool
	err = rd.NewRaw(`SELECT EXISTS (SELECT 1 FROM recon_run WHERE state = 'done' AND unasked = '[]' AND waiting = 0 AND from_at <= ? AND started_at >= ?)`,
		millis(c.From), millis(c.Since)).Scan(ctx, &whole)
	if err != nil {
		return fmt.Errorf("look for a whole run: %w", err)
	}
	if !whole {
		return ErrUnchecked
	}
	return nil
}
