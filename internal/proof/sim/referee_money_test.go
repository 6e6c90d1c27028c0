package sim

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/method"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/money"
)

type depositRow struct {
	SN                            string `bun:"sn"`
	OrderID, Player, Style, State string
	GatewayTxn, BankRef           string
	Amount, Received, Proved      int64
	Suspended                     bool
}

func (w *world) depositRows(where string) []depositRow {
	var rows []depositRow
	w.must(w.d.NewRaw(`SELECT sn, order_id, player, style, state, gateway_txn, bank_ref, amount, received, proved, suspended
		FROM deposit `+where+` ORDER BY created_at, order_id`).Scan(w.ctx, &rows))
	return rows
}

// auditDeposits looks at what became of each deposit since it looked last.
func (w *world) auditDeposits() {
	for _, r := range w.depositRows("") {
		o := w.deposits[r.OrderID]
		if o == nil {
			o = w.secondOrder(r)
		}
		w.labels[r.SN] = o.id
		if o.seen == r.State {
			continue
		}
		if o.seen != "" {
			w.say("deposit %s is %s", o.id, r.State)
		}
		if o.player != r.Player || int64(o.amount) != r.Amount || o.sn != "" && o.sn != r.SN {
			w.fail("deposit %s is not what was ordered: %+v", o.id, r)
		}
		switch {
		case o.seen == deposit.Credited:
			w.fail("deposit %s was credited, and now it is %s", o.id, r.State)
		case r.State == deposit.Credited:
			w.judgeCredit(o, r)
		case r.State == deposit.Expired && o.claimed && r.Style == method.StyleBank:
			w.fail("deposit %s was said to be paid, and a clock closed it", o.id)
		case r.State == deposit.Closed && !o.closing && o.channel == channelBank:
			w.fail("nobody closed deposit %s", o.id)
		}
		o.seen = r.State
	}
}

// secondOrder is the order that the house makes for a second payment of one.
func (w *world) secondOrder(r depositRow) *depositOrder {
	parts := strings.Split(r.OrderID, ":")
	p := (*gatewayPayment)(nil)
	if len(parts) == 3 && parts[0] == "again" {
		p = w.gateway.payments[parts[2]]
	}
	if p == nil || p.order.ref != parts[1] {
		w.fail("nobody ordered deposit %s", r.OrderID)
	}
	o := &depositOrder{id: w.labels[parts[1]] + "+" + p.txn, player: r.Player, channel: channelOnline, amount: p.amount, sn: r.SN}
	w.deposits[r.OrderID] = o
	return o
}

// judgeCredit says whether money came for what was credited, and came once.
func (w *world) judgeCredit(o *depositOrder, r depositRow) {
	number := r.BankRef
	switch {
	case r.Style == method.StyleBank:
		a := w.bank.arrived[r.BankRef]
		if a == nil || a.order != o || int64(a.amount) != r.Received {
			w.fail("deposit %s is credited with %d, and the bank has no such transfer", o.id, r.Received)
		}
	default:
		p := w.paymentOf(o, r)
		if p == nil || int64(p.amount) != r.Received {
			w.fail("deposit %s is credited with %d, and the gateway was not paid that", o.id, r.Received)
		}
		if r.Received != r.Amount && o.byHand != p.amount {
			w.fail("deposit %s is credited with %d instead of %d, and nobody decided that", o.id, r.Received, r.Amount)
		}
		number = p.txn
	}
	if other, twice := w.credited[number]; twice {
		w.fail("payment %s is credited to %s, and was to %s", number, o.id, other)
	}
	w.credited[number] = o.id
}

// paymentOf is the payment that an order says it got. Where two of the
// gateway's answers differed the house notes no number, and people ask.
func (w *world) paymentOf(o *depositOrder, r depositRow) *gatewayPayment {
	theirs := w.gateway.orders[r.SN]
	p := w.gateway.payments[r.GatewayTxn]
	switch {
	case p == nil && theirs != nil && theirs.lied && o.byHand > 0:
		return theirs.payments[0]
	case p == nil:
		return nil
	case p.order.ref != r.SN && r.OrderID != "again:"+p.order.ref+":"+p.txn:
		return nil
	}
	return p
}

