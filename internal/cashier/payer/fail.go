package payer

import (
	"context"
	"fmt"

	"hongyun/internal/calendar"
	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/staff"
)

// failure is what a second person is asked to agree to.
type failure struct {
	SN            string    `json:"sn"`
	Amount        money.Fen `json:"amount"`
	DestinationAt int64     `json:"destinationAt"` // when it was last read; a later look makes the request void
	PayoutTx      string    `json:"payoutTx,omitempty"`
	Reason        string    `json:"reason"`
}

// payer records who pays an approved withdrawal. The person who approved it
// does not, and a request to call it failed is void now.
func (p *Payouts) payer(ctx context.Context, tx *db.Tx, row *withdrawal.Row, by staff.Actor) error {
	if err := p.notApprover(ctx, tx, row, by); err != nil {
		return err
	}
	if err := p.Staff.VoidPending(ctx, tx, by, withdrawal.Subject(row.SN), "提款已出款"); err != nil {
		return err
	}
	return p.AddAct(ctx, tx, order.Act{Sn: row.SN, Act: order.ActPay, Staff: by.ID, Player: row.Player, Amount: money.Fen(row.Amount)})
}

// notApprover is ErrOwnApproval for the person who approved a withdrawal. Where
// two people approved, the second one may pay: two people have seen it.
func (p *Payouts) notApprover(ctx context.Context, tx *db.Tx, row *withdrawal.Row, by staff.Actor) error {
	did, err := p.DidAct(ctx, tx, row.SN, order.ActApprove, by)
	if err == nil && did {
		err = ErrOwnApproval
	}
	return err
}

// FailPayout notes that an approved payout could not be made: the money returns
// to the player, once. Above the limit it waits for a second person. The bank
// may have paid from the moment in which its destination was read, so a bank
// payout is called failed only PayoutWait later (H-86); until then its result
// is unknown. The same wait holds after a company that was told to pay it failed.
// Faults: ErrState, ErrPayoutFresh, ErrSentFresh, ErrPayoutOpen, staff's.
func (p *Payouts) FailPayout(ctx context.Context, by staff.Actor, sn, reason string) (order.Outcome, error) {
	reason, err := staff.CheckReason(reason)
	if err != nil {
		return order.Outcome{}, err
	}
	seen, err := p.mayFail(ctx, sn)
	if err != nil {
		return order.Outcome{}, err
	}
	var out order.Outcome
	_, err = p.withdrawals.Change(ctx, by, sn, "withdrawal.fail", reason, func(ctx context.Context, tx *db.Tx, row *withdrawal.Row) (string, error) {
		out = order.Outcome{}
		if row.State != withdrawal.Approved {
			return "", withdrawal.ErrState.With(withdrawal.StateTexts[row.State])
		}
		if err := attemptOpen(row); err != nil {
			return "", err
		}
		if row.PayoutTx != seen {
			return "", ErrPayoutOpen // it was entered since
		}
		if err := p.mayGiveBack(tx, row); err != nil {
			return "", err
		}
		if err := p.Staff.Waiting(ctx, tx, by); err != nil {
			return "", err
		}
		second, err := p.withdrawals.AboveAlone(ctx, tx, order.ActFail, by, row)
		if err != nil {
			return "", err
		}
		if second {
			out.ApprovalID, err = p.requestFail(ctx, tx, by, row, reason)
			return "提交出款失败，待第二人审批", err
		}
		out.Done = true
		a := order.Act{Sn: sn, Act: order.ActFail, Staff: by.ID, Player: row.Player, Amount: money.Fen(row.Amount), Alone: true}
		if err := p.AddAct(ctx, tx, a); err != nil {
			return "", err
		}
		return "出款失败，款项退回", p.fail(ctx, tx, row, by, reason)
	})
	return out, err
}

// waited is ErrPayoutFresh while the payout may have been sent: for some time after
// a member of staff read its destination, at a bank or in coins. A transaction that
// was entered has a wait of its own.
func (p *Payouts) waited(tx *db.Tx, row *withdrawal.Row) error {
	last := max(row.DestinationAt, row.UnknownAt)
	if last == 0 || row.PayoutTx != "" {
		return nil
	}
	if until := order.Stamped(last).Add(p.Rules().PayoutWait); tx.Now().Before(until) {
		return ErrPayoutFresh.With(calendar.Stamp(until))
	}
	return nil
}

