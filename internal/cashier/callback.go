package cashier

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
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

func (p proof) source() string { return "gateway:" + p.gateway }

// ReceiveCallback takes what somebody sent to the address of an order and
// answers what its gateway expects.
//
// The address must carry the token of an order of this gateway; anything else is
// counted and leaves nothing behind. What arrived for an order is stored before
// anything in it is read, up to callbacksKept times. Then each of these must
// hold before money is credited (trust CBK-1..5): the address carries the
// random token of an order of this gateway; the signature is the gateway's for
// our merchant account; it speaks of this order; the order waits; amount and
// order agree; and our own query to the gateway says the same. What is signed
// and true but does not fit goes to review with nothing credited.
//
// The acknowledgement is given only after the commit (trust CBK-4). Errors:
// ErrNoDeposit for a wrong token, ErrCallbackForged, ErrCallbackPending when
// the sender should come again.
func (d *Deposits) ReceiveCallback(ctx context.Context, gateway, token, remote string, raw payment.Raw) (contentType, body string, err error) {
	d.seam("Callback.C0")
	g := d.methods.gateway(gateway)
	if g == nil {
		return "", "", ErrNoDeposit
	}
	dep, err := Deposit{}, error(ErrNoDeposit)
	if secret.IsToken(token) {
		dep, err = findDeposit(ctx, d.db, d.box, "token = ?", token)
	}
	if err == nil && dep.Gateway != gateway {
		dep, err = Deposit{}, ErrNoDeposit
	}
	if err != nil && !errors.Is(err, ErrNoDeposit) {
		return "", "", err
	}
	if err != nil {
		d.strangers.note(ctx, d.log, d.db.Clock().Now(), gateway)
		return "", "", err
	}
	id, err := keepRaw(ctx, d.Deps, gateway, dep.SN, remote, raw, callbacksKept)
	if err != nil {
		return "", "", err
	}
	d.seam("Callback.C2")
	notice, err := g.ReadCallback(raw)
	switch {
	case errors.Is(err, payment.ErrUnreadable):
		return "", "", errors.Join(ErrCallbackForged, judge(ctx, d.Deps, id, verdictUnreadable, err.Error()))
	case err != nil:
		d.log.WarnContext(ctx, "callback is not the gateway's", "gateway", gateway, "sn", dep.SN, "remote", remote)
		return "", "", errors.Join(ErrCallbackForged, judge(ctx, d.Deps, id, verdictSignature, err.Error()))
	case notice.Ref != dep.SN:
		d.log.WarnContext(ctx, "callback of one order at the address of another", "gateway", gateway, "sn", dep.SN, "remote", remote)
		return "", "", errors.Join(ErrCallbackForged, judge(ctx, d.Deps, id, verdictSignature, "通知的订单号不是此订单"))
	case !notice.Paid:
		if err := judge(ctx, d.Deps, id, verdictAccepted, "未支付通知"); err != nil {
			return "", "", err
		}
	default:
		if id == "" { // forgeries have used up the rows; a true notice has some of its own
			if id, err = keepRaw(ctx, d.Deps, gateway, dep.SN, remote, raw, 2*callbacksKept); err != nil {
				return "", "", err
			}
		}
		if err := d.prove(ctx, g, dep, id, proof{gateway: gateway, txn: notice.GatewayTxn, amount: notice.Amount}); err != nil {
			return "", "", err
		}
	}
	d.seam("Callback.C7")
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
	if (waits || ended) && p.amount >= d.set().LookupAbove {
		d.seam("Callback.C4")
		s, err := g.Lookup(ctx, dep.SN)
		d.seam("Callback.C5")
		paid := err == nil && s.State == payment.Paid
		switch {
		case paid && s.Amount == p.amount:
			p.paidAt = s.PaidAt
		case paid:
			return d.disputed(ctx, dep.SN, callback, p, s)
		case ended || p.amount == dep.Amount:
			// Not even to suspense goes what the gateway does not own up to: a
			// payment may have been taken back since its notice set out.
			d.log.WarnContext(ctx, "gateway does not confirm its callback", "sn", dep.SN, "gateway", dep.Gateway, "says", s.State.String(), "err", err)
			return errors.Join(ErrCallbackPending, d.askSoon(ctx, dep.SN), judge(ctx, d.Deps, callback, "", "网关查询未确认"))
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
	return d.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if _, err := lockDeposit(ctx, tx, d.box, sn); err != nil {
			return err
		}
		if _, _, err := claimProof(ctx, tx, p.source(), p.txn, sn, int64(p.amount)); err != nil {
			return err // its repeats are duplicates from here on
		}
		if err := toReview(ctx, tx, sn, why); err != nil {
			return err
		}
		if err := addNote(ctx, tx, sn, BySystem, "转复核", why); err != nil {
			return err
		}
		return setVerdict(ctx, tx, callback, verdictAmount, why)
	})
}