// auditWithdrawals looks at what became of each withdrawal.
func (w *world) auditWithdrawals() {
	var rows []struct {
		SN                                string `bun:"sn"`
		OrderID, Player, State, Reference string
		Amount                            int64
	}
	w.must(w.d.NewRaw("SELECT sn, order_id, player, state, reference, amount FROM withdrawal ORDER BY created_at, order_id").Scan(w.ctx, &rows))
	for _, r := range rows {
		o := w.withdrawals[r.OrderID]
		if o == nil || o.player != r.Player || int64(o.amount) != r.Amount || o.sn != "" && o.sn != r.SN {
			w.fail("withdrawal %s is not what was ordered: %+v", r.OrderID, r)
		}
		w.labels[r.SN] = o.id
		if o.seen == r.State {
			continue
		}
		if o.seen != "" {
			w.say("withdrawal %s is %s", o.id, r.State)
		}
		switch {
		case o.seen == withdrawal.Paid || o.seen == withdrawal.Rejected || o.seen == withdrawal.Failed:
			w.fail("withdrawal %s had ended as %s, and now it is %s", o.id, o.seen, r.State)
		case r.State == withdrawal.Paid && w.bank.paid[r.Reference] != o.id:
			w.fail("withdrawal %s is paid, and the bank paid nothing", o.id)
		case (r.State == withdrawal.Rejected || r.State == withdrawal.Failed) && (!o.rejecting || o.payout != ""):
			w.fail("withdrawal %s is given back, and nobody decided that", o.id)
		}
		o.seen = r.State
	}
}

// lied lists the orders about which a signed notice named an amount that was
// never paid: they stay open cases, for nobody in the house can know better.
func (w *world) lied() string {
	list := []string{"''"}
	for _, ref := range slices.Sorted(maps.Keys(w.gateway.orders)) {
		if w.gateway.orders[ref].lied {
			list = append(list, "'"+ref+"'")
		}
	}
	return strings.Join(list, ", ")
}

// expectPayments adds what came from and went to banks and gateway: each
// payment is in exactly one place.
func (w *world) expectPayments(books map[string]money.Fen) {
	rows := map[string]depositRow{} // by the gateway's number, and by ours
	for _, r := range w.depositRows("") {
		rows[r.SN] = r
		if r.GatewayTxn != "" {
			rows[r.GatewayTxn] = r
		}
	}
	for _, id := range slices.Sorted(maps.Keys(w.deposits)) {
		o := w.deposits[id]
		if o.sn != "" && o.seen == "" {
			w.fail("deposit %s was acknowledged and is not there", id)
		}
		if a := o.arrival; a != nil {
			if w.credited[a.ref] != o.id {
				w.fail("bank transfer %s arrived and was not credited", a.ref)
			}
			books["house:bank:"+o.account] -= a.amount
			books["player:"+o.player+":centre"] += a.amount
		}
	}
	for _, txn := range slices.Sorted(maps.Keys(w.gateway.payments)) {
		w.expectPayment(books, w.gateway.payments[txn], rows)
	}
	for _, id := range slices.Sorted(maps.Keys(w.withdrawals)) {
		o := w.withdrawals[id]
		if o.sn != "" && o.seen == "" {
			w.fail("withdrawal %s was acknowledged and is not there", id)
		}
		if o.payout != "" {
			books["player:"+o.player+":centre"] -= o.amount
			books["house:bank:payout"] += o.amount
		}
	}
}

func (w *world) expectPayment(books map[string]money.Fen, p *gatewayPayment, rows map[string]depositRow) {
	r, known := rows[p.txn]
	amount := p.amount
	switch to := w.credited[p.txn]; {
	case to != "":
		books["player:"+rows[p.order.ref].Player+":centre"] += amount
	case known && r.State == deposit.Closed && r.Suspended && money.Fen(r.Proved) == amount && w.deposits[r.OrderID].closing:
		books["suspense:deposit"] += amount
	case p.order.lied:
		r = rows[p.order.ref]
		if r.State != deposit.Review {
			w.fail("payment %s was lied about, and its order %s is no open case: %s", p.txn, p.order.ref, r.State)
		}
		amount = money.Fen(r.Proved)
		books["suspense:deposit"] += amount
	default:
		w.fail("payment %s of %s for %s is nowhere: %s", p.txn, amount, p.order.ref, fmt.Sprintf("%+v", r))
	}
	books["house:gateway:epay"] -= amount
}
