package gateways

import (
	"context"
	"errors"
	"time"

	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
)

// MaxNotices bounds how often one payment may be told.
const MaxNotices = 10_000

// Payment is how an order gets paid, and told.
type Payment struct {
	Amount money.Fen     // what comes in; 0: what was asked for
	Times  int           // notices sent; 0: one
	Delay  time.Duration // before the notices, in real time
	Forged bool          // notices with a wrong signature, and no payment behind them
	Wait   bool          // return only after the first attempts, if nothing delays them
}

// Outcome is what came of a payment.
type Outcome struct {
	Order     books.PayOrder
	Notices   int // sent or owed
	Delivered int // understood so far; counted only with Wait
	Fault     faults.Kind
}

// Failures of a payment.
var (
	ErrNoOrder = books.ErrNotFound
	ErrDenied  = errors.New("the payer's bank refused the payment")
	ErrHeld    = errors.New("the payment is being worked on, try again later")
	ErrClosed  = errors.New("the gateway is under maintenance")
)

// Pay pays the order under either of its numbers. An order counts one payment:
// paying it again only tells the merchant again.
func (c *Company) Pay(ctx context.Context, number string, p Payment) (Outcome, error) {
	order, err := c.Books.PayOrder(ctx, c.Code, number)
	if err != nil {
		return Outcome{}, err
	}
	p.Times = min(max(p.Times, 1), MaxNotices)
	if p.Amount == 0 {
		p.Amount = order.Charged
		if order.Paid > 0 {
			p.Amount = order.Paid
		}
	}
	if p.Forged {
		return c.forge(order, p), nil
	}
	fault := c.Faults.TakeOf("gateway:"+c.Code, order.OrderNo, faults.TransferIn, faults.Refuse, faults.PlayerInGame, faults.Maintenance,
		faults.WrongAmount, faults.WrongUnit, faults.Duplicate, faults.NotFoundFlap, faults.CommitThen500)
	now := c.Notices.clock.Now()
	switch fault.Kind {
	case faults.Refuse:
		return Outcome{Order: order}, ErrDenied
	case faults.PlayerInGame:
		return Outcome{Order: order}, ErrHeld
	case faults.Maintenance:
		return Outcome{Order: order}, ErrClosed
	case faults.WrongAmount:
		p.Amount++
	case faults.WrongUnit:
		p.Amount *= 100
	case faults.Duplicate:
		p.Times *= 2
	case faults.NotFoundFlap:
		order.VeilUntil = now.Add(fault.Pause())
	}
	due, wait := now.Add(p.Delay), p.Wait && p.Delay <= 0
	if wait {
		due = now.Add(lease + time.Duration(p.Times)*10*time.Millisecond) // sent below; only a crash leaves them till then
	}
	notices := make([]books.Notice, p.Times)
	for i := range notices {
		notices[i] = books.Notice{Gateway: c.Code, TradeNo: order.TradeNo, Money: p.Amount, DueAt: due}
		if i > 0 || order.Paid > 0 {
			notices[i].Attempts = MaxNotices // a repeat is not repeated itself
		}
	}
	_, err = c.Books.MarkPaid(ctx, order, p.Amount, c.Clock.Now(), notices)
	if err != nil {
		return Outcome{Order: order}, err
	}
	out := Outcome{Notices: p.Times, Fault: fault.Kind}
	if wait {
		out.Delivered = c.Notices.deliver(notices)
	}
	c.Notices.Wake()
	out.Order, err = c.Books.PayOrder(ctx, c.Code, order.TradeNo)
	return out, err
}

// Reverse takes a payment back, as a chargeback does: the order is unpaid again.
// The convention has no notice of that. ErrNoOrder where nothing was paid.
func (c *Company) Reverse(ctx context.Context, number string) error {
	return c.Books.ReversePayment(ctx, c.Code, number)
}

// forge sends notices that nobody paid for. They are not kept: a forger does
// not come back after a restart.
func (c *Company) forge(order books.PayOrder, p Payment) Outcome {
	out := Outcome{Order: order, Notices: p.Times}
	strike := func() (understood int) {
		for range p.Times {
			n := c.tells(order, p.Amount)
			n.key = "not the key"
			if c.send(n) {
				understood++
			}
		}
		return understood
	}
	if p.Delay <= 0 {
		out.Delivered = strike()
		return out
	}
	c.Notices.running.Go(func() {
		if faults.Wait(c.Stop, p.Delay) {
			strike()
		}
	})
	return out
}