// settle decides about a proved payment, once: credit, or review. callback is
// the stored callback it came with, or "".
func (d *Deposits) settle(ctx context.Context, sn, callback string, p proof) (verdict string, err error) {
	err = d.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		dep, err := lockDeposit(ctx, tx, d.box, sn)
		if err != nil {
			return err
		}
		var note string
		if verdict, note, err = d.decide(ctx, tx, dep, p); err != nil {
			return err
		}
		d.seam("Callback.C1")
		if callback == "" {
			return nil
		}
		return setVerdict(ctx, tx, callback, verdict, note)
	})
	return verdict, err
}

// decide is the heart of settle; the order is locked.
func (d *Deposits) decide(ctx context.Context, tx *db.Tx, dep Deposit, p proof) (verdict, note string, err error) {
	holder, mine, err := claimProof(ctx, tx, p.source(), p.txn, dep.SN, int64(p.amount))
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
	if why, err := d.overLimit(ctx, tx, dep, p.amount); err != nil {
		return "", "", err
	} else if why != "" {
		return verdictLimit, why, d.holdForReview(ctx, tx, dep, p, why)
	}
	return verdictAccepted, "", d.credit(ctx, tx, &dep, arrival{
		received: p.amount, from: ledger.HouseGateway(p.gateway), txn: p.txn, by: BySystem,
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
		return !tx.Now().Before(dep.ExpiresAt.Add(d.set().PaidGrace))
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

// overLimit says why a payment may not be credited by itself: the player lowered
// a limit after the order was made, and the credit would go above it (RG-3). The
// money is kept in suspense until a person sends it back or credits it.
func (d *Deposits) overLimit(ctx context.Context, tx *db.Tx, dep Deposit, amount money.Fen) (why string, err error) {
	if err := lockPlayer(ctx, tx, dep.Player); err != nil {
		return "", err
	}
	err = d.guard.CheckCredit(ctx, tx, dep.Player, amount)
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
		if err := d.voidRequest(ctx, tx, dep.SN); err != nil {
			return err
		}
	} else if err := toReview(ctx, tx, dep.SN, why); err != nil {
		return err
	}
	return addNote(ctx, tx, dep.SN, BySystem, "转复核", why)
}

// secondPayment gives a further payment for a settled order an order of its
// own, in review: the money arrived and must not be lost, and the first order
// is credited once.
func (d *Deposits) secondPayment(ctx context.Context, tx *db.Tx, dep Deposit, p proof) (string, error) {
	child := dep
	child.SN = newSN("R", tx.Now())
	child.orderID, child.token = childID(dep.SN, p.txn), secret.NewToken()
	child.Amount, child.Received, child.Proved, child.State = p.amount, 0, 0, Review
	child.ReviewReason = "订单" + dep.SN + "重复支付"
	child.CreatedAt, child.ExpiresAt, child.askedAt = tx.Now(), tx.Now(), time.Time{}
	child.GatewayTxn, child.BankRef, child.Link, child.QR, child.Message, child.suspended = p.txn, "", "", "", "", false
	if err := insertDeposit(ctx, tx, d.box, child); err != nil {
		return "", err
	}
	if err := d.hold(ctx, tx, child.SN, p); err != nil {
		return "", err
	}
	if err := addNote(ctx, tx, dep.SN, BySystem, "收到重复支付", "转复核订单"+child.SN); err != nil {
		return "", err
	}
	return child.SN, addNote(ctx, tx, child.SN, BySystem, "转复核", child.ReviewReason)
}

// childID is the order id of a second payment. Its proof stays the first
// order's, under which it will be reported again.
func childID(sn, txn string) string { return "again:" + sn + ":" + txn }

// callbacksKept is how many callbacks of an order are stored before their
// signature is looked at, and again how many true ones beyond that: a player
// knows the address of the own order and could fill the disk with it.
const callbacksKept = 50

// keepRaw stores a callback as it arrived, unless its order has so many already;
// then the id is empty.
func keepRaw(ctx context.Context, h *Deps, gateway, sn, remote string, raw payment.Raw, most int) (string, error) {
	const length = 16 << 10 // of a query or body; the listener takes no longer ones
	id, query, body := newID(), raw.Query.Encode(), string(raw.Body)
	err := h.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		var kept int
		if err := tx.NewRaw("SELECT COUNT(*) FROM callback_raw WHERE sn = ?", sn).Scan(ctx, &kept); err != nil {
			return err
		}
		if kept >= most {
			id = ""
			return nil
		}
		_, err := tx.NewRaw(`INSERT INTO callback_raw (id, gateway, sn, method, query, body, remote, at, verdict) VALUES (?, ?, ?, ?, ?, ?, ?, ?, '')`,
			id, gateway, sn, cut(raw.Method, 16), cut(query, length), cut(body, length), cut(remote, 64), tx.NowMillis()).Exec(ctx)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("keep callback: %w", err)
	}
	return id, nil
}

// strangers counts callbacks at addresses of no order. They leave one line a
// minute in the log and nothing in the database.
type strangers struct {
	mu    sync.Mutex
	count int
	told  time.Time
}

func (s *strangers) note(ctx context.Context, log *slog.Logger, now time.Time, gateway string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.count++
	if now.Sub(s.told) < time.Minute {
		return
	}
	log.WarnContext(ctx, "callbacks at addresses of no order", "count", s.count, "gateway", cut(gateway, 40))
	s.count, s.told = 0, now
}

// cut keeps the beginning of what a stranger sent, as text that both engines
// store: bytes that are no text are written as they are escaped in Go.
func cut(s string, most int) string {
	s = s[:min(len(s), most)]
	if !storable(s) {
		s = fmt.Sprintf("%+q", s)
	}
	return s
}

func judge(ctx context.Context, h *Deps, callback, verdict, note string) error {
	return h.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return setVerdict(ctx, tx, callback, verdict, note) })
}

