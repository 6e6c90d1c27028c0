package withdrawal

import (
	"context"
	"fmt"
	"strings"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/cashier/order"
	"hongyun/internal/db"
	"hongyun/internal/fault"
	"hongyun/internal/guard"
	"hongyun/internal/inbox"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/staff"
)

func Subject(sn string) string { return "withdrawal:" + sn }

// Change runs one step of staff on a withdrawal: locked, checked, noted and
// audited in one transaction. step makes the step and says what happened.
func (w *Withdrawals) Change(ctx context.Context, by staff.Actor, sn, action, reason string,
	step func(ctx context.Context, tx *db.Tx, row *Row) (what string, err error)) (Withdrawal, error) {
	w.Seam("Begin " + action)
	var row Row
	err := w.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		var err error
		if row, err = Lock(ctx, tx, sn); err != nil {
			return err
		}
		before := row.State
		what, err := step(ctx, tx, &row)
		if err != nil {
			return err
		}
		if err := order.AddNote(ctx, tx, sn, by.Name, what, reason); err != nil {
			return err
		}
		return w.Staff.Audit(ctx, tx, by, staff.Change{
			Action: action, Subject: Subject(sn), Label: sn, Reason: reason,
			Before: map[string]any{"state": before}, After: map[string]any{"state": row.State, "amount": money.Fen(row.Amount), "reference": row.Reference},
		})
	})
	if err != nil {
		return Withdrawal{}, err
	}
	w.Seam("Done " + action)
	return w.Show(row)
}

// Claim takes a withdrawal out of the queue for a while, so that two people do
// not work on one. ErrClaimed names who has it.
func (w *Withdrawals) Claim(ctx context.Context, by staff.Actor, sn string) (Withdrawal, error) {
	return w.Change(ctx, by, sn, "withdrawal.claim", "", func(ctx context.Context, tx *db.Tx, row *Row) (string, error) {
		switch {
		case row.State == Taken && row.ClaimExpiresAt > tx.NowMillis() && row.ClaimedBy != by.ID:
			return "", ErrClaimed.With(row.ClaimedName)
		}
		row.ClaimedBy, row.ClaimedName = by.ID, by.Name
		return "领取", w.setClaim(ctx, tx, row, claimMove)
	})
}

// setClaim writes who works on a withdrawal, from now on.
func (w *Withdrawals) setClaim(ctx context.Context, tx *db.Tx, row *Row, move *order.Move) error {
	row.ClaimedAt, row.ClaimExpiresAt = tx.NowMillis(), tx.Now().Add(w.Rules().ClaimFor).UnixMilli()
	return w.Move(ctx, tx, row, move, "claimed_by = ?, claimed_name = ?, claimed_at = ?, claim_expires_at = ?",
		row.ClaimedBy, row.ClaimedName, row.ClaimedAt, row.ClaimExpiresAt)
}

// release puts a withdrawal back into the queue.
func (w *Withdrawals) release(ctx context.Context, tx *db.Tx, row *Row) error {
	if err := w.Move(ctx, tx, row, releaseMove, "claimed_by = '', claimed_name = '', claimed_at = 0, claim_expires_at = 0"); err != nil {
		return err
	}
	row.ClaimedBy, row.ClaimedName, row.ClaimedAt, row.ClaimExpiresAt = "", "", 0, 0
	return nil
}

// Release puts a withdrawal back into the queue; only its claimer may.
func (w *Withdrawals) Release(ctx context.Context, by staff.Actor, sn string) (Withdrawal, error) {
	return w.Change(ctx, by, sn, "withdrawal.release", "", func(ctx context.Context, tx *db.Tx, row *Row) (string, error) {
		if row.State == Taken && row.ClaimedBy != by.ID {
			return "", ErrNotClaimer.With(row.ClaimedName)
		}
		return "放回", w.release(ctx, tx, row)
	})
}

