package cashier

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/fault"
	"hongyun/internal/guard"
	"hongyun/internal/inbox"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/staff"
)

func withdrawalSubject(sn string) string { return "withdrawal:" + sn }

// payoutBank is the account of the house that payouts leave from.
const payoutBank = "payout"

// change runs one step of staff on a withdrawal: locked, checked, noted and
// audited in one transaction. step makes the step and says what happened.
func (w *Withdrawals) change(ctx context.Context, by staff.Actor, sn, action, reason string,
	step func(ctx context.Context, tx *db.Tx, row *withdrawalRow) (what string, err error)) (Withdrawal, error) {
	w.seam("Begin " + action)
	var row withdrawalRow
	err := w.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		var err error
		if row, err = lockWithdrawal(ctx, tx, sn); err != nil {
			return err
		}
		before := row.State
		what, err := step(ctx, tx, &row)
		if err != nil {
			return err
		}
		if err := addNote(ctx, tx, sn, by.Name, what, reason); err != nil {
			return err
		}
		return w.staff.Audit(ctx, tx, by, staff.Change{
			Action: action, Subject: withdrawalSubject(sn), Label: sn, Reason: reason,
			Before: map[string]any{"state": before}, After: map[string]any{"state": row.State, "amount": money.Fen(row.Amount), "reference": row.Reference},
		})
	})
	if err != nil {
		return Withdrawal{}, err
	}
	w.seam("Done " + action)
	return w.show(row)
}

// move sets a withdrawal's state if it is in one of those given; the
// conditional update, and not what was read before, decides.
func (w *Withdrawals) move(ctx context.Context, tx *db.Tx, row *withdrawalRow, to string, from ...string) error {
	res, err := tx.NewRaw("UPDATE withdrawal SET state = ? WHERE sn = ? AND state IN (?)", to, row.SN, bun.In(from)).Exec(ctx)
	if err != nil {
		return fmt.Errorf("withdrawal %s to %s: %w", row.SN, to, err)
	}
	if n, _ := res.RowsAffected(); n != 1 {
		return ErrWithdrawState.With(withdrawalStates[row.State])
	}
	row.State = to
	return nil
}

// Claim takes a withdrawal out of the queue for a while, so that two people do
// not work on one. ErrClaimed names who has it.
func (w *Withdrawals) Claim(ctx context.Context, by staff.Actor, sn string) (Withdrawal, error) {
	return w.change(ctx, by, sn, "withdrawal.claim", "", func(ctx context.Context, tx *db.Tx, row *withdrawalRow) (string, error) {
		switch {
		case row.State == Taken && row.ClaimExpiresAt > tx.NowMillis() && row.ClaimedBy != by.ID:
			return "", ErrClaimed.With(row.ClaimedName)
		case row.State != Taken && row.State != Submitted:
			return "", ErrWithdrawState.With(withdrawalStates[row.State])
		}
		row.State, row.ClaimedBy, row.ClaimedName = Taken, by.ID, by.Name
		return "领取", w.setClaim(ctx, tx, row)
	})
}

// setClaim writes who works on a withdrawal, from now on.
func (w *Withdrawals) setClaim(ctx context.Context, tx *db.Tx, row *withdrawalRow) error {
	row.ClaimedAt, row.ClaimExpiresAt = tx.NowMillis(), tx.Now().Add(w.set().ClaimFor).UnixMilli()
	_, err := tx.NewRaw("UPDATE withdrawal SET state = 'claimed', claimed_by = ?, claimed_name = ?, claimed_at = ?, claim_expires_at = ? WHERE sn = ?",
		row.ClaimedBy, row.ClaimedName, row.ClaimedAt, row.ClaimExpiresAt, row.SN).Exec(ctx)
	if err != nil {
		return fmt.Errorf("claim withdrawal %s: %w", row.SN, err)
	}
	return nil
}