// mayGiveBack says why the money of a payout must not be given back yet: it may have
// been sent by a person, or by a company that said it was not and may say otherwise.
func (p *Payouts) mayGiveBack(tx *db.Tx, row *withdrawal.Row) error {
	if err := p.waited(tx, row); err != nil || row.SentAt == 0 {
		return err
	}
	if until := order.Stamped(row.SentAt).Add(p.Rules().PayoutWait); tx.Now().Before(until) {
		return ErrSentFresh.With(calendar.Stamp(until))
	}
	return nil
}

func (p *Payouts) fail(ctx context.Context, tx *db.Tx, row *withdrawal.Row, by staff.Actor, reason string) error {
	if err := p.withdrawals.Move(ctx, tx, row, withdrawal.FailMove, ""); err != nil {
		return err
	}
	return p.withdrawals.GiveBack(ctx, tx, row, by, reason)
}

func (p *Payouts) requestFail(ctx context.Context, tx *db.Tx, by staff.Actor, row *withdrawal.Row, reason string) (string, error) {
	amount := money.Fen(row.Amount)
	asked := failure{SN: row.SN, Amount: amount, DestinationAt: row.DestinationAt, PayoutTx: row.PayoutTx, Reason: reason}
	return p.Staff.RequestApproval(ctx, tx, by, kindFail.Request(asked, staff.Request{
		Subject: withdrawal.Subject(row.SN), Label: row.SN, Title: "出款失败，退回 " + amount.Grouped() + " 元", Amount: &amount,
		Details: []staff.Detail{
			{Label: "玩家", Value: row.Player}, {Label: "金额", Value: amount.Grouped()}, {Label: "收款账户", Value: row.Destination()},
		},
		Reason: reason,
	}))
}

// failApproved carries out a second person's yes.
func (p *Payouts) failApproved(ctx context.Context, tx *db.Tx, by staff.Actor, a staff.Approval, f failure) error {
	row, err := withdrawal.Lock(ctx, tx, f.SN)
	if err != nil {
		return err
	}
	if row.State != withdrawal.Approved || row.DestinationAt != f.DestinationAt || row.PayoutTx != f.PayoutTx || row.Amount != int64(f.Amount) {
		return staff.ErrSubjectChange
	}
	if err := attemptOpen(&row); err != nil {
		return err
	}
	if err := p.mayGiveBack(tx, &row); err != nil {
		return err
	}
	if err := p.AddTwo(ctx, tx, order.Act{Sn: row.SN, Act: order.ActFail, Player: row.Player, Amount: f.Amount}, by, a); err != nil {
		return err
	}
	if err := order.AddNote(ctx, tx, row.SN, by.Name, "第二人确认出款失败，款项退回", a.Decision); err != nil {
		return err
	}
	return p.fail(ctx, tx, &row, by, f.Reason)
}

// PayoutUnknown notes that staff do not know whether a bank paid. The order
// stays approved and is not called failed for another PayoutWait: it is paid
// when the statement shows it.
func (p *Payouts) PayoutUnknown(ctx context.Context, by staff.Actor, sn, reason string) (withdrawal.Withdrawal, error) {
	reason, err := staff.CheckReason(reason)
	if err != nil {
		return withdrawal.Withdrawal{}, err
	}
	return p.withdrawals.Change(ctx, by, sn, "withdrawal.unknown", reason, func(ctx context.Context, tx *db.Tx, row *withdrawal.Row) (string, error) {
		if row.State != withdrawal.Approved || row.Network != "" {
			return "", withdrawal.ErrState.With(withdrawal.StateTexts[row.State])
		}
		if err := attemptOpen(row); err != nil {
			return "", err
		}
		row.UnknownAt = tx.NowMillis()
		if _, err := tx.NewRaw("UPDATE withdrawal SET unknown_at = ? WHERE sn = ?", row.UnknownAt, sn).Exec(ctx); err != nil {
			return "", fmt.Errorf("payout of %s unknown: %w", sn, err)
		}
		return "出款结果待查", p.Staff.VoidPending(ctx, tx, by, withdrawal.Subject(sn), "出款结果待查")
	})
}
