package reconcile

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/internal/payment"
	"hongyun/internal/reconcile/finding"
)

// depositRow is the part of a deposit order that a comparison needs.
type depositRow struct {
	SN         string `bun:"sn"`
	OrderID    string
	Player     string
	Gateway    string
	Amount     int64
	Received   int64
	Proved     int64
	State      string
	GatewayTxn string
	BankRef    string
	CreatedAt  int64
	Gone       bool // its money went back since: the company took it back, or two people sent it back
	Elsewhere  bool // it was credited from money that came another way than by its own payment
}

func (d depositRow) subject() string { return "deposit:" + d.SN }

// booked is the order's payment in our books, credited or in suspense.
func (d depositRow) booked() money.Fen {
	if d.Elsewhere {
		return 0
	}
	return money.Fen(max(d.Received, d.Proved))
}

// parent is the order at the gateway that a second payment belongs to. The
// gateway does not know our order of the second payment by its own number.
func (d depositRow) parent() (sn string, second bool) {
	rest, second := strings.CutPrefix(d.OrderID, "again:")
	sn, _, _ = strings.Cut(rest, ":")
	return sn, second
}

// gateways are those of the configuration and those that people entered. The
// configuration wins.
func (r *Reconciler) gateways() map[string]payment.Gateway {
	all := map[string]payment.Gateway{}
	if r.Entered != nil {
		maps.Copy(all, r.Entered())
	}
	maps.Copy(all, r.Gateways)
	return all
}

// compareGateways compares each gateway order of the time with its gateway.
func (r *Reconciler) compareGateways(ctx context.Context, l *look) error {
	all := r.gateways()
	for _, code := range slices.Sorted(maps.Keys(all)) {
		if err := r.compareGateway(ctx, l, code, all[code]); err != nil {
			return err
		}
	}
	return nil
}

func (r *Reconciler) compareGateway(ctx context.Context, l *look, code string, g payment.Gateway) error {
	if lister, ok := g.(payment.Lister); ok {
		lines, err := lister.List(ctx, l.from, l.to)
		switch {
		case err == nil:
			return r.compareList(ctx, l, code, g, lines)
		case ctx.Err() != nil:
			return ctx.Err()
		case !errors.Is(err, payment.ErrNoList):
			r.Log.WarnContext(ctx, "a gateway gave no list", "gateway", code, "err", err)
			l.silent("gateway:" + code)
			return nil
		}
	}
	return r.eachDeposit(ctx, l, code, func(d depositRow) error { return r.lookUp(ctx, l, g, d) })
}

// eachDeposit goes through a gateway's orders of the time, several at once.
func (r *Reconciler) eachDeposit(ctx context.Context, l *look, code string, do func(depositRow) error) error {
	after := depositRow{CreatedAt: millis(l.from)}
	for {
		page, err := depositsAfter(ctx, r.DB, code, after, l.to)
		if err != nil || len(page) == 0 {
			return err
		}
		var asking errgroup.Group
		asking.SetLimit(r.Settings.AtOnce)
		for _, d := range page {
			asking.Go(func() error { return do(d) })
		}
		if err := asking.Wait(); err != nil {
			return err
		}
		l.count("deposits", int64(len(page)))
		after = page[len(page)-1]
	}
}

// compareList compares both ways: our orders with the list, and what is left
// of the list with all our orders.
func (r *Reconciler) compareList(ctx context.Context, l *look, code string, g payment.Gateway, lines []payment.Line) error {
	byRef := map[string][]payment.Line{}
	for _, line := range lines {
		byRef[line.Ref] = append(byRef[line.Ref], line)
	}
	l.count("gateway lines", int64(len(lines)))
	var judged sync.Map // by our number
	err := r.eachDeposit(ctx, l, code, func(d depositRow) error {
		judged.Store(d.SN, true)
		ref := d.SN
		if sn, second := d.parent(); second {
			ref = sn
		}
		line, ok := lineOf(d, byRef[ref])
		if !ok {
			return r.notListed(ctx, l, g, d)
		}
		r.judge(l, d, line)
		return nil
	})
	if err != nil {
		return err
	}
	for part := range slices.Chunk(lines, 500) {
		known, err := knownPayments(ctx, r.DB, code, part)
		if err != nil {
			return err
		}
		// Orders that a line names and that are older than the time compared.
		for _, d := range known.orders {
			if _, done := judged.LoadOrStore(d.SN, true); done {
				continue
			}
			if line, ok := lineOf(d, byRef[d.SN]); ok {
				r.judge(l, d, line)
			}
		}
		r.unknownLines(l, code, part, known)
	}
	return nil
}

// lineOf picks the line of an order: that of its payment, else a paid one.
func lineOf(d depositRow, lines []payment.Line) (payment.Line, bool) {
	_, second := d.parent()
	for _, line := range lines {
		if d.GatewayTxn != "" && line.GatewayTxn == d.GatewayTxn {
			return line, true
		}
	}
	if second || len(lines) == 0 {
		return payment.Line{}, false
	}
	for _, line := range lines {
		if line.State == payment.Paid {
			return line, true
		}
	}
	return lines[0], true
}