// ReleaseStale puts claims that ran out back into the queue.
func (w *Withdrawals) ReleaseStale(ctx context.Context) error {
	return w.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		var rows []Row
		err := tx.NewRaw("SELECT * FROM withdrawal WHERE state = 'claimed' AND claim_expires_at <= ? ORDER BY sn LIMIT ?"+tx.SkipLocked(),
			tx.NowMillis(), order.AtOnce).Scan(ctx, &rows)
		if err != nil {
			return fmt.Errorf("stale claims: %w", err)
		}
		for i := range rows {
			row := &rows[i]
			name := row.ClaimedName
			if err := w.release(ctx, tx, row); err != nil {
				return err
			}
			if err := order.AddNote(ctx, tx, row.SN, order.BySystem, "领取超时，放回", name); err != nil {
				return err
			}
		}
		return nil
	})
}

// claimedBy fails unless the actor has the withdrawal claimed now.
func claimedBy(row *Row, by staff.Actor, now time.Time) error {
	if row.State != Taken {
		return ErrState.With(StateTexts[row.State])
	}
	if row.ClaimedBy != by.ID {
		return ErrNotClaimer.With(row.ClaimedName)
	}
	if row.ClaimExpiresAt <= now.UnixMilli() {
		return ErrNotClaimer.With("无人")
	}
	return nil
}

// Approve lets a claimed withdrawal be paid. Above the limit it waits for a
// second person. One that is held (D-23) is refused until its time, and one
// whose player may not withdraw until that is lifted.
func (w *Withdrawals) Approve(ctx context.Context, by staff.Actor, sn, note string) (order.Outcome, error) {
	var out order.Outcome
	err := w.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		out = order.Outcome{}
		if err := w.Guard.Gate.CheckIn(ctx, tx, guard.DoorWithdrawals); err != nil {
			return err
		}
		row, err := Lock(ctx, tx, sn)
		if err != nil {
			return err
		}
		if err := claimedBy(&row, by, tx.Now()); err != nil {
			return err
		}
		if row.HeldUntil > tx.NowMillis() {
			return ErrHeld.With(calendar.Stamp(order.Stamped(row.HeldUntil)))
		}
		if err := w.MayLeave(ctx, tx, row.Player); err != nil {
			return err
		}
		if err := w.mayApprove(ctx, tx, &row, by); err != nil {
			return err
		}
		second, err := w.AboveAlone(ctx, tx, order.ActApprove, by, &row)
		if err != nil {
			return err
		}
		if second {
			out.ApprovalID, err = w.requestSecond(ctx, tx, by, &row, note)
			return err
		}
		if err := w.Move(ctx, tx, &row, approveMove, ""); err != nil {
			return err
		}
		if err := addApprover(ctx, tx, &row, by.Name); err != nil {
			return err
		}
		err = w.AddAct(ctx, tx, order.Act{Sn: sn, Act: order.ActApprove, Staff: by.ID, Player: row.Player, Amount: money.Fen(row.Amount), Alone: true})
		if err != nil {
			return err
		}
		if err := order.AddNote(ctx, tx, sn, by.Name, "批准", note); err != nil {
			return err
		}
		out.Done = true
		if err := w.approved(ctx, tx, row); err != nil {
			return err
		}
		w.Seam("Approve.C1")
		return w.Staff.Audit(ctx, tx, by, staff.Change{
			Action: "withdrawal.approve", Subject: Subject(sn), Label: sn, Reason: note,
			Before: map[string]any{"state": Taken}, After: map[string]any{"state": Approved, "amount": money.Fen(row.Amount)},
		})
	})
	if err == nil {
		w.Seam("Approve.C2")
	}
	return out, err
}

// MayLeave is ErrFrozen while the player may not withdraw: a freeze stops a
// payout up to the moment it is sent (trust F16). So does a debt, which is
// looked for itself: its block is not set beside one that stood already, and
// that one may have ended. Noting that it was paid is never refused for it,
// for that is what happened.
func (w *Withdrawals) MayLeave(ctx context.Context, tx *db.Tx, player string) error {
	err := w.Guard.Check(ctx, tx, player, guard.Withdraw)
	if _, told := fault.Of(err); told {
		return ErrFrozen
	}
	if err != nil {
		return err
	}
	owed, err := w.Owed(ctx, tx, player)
	if err == nil && owed > 0 {
		err = ErrOwing.With(owed.Grouped())
	}
	return err
}

