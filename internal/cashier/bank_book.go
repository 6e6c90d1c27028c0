package cashier

import (
	"context"
	"fmt"

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
	Outcome Outcome
	Err     error // a fault that a person reads; nil where it was done or waits
}

// maxLines is how many lines are confirmed at once.
const maxLines = 100

// Credit credits deposits with what lines say came, each by the step that staff
// take by hand and in a transaction of its own: with its second person, its sums
// of 24 hours and its faults. One that fails stops no other.
func (b *BankStatements) Credit(ctx context.Context, by staff.Actor, choices []LineChoice, reason string) ([]LineResult, error) {
	return b.eachLine(ctx, choices, reason, func(ctx context.Context, l BankLine, sn string) (Outcome, error) {
		return b.credit(ctx, by, l, sn, reason)
	})
}

// Pay notes that withdrawals were paid by what lines say went, like Credit.
func (b *BankStatements) Pay(ctx context.Context, by staff.Actor, choices []LineChoice, reason string) ([]LineResult, error) {
	return b.eachLine(ctx, choices, reason, func(ctx context.Context, l BankLine, sn string) (Outcome, error) {
		return b.pay(ctx, by, l, sn, reason)
	})
}

func (b *BankStatements) eachLine(ctx context.Context, choices []LineChoice, reason string, book func(ctx context.Context, l BankLine, sn string) (Outcome, error)) ([]LineResult, error) {
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

func (b *BankStatements) one(ctx context.Context, c LineChoice, book func(ctx context.Context, l BankLine, sn string) (Outcome, error)) (Outcome, error) {
	l, err := readLine(ctx, b.Deps, b.db, c.Line, "")
	if err != nil {
		return Outcome{}, err
	}
	if l.State == LineUsed && l.SN == c.SN {
		return Outcome{Done: true}, nil // a repeated click
	}
	if l.State != LineOpen {
		return Outcome{}, ErrLineState.With(lineStates[l.State])
	}
	if !c.Chosen {
		proposals, err := b.Propose(ctx, []BankLine{l})
		if err != nil {
			return Outcome{}, err
		}
		if list := proposals[l.ID]; len(list) == 0 || list[0].SN != c.SN || !list[0].Offered {
			return Outcome{}, ErrLineChoose
		}
	}
	return book(ctx, l, c.SN)
}

func (b *BankStatements) credit(ctx context.Context, by staff.Actor, l BankLine, sn, reason string) (Outcome, error) {
	if !l.Incoming {
		return Outcome{}, ErrLineWay
	}
	dep, err := findDeposit(ctx, b.db, b.box, "sn = ?", sn)
	if err != nil {
		return Outcome{}, err
	}
	c := handCredit{SN: sn, Received: l.Amount, BankRef: l.Ref, Line: l.ID}
	if dep.State != Review {
		return b.deposits.creditByHand(ctx, by, "deposit.confirm", c, reason, Pending, Claimed, Expired)
	}
	if !b.staff.Can(by, staff.DepositReview) {
		return Outcome{}, ErrLineReview
	}
	return b.deposits.creditByHand(ctx, by, "deposit.resolve", c, reason, Review)
}

func (b *BankStatements) pay(ctx context.Context, by staff.Actor, l BankLine, sn, reason string) (Outcome, error) {
	if l.Incoming {
		return Outcome{}, ErrLineWay
	}
	_, err := b.payouts.payBank(ctx, by, sn, l.Ref, reason, func(ctx context.Context, tx *db.Tx, row *withdrawalRow) error {
		now, err := readLine(ctx, b.Deps, tx, l.ID, tx.ForUpdate())
		switch {
		case err != nil:
			return err
		case now.State != LineOpen:
			return ErrLineState.With(lineStates[now.State])
		case row.Network != "" || money.Fen(row.Amount) != now.Amount:
			return ErrLineDiffers
		}
		return nil
	})
	return Outcome{Done: err == nil}, err
}

// Suspend puts a line that no order waits for into suspense, where two people
// give it to a player or send it back.
func (b *BankStatements) Suspend(ctx context.Context, by staff.Actor, line, note string) (Stray, error) {
	l, err := readLine(ctx, b.Deps, b.db, line, "")
	switch {
	case err != nil:
		return Stray{}, err
	case !l.Incoming:
		return Stray{}, ErrLineWay
	case l.State != LineOpen:
		return Stray{}, ErrLineState.With(lineStates[l.State])
	}
	payer := l.Name
	if payer == "" {
		payer = "银行未给出户名"
	}
	return b.incoming.recordChecked(ctx, by, StrayOrder{Account: bankSource(l.Account), Amount: l.Amount, Payer: payer, Reference: l.Ref, Note: note},
		func(ctx context.Context, tx *db.Tx) error {
			now, err := readLine(ctx, b.Deps, tx, line, tx.ForUpdate())
			if err == nil && now.State != LineOpen {
				err = ErrLineState.With(lineStates[now.State])
			}
			return err
		})
}

// Link notes that a line explains an order that was booked under another number:
// a deposit that was credited, or a withdrawal that was paid, with the same amount.
func (b *BankStatements) Link(ctx context.Context, by staff.Actor, line, sn, reason string) error {
	return b.decide(ctx, by, line, LineLinked, sn, reason, func(ctx context.Context, tx *db.Tx, l BankLine) error {
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
func (b *BankStatements) Ignore(ctx context.Context, by staff.Actor, line, reason string) error {
	return b.decide(ctx, by, line, LineIgnored, "", reason, nil)
}

// Reopen takes back Link or Ignore.
func (b *BankStatements) Reopen(ctx context.Context, by staff.Actor, line, reason string) error {
	return b.decide(ctx, by, line, LineOpen, "", reason, nil)
}

func (b *BankStatements) decide(ctx context.Context, by staff.Actor, line, to, sn, reason string, check func(ctx context.Context, tx *db.Tx, l BankLine) error) error {
	reason, err := staff.CheckReason(reason)
	if err != nil {
		return err
	}
	if !storable(sn) {
		return ErrLineBooked
	}
	return b.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		l, err := readLine(ctx, b.Deps, tx, line, tx.ForUpdate())
		if err != nil {
			return err
		}
		before := l.State
		if check != nil {
			if err := check(ctx, tx, l); err != nil {
				return err
			}
		}
		if err := moveLine(ctx, tx, &l, to, sn, by.Name, reason); err != nil {
			return err
		}
		return b.staff.Audit(ctx, tx, by, staff.Change{
			Action: "bank.line", Subject: "bankline:" + l.ID, Label: fmt.Sprintf("%s %s", l.Ref, l.Amount), Reason: reason,
			Before: map[string]any{"state": before}, After: map[string]any{"state": to, "order": sn},
		})
	})
}

// OneLine is a line with what it may pay.
func (b *BankStatements) OneLine(ctx context.Context, id string) (BankLine, []Proposal, error) {
	l, err := readLine(ctx, b.Deps, b.db, id, "")
	if err != nil {
		return BankLine{}, nil, err
	}
	proposals, err := b.Propose(ctx, []BankLine{l})
	return l, proposals[id], err
}
