package payout

import (
	"context"

	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/payer"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/staff"
)

// kindAttempt is the kind of the second person's request.
const kindAttempt staff.Kind[decision] = "payout.attempt"

// decision is what a second person is asked to agree to.
type decision struct {
	Ref    string `json:"ref"`
	State  string `json:"state"`
	Needs  string `json:"needs"`
	Paid   bool   `json:"paid"`
	Reason string `json:"reason"`
}

// decidable says why people may not decide about an attempt, nil if they may: it
// waits for them, or nobody knew for a day.
func (p *Payouts) decidable(a attempt) error {
	switch {
	case a.Needs != "":
		return nil
	case a.ended():
		return ErrSettled.With(stateTexts[a.State])
	case a.State == Planned || p.DB.Clock().Now().Sub(stamped(a.AskedAt)) < decideAfter:
		return ErrStillWorks
	}
	return nil
}

// Decide asks for a second person's yes to what became of an attempt of an order: paid books its
// order in full, not paid frees the order. Where the attempt had paid, it only notes
// that people dealt with the contradiction. The company is asked once more first.
// Faults: ErrNoAttempt, ErrStillWorks, ErrSettled, ErrOtherAttempt, staff's.
func (p *Payouts) Decide(ctx context.Context, by staff.Actor, sn, ref string, paid bool, reason string) (order.Outcome, error) {
	reason, err := staff.CheckReason(reason)
	if err != nil {
		return order.Outcome{}, err
	}
	a, err := read(ctx, p.DB, "ref = ?", ref, "")
	if err == nil && a.SN != sn {
		err = ErrNoAttempt
	}
	if err != nil {
		return order.Outcome{}, err
	}
	if err := p.decidable(a); err != nil {
		return order.Outcome{}, err
	}
	if !a.ended() {
		if now, err := p.lookUp(ctx, a); err == nil {
			a = now
		}
	}
	var out order.Outcome
	err = p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		a, err := lock(ctx, tx, ref)
		if err != nil {
			return err
		}
		if err := p.decidable(a); err != nil {
			return err
		}
		o, err := p.Cashier.LateOrder(ctx, tx, a.SN)
		if err == nil {
			err = mayDecideLate(a, o, paid)
		}
		if err != nil {
			return err
		}
		amount := money.Fen(a.Amount)
		out.ApprovalID, err = p.Staff.RequestApproval(ctx, tx, by, kindAttempt.Request(decision{Ref: ref, State: a.State, Needs: a.Needs, Paid: paid, Reason: reason}, staff.Request{
			Subject: "withdrawal:" + a.SN, Label: a.SN, Title: title(a, paid) + " " + amountText(a.Amount), Amount: &amount,
			Details: []staff.Detail{
				{Label: "玩家", Value: a.Player}, {Label: "代付编号", Value: a.Ref}, {Label: "代付公司", Value: p.companies.Of(a.Company).Name},
				{Label: "当前状态", Value: stateTexts[a.State]}, {Label: "公司答复", Value: orText(a.Answer, true, "无")}, {Label: "公司称付出", Value: amountText(a.Paid)},
				{Label: "订单状态", Value: withdrawal.StateText(o.State)}, {Label: "后果", Value: effect(a, o, paid)},
			},
			Reason: reason,
		}))
		if err != nil {
			return err
		}
		return p.Cashier.NoteCompany(ctx, tx, a.SN, by.Name, "提交："+title(a, paid), reason)
	})
	return out, err
}

// effect is what a second person's yes does, in a sentence.
func effect(a attempt, o payer.LateOrder, paid bool) string {
	switch {
	case a.ended() && !a.late():
		return "只记录已处理，不动资金"
	case !paid:
		return "订单可以重新出款或退回"
	case o.State == withdrawal.Approved:
		return "按订单全额入账为已出款"
	}
	return "订单已结束：按订单全额计入公司损失，并关闭出款"
}

func title(a attempt, paid bool) string {
	switch {
	case a.ended() && !a.late():
		return "代付矛盾已处理"
	case paid:
		return "认定代付已付"
	}
	return "认定代付未付"
}

// people are the two who decided.
func people(asked staff.Approval, by staff.Actor) string { return asked.MakerName + "、" + by.Name }

// decided carries out a second person's yes.
func (p *Payouts) decided(ctx context.Context, tx *db.Tx, by staff.Actor, asked staff.Approval, d decision) error {
	a, err := lock(ctx, tx, d.Ref)
	if err != nil {
		return err
	}
	if a.State != d.State || a.Needs != d.Needs {
		return staff.ErrSubjectChange
	}
	who := people(asked, by)
	if err := p.Cashier.NoteCompany(ctx, tx, a.SN, who, title(a, d.Paid), d.Reason); err != nil {
		return err
	}
	switch {
	case a.late():
		return p.decideLate(ctx, tx, &a, d, by, asked)
	case a.ended():
		a.Needs = ""
		return save(ctx, tx, &a)
	case d.Paid:
		return p.payDecided(ctx, tx, &a, who)
	}
	return p.fail(ctx, tx, &a, "两人认定未付："+d.Reason)
}