func addApprover(ctx context.Context, tx *db.Tx, row *Row, name string) error {
	row.ApprovedBy, row.ApprovedAt = strings.TrimPrefix(row.ApprovedBy+"\n"+name, "\n"), tx.NowMillis()
	_, err := tx.NewRaw("UPDATE withdrawal SET approved_by = ?, approved_at = ? WHERE sn = ?", row.ApprovedBy, row.ApprovedAt, row.SN).Exec(ctx)
	if err != nil {
		return fmt.Errorf("approve withdrawal %s: %w", row.SN, err)
	}
	return nil
}

// Reject refuses a withdrawal with a reason the player reads; the money
// returns, once. A claimed one only its claimer may reject.
func (w *Withdrawals) Reject(ctx context.Context, by staff.Actor, sn, reason string) (Withdrawal, error) {
	reason, err := staff.CheckReason(reason)
	if err != nil {
		return Withdrawal{}, err
	}
	return w.Change(ctx, by, sn, "withdrawal.reject", reason, func(ctx context.Context, tx *db.Tx, row *Row) (string, error) {
		if err := w.Staff.Waiting(ctx, tx, by); err != nil {
			return "", err
		}
		if row.State == Second {
			if err := w.Staff.VoidPending(ctx, tx, by, Subject(sn), "提款已拒绝"); err != nil {
				return "", err
			}
		} else if err := claimedBy(row, by, tx.Now()); err != nil {
			return "", err
		}
		if err := w.Move(ctx, tx, row, rejectMove, ""); err != nil {
			return "", err
		}
		return "拒绝，款项退回", w.GiveBack(ctx, tx, row, by, reason)
	})
}

// GiveBack returns the locked money with the fee, and the day's allowance with it: what was
// not paid was not withdrawn. It is no deposit: no turnover follows from it.
func (w *Withdrawals) GiveBack(ctx context.Context, tx *db.Tx, row *Row, by staff.Actor, reason string) error {
	row.Reason, row.EndedAt = reason, tx.NowMillis()
	_, err := tx.NewRaw("UPDATE withdrawal SET reason = ?, ended_at = ? WHERE sn = ?", reason, row.EndedAt, row.SN).Exec(ctx)
	if err != nil {
		return fmt.Errorf("end withdrawal %s: %w", row.SN, err)
	}
	_, err = w.Ledger.Post(ctx, tx, ledger.Entry{
		Scope: "withdrawal", Key: row.SN + ":end", Kind: "withdrawal.return", Ref: row.SN, By: by.Name,
		Postings: []ledger.Posting{{From: ledger.Locked(row.Player), To: ledger.Centre(row.Player), Amount: row.taken()}},
	})
	if err != nil {
		return fmt.Errorf("return withdrawal %s: %w", row.SN, err)
	}
	// After the accounts, as an order to withdraw takes them: the other way
	// round the two would stop each other.
	if err := UseDay(ctx, tx, *row, -1); err != nil {
		return err
	}
	if err := inbox.Write(ctx, tx, givenBackMessage(*row)); err != nil {
		return err
	}
	w.Seam("Return.C1")
	return nil
}

// UseDay takes an order from its day's allowance once more, or, with times -1,
// gives it back. A day's sum counts the orders that were not given back.
func UseDay(ctx context.Context, tx *db.Tx, row Row, times int64) error {
	_, err := tx.NewRaw("UPDATE withdrawal_day SET times = times + ?, amount = amount + ? WHERE player = ? AND day = ?",
		times, times*row.Amount, row.Player, row.Day).Exec(ctx)
	if err != nil {
		return fmt.Errorf("the day's allowance of %s: %w", row.SN, err)
	}
	return nil
}
