package sim

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"hongyun/internal/cashier/deposit"
	"hongyun/internal/money"
	"hongyun/internal/payment"
)

// gatewayCompany is a payment gateway with its own orders and its own count of
// what was paid.
type gatewayCompany struct {
	w          *world
	refs, txns int
	orders     map[string]*gatewayOrder
	payments   map[string]*gatewayPayment // by the gateway's number
}

type gatewayOrder struct {
	ref, token string
	amount     money.Fen
	here       bool      // the gateway has it
	refused    bool      // and will not have it
	failed     bool      // it says that this will not be paid
	lied       bool      // a signed notice named an amount that was not paid
	watched    time.Time // until when the house finds out by itself for certain
	payments   []*gatewayPayment
}

type gatewayPayment struct {
	order  *gatewayOrder
	txn    string
	amount money.Fen
	heard  bool // our answer to its notice arrived
}

func (g *gatewayCompany) Rules() payment.Rules { return payment.Rules{Timeout: callTimeout} }
func (g *gatewayCompany) NewRef(time.Time) string {
	g.refs++
	return fmt.Sprintf("D%05d", g.refs)
}
func (g *gatewayCompany) Acknowledge() (string, string) { return "text/plain", "success" }

func (g *gatewayCompany) order(ref string) *gatewayOrder {
	if g.orders[ref] == nil {
		g.orders[ref] = &gatewayOrder{ref: ref}
	}
	return g.orders[ref]
}

func (g *gatewayCompany) Collect(_ context.Context, o payment.Order) (payment.Collection, error) {
	if err := g.w.reach("gateway.collect.ask", true); err != nil {
		return payment.Collection{}, err
	}
	chance := g.w.of("collect", o.Ref, g.w.clock.Now())
	f := g.w.fault(chance, "drop request", "drop response", "delay", "commit then error", "refuse", "garbage")
	there := g.order(o.Ref)
	if f == "refuse" && !there.here {
		there.refused = true
	}
	arrive := func() {
		if !there.refused {
			there.here, there.amount, there.token = true, o.Amount, o.NotifyURL[strings.LastIndex(o.NotifyURL, "/")+1:]
		}
	}
	switch {
	case there.refused:
		return payment.Collection{}, &payment.Refusal{Code: "E1"}
	case f == "drop request":
		return payment.Collection{}, errNetwork
	case f == "delay":
		g.w.in(callTimeout+time.Duration(chance.Int64N(int64(30*time.Minute))), arrive)
		return payment.Collection{}, context.DeadlineExceeded
	}
	arrive()
	g.w.seam("gateway.collect.answer")
	if f != "" && f != "refuse" {
		return payment.Collection{}, errNetwork
	}
	return payment.Collection{Link: "https://pay.example/" + o.Ref}, nil
}

func (g *gatewayCompany) Lookup(_ context.Context, ref string) (payment.Status, error) {
	if err := g.w.reach("gateway.lookup.ask", true); err != nil {
		return payment.Status{}, err
	}
	f := g.w.fault(g.w.of("lookup", ref, g.w.clock.Now()), "drop request", "garbage", "not found flap")
	o := g.order(ref)
	s := payment.Status{State: payment.Open}
	switch {
	case f == "drop request" || f == "garbage":
		return payment.Status{}, errNetwork
	case !o.here || f != "":
		s.State = payment.Absent
	case len(o.payments) > 0:
		s = payment.Status{State: payment.Paid, Amount: o.payments[0].amount, GatewayTxn: o.payments[0].txn}
	case o.failed:
		s.State = payment.Failed
	}
	if s.State == payment.Paid || s.State == payment.Failed {
		g.w.look |= deposits
	}
	if s.State != payment.Open {
		g.w.say("gateway asked about %s: %s %s", ref, s.State, s.Amount)
	}
	g.w.seam("gateway.lookup.answer")
	return s, nil
}

func (g *gatewayCompany) ReadCallback(raw payment.Raw) (payment.Notice, error) {
	q := raw.Query
	amount, err := money.ParseYuan(q.Get("money"))
	if err != nil {
		return payment.Notice{}, payment.ErrUnreadable
	}
	if q.Get("sign") != "right" {
		return payment.Notice{}, payment.ErrForged
	}
	return payment.Notice{Ref: q.Get("out_trade_no"), GatewayTxn: q.Get("trade_no"), Amount: amount, Paid: true}, nil
}

// pays has a payer pay an order.
func (g *gatewayCompany) pays(ref string, amount money.Fen) {
	o := g.orders[ref]
	if !o.here || o.lied { // a lie is judged alone, without a second payment beside it
		return
	}
	g.txns++
	p := &gatewayPayment{order: o, txn: fmt.Sprintf("E%05d", g.txns), amount: amount}
	o.payments = append(o.payments, p)
	g.payments[p.txn] = p
	g.w.say("%s is paid: %s of %s as %s", ref, amount, o.amount, p.txn)
	if len(o.payments) == 1 && !o.failed && g.w.clock.Now().Before(o.watched) && g.w.of("silent", p.txn).IntN(8) == 0 {
		g.w.say("%s is never told of", p.txn)
		return
	}
	g.w.in(time.Duration(1+g.w.of("first notice", p.txn).Int64N(30_000))*time.Millisecond, func() { g.notify(p, 0) })
}

// notify tells the house of a payment, again and again until it has answered,
// and now and then once more.
func (g *gatewayCompany) notify(p *gatewayPayment, attempt int) {
	w := g.w
	chance := w.of("notice", p.txn, attempt)
	f := w.fault(chance, "drop request", "drop response", "garbage", "forged", "wrong amount")
	if f == "wrong amount" && (len(p.order.payments) > 1 || p.order.failed) {
		f = ""
	}
	told := p.amount
	if f == "wrong amount" {
		told, p.order.lied = p.amount*100, true
	}
	q := url.Values{"out_trade_no": {p.order.ref}, "trade_no": {p.txn}, "money": {told.String()}, "sign": {"right"}}
	switch f {
	case "garbage":
		q.Set("money", "<html>")
	case "forged":
		q.Set("sign", "wrong")
	}
	if f != "drop request" {
		w.look |= deposits
		w.act("notice of "+p.txn, func(n *node) {
			_, body, err := n.Deposits.ReceiveCallback(w.ctx, "epay", p.order.token, "198.51.100.9", payment.Raw{Method: "GET", Query: q})
			w.say("notice of %s for %s %s: %q %s", p.txn, p.order.ref, f, body, code(err))
			forged := f == "garbage" || f == "forged"
			if forged != errors.Is(err, deposit.ErrCallbackForged) {
				w.fail("a notice with %q was answered %v", f, err)
			}
			if err != nil && !forged {
				w.expected("notice of "+p.txn, err, deposit.ErrCallbackPending)
			}
			p.heard = p.heard || body == "success" && f != "drop response"
		})
	}
	switch pause := []time.Duration{15 * time.Second, time.Minute, 5 * time.Minute, 30 * time.Minute, time.Hour}; {
	case !p.heard:
		w.in(pause[min(attempt, len(pause)-1)], func() { g.notify(p, attempt+1) })
	case chance.IntN(3) == 0 && attempt < 8: // again, although it was answered
		w.in(time.Duration(chance.Int64N(int64(6*time.Hour))), func() { g.notify(p, attempt+1) })
	}
}

// bankCompany is the bank: what arrived in our accounts, and what left them.
type bankCompany struct {
	arrived map[string]*bankArrival // by the bank's number
	paid    map[string]string       // number of a payout → the withdrawal it was for
}

type bankArrival struct {
	ref    string
	order  *depositOrder
	amount money.Fen
}