func setVerdict(ctx context.Context, tx *db.Tx, callback, verdict, note string) error {
	_, err := tx.NewRaw("UPDATE callback_raw SET verdict = ?, note = ? WHERE id = ?", verdict, note, callback).Exec(ctx)
	if err != nil {
		return fmt.Errorf("judge callback: %w", err)
	}
	return nil
}

// Callback is a stored callback.
type Callback struct {
	ID      string
	At      time.Time
	Remote  string
	Method  string
	Raw     string // the query, or the body
	Verdict string
	Note    string
}

func callbacksOf(ctx context.Context, r db.Reader, sn string) ([]Callback, error) {
	var rows []struct {
		ID                                         string `bun:"id"`
		At                                         int64
		Remote, Method, Query, Body, Verdict, Note string
	}
	err := r.NewRaw("SELECT id, at, remote, method, query, body, verdict, note FROM callback_raw WHERE sn = ? ORDER BY at, id LIMIT 100", sn).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("callbacks of %s: %w", sn, err)
	}
	out := make([]Callback, len(rows))
	for i, c := range rows {
		text := c.Body
		if text == "" {
			text = c.Query
		}
		out[i] = Callback{c.ID, calendar.FromMillis(c.At), c.Remote, c.Method, text, c.Verdict, c.Note}
	}
	return out, nil
}
