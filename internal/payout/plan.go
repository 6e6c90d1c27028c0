package payout

import (
	"context"

	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/payer"
	"hongyun/internal/db"
	"hongyun/internal/fault"
	"hongyun/internal/money"
	"hongyun/internal/staff"
)

// Send has a company pay an approved withdrawal: by is the member of staff who
// clicked. It is written down here and sent by the job within seconds. The
// destination is the order's; nobody can name another. Faults: ErrNoCompany,
// ErrAmount, ErrBank, ErrDaily, ErrNeedsPeople, those of cashier's BeginAttempt.
func (p *Payouts) Send(ctx context.Context, by staff.Actor, sn, code string) (Attempt, error) {
	var a attempt
	err := p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		ref, err := flagged(ctx, tx, sn)
		if err != nil {
			return err
		}
		if ref != "" {
			return ErrNeedsPeople.With(ref)
		}
		if a, err = p.plan(ctx, tx, &by, sn, code); err != nil {
			return err
		}
		return p.Staff.Audit(ctx, tx, by, staff.Change{
			Action: "withdrawal.company", Subject: "withdrawal:" + sn, Label: sn,
			After: map[string]any{"company": code, "ref": a.Ref, "amount": money.Fen(a.Amount)},
		})
	})
	if err != nil {
		return Attempt{}, err
	}
	p.Seam("Send.Planned")
	list, err := p.Attempts(ctx, p.DB, sn)
	if err != nil || len(list) == 0 {
		return Attempt{}, err
	}
	return list[0], nil
}

// plan writes an attempt of a company for an approved order, and holds the order with it.
func (p *Payouts) plan(ctx context.Context, tx *db.Tx, by *staff.Actor, sn, code string) (attempt, error) {
	adapter, v := p.adapter(code), p.companies.Of(code)
	if adapter == nil {
		return attempt{}, ErrNoCompany.With(code)
	}
	ref := adapter.NewRef(tx.Now())
	o, err := p.Cashier.BeginAttempt(ctx, tx, by, sn, ref, v.Name)
	if err != nil {
		return attempt{}, err
	}
	if err := v.fits(o.Amount, o.Bank); err != nil {
		return attempt{}, err
	}
	a := p.draft(tx, o, ref, code)
	if by != nil {
		a.MadeBy = by.Name
	}
	taken, err := useDay(ctx, tx, code, a.Day, a.Amount, v.Daily)
	if err != nil {
		return attempt{}, err
	}
	if !taken {
		if on, err := inUse(ctx, tx, code); err != nil || !on {
			return attempt{}, orElse(err, ErrNoCompany.With(v.Name))
		}
		return attempt{}, ErrDaily.With(money.Fen(v.Daily).Grouped())
	}
	return a, insert(ctx, tx, &a)
}

func orElse(err, other error) error {
	if err != nil {
		return err
	}
	return other
}

func inUse(ctx context.Context, r db.Reader, code string) (bool, error) {
	rows, err := companyRows(ctx, r)
	for _, row := range rows {
		if row.Code == code {
			return row.Enabled, nil
		}
	}
	return false, err
}

// draft is a new attempt with the destination of its order, sealed in its own row.
func (p *Payouts) draft(tx *db.Tx, o payer.ToPay, ref, code string) attempt {
	entered := p.built.Load()
	return attempt{
		Ref: ref, Token: newToken(), SN: o.SN, Player: o.Player, Company: code, Version: entered.versions[code],
		Place: entered.places[code], Amount: int64(o.Amount), Day: today(tx.Now()), Bank: o.Bank, Tail: o.Tail,
		Number: p.Box.Seal(sealedAt("number", ref), o.Number), Holder: p.Box.Seal(sealedAt("holder", ref), o.Holder),
		Province: o.Province, City: o.City, Branch: o.Branch, State: Planned, MadeBy: order.BySystem, MadeAt: tx.NowMillis(), AskAt: tx.NowMillis(),
	}
}

// planned runs in the transaction that approves an order: the first company, in
// order, that pays such an order by itself is to pay it. Where none does, or the
// order cannot go by itself, it waits for staff; the approval stands either way.
func (p *Payouts) planned(ctx context.Context, tx *db.Tx, sn string, amount money.Fen, bank string) error {
	rows, err := companyRows(ctx, tx)
	if err != nil {
		return err
	}
	for _, row := range p.sorted(rows) {
		v := p.companies.Of(row.Code)
		if int64(amount) > v.Auto || v.fits(amount, bank) != nil || row.used(today(tx.Now()))+int64(amount) > v.Daily {
			continue
		}
		done := false
		err := tx.Savepoint(ctx, func(ctx context.Context, tx *db.Tx) error {
			_, err := p.plan(ctx, tx, nil, sn, row.Code)
			done = err == nil
			return err
		})
		if _, refused := fault.Of(err); refused && !db.Fatal(ctx, err) {
			continue
		}
		if err != nil || done {
			return err
		}
	}
	return nil
}