func clearClaim(ctx context.Context, tx *db.Tx, row *withdrawalRow) error {
	row.ClaimedBy, row.ClaimedName, row.ClaimedAt, row.ClaimExpiresAt = "", "", 0, 0
	_, err := tx.NewRaw("UPDATE withdrawal SET claimed_by = '', claimed_name = '', claimed_at = 0, claim_expires_at = 0 WHERE sn = ?", row.SN).Exec(ctx)
	if err != nil {
		return fmt.Errorf("release withdrawal %s: %w", row.SN, err)
	}
	return nil
}

// Release puts a withdrawal back into the queue; only its claimer may.
func (w *Withdrawals) Release(ctx context.Context, by staff.Actor, sn string) (Withdrawal, error) {
	return w.change(ctx, by, sn, "withdrawal.release", "", func(ctx context.Context, tx *db.Tx, row *withdrawalRow) (string, error) {
		if row.State == Taken && row.ClaimedBy != by.ID {
			return "", ErrNotClaimer.With(row.ClaimedName)
		}
		if err := w.move(ctx, tx, row, Submitted, Taken); err != nil {
			return "", err
		}
		return "放回", clearClaim(ctx, tx, row)
	})
}

// ReleaseStale puts claims that ran out back into the queue.
func (w *Withdrawals) ReleaseStale(ctx context.Context) error {
	return w.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		var rows []withdrawalRow
		err := tx.NewRaw("SELECT * FROM withdrawal WHERE state = 'claimed' AND claim_expires_at <= ? ORDER BY sn LIMIT ?"+tx.SkipLocked(),
			tx.NowMillis(), atOnce).Scan(ctx, &rows)
		if err != nil {
			return fmt.Errorf("stale claims: %w", err)
		}
		for i := range rows {
			row := &rows[i]
			name := row.ClaimedName
			if err := w.move(ctx, tx, row, Submitted, Taken); err != nil {
				return err
			}
			if err := clearClaim(ctx, tx, row); err != nil {
				return err
			}
			if err := addNote(ctx, tx, row.SN, BySystem, "领取超时，放回", name); err != nil {
				return err
			}
		}
		return nil
	})
}

// claimedBy fails unless the actor has the withdrawal claimed now.
func claimedBy(row *withdrawalRow, by staff.Actor, now time.Time) error {
	if row.State != Taken {
		return ErrWithdrawState.With(withdrawalStates[row.State])
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
func (w *Withdrawals) Approve(ctx context.Context, by staff.Actor, sn, note string) (Outcome, error) {
	var out Outcome
	err := w.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		out = Outcome{}
		if err := w.guard.Gate.CheckIn(ctx, tx, guard.DoorWithdrawals); err != nil {
			return err
		}
		row, err := lockWithdrawal(ctx, tx, sn)
		if err != nil {
			return err
		}
		if err := claimedBy(&row, by, tx.Now()); err != nil {
			return err
		}
		if row.HeldUntil > tx.NowMillis() {
			return ErrHeld.With(calendar.Stamp(stamped(row.HeldUntil)))
		}
		if err := w.mayLeave(ctx, tx, row.Player); err != nil {
			return err
		}
		if err := w.mayApprove(ctx, tx, &row, by); err != nil {
			return err
		}
		second, err := w.aboveAlone(ctx, tx, actApprove, by, &row)
		if err != nil {
			return err
		}
		if second {
			out.ApprovalID, err = w.requestSecond(ctx, tx, by, &row, note)
			return err
		}
		if err := w.move(ctx, tx, &row, Approved, Taken); err != nil {
			return err
		}
		if err := addApprover(ctx, tx, &row, by.Name); err != nil {
			return err
		}
		err = w.addAct(ctx, tx, act{sn: sn, act: actApprove, staff: by.ID, player: row.Player, amount: money.Fen(row.Amount), alone: true})
		if err != nil {
			return err
		}
		if err := addNote(ctx, tx, sn, by.Name, "批准", note); err != nil {
			return err
		}
		out.Done = true
		if err := w.approved(ctx, tx, row); err != nil {
			return err
		}
		w.seam("Approve.C1")
		return w.staff.Audit(ctx, tx, by, staff.Change{
			Action: "withdrawal.approve", Subject: withdrawalSubject(sn), Label: sn, Reason: note,
			Before: map[string]any{"state": Taken}, After: map[string]any{"state": Approved, "amount": money.Fen(row.Amount)},
		})
	})
	if err == nil {
		w.seam("Approve.C2")
	}
	return out, err
}

