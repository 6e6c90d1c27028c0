package deposit

import (
	"context"
	"errors"
	"fmt"
	"time"

	"hongyun/internal/cashier/bank"
	"hongyun/internal/cashier/method"
	"hongyun/internal/cashier/order"
	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/number"
	"hongyun/internal/payment"
	"hongyun/internal/secret"
)

// What became of a callback, as the back office shows it.
const (
	verdictAccepted   = "accepted"
	verdictDuplicate  = "duplicate"
	verdictSignature  = "bad_signature"
	verdictAmount     = "amount_differs"
	verdictLate       = "late"
	verdictLimit      = "over_limit"
	verdictUnreadable = "unreadable"

	verdictUnconfirmed = "unconfirmed" // its gateway cannot be asked
)

// Verdicts are the verdicts on a callback.
var Verdicts = []string{
	verdictAccepted, verdictDuplicate, verdictSignature, verdictAmount, verdictLate, verdictLimit, verdictUnconfirmed, verdictUnreadable,
}

// proof is a payment that a gateway vouches for, by a signed callback or by
// its answer to our query.
type proof struct {
	gateway string
	txn     string
	amount  money.Fen
	paidAt  time.Time // by the gateway's clock; zero where it does not say
	unasked bool      // needed a confirmation that its gateway cannot give
}

func (p proof) source() string { return method.SourceOf(p.gateway) }

// ReceiveCallback takes what somebody sent to the address of an order and
// answers what its gateway expects.
//
// The address must carry the token of an order of this gateway; anything else is
// counted and leaves nothing behind. What arrived for an order is stored before
// anything in it is read, up to CallbacksKept times. Then each of these must
// hold before money is credited (trust CBK-1..5): the address carries the
// random token of an order of this gateway; the signature is the gateway's for
// our merchant account; it speaks of this order; the order waits; amount and
// order agree; and our own query to the gateway says the same. What is signed
// and true but does not fit goes to review with nothing credited.
//
// The acknowledgement is given only after the commit (trust CBK-4). Errors:
// ErrNotFound for a wrong token, ErrCallbackForged, ErrCallbackPending when
// the sender should come again.
func (d *Deposits) ReceiveCallback(ctx context.Context, gateway, token, remote string, raw payment.Raw) (contentType, body string, err error) {
	d.Seam("Callback.C0")
	g := d.methods.Gateway(gateway)
	if g == nil {
		return "", "", ErrNotFound
	}
	dep, err := Deposit{}, error(ErrNotFound)
	if secret.IsToken(token) {
		dep, err = Find(ctx, d.DB, d.Box, "token = ?", token)
	}
	if err == nil && dep.Gateway != gateway {
		dep, err = Deposit{}, ErrNotFound
	}
	if err != nil && !errors.Is(err, ErrNotFound) {
		return "", "", err
	}
	if err != nil {
		d.strangers.Note(ctx, d.Log, d.DB.Clock().Now(), gateway)
		return "", "", err
	}
	id, err := order.KeepRaw(ctx, d.Deps, gateway, dep.SN, remote, raw, order.CallbacksKept)
	if err != nil {
		return "", "", err
	}
	d.Seam("Callback.C2")
	notice, err := g.ReadCallback(raw)
	switch {
	case errors.Is(err, payment.ErrUnreadable):
		return "", "", errors.Join(ErrCallbackForged, order.Judge(ctx, d.Deps, id, verdictUnreadable, err.Error()))
	case err != nil:
		d.Log.WarnContext(ctx, "callback is not the gateway's", "gateway", gateway, "sn", dep.SN, "remote", remote)
		return "", "", errors.Join(ErrCallbackForged, order.Judge(ctx, d.Deps, id, verdictSignature, err.Error()))
	case notice.Ref != dep.SN:
		d.Log.WarnContext(ctx, "callback of one order at the address of another", "gateway", gateway, "sn", dep.SN, "remote", remote)
		return "", "", errors.Join(ErrCallbackForged, order.Judge(ctx, d.Deps, id, verdictSignature, "通知的订单号不是此订单"))
	case !notice.Paid:
		if err := order.Judge(ctx, d.Deps, id, verdictAccepted, "未支付通知"); err != nil {
			return "", "", err
		}
	default:
		if id == "" { // forgeries have used up the rows; a true notice has some of its own
			if id, err = order.KeepRaw(ctx, d.Deps, gateway, dep.SN, remote, raw, 2*order.CallbacksKept); err != nil {
				return "", "", err
			}
		}
		if err := d.prove(ctx, g, dep, id, proof{gateway: gateway, txn: notice.GatewayTxn, amount: notice.Amount}); err != nil {
			return "", "", err
		}
	}
	d.Seam("Callback.C7")
	contentType, body = g.Acknowledge()
	return contentType, body, nil
}

