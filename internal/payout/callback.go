package payout

import (
	"context"
	"errors"

	"hongyun/internal/payment"
	"hongyun/internal/secret"
)

// ReceiveCallback takes what somebody sent to the address of an attempt. It is
// stored before anything in it is read. A notice decides nothing: an authentic one
// has the company asked, and the answer to our question settles. The acknowledgement
// is given only after the commit. Errors: ErrNoAttempt for a wrong token, ErrForged,
// ErrPending when the sender should come again.
func (p *Payouts) ReceiveCallback(ctx context.Context, company, token, remote string, raw payment.Raw) (contentType, body string, err error) {
	adapter := p.adapter(company)
	if adapter == nil || !secret.IsToken(token) {
		return "", "", ErrNoAttempt
	}
	a, err := read(ctx, p.DB, "token = ?", token, "")
	if err == nil && a.Company != company {
		err = ErrNoAttempt
	}
	if err != nil {
		return "", "", err
	}
	id, err := p.Cashier.KeepCallback(ctx, company, a.Ref, remote, raw)
	if err != nil {
		return "", "", err
	}
	notice, err := adapter.ReadCallback(raw)
	if err == nil && notice.Ref != a.Ref {
		err = payment.ErrForged
	}
	if err != nil {
		verdict := "bad_signature"
		if errors.Is(err, payment.ErrUnreadable) {
			verdict = "unreadable"
		}
		p.Log.WarnContext(ctx, "callback is not the pay-out company's", "company", company, "ref", a.Ref, "remote", remote)
		return "", "", errors.Join(ErrForged, p.Cashier.JudgeCallback(ctx, id, verdict, err.Error()))
	}
	if a.State != Planned && !agrees(a, notice.State) {
		p.Seam("Callback.BeforeAsk")
		if a, err = p.lookUp(ctx, a); err != nil || !agrees(a, notice.State) && a.Needs == "" {
			p.Log.WarnContext(ctx, "the company does not confirm its notice", "company", company, "ref", a.Ref, "err", err)
			return "", "", errors.Join(ErrPending, p.Cashier.JudgeCallback(ctx, id, "", "公司查询未确认"))
		}
	}
	if err := p.Cashier.JudgeCallback(ctx, id, "accepted", notice.Said); err != nil {
		return "", "", err
	}
	contentType, body = adapter.Acknowledge()
	return contentType, body, nil
}

// agrees says that a notice tells nothing new about an attempt.
func agrees(a attempt, said payment.State) bool {
	switch said {
	case payment.Paid:
		return a.State == Paid
	case payment.Failed:
		return a.State == Failed
	}
	return true
}
