package bankfile

import (
	"context"
	"fmt"

	"hongyun/internal/cashier/bank"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/suspense"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/db"
	"hongyun/internal/fault"
	"hongyun/internal/money"
	"hongyun/internal/staff"
)

// LineChoice says which order a line pays. Chosen is false where a person agreed
// to what was offered without looking at the line itself: then it must still be
// the only match.
type LineChoice struct {
	Line   string
	SN     string
	Chosen bool
}

// LineResult is what became of a line of many.
type LineResult struct {
	Line    string
	Outcome order.Outcome
	Err     error // a fault that a person reads; nil where it was done or waits
}

// maxLines is how many lines are confirmed at once.
const maxLines = 100

// Credit credits deposits with what lines say came, each by the step that staff
// take by hand and in a transaction of its own: with its second person, its sums
// of 24 hours and its faults. One that fails stops no other.
func (b *Statements) Credit(ctx context.Context, by staff.Actor, choices []LineChoice, reason string) ([]LineResult, error) {
	return b.eachLine(ctx, choices, reason, func(ctx context.Context, l bank.Line, sn string) (order.Outcome, error) {
		return b.credit(ctx, by, l, sn, reason)
	})
}

// Pay notes that withdrawals were paid by what lines say went, like Credit.
func (b *Statements) Pay(ctx context.Context, by staff.Actor, choices []LineChoice, reason string) ([]LineResult, error) {
	return b.eachLine(ctx, choices, reason, func(ctx context.Context, l bank.Line, sn string) (order.Outcome, error) {
		return b.pay(ctx, by, l, sn, reason)
	})
}

func (b *Statements) eachLine(ctx context.Context, choices []LineChoice, reason string, book func(ctx context.Context, l bank.Line, sn string) (order.Outcome, error)) ([]LineResult, error) {
	if len(choices) < 1 || len(choices) > maxLines {
		return nil, ErrLines
	}
	if _, err := staff.CheckReason(reason); err != nil {
		return nil, err
	}
	out := make([]LineResult, len(choices))
	for i, c := range choices {
		done, err := b.one(ctx, c, book)
		if _, told := fault.Of(err); err != nil && !told {
			return out[:i], err
		}
		out[i] = LineResult{Line: c.Line, Outcome: done, Err: err}
	}
	return out, nil
}

func (b *Statements) one(ctx context.Context, c LineChoice, book func(ctx context.Context, l bank.Line, sn string) (order.Outcome, error)) (order.Outcome, error) {
	l, err := bank.ReadLine(ctx, b.Deps, b.DB, c.Line, "")
	if err != nil {
		return order.Outcome{}, err
	}
	if l.State == bank.LineUsed && l.SN == c.SN {
		return order.Outcome{Done: true}, nil // a repeated click
	}
	if l.State != bank.LineOpen {
		return order.Outcome{}, bank.ErrLineState.With(bank.LineStateTexts[l.State])
	}
	if !c.Chosen {
		proposals, err := b.Propose(ctx, []bank.Line{l})
		if err != nil {
			return order.Outcome{}, err
		}
		if list := proposals[l.ID]; len(list) == 0 || list[0].SN != c.SN || !list[0].Offered {
			return order.Outcome{}, ErrLineChoose
		}
	}
	return book(ctx, l, c.SN)
}

func (b *Statements) credit(ctx context.Context, by staff.Actor, l bank.Line, sn, reason string) (order.Outcome, error) {
	if !l.Incoming {
		return order.Outcome{}, ErrLineWay
	}
	dep, err := deposit.Find(ctx, b.DB, b.Box, "sn = ?", sn)
	if err != nil {
		return order.Outcome{}, err
	}
	c := deposit.HandCredit{SN: sn, Received: l.Amount, BankRef: l.Ref, Line: l.ID}
	if dep.State != deposit.Review {
		return b.deposits.CreditByHand(ctx, by, "deposit.confirm", c, reason, deposit.Unreviewed...)
	}
	if !b.Staff.Can(by, staff.DepositReview) {
		return order.Outcome{}, ErrLineReview
	}
	return b.deposits.CreditByHand(ctx, by, "deposit.resolve", c, reason, deposit.Review)
}

func (b *Statements) pay(ctx context.Context, by staff.Actor, l bank.Line, sn, reason string) (order.Outcome, error) {
	if l.Incoming {
		return order.Outcome{}, ErrLineWay
	}
	_, err := b.payouts.PayBank(ctx, by, sn, l.Ref, reason, func(ctx context.Context, tx *db.Tx, row *withdrawal.Row) error {
		now, err := bank.ReadLine(ctx, b.Deps, tx, l.ID, tx.ForUpdate())
		switch {
		case err != nil:
			return err
		case now.State != bank.LineOpen:
			return bank.ErrLineState.With(bank.LineStateTexts[now.State])
		case row.Network != "" || money.Fen(row.Amount) != now.Amount:
			return bank.ErrLineDiffers
		}
		return nil
	})
	return order.Outcome{Done: err == nil}, err
}