// prove has the gateway confirm what a callback says, where that is needed,
// and settles the order.
func (d *Deposits) prove(ctx context.Context, g payment.Gateway, dep Deposit, callback string, p proof) error {
	if p.txn == "" {
		p.txn = dep.SN // a gateway without numbers of its own pays an order once
	}
	if rules := g.Rules(); rules.NoQuery {
		// A signature is all there is (H-367): up to the operator's limit it counts,
		// above it a person compares it with the wallet. LookupAbove changes nothing.
		p.unasked = p.amount >= rules.Unasked
		_, err := d.settle(ctx, dep.SN, callback, p)
		return err
	}
	waits := dep.State == Pending || dep.State == Claimed
	ended := dep.State == Expired || dep.State == Closed
	if (waits || ended) && p.amount >= d.Rules().LookupAbove {
		d.Seam("Callback.C4")
		s, err := g.Lookup(ctx, dep.SN)
		d.Seam("Callback.C5")
		paid := err == nil && s.State == payment.Paid
		switch {
		case paid && s.Amount == p.amount:
			p.paidAt = s.PaidAt
		case paid:
			return d.disputed(ctx, dep.SN, callback, p, s)
		case ended || p.amount == dep.Amount:
			// Not even to suspense goes what the gateway does not own up to: a
			// payment may have been taken back since its notice set out.
			d.Log.WarnContext(ctx, "gateway does not confirm its callback", "sn", dep.SN, "gateway", dep.Gateway, "says", s.State.String(), "err", err)
			return errors.Join(ErrCallbackPending, d.askSoon(ctx, dep.SN), order.Judge(ctx, d.Deps, callback, "", "网关查询未确认"))
		}
		// An amount that is not the order's goes to a person whatever the gateway answers.
	}
	_, err := d.settle(ctx, dep.SN, callback, p)
	return err
}

// disputed sends an order to review whose gateway says one amount in its
// callback and another when asked. Nothing is booked: which of them arrived is
// what a person must find out.
func (d *Deposits) disputed(ctx context.Context, sn, callback string, p proof, s payment.Status) error {
	why := fmt.Sprintf("通知金额%s元与网关查询金额%s元不符", p.amount, s.Amount)
	return d.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if _, err := Lock(ctx, tx, d.Box, sn); err != nil {
			return err
		}
		if _, _, err := bank.ClaimProof(ctx, tx, p.source(), p.txn, sn, int64(p.amount)); err != nil {
			return err // its repeats are duplicates from here on
		}
		if err := toReview(ctx, tx, sn, why); err != nil {
			return err
		}
		if err := order.AddNote(ctx, tx, sn, order.BySystem, "转复核", why); err != nil {
			return err
		}
		return order.SetVerdict(ctx, tx, callback, verdictAmount, why)
	})
}

// settle decides about a proved payment, once: credit, or review. callback is
// the stored callback it came with, or "".
func (d *Deposits) settle(ctx context.Context, sn, callback string, p proof) (verdict string, err error) {
	err = d.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		dep, err := Lock(ctx, tx, d.Box, sn)
		if err != nil {
			return err
		}
		var note string
		if verdict, note, err = d.decide(ctx, tx, dep, p); err != nil {
			return err
		}
		d.Seam("Callback.C1")
		if callback == "" {
			return nil
		}
		return order.SetVerdict(ctx, tx, callback, verdict, note)
	})
	return verdict, err
}

// decide is the heart of settle; the order is locked.
func (d *Deposits) decide(ctx context.Context, tx *db.Tx, dep Deposit, p proof) (verdict, note string, err error) {
	holder, mine, err := bank.ClaimProof(ctx, tx, p.source(), p.txn, dep.SN, int64(p.amount))
	if err != nil {
		return "", "", err
	}
	if !mine {
		if holder == dep.SN {
			return verdictDuplicate, "", nil
		}
		why := "网关流水号已用于订单" + holder
		if dep.State == Review && dep.ReviewReason == why {
			return verdictDuplicate, why, nil
		}
		return verdictDuplicate, why, d.reviewCase(ctx, tx, dep, why)
	}
	late := d.paidLate(tx, dep, p)
	unnumbered := p.txn == dep.SN || dep.GatewayTxn == dep.SN
	settled := dep.State == Credited || dep.State == Reversed
	switch {
	case unnumbered && (settled && p.amount == dep.Received || dep.Proved > 0 && p.amount == dep.Proved):
		return verdictDuplicate, "", addNumber(ctx, tx, dep, p) // one payment, reported with and without a number
	case settled, dep.Proved > 0:
		child, err := d.secondPayment(ctx, tx, dep, p)
		return verdictAccepted, "重复支付，转复核订单" + child, err
	case p.amount != dep.Amount:
		why := fmt.Sprintf("到账金额%s元与订单金额%s元不符", p.amount, dep.Amount)
		return verdictAmount, why, d.holdForReview(ctx, tx, dep, p, why)
	case late, dep.State == Review:
		why := "订单过期后到账" + p.amount.String() + "元"
		if dep.State == Review {
			why = dep.ReviewReason + "；网关确认到账" + p.amount.String() + "元"
		}
		return verdictLate, why, d.holdForReview(ctx, tx, dep, p, why)
	}
	if p.unasked {
		why := "网关不能查询订单，收到" + p.amount.String() + "元的到账通知，请核对收款钱包"
		return verdictUnconfirmed, why, d.holdForReview(ctx, tx, dep, p, why)
	}
	if why, err := d.OverLimit(ctx, tx, dep, p.amount); err != nil {
		return "", "", err
	} else if why != "" {
		return verdictLimit, why, d.holdForReview(ctx, tx, dep, p, why)
	}
	return verdictAccepted, "", d.Credit(ctx, tx, &dep, Arrival{
		Received: p.amount, From: ledger.HouseGateway(p.gateway), Txn: p.txn, By: order.BySystem,
	})
}

