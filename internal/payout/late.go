package payout

import (
	"context"
	"fmt"

	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/payer"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/db"
	"hongyun/internal/payment"
	"hongyun/internal/staff"
)

// paidLate deals with a company that says that it paid after its attempt had failed.
// The order is held for this attempt again, whatever amount the company names. The
// full amount pays the order at once, with a flag where somebody else may have paid it
// too. Everything else waits for two people.
func (p *Payouts) paidLate(ctx context.Context, tx *db.Tx, a *attempt, s payment.Status) error {
	o, err := p.holdLate(ctx, tx, a, s)
	if err != nil {
		return err
	}
	if !o.HeldBy(a.Ref) || int64(s.Amount) != a.Amount {
		return p.flag(ctx, tx, a, needsLate)
	}
	if err := p.pay(ctx, tx, a, order.BySystem); err != nil || !o.Seen {
		return err
	}
	return p.flag(ctx, tx, a, needsTwice)
}

// holdLate notes what a company says that it paid, and holds the order if it is free.
func (p *Payouts) holdLate(ctx context.Context, tx *db.Tx, a *attempt, s payment.Status) (payer.LateOrder, error) {
	a.Paid, a.AskAt = int64(s.Amount), 0
	if s.GatewayTxn != "" {
		a.Txn = s.GatewayTxn
	}
	if err := countDay(ctx, tx, a.Company, a.Day, a.Amount); err != nil { // the failure took it off
		return payer.LateOrder{}, err
	}
	return p.Cashier.HoldAgain(ctx, tx, a.SN, a.Ref)
}

// numberUsed leaves an attempt to people: its company says paid, under a number that
// has paid another order.
func (p *Payouts) numberUsed(ctx context.Context, tx *db.Tx, a *attempt, s payment.Status) error {
	switch {
	case a.State == Failed && a.Needs == "":
		if _, err := p.holdLate(ctx, tx, a, s); err != nil {
			return err
		}
		if err := p.flag(ctx, tx, a, needsLate); err != nil {
			return err
		}
		return p.Cashier.NoteCompany(ctx, tx, a.SN, order.BySystem, needsTexts[needsNumber], s.GatewayTxn)
	case a.ended():
		return nil
	}
	a.Paid, a.Txn = int64(s.Amount), s.GatewayTxn
	return p.wait(ctx, tx, a, needsNumber)
}

// payDecided books what two people say was paid. A number of the company that has
// paid another order is not claimed: the attempt's own reference stands for it.
func (p *Payouts) payDecided(ctx context.Context, tx *db.Tx, a *attempt, who string) error {
	if err := p.dropUsedNumber(ctx, tx, a); err != nil {
		return err
	}
	return p.pay(ctx, tx, a, who)
}

func (p *Payouts) dropUsedNumber(ctx context.Context, tx *db.Tx, a *attempt) error {
	used, err := p.Cashier.NumberUsed(ctx, tx, a.Company, a.Txn)
	if used {
		a.Txn = ""
	}
	return err
}

// flag has an attempt that ended wait for people.
func (p *Payouts) flag(ctx context.Context, tx *db.Tx, a *attempt, needs string) error {
	a.Needs, a.Answer = needs, needsTexts[needs]
	if err := save(ctx, tx, a); err != nil {
		return err
	}
	return p.Cashier.NoteCompany(ctx, tx, a.SN, order.BySystem, needsTexts[needs], a.Ref)
}

// release frees the order of an attempt that failed. Where an earlier attempt is said
// to have paid late, the order is held for that one at once.
func (p *Payouts) release(ctx context.Context, tx *db.Tx, a *attempt, why string) error {
	if err := p.Cashier.EndAttempt(ctx, tx, a.SN, a.Ref, why, a.AskedAt > 0); err != nil {
		return err
	}
	var late []string
	err := tx.NewRaw("SELECT ref FROM payout_attempt WHERE sn = ? AND state = 'failed' AND needs = ? ORDER BY no LIMIT 1", a.SN, needsLate).Scan(ctx, &late)
	if err != nil {
		return fmt.Errorf("late attempts of %s: %w", a.SN, err)
	}
	if len(late) == 0 {
		return nil
	}
	_, err = p.Cashier.HoldAgain(ctx, tx, a.SN, late[0])
	return err
}

// mayDecideLate says why two people may not say of a late payment that it was made:
// another attempt is under way to pay the same order.
func mayDecideLate(a attempt, o payer.LateOrder, paid bool) error {
	if paid && a.late() && o.State == withdrawal.Approved && !o.HeldBy(a.Ref) {
		return ErrOtherAttempt.With(o.Attempt)
	}
	return nil
}

// decideLate carries out what two people say about a late payment. A payment of an
// order that was paid another way, or given back, is booked as the loss it is.
func (p *Payouts) decideLate(ctx context.Context, tx *db.Tx, a *attempt, d decision, by staff.Actor, asked staff.Approval) error {
	o, err := p.Cashier.HoldAgain(ctx, tx, a.SN, a.Ref)
	if err != nil {
		return err
	}
	if err := mayDecideLate(*a, o, d.Paid); err != nil {
		return err
	}
	held := o.HeldBy(a.Ref)
	switch {
	case d.Paid && held:
		return p.payDecided(ctx, tx, a, people(asked, by))
	case d.Paid:
		return p.payBeside(ctx, tx, a, by, asked)
	}
	a.Needs = ""
	if err := save(ctx, tx, a); err != nil {
		return err
	}
	if err := countDay(ctx, tx, a.Company, a.Day, -a.Amount); err != nil {
		return err
	}
	if held {
		return p.release(ctx, tx, a, "两人认定未付："+d.Reason)
	}
	return nil
}

// payBeside ends an attempt as paid whose order had ended without it.
func (p *Payouts) payBeside(ctx context.Context, tx *db.Tx, a *attempt, by staff.Actor, asked staff.Approval) error {
	if err := p.dropUsedNumber(ctx, tx, a); err != nil {
		return err
	}
	if err := p.endPaid(ctx, tx, a); err != nil {
		return err
	}
	return p.Cashier.PaidLate(ctx, tx, by, asked, payer.CompanyPayment{SN: a.SN, Attempt: a.Ref, Company: a.Company, Txn: a.Txn})
}
