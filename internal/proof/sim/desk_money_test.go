package sim

import (
	"strings"

	"hongyun/internal/calendar"
	"hongyun/internal/cashier/bank"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/method"
	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/money"
	"hongyun/internal/staff"
)

// workDeposits is what staff do with the deposits that wait for them: they read
// the bank's statement, and ask the gateway what was really paid.
func (w *world) workDeposits() {
	for _, r := range w.depositRows(`WHERE state = 'review' OR style = 'Bank' AND state IN ('pending', 'claimed', 'expired')`) {
		if !w.calm && w.rng.IntN(3) == 0 {
			continue
		}
		if w.deposits[r.OrderID] == nil {
			w.auditDeposits() // made while somebody else was held up
		}
		o := w.deposits[r.OrderID]
		switch {
		case r.Style == method.StyleBank:
			w.workTransferIn(o, r)
		case r.State == deposit.Review:
			w.workReview(o, r)
		}
	}
}

// workTransferIn compares an order with the bank's statement.
func (w *world) workTransferIn(o *depositOrder, r depositRow) {
	switch a := o.arrival; {
	case a != nil && r.State == deposit.Review:
		w.resolve(o, deposit.Resolution{SN: r.SN, Credit: true, Received: a.amount, BankRef: a.ref, Reason: "银行已到账"})
	case a != nil:
		w.act("anna confirms "+o.id, func(n *node) {
			out, err := n.Deposits.ConfirmByHand(w.ctx, anna, deposit.Confirmation{SN: r.SN, Received: a.amount, BankRef: a.ref, Reason: "银行已到账"})
			w.say("anna confirms %s: %v %s", o.id, out.Done, code(err))
			w.expectedAtDesk(o.id, err)
		})
	case o.willPay || r.State == deposit.Pending || r.State == deposit.Expired: // it may come yet
	case r.State == deposit.Review:
		w.resolve(o, deposit.Resolution{SN: r.SN, Reason: "没有到账"})
	default:
		o.closing = true
		w.act("anna rejects "+o.id, func(n *node) {
			err := n.Deposits.Reject(w.ctx, anna, r.SN, "没有到账")
			w.say("anna rejects %s: %s", o.id, code(err))
			w.expectedAtDesk(o.id, err)
		})
	}
}

// workReview decides about a payment through the gateway. What was proved
// otherwise than it was paid is left as it is: only the gateway can mend that.
func (w *world) workReview(o *depositOrder, r depositRow) {
	p := w.gateway.payments[r.GatewayTxn]
	if p == nil {
		if theirs := w.gateway.orders[r.SN]; len(theirs.payments) > 0 {
			p = theirs.payments[0]
		}
	}
	switch {
	case p == nil:
		w.resolve(o, deposit.Resolution{SN: r.SN, Reason: "没有到账"})
	case r.Proved > 0 && money.Fen(r.Proved) != p.amount:
	case r.Proved > 0 && w.of("review", o.id).IntN(3) == 0:
		w.resolve(o, deposit.Resolution{SN: r.SN, Reason: "退回付款人"})
	default:
		w.resolve(o, deposit.Resolution{SN: r.SN, Credit: true, Received: p.amount, Reason: "网关确认到账"})
	}
}

func (w *world) resolve(o *depositOrder, r deposit.Resolution) {
	o.closing, o.byHand = !r.Credit, r.Received
	w.act("anna resolves "+o.id, func(n *node) {
		out, err := n.Deposits.Resolve(w.ctx, anna, r)
		w.say("anna resolves %s, credit %v: %v %s", o.id, r.Credit, out.Done, code(err))
		w.expectedAtDesk(o.id, err)
	})
}

// expectedAtDesk knows what staff may be told about an order that has moved on.
func (w *world) expectedAtDesk(what string, err error) {
	if err != nil {
		w.expected(what, err, deposit.ErrState, order.ErrBankRefUsed, deposit.ErrReceivedProved, staff.ErrOpenRequest,
			withdrawal.ErrState, withdrawal.ErrClaimed, withdrawal.ErrNotClaimer, bank.ErrReferenceUsed)
	}
}

// workWithdrawals leads withdrawals a step further each.
func (w *world) workWithdrawals() {
	var rows []struct {
		SN                      string `bun:"sn"`
		OrderID, State, Claimed string
		ClaimExpiresAt          int64
	}
	w.must(w.d.NewRaw(`SELECT sn, order_id, state, claimed_by AS claimed, claim_expires_at FROM withdrawal
		WHERE state IN ('submitted', 'claimed', 'approved') ORDER BY created_at, order_id`).Scan(w.ctx, &rows))
	for _, r := range rows {
		if !w.calm && w.rng.IntN(4) == 0 {
			continue
		}
		o, by := w.withdrawals[r.OrderID], clara
		switch {
		case r.State == withdrawal.Approved:
			w.payOut(o, r.SN)
			continue
		case r.State == withdrawal.Taken && calendar.FromMillis(r.ClaimExpiresAt).After(w.clock.Now()):
			if r.Claimed == boris.ID {
				by = boris
			}
		default:
			if w.rng.IntN(2) == 0 {
				by = boris
			}
			w.withdrawalStep(o, by, "claims", func(n *node) error { _, err := n.Withdrawals.Claim(w.ctx, by, r.SN); return err })
			if w.rng.IntN(4) == 0 && !w.calm {
				continue // and goes to lunch
			}
		}
		w.review(o, by, r.SN)
	}
}

func (w *world) withdrawalStep(o *withdrawOrder, by staff.Actor, what string, do func(n *node) error) {
	w.act(by.Name+" "+what+" "+o.id, func(n *node) {
		err := do(n)
		w.say("%s %s %s: %s", by.Name, what, o.id, code(err))
		w.expectedAtDesk(o.id, err)
	})
}

// review is the decision about a withdrawal that somebody has claimed.
func (w *world) review(o *withdrawOrder, by staff.Actor, sn string) {
	switch w.of("review", o.id).IntN(4) {
	case 0:
		o.rejecting = true
		w.withdrawalStep(o, by, "rejects", func(n *node) error { _, err := n.Withdrawals.Reject(w.ctx, by, sn, "姓名不符"); return err })
	default:
		if !w.calm && w.rng.IntN(6) == 0 {
			w.withdrawalStep(o, by, "releases", func(n *node) error { _, err := n.Withdrawals.Release(w.ctx, by, sn); return err })
			return
		}
		w.withdrawalStep(o, by, "approves", func(n *node) error { _, err := n.Withdrawals.Approve(w.ctx, by, sn, "可以"); return err })
	}
}

// payOut has the bank pay, which it does once or not at all, and tells the
// house, which a death may make necessary more than once.
func (w *world) payOut(o *withdrawOrder, sn string) {
	if w.of("payout", o.id).IntN(6) == 0 {
		o.rejecting = true
		w.withdrawalStep(o, anna, "fails", func(n *node) error { _, err := n.Payouts.FailPayout(w.ctx, anna, sn, "银行退回"); return err })
		return
	}
	o.payout = "P" + o.id
	w.bank.paid[strings.ToUpper(o.payout)] = o.id
	for range 1 + w.rng.IntN(2) { // two people may note it
		w.withdrawalStep(o, anna, "pays", func(n *node) error { _, err := n.Payouts.Pay(w.ctx, anna, sn, o.payout); return err })
	}
}
