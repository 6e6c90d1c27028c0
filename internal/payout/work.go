package payout

import (
	"context"
	"errors"
	"fmt"
	"time"

	"hongyun/internal/cashier/bank"
	"hongyun/internal/cashier/order"
	"hongyun/internal/db"
	"hongyun/internal/due"
	"hongyun/internal/fault"
	"hongyun/internal/guard"
	"hongyun/internal/money"
	"hongyun/internal/payment"
)

// newWork makes the due work: a lane for each company that is there at the start,
// and one for all others.
func (p *Payouts) newWork() *due.Work {
	rows := due.Rows[attempt]{
		DB: p.DB, Parallel: parallel, InTurn: p.InTurn, Take: p.take,
		Taken: func() { p.Seam("Taken") },
		Ask: func(ctx context.Context, _ string, a attempt) error {
			var err error
			if a.Asks == 0 {
				err = p.send(ctx, a)
			} else {
				err = p.ask(ctx, a)
			}
			if err != nil && ctx.Err() == nil {
				p.Log.WarnContext(ctx, "a pay-out is not settled", "ref", a.Ref, "company", a.Company, "err", err)
			}
			return ctx.Err()
		},
	}
	return &due.Work{
		Name: "payout.ask", Clock: p.DB.Clock(), Metrics: p.Metrics, InTurn: p.InTurn, Run: rows.Run,
		Lanes: func() []string { return append(append([]string{}, p.lanes()...), due.Rest) },
		Oldest: func(ctx context.Context, lane string) (time.Time, error) {
			where, among := order.InLane("company", lane, p.lanes())
			var at int64
			err := p.DB.NewRaw("SELECT COALESCE(MIN(ask_at), 0) FROM payout_attempt WHERE ask_at > 0 AND ask_at <= ? AND "+where,
				p.DB.Clock().Now().UnixMilli(), among).Scan(ctx, &at)
			return stamped(at), err
		},
	}
}

// take takes attempts that are due: one that is planned becomes asked, in the
// commit before its call, so that no other node and no later run sends it again.
// For the others the next question is planned.
func (p *Payouts) take(ctx context.Context, tx *db.Tx, lane string, limit int) ([]attempt, error) {
	where, among := order.InLane("company", lane, p.lanes())
	var rows []attempt
	err := tx.NewRaw("SELECT * FROM payout_attempt WHERE ask_at > 0 AND ask_at <= ? AND "+where+" ORDER BY ask_at, ref LIMIT ?"+tx.SkipLocked(),
		tx.NowMillis(), among, limit).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("pay-outs that are due: %w", err)
	}
	taken := rows[:0]
	for _, a := range rows {
		goes := true
		if a.State == Planned {
			if goes, err = p.takePlanned(ctx, tx, &a); err != nil {
				return nil, err
			}
		} else {
			a.Asks++
			a.AskAt = tx.Now().Add(askAgain(tx.Now().Sub(stamped(a.AskedAt)))).UnixMilli()
			if a.ended() && tx.Now().Sub(stamped(a.EndedAt)) > lookFor {
				a.AskAt = 0
			}
			if err := save(ctx, tx, &a); err != nil {
				return nil, err
			}
		}
		if goes {
			taken = append(taken, a)
		}
	}
	return taken, nil
}

// askAgain is how long to wait before a company is asked once more: often at first,
// then less and less.
func askAgain(since time.Duration) time.Duration { return min(max(since/4, firstAsk), time.Hour) }

// takePlanned marks an attempt as asked if it may be sent now. While pay-outs are
// closed it waits; where its company is out of use, or its player may not be paid
// any more, it is over.
func (p *Payouts) takePlanned(ctx context.Context, tx *db.Tx, a *attempt) (goes bool, err error) {
	if err := p.Cashier.CheckOpen(ctx, tx); err != nil {
		if !errors.Is(err, guard.ErrClosedStaff) {
			return false, err
		}
		a.AskAt = tx.Now().Add(time.Minute).UnixMilli()
		return false, save(ctx, tx, a)
	}
	on, err := inUse(ctx, tx, a.Company)
	if err != nil {
		return false, err
	}
	if !on || p.adapter(a.Company) == nil {
		return false, p.fail(ctx, tx, a, "代付公司已停用，未提交")
	}
	adapter := p.built.Load().at(a.Company, a.Place)
	if adapter == nil {
		return false, p.fail(ctx, tx, a, "代付公司的接口资料已变更，未提交")
	}
	if err := p.Cashier.MaySend(ctx, tx, a.SN, a.Ref); err != nil {
		if _, refused := fault.Of(err); !refused {
			return false, err
		}
		return false, p.fail(ctx, tx, a, "未提交："+told(err))
	}
	// Under the lock of the order: an earlier attempt that is flagged from here on
	// finds the order held by this one.
	if ref, err := flagged(ctx, tx, a.SN); err != nil {
		return false, err
	} else if ref != "" {
		return false, p.fail(ctx, tx, a, "未提交："+told(ErrNeedsPeople.With(ref)))
	}
	a.become(sendMove)
	a.AskedAt = tx.NowMillis()
	a.AskAt = tx.Now().Add(sendWithin + max(adapter.Rules().Timeout, firstAsk)).UnixMilli() // the first question, should the process die
	return true, save(ctx, tx, a)
}