// paidLate reports whether a payment came after its order's time. The gateway's
// own clock decides where it is told and can be true: a payment in time may be
// reported late. Else the report must come within PaidGrace.
func (d *Deposits) paidLate(tx *db.Tx, dep Deposit, p proof) bool {
	const skew = time.Minute // two clocks that both count as right
	switch {
	case dep.State == Closed:
		return true // by a person, or by the gateway's own no
	case p.paidAt.IsZero(), p.paidAt.Before(dep.CreatedAt.Add(-skew)), p.paidAt.After(tx.Now().Add(skew)):
		return !tx.Now().Before(dep.ExpiresAt.Add(d.Rules().PaidGrace))
	}
	return p.paidAt.After(dep.ExpiresAt)
}

// addNumber gives an order the gateway's number of a payment that was first
// reported without one, so that the next number is another payment.
func addNumber(ctx context.Context, tx *db.Tx, dep Deposit, p proof) error {
	if p.txn == dep.SN {
		return nil
	}
	_, err := tx.NewRaw("UPDATE deposit SET gateway_txn = ? WHERE sn = ?", p.txn, dep.SN).Exec(ctx)
	if err != nil {
		return fmt.Errorf("number of the payment of %s: %w", dep.SN, err)
	}
	return nil
}

// OverLimit says why a payment may not be credited by itself: the player lowered
// a limit after the order was made, and the credit would go above it (RG-3). The
// money is kept in suspense until a person sends it back or credits it.
func (d *Deposits) OverLimit(ctx context.Context, tx *db.Tx, dep Deposit, amount money.Fen) (why string, err error) {
	if err := order.LockPlayer(ctx, tx, dep.Player); err != nil {
		return "", err
	}
	err = d.Guard.CheckCredit(ctx, tx, dep.Player, amount)
	if errors.Is(err, guard.ErrLimit) {
		return "入账后将超出玩家自设的存款限额，请退回；如玩家要求入账须由两人确认", nil
	}
	return "", err
}

// holdForReview keeps a payment in suspense and hands its order to a person.
func (d *Deposits) holdForReview(ctx context.Context, tx *db.Tx, dep Deposit, p proof, why string) error {
	if err := d.hold(ctx, tx, dep.SN, p); err != nil {
		return err
	}
	return d.reviewCase(ctx, tx, dep, why)
}

// reviewCase hands an order to a person. One that is credited stays so: its
// history says what happened.
func (d *Deposits) reviewCase(ctx context.Context, tx *db.Tx, dep Deposit, why string) error {
	if dep.State == Review {
		_, err := tx.NewRaw("UPDATE deposit SET review_reason = ? WHERE sn = ?", why, dep.SN).Exec(ctx)
		if err != nil {
			return fmt.Errorf("review of %s: %w", dep.SN, err)
		}
		if err := d.VoidRequest(ctx, tx, dep.SN); err != nil {
			return err
		}
	} else if err := toReview(ctx, tx, dep.SN, why); err != nil {
		return err
	}
	return order.AddNote(ctx, tx, dep.SN, order.BySystem, "转复核", why)
}

// secondPayment gives a further payment for a settled order an order of its
// own, in review: the money arrived and must not be lost, and the first order
// is credited once.
func (d *Deposits) secondPayment(ctx context.Context, tx *db.Tx, dep Deposit, p proof) (string, error) {
	child := dep
	child.SN = number.NewOrder("R", tx.Now())
	child.OrderID, child.Token = childID(dep.SN, p.txn), secret.NewToken()
	child.Amount, child.Received, child.Proved, child.State = p.amount, 0, 0, Review
	child.ReviewReason = "订单" + dep.SN + "重复支付"
	child.CreatedAt, child.ExpiresAt, child.askedAt = tx.Now(), tx.Now(), time.Time{}
	child.GatewayTxn, child.BankRef, child.Link, child.QR, child.Message, child.suspended = p.txn, "", "", "", "", false
	if err := Insert(ctx, tx, d.Box, child); err != nil {
		return "", err
	}
	if err := d.hold(ctx, tx, child.SN, p); err != nil {
		return "", err
	}
	if err := order.AddNote(ctx, tx, dep.SN, order.BySystem, "收到重复支付", "转复核订单"+child.SN); err != nil {
		return "", err
	}
	return child.SN, order.AddNote(ctx, tx, child.SN, order.BySystem, "转复核", child.ReviewReason)
}

// childID is the order id of a second payment. Its proof stays the first
// order's, under which it will be reported again.
func childID(sn, txn string) string { return "again:" + sn + ":" + txn }
