package reconcile

import (
	"context"
	"encoding/csv"
	"errors"
	"io"
	"strings"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/payment"
	"hongyun/internal/staff"
)

// Imported says what a statement held and what it brought to light.
type Imported struct {
	Lines  int
	Opened int // findings that were new
}

// linesMost is how many lines one statement may have.
const linesMost = 200_000

// Import compares a gateway's statement that staff took from its site with our
// orders. It is for gateways that give no list, and for days on which their
// list is in doubt. The channel is "gateway:{code}". The file is CSV in UTF-8
// with a head line, in any order of columns:
//
//	order, txn, amount, status (paid or anything else), time ("2006-01-02 15:04:05", GMT+8)
//
// Every line must be readable, or nothing is compared: half a statement would
// call the other half missing. Our orders that the statement lacks are found
// between the statement's first and last line.
func (r *Reconciler) Import(ctx context.Context, by staff.Actor, channel string, file io.Reader) (Imported, error) {
	code, ok := strings.CutPrefix(channel, "gateway:")
	if _, known := r.gateways()[code]; !ok || !known {
		return Imported{}, ErrChannel.With(short(channel))
	}
	lines, err := readStatement(file)
	if err != nil {
		return Imported{}, err
	}
	l := newLook(lines[0].At, lines[0].At)
	for _, line := range lines {
		if line.At.Before(l.from) {
			l.from = line.At
		}
		if line.At.After(l.to) {
			l.to = line.At
		}
	}
	now := r.DB.Clock().Now()
	if l.to = l.to.Add(time.Second); l.to.After(now) {
		l.to = now
	}
	if err := r.compareList(ctx, l, code, silentGateway{}, lines); err != nil {
		return Imported{}, err
	}
	l.right = nil // one person's file opens findings; it takes nothing back that the gateway itself said
	var run Run
	if err := r.keep(ctx, l, &run); err != nil {
		return Imported{}, err
	}
	out := Imported{Lines: len(lines), Opened: run.Opened}
	return out, r.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return r.Staff.Audit(ctx, tx, by, staff.Change{
			Action: "reconcile.import", Subject: "statement:" + code, Label: channel,
			After: map[string]any{"lines": out.Lines, "opened": out.Opened, "from": calendar.Stamp(l.from), "to": calendar.Stamp(l.to)},
		})
	})
}

// silentGateway is never asked: a statement needs no call.
type silentGateway struct{ payment.Gateway }

// Lookup says that the order is not there: the statement does not have it.
func (silentGateway) Lookup(context.Context, string) (payment.Status, error) {
	return payment.Status{State: payment.Absent}, nil
}

func readStatement(file io.Reader) ([]payment.Line, error) {
	rows := csv.NewReader(file)
	rows.TrimLeadingSpace = true
	head, err := rows.Read()
	if err != nil {
		return nil, ErrStatement.With(1, "没有表头")
	}
	at := map[string]int{}
	for i, name := range head {
		at[strings.ToLower(strings.TrimSpace(strings.TrimPrefix(name, "\ufeff")))] = i
	}
	for _, name := range []string{"order", "txn", "amount", "status", "time"} {
		if _, ok := at[name]; !ok {
			return nil, ErrStatement.With(1, "缺少列 "+name)
		}
	}
	var lines []payment.Line
	for n := 2; ; n++ {
		row, err := rows.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil || n > linesMost {
			return nil, ErrStatement.With(n, "格式不正确或行数过多")
		}
		field := func(name string) string { return strings.TrimSpace(row[at[name]]) }
		line := payment.Line{Ref: field("order"), GatewayTxn: field("txn"), State: payment.Open}
		if line.Amount, err = money.ParseYuan(field("amount")); err != nil {
			return nil, ErrStatement.With(n, "金额 "+short(field("amount")))
		}
		if line.At, err = time.ParseInLocation("2006-01-02 15:04:05", field("time"), calendar.Beijing); err != nil {
			return nil, ErrStatement.With(n, "时间 "+short(field("time")))
		}
		if line.Ref == "" && line.GatewayTxn == "" {
			return nil, ErrStatement.With(n, "没有单号")
		}
		if strings.EqualFold(field("status"), "paid") {
			line.State = payment.Paid
		}
		lines = append(lines, line)
	}
	if len(lines) == 0 {
		return nil, ErrStatement.With(2, "没有内容")
	}
	return lines, nil
}