// send calls the company, once in the life of an attempt. What it sends is what the
// row holds.
func (p *Payouts) send(ctx context.Context, a attempt) error {
	adapter := p.built.Load().at(a.Company, a.Place)
	if adapter == nil || p.DB.Clock().Now().Sub(stamped(a.AskedAt)) > sendWithin {
		// The company is asked, and will not know it.
		return errors.New("taken too long ago to be sent, or the company was entered anew since")
	}
	number, err := p.Box.Open(sealedAt("number", a.Ref), a.Number)
	if err != nil {
		return err
	}
	holder, err := p.Box.Open(sealedAt("holder", a.Ref), a.Holder)
	if err != nil {
		return err
	}
	p.Seam("Send.BeforeCall")
	txn, failed := adapter.Pay(ctx, payment.Payout{
		Ref: a.Ref, Amount: money.Fen(a.Amount), Bank: a.Bank, BankName: bankName(a.Bank), Branch: a.Branch, Holder: holder, Number: number,
		Province: a.Province, City: a.City, NotifyURL: p.HooksURL + "/payout/" + a.Company + "/" + a.Token,
	})
	due.Asked(ctx, failed)
	p.Seam("Send.AfterCall")
	return p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return p.record(ctx, tx, a.Ref, txn, failed) })
}

// record keeps the company's answer to an order.
func (p *Payouts) record(ctx context.Context, tx *db.Tx, ref, txn string, failed error) error {
	a, err := lock(ctx, tx, ref)
	if err != nil || a.State != Asked { // a notice, or another node's question, was faster
		return err
	}
	a.AskAt = tx.Now().Add(firstAsk).UnixMilli()
	var no *payment.PayoutRefusal
	switch {
	case failed == nil:
		a.Txn, a.Answer = txn, "已受理"
		a.become(acceptMove)
	case errors.As(failed, &no) && no.NotSent:
		a.AskedAt = 0 // it never left: nobody asks about it, and nothing waits for it
		return p.fail(ctx, tx, &a, no.Said)
	case errors.As(failed, &no):
		a.Answer, a.Short, a.AskAt = "拒绝："+no.Said, no.NoBalance, tx.NowMillis()
		a.become(refuseMove)
	default:
		a.Answer = "提交后没有明确答复"
		a.become(silentMove)
	}
	return save(ctx, tx, &a)
}

// ask asks the company what became of an attempt and does what the answer says.
func (p *Payouts) ask(ctx context.Context, a attempt) error {
	_, err := p.lookUp(ctx, a)
	return err
}

// lookUp asks the company and settles. The attempt is returned as it is then.
func (p *Payouts) lookUp(ctx context.Context, a attempt) (attempt, error) {
	adapter := p.adapter(a.Company)
	if adapter == nil {
		return a, errors.New("nobody speaks to the company")
	}
	s, failed := adapter.Lookup(ctx, a.Ref)
	due.Asked(ctx, failed)
	p.Seam("Ask.AfterCall")
	if failed != nil {
		s = payment.Status{}
	}
	err := p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		var err error
		if a, err = lock(ctx, tx, a.Ref); err != nil {
			return err
		}
		return p.settle(ctx, tx, &a, s)
	})
	if errors.Is(err, bank.ErrReferenceUsed) {
		err = p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			var err error
			if a, err = lock(ctx, tx, a.Ref); err != nil {
				return err
			}
			return p.numberUsed(ctx, tx, &a, s)
		})
	}
	if err == nil {
		err = failed
	}
	return a, err
}

// bankName is a bank's name, "" for an unknown code.
func bankName(code string) string {
	for _, b := range bank.Banks() {
		if b.Code == code {
			return b.Name
		}
	}
	return ""
}