// Suspend puts a line that no order waits for into suspense, where two people
// give it to a player or send it back.
func (b *Statements) Suspend(ctx context.Context, by staff.Actor, line, note string) (suspense.Stray, error) {
	l, err := bank.ReadLine(ctx, b.Deps, b.DB, line, "")
	switch {
	case err != nil:
		return suspense.Stray{}, err
	case !l.Incoming:
		return suspense.Stray{}, ErrLineWay
	case l.State != bank.LineOpen:
		return suspense.Stray{}, bank.ErrLineState.With(bank.LineStateTexts[l.State])
	}
	payer := l.Name
	if payer == "" {
		payer = "银行未给出户名"
	}
	return b.incoming.RecordChecked(ctx, by, suspense.StrayOrder{Account: bank.SourceOf(l.Account), Amount: l.Amount, Payer: payer, Reference: l.Ref, Note: note},
		func(ctx context.Context, tx *db.Tx) error {
			now, err := bank.ReadLine(ctx, b.Deps, tx, line, tx.ForUpdate())
			if err == nil && now.State != bank.LineOpen {
				err = bank.ErrLineState.With(bank.LineStateTexts[now.State])
			}
			return err
		})
}

// Link notes that a line explains an order that was booked under another number:
// a deposit that was credited, or a withdrawal that was paid, with the same amount.
func (b *Statements) Link(ctx context.Context, by staff.Actor, line, sn, reason string) error {
	return b.decide(ctx, by, line, bank.LinkMove, sn, reason, func(ctx context.Context, tx *db.Tx, l bank.Line) error {
		var n int
		var err error
		if l.Incoming {
			err = tx.NewRaw("SELECT COUNT(*) FROM deposit WHERE sn = ? AND company_bank = ? AND received = ? AND state IN ('credited', 'reversed')", sn, l.Account, int64(l.Amount)).Scan(ctx, &n)
		} else {
			err = tx.NewRaw("SELECT COUNT(*) FROM withdrawal WHERE sn = ? AND network = '' AND amount = ? AND state = 'paid' AND payout_company = ''", sn, int64(l.Amount)).Scan(ctx, &n)
		}
		if err == nil && n == 0 {
			err = ErrLineBooked
		}
		return err
	})
}

// Ignore says that a line concerns no order: a fee, interest, a move between
// accounts of the operator.
func (b *Statements) Ignore(ctx context.Context, by staff.Actor, line, reason string) error {
	return b.decide(ctx, by, line, bank.IgnoreMove, "", reason, nil)
}

// Reopen takes back Link or Ignore.
func (b *Statements) Reopen(ctx context.Context, by staff.Actor, line, reason string) error {
	return b.decide(ctx, by, line, bank.ReopenMove, "", reason, nil)
}

func (b *Statements) decide(ctx context.Context, by staff.Actor, line string, move *order.Move, sn, reason string, check func(ctx context.Context, tx *db.Tx, l bank.Line) error) error {
	reason, err := staff.CheckReason(reason)
	if err != nil {
		return err
	}
	if !order.Storable(sn) {
		return ErrLineBooked
	}
	return b.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		l, err := bank.ReadLine(ctx, b.Deps, tx, line, tx.ForUpdate())
		if err != nil {
			return err
		}
		before := l.State
		if check != nil {
			if err := check(ctx, tx, l); err != nil {
				return err
			}
		}
		if err := bank.MoveLine(ctx, tx, &l, move, sn, by.Name, reason); err != nil {
			return err
		}
		return b.Staff.Audit(ctx, tx, by, staff.Change{
			Action: "bank.line", Subject: "bankline:" + l.ID, Label: fmt.Sprintf("%s %s", l.Ref, l.Amount), Reason: reason,
			Before: map[string]any{"state": before}, After: map[string]any{"state": l.State, "order": sn},
		})
	})
}

// OneLine is a line with what it may pay.
func (b *Statements) OneLine(ctx context.Context, id string) (bank.Line, []Proposal, error) {
	l, err := bank.ReadLine(ctx, b.Deps, b.DB, id, "")
	if err != nil {
		return bank.Line{}, nil, err
	}
	proposals, err := b.Propose(ctx, []bank.Line{l})
	return l, proposals[id], err
}