// mayLeave is ErrFrozen while the player may not withdraw: a freeze stops a
// payout up to the moment it is sent (trust F16). So does a debt, which is
// looked for itself: its block is not set beside one that stood already, and
// that one may have ended. Noting that it was paid is never refused for it,
// for that is what happened.
func (w *Withdrawals) mayLeave(ctx context.Context, tx *db.Tx, player string) error {
	err := w.guard.Check(ctx, tx, player, guard.Withdraw)
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

func addApprover(ctx context.Context, tx *db.Tx, row *withdrawalRow, name string) error {
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
	return w.change(ctx, by, sn, "withdrawal.reject", reason, func(ctx context.Context, tx *db.Tx, row *withdrawalRow) (string, error) {
		if err := w.staff.Waiting(ctx, tx, by); err != nil {
			return "", err
		}
		if row.State == Second {
			if err := w.staff.VoidPending(ctx, tx, by, withdrawalSubject(sn), "提款已拒绝"); err != nil {
				return "", err
			}
		} else if err := claimedBy(row, by, tx.Now()); err != nil {
			return "", err
		}
		if err := w.move(ctx, tx, row, Rejected, Taken, Second); err != nil {
			return "", err
		}
		return "拒绝，款项退回", w.giveBack(ctx, tx, row, by, reason)
	})
}

// giveBack returns the locked money with the fee, and the day's allowance with it: what was
// not paid was not withdrawn. It is no deposit: no turnover follows from it.
func (w *Withdrawals) giveBack(ctx context.Context, tx *db.Tx, row *withdrawalRow, by staff.Actor, reason string) error {
	row.Reason, row.EndedAt = reason, tx.NowMillis()
	_, err := tx.NewRaw("UPDATE withdrawal SET reason = ?, ended_at = ? WHERE sn = ?", reason, row.EndedAt, row.SN).Exec(ctx)
	if err != nil {
		return fmt.Errorf("end withdrawal %s: %w", row.SN, err)
	}
	_, err = w.ledger.Post(ctx, tx, ledger.Entry{
		Scope: "withdrawal", Key: row.SN + ":end", Kind: "withdrawal.return", Ref: row.SN, By: by.Name,
		Postings: []ledger.Posting{{From: ledger.Locked(row.Player), To: ledger.Centre(row.Player), Amount: row.taken()}},
	})
	if err != nil {
		return fmt.Errorf("return withdrawal %s: %w", row.SN, err)
	}
	// After the accounts, as an order to withdraw takes them: the other way
	// round the two would stop each other.
	if err := useDay(ctx, tx, *row, -1); err != nil {
		return err
	}
	if err := inbox.Write(ctx, tx, givenBackMessage(*row)); err != nil {
		return err
	}
	w.seam("Return.C1")
	return nil
}

// useDay takes an order from its day's allowance once more, or, with times -1,
// gives it back. A day's sum counts the orders that were not given back.
func useDay(ctx context.Context, tx *db.Tx, row withdrawalRow, times int64) error {
	_, err := tx.NewRaw("UPDATE withdrawal_day SET times = times + ?, amount = amount + ? WHERE player = ? AND day = ?",
		times, times*row.Amount, row.Player, row.Day).Exec(ctx)
	if err != nil {
		return fmt.Errorf("the day's allowance of %s: %w", row.SN, err)
	}
	return nil
}

// Pay notes that an approved withdrawal was paid, under the bank's number of
// the payout: the locked money leaves the house. One number pays one order.
// One in USDT is noted as sent, and paid when its chain says so.
func (p *Payouts) Pay(ctx context.Context, by staff.Actor, sn, reference string) (Withdrawal, error) {
	row, err := readWithdrawal(ctx, p.db, "SELECT * FROM withdrawal WHERE sn = ?", sn)
	if err == nil && row.Network != "" {
		return p.payCoins(ctx, by, row, reference)
	}
	return p.payBank(ctx, by, sn, reference, "", func(context.Context, *db.Tx, *withdrawalRow) error { return nil })
}

// payBank is Pay for a bank, with a reason, after a check in its transaction.
func (p *Payouts) payBank(ctx context.Context, by staff.Actor, sn, reference, reason string, check func(ctx context.Context, tx *db.Tx, row *withdrawalRow) error) (Withdrawal, error) {
	ref, ok := cleanReference(reference)
	if !ok {
		return Withdrawal{}, ErrReference
	}
	out, err := p.withdrawals.change(ctx, by, sn, "withdrawal.paid", reason, func(ctx context.Context, tx *db.Tx, row *withdrawalRow) (string, error) {
		if err := check(ctx, tx, row); err != nil {
			return "", err
		}
		if err := p.guard.Gate.CheckIn(ctx, tx, guard.DoorWithdrawals); err != nil {
			return "", err
		}
		if err := attemptOpen(row); err != nil {
			return "", err
		}
		if row.State == Approved {
			if err := p.payer(ctx, tx, row, by); err != nil {
				return "", err
			}
		}
		if err := p.bookPaid(ctx, tx, row, ref, by.Name); err != nil {
			return "", err
		}
		p.seam("Pay.C1")
		return "已出款", nil
	})
	if err == nil {
		p.seam("Pay.C2")
	}
	return out, err
}

// Destination is where an approved withdrawal goes, in full.
type Destination struct {
	Bank, Number, Holder, Province, City, Branch string

	Network string // of coins: then Number is the address, and Coins is what to send
	Coins   money.Coins
}

// Destination shows staff who pay the whole destination, as it was when the
// player asked. Each look is audited. It is the last step before the bank: it
// is refused while the player may not withdraw.
func (p *Payouts) Destination(ctx context.Context, by staff.Actor, sn string) (Destination, error) {
	var d Destination
	err := p.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := p.guard.Gate.CheckIn(ctx, tx, guard.DoorWithdrawals); err != nil {
			return err
		}
		row, err := lockWithdrawal(ctx, tx, sn)
		if err != nil {
			return err
		}
		if row.State != Approved {
			return ErrWithdrawState.With(withdrawalStates[row.State])
		}
		if err := attemptOpen(&row); err != nil {
			return err
		}
		if err := row.inBatch(); err != nil {
			return err
		}
		if err := p.notApprover(ctx, tx, &row, by); err != nil {
			return err
		}
		if err := p.withdrawals.mayLeave(ctx, tx, row.Player); err != nil {
			return err
		}
		_, err = tx.NewRaw("UPDATE withdrawal SET destination_at = ? WHERE sn = ?", tx.NowMillis(), sn).Exec(ctx)
		if err != nil {
			return fmt.Errorf("destination of %s: %w", sn, err)
		}
		d = Destination{Bank: bankName(row.Bank), Branch: row.Branch, Network: row.Network, Coins: money.Coins(row.Coins)}
		if row.Network != "" {
			d.Bank = "USDT-" + NetworkName(row.Network)
		}
		d.Province, d.City = regionNames(row.Province, row.City)
		if d.Number, err = p.box.Open(sealedAt("withdrawal", "number", sn), row.Number); err != nil {
			return err
		}
		if d.Holder, err = p.box.Open(sealedAt("withdrawal", "holder", sn), row.Holder); err != nil {
			return err
		}
		return p.staff.Audit(ctx, tx, by, staff.Change{Action: "withdrawal.destination", Subject: withdrawalSubject(sn), Label: sn})
	})
	if err != nil {
		return Destination{}, err
	}
	p.seam("Destination.C4")
	return d, nil
}
