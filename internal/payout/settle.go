package payout

import (
	"context"
	"time"

	"hongyun/internal/cashier/order"
	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/payment"
)

// settle does what a company's answer to a question proves about an attempt, which
// is locked. No answer proves nothing.
func (p *Payouts) settle(ctx context.Context, tx *db.Tx, a *attempt, s payment.Status) error {
	if s.GatewayTxn != "" && !a.ended() {
		a.Txn = s.GatewayTxn
	}
	switch {
	case a.State == Planned:
		return nil // it was not sent: nothing that is said is about it
	case a.ended():
		return p.contradicts(ctx, tx, a, s)
	case s.State == payment.Paid && int64(s.Amount) == a.Amount:
		return p.pay(ctx, tx, a, order.BySystem)
	case s.State == payment.Paid:
		a.Paid, a.Answer = int64(s.Amount), "公司称已付"+s.Amount.Grouped()+"元"
		return p.wait(ctx, tx, a, needsAmount)
	case s.State == payment.Failed:
		return p.fail(ctx, tx, a, orText(a.Answer, a.State == Refused, "公司查询：失败"))
	case s.State == payment.Absent:
		return p.absent(ctx, tx, a)
	case s.State == payment.Open:
		a.Answer = "公司查询：处理中"
		a.become(acceptMove)
	case a.State == Asked:
		a.Answer = "提交后没有明确答复"
		a.become(silentMove)
	}
	return save(ctx, tx, a)
}

func orText(text string, keep bool, other string) string {
	if keep && text != "" {
		return text
	}
	return other
}

// absent deals with "no such order". An order under way may still arrive, so it is a
// no only once it has held long enough, at the place where the attempt was sent, and
// never for what the company took.
func (p *Payouts) absent(ctx context.Context, tx *db.Tx, a *attempt) error {
	v := p.companies.Of(a.Company)
	window := time.Duration(v.Absent) * time.Minute
	if a.State == Refused {
		window = confirmFor
	}
	held := tx.Now().Sub(stamped(a.AskedAt)) >= window
	switch {
	case !held:
		a.Answer = orText(a.Answer, a.State == Refused, "公司查询：无此订单")
		if a.State == Asked {
			a.become(silentMove)
		}
		if a.State == Refused {
			a.AskAt = min(a.AskAt, stamped(a.AskedAt).Add(confirmFor).UnixMilli())
		}
		return save(ctx, tx, a)
	case v.place() != a.Place:
		return p.wait(ctx, tx, a, needsMoved)
	case a.State == Accepted:
		return p.wait(ctx, tx, a, needsAbsent)
	}
	return p.fail(ctx, tx, a, orText(a.Answer, a.State == Refused, "公司查询：无此订单"))
}

// contradicts keeps an answer about an attempt that ended otherwise, for people.
func (p *Payouts) contradicts(ctx context.Context, tx *db.Tx, a *attempt, s payment.Status) error {
	switch {
	case a.Needs != "":
		return nil
	case a.State == Failed && s.State == payment.Paid:
		return p.paidLate(ctx, tx, a, s)
	case a.State == Paid && s.State == payment.Failed:
		return p.flag(ctx, tx, a, needsReversed)
	}
	return nil
}

// wait leaves an attempt to people. Its order stays held.
func (p *Payouts) wait(ctx context.Context, tx *db.Tx, a *attempt, needs string) error {
	if a.State == Asked {
		a.become(silentMove)
	}
	a.Needs, a.AskAt = needs, 0
	if err := save(ctx, tx, a); err != nil {
		return err
	}
	return p.Cashier.NoteCompany(ctx, tx, a.SN, order.BySystem, needsTexts[needs], a.Ref)
}

// pay ends an attempt as paid and books its order.
func (p *Payouts) pay(ctx context.Context, tx *db.Tx, a *attempt, by string) error {
	if err := p.endPaid(ctx, tx, a); err != nil {
		return err
	}
	if err := p.Cashier.PaidByCompany(ctx, tx, a.SN, a.Ref, a.Company, a.Txn, by); err != nil {
		return err
	}
	p.Seam("Settle.BeforeCommit")
	return nil
}

// endPaid ends an attempt as paid.
func (p *Payouts) endPaid(ctx context.Context, tx *db.Tx, a *attempt) error {
	move := payMove
	if a.State == Failed {
		move = payLateMove
	}
	a.become(move)
	a.Needs, a.Answer, a.Short, a.AskAt, a.EndedAt = "", "已付", false, 0, tx.NowMillis()
	if a.Paid == 0 {
		a.Paid = a.Amount
	}
	tx.AfterCommit(func() { p.ended.WithLabelValues(a.Company, Paid).Inc() })
	return save(ctx, tx, a)
}

// fail ends an attempt that did not pay: its order is to be paid again, as people choose.
func (p *Payouts) fail(ctx context.Context, tx *db.Tx, a *attempt, why string) error {
	a.become(failMove)
	a.Needs, a.Answer, a.AskAt, a.EndedAt = "", why, 0, tx.NowMillis()
	if a.AskedAt > 0 { // it went out: a company that pays it after all is found
		a.AskAt = tx.Now().Add(firstLook).UnixMilli()
	}
	if err := save(ctx, tx, a); err != nil {
		return err
	}
	if err := p.release(ctx, tx, a, why); err != nil {
		return err
	}
	if err := countDay(ctx, tx, a.Company, a.Day, -a.Amount); err != nil {
		return err
	}
	tx.AfterCommit(func() { p.ended.WithLabelValues(a.Company, Failed).Inc() })
	return nil
}

// amountText is an amount in words for people.
func amountText(n int64) string { return money.Fen(n).Grouped() + " 元" }