// notListed asks once more about an order that is not in the list: it may be
// beyond the list's edge.
func (r *Reconciler) notListed(ctx context.Context, l *look, g payment.Gateway, d depositRow) error {
	if d.Gone || d.Elsewhere {
		l.agree("gateway", d.subject()) // it went back, or never came this way
		return nil
	}
	if _, second := d.parent(); second || d.booked() == 0 {
		return nil // nothing was booked, and nothing arrived
	}
	status, err := g.Lookup(ctx, d.SN)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil || status.State == payment.Unknown || status.State == payment.Absent {
		l.find(gatewayFinding(finding.GatewayMissing, d, payment.Line{Ref: d.SN}, "查无此单"))
		return nil
	}
	r.judge(l, d, payment.Line{Ref: d.SN, GatewayTxn: status.GatewayTxn, Amount: status.Amount, State: status.State})
	return nil
}

// lookUp asks a gateway that has no list about one order.
func (r *Reconciler) lookUp(ctx context.Context, l *look, g payment.Gateway, d depositRow) error {
	if _, second := d.parent(); second {
		return nil
	}
	status, err := g.Lookup(ctx, d.SN)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, payment.ErrNoQuery):
		// Compared by a statement that staff import, and by nothing else (H-367).
	case status.State == payment.Absent && d.booked() > 0 && !d.Gone:
		l.find(gatewayFinding(finding.GatewayMissing, d, payment.Line{Ref: d.SN}, "查无此单"))
	case status.State == payment.Absent:
		l.agree("gateway", d.subject())
	case err != nil || status.State == payment.Unknown:
		l.silent(d.subject())
	default:
		r.judge(l, d, payment.Line{Ref: d.SN, GatewayTxn: status.GatewayTxn, Amount: status.Amount, State: status.State})
	}
	return nil
}

// judge compares one order with the gateway's line.
func (r *Reconciler) judge(l *look, d depositRow, line payment.Line) {
	booked, paid := d.booked(), line.State == payment.Paid
	switch {
	case d.Gone && (!paid || booked == line.Amount): // some say that it went back, some that it was paid once
		l.agree("gateway", d.subject())
	case paid && booked == 0:
		if line.At.IsZero() && instant(d.CreatedAt).Add(r.Settings.Grace).After(l.to) || line.At.Add(r.Settings.Grace).After(l.to) {
			return // its callback may be on the way
		}
		l.find(gatewayFinding(finding.GatewayUncredited, d, line, "已付 "+line.Amount.String()))
	case paid && booked != line.Amount:
		l.find(gatewayFinding(finding.GatewayAmount, d, line, "已付 "+line.Amount.String()))
	case !paid && booked > 0 && d.BankRef == "":
		l.find(gatewayFinding(finding.GatewayUnpaid, d, line, "未付款"))
	default:
		l.agree("gateway", d.subject())
	}
}

var depositStates = map[string]string{
	"pending": "待付款", "claimed": "玩家表示已付", "review": "待复核", "credited": "已入账", "expired": "已过期", "closed": "已关闭", "reversed": "已冲正",
}

func gatewayFinding(k finding.Kind, d depositRow, line payment.Line, found string) finding.Finding {
	f := finding.Finding{
		Kind: k, Subject: d.subject(), Channel: "gateway:" + d.Gateway, Player: d.Player,
		Expected: depositStates[d.State], Found: found, Ref: line.Ref, Txn: line.GatewayTxn, Amount: line.Amount, At: line.At,
	}
	if booked := d.booked(); booked > 0 {
		f.Expected += " " + booked.String()
		f.Difference = -booked
	}
	if line.State == payment.Paid {
		f.Difference += line.Amount
	}
	return f
}

// unknownLines names payments of the list that have no order of ours.
func (r *Reconciler) unknownLines(l *look, code string, lines []payment.Line, known payments) {
	for _, line := range lines {
		if line.State != payment.Paid {
			continue
		}
		subject := "payment:" + code + ":" + line.GatewayTxn
		if _, ours := known.orders[line.Ref]; ours && (known.txns[line.GatewayTxn] || !known.another[line.Ref]) {
			l.agree("gateway", subject)
			continue
		}
		if !l.impatient && line.At.Add(r.Settings.Grace).After(r.DB.Clock().Now()) {
			continue
		}
		l.find(finding.Finding{
			Kind: finding.GatewayUnknown, Subject: subject, Channel: "gateway:" + code, Found: fmt.Sprintf("订单号 %s 已付 %s", line.Ref, line.Amount),
			Difference: line.Amount, Ref: line.Ref, Txn: line.GatewayTxn, Amount: line.Amount, At: line.At,
			Detail: "paid at the gateway " + stampOf(line),
		})
	}
}

func stampOf(line payment.Line) string {
	if line.At.IsZero() {
		return ""
	}
	return calendar.Stamp(line.At)
}
