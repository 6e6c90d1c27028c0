package deposit

import (
	"context"
	"fmt"
	"slices"

	"hongyun/internal/cashier/bank"
	"hongyun/internal/cashier/order"
	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/inbox"
	"hongyun/internal/money"
	"hongyun/internal/staff"
)

// Confirmation says that a bank transfer arrived, as staff read it off the
// bank's statement.
type Confirmation struct {
	SN       string
	Received money.Fen // what really arrived; may differ from the order
	BankRef  string    // the bank's number of the transfer; one credits once
	Reason   string
}

// Resolution ends a review.
type Resolution struct {
	SN       string
	Credit   bool      // else the order is closed
	Received money.Fen // for a credit
	BankRef  string    // for a credit of a bank transfer
	Reason   string
}

// HandCredit is what a second person is asked to agree to.
type HandCredit struct {
	SN       string    `json:"sn"`
	State    string    `json:"state"` // the order's state when it was asked for
	Received money.Fen `json:"received"`
	BankRef  string    `json:"bankRef"`
	Maker    string    `json:"maker"`
	Line     string    `json:"line,omitempty"` // of a bank statement, where it was confirmed by one
}

// ConfirmByHand credits a bank transfer with what was really received. Above
// the limit, or with another amount than was ordered, it waits for a second person. Faults: ErrNotFound, ErrNotBank,
// ErrState, ErrReceived, ErrBankRef, ErrBankRefUsed, staff.ErrReason.
func (d *Deposits) ConfirmByHand(ctx context.Context, by staff.Actor, c Confirmation) (order.Outcome, error) {
	return d.CreditByHand(ctx, by, "deposit.confirm", HandCredit{SN: c.SN, Received: c.Received, BankRef: c.BankRef}, c.Reason,
		Unreviewed...)
}

// Resolve ends a review with a credit or without one. What a gateway proved is
// what can be credited, and no other amount. Above the limit a credit waits
// for a second person.
func (d *Deposits) Resolve(ctx context.Context, by staff.Actor, r Resolution) (order.Outcome, error) {
	if !r.Credit {
		return order.Outcome{Done: true}, d.end(ctx, by, "deposit.close", r.SN, r.Reason, closeMove)
	}
	return d.CreditByHand(ctx, by, "deposit.resolve", HandCredit{SN: r.SN, Received: r.Received, BankRef: r.BankRef}, r.Reason, Review)
}

func (d *Deposits) CreditByHand(ctx context.Context, by staff.Actor, action string, c HandCredit, reason string, from ...string) (order.Outcome, error) {
	reason, err := staff.CheckReason(reason)
	if err != nil {
		return order.Outcome{}, err
	}
	if c.Received <= 0 {
		return order.Outcome{}, order.ErrReceived
	}
	var out order.Outcome
	err = d.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		out = order.Outcome{}
		if err := d.Guard.Gate.CheckIn(ctx, tx, guard.DoorDeposits); err != nil {
			return err
		}
		dep, err := Lock(ctx, tx, d.Box, c.SN)
		if err != nil {
			return err
		}
		if !slices.Contains(from, dep.State) {
			return ErrState.With(StateTexts[dep.State])
		}
		if err := dep.rail().mayCredit(dep.State); err != nil {
			return err
		}
		c := c
		c.State, c.Maker = dep.State, by.Name
		if c.BankRef, err = d.checkHand(ctx, tx, dep, c); err != nil {
			return err
		}
		if err := d.checkLine(ctx, tx, dep, c); err != nil {
			return err
		}
		two, err := d.needsSecond(ctx, tx, by, dep, c.Received)
		if err != nil {
			return err
		}
		if two {
			out.ApprovalID, err = d.requestCredit(ctx, tx, by, dep, c, reason)
			return err
		}
		if err := d.Staff.Waiting(ctx, tx, by); err != nil {
			return err
		}
		before := dep.State
		vouched := dep.vouched()
		if err := d.creditHand(ctx, tx, &dep, c, by.Name, reason); err != nil {
			return err
		}
		if err := d.AddAct(ctx, tx, CreditAct(dep, vouched, by)); err != nil {
			return err
		}
		if err := d.vouch(ctx, tx, dep, bank.SourceOf(dep.CompanyBank), c.BankRef); err != nil {
			return err
		}
		out.Done = true
		d.Seam("Confirm.C1")
		return d.Staff.Audit(ctx, tx, by, staff.Change{
			Action: action, Subject: Subject(dep.SN), Label: dep.SN, Reason: reason,
			Before: map[string]any{"state": before, "amount": dep.Amount},
			After:  map[string]any{"state": Credited, "received": c.Received, "bankReference": c.BankRef},
		})
	})
	if err == nil {
		d.Seam("Confirm.C2")
	}
	return out, err
}

// needsSecond says that one person may not credit this alone: another amount
// than was ordered (trust F11), what a gateway should vouch for and does not
// (trust ADM-1), more than the player's own deposit limit lets in (RG-3), or more
// than the limit of staff, counted with the last 24 hours of the person and of the
// player where no company vouches for the payment (H-86).
func (d *Deposits) needsSecond(ctx context.Context, tx *db.Tx, by staff.Actor, dep Deposit, received money.Fen) (bool, error) {
	most, err := d.Staff.AloneMost(ctx, tx, by, d.Rules().DepositSecondAbove)
	if err != nil {
		return false, err
	}
	if received > most || received != dep.Amount || !dep.rail().foundByStaff() && dep.Proved == 0 {
		return true, nil
	}
	if dep.vouched() {
		why, err := d.OverLimit(ctx, tx, dep, received)
		return why != "", err
	}
	alone, err := d.AloneLately(ctx, tx, order.ActCredit, by)
	if err != nil {
		return false, err
	}
	if err := order.LockPlayer(ctx, tx, dep.Player); err != nil {
		return false, err
	}
	if dep.Proved > 0 { // and unconfirmed
		if why, err := d.OverLimit(ctx, tx, dep, received); err != nil || why != "" {
			return true, err
		}
	}
	got, err := order.CreditedLately(ctx, tx, dep.Player)
	return max(alone, got)+received > most, err
}

// CreditAct is a credit by hand that one person made. What a company vouches
// for counts towards no sum.
func CreditAct(dep Deposit, vouched bool, by staff.Actor) order.Act {
	a := order.Act{Sn: dep.SN, Act: order.ActCredit, Staff: by.ID, Player: dep.Player, Amount: dep.Received, Alone: true}
	if vouched {
		a.Amount = 0
	}
	return a
}

// checkHand applies the rules of a credit by hand and returns the bank's
// number in its one form.
func (d *Deposits) checkHand(ctx context.Context, tx *db.Tx, dep Deposit, c HandCredit) (string, error) {
	if dep.Proved > 0 && c.Received != dep.Proved {
		return "", ErrReceivedProved.With(dep.Proved.String())
	}
	if dep.Proved > 0 && !dep.suspended {
		return "", ErrMoneyGone // it was sent back, or given to another order
	}
	if !dep.rail().foundByStaff() {
		return "", nil
	}
	ref, ok := order.CleanReference(c.BankRef)
	if !ok {
		return "", order.ErrBankRef
	}
	var used []string
	err := tx.NewRaw("SELECT sn FROM cashier_proof WHERE source = ? AND txn = ?", bank.SourceOf(dep.CompanyBank), ref).Scan(ctx, &used)
	if err != nil {
		return "", fmt.Errorf("look for bank reference: %w", err)
	}
	if len(used) > 0 {
		return "", order.ErrBankRefUsed.With(used[0])
	}
	return ref, nil
}

func (d *Deposits) requestCredit(ctx context.Context, tx *db.Tx, by staff.Actor, dep Deposit, c HandCredit, reason string) (string, error) {
	received := c.Received
	details := []staff.Detail{
		{Label: "订单金额", Value: dep.Amount.Grouped()}, {Label: "到账金额", Value: received.Grouped()},
		{Label: "玩家", Value: dep.Player}, {Label: "存款方式", Value: dep.Method + " " + dep.Channel},
	}
	if c.BankRef != "" {
		details = append(details, staff.Detail{Label: "银行流水号", Value: c.BankRef})
	}
	id, err := d.Staff.RequestApproval(ctx, tx, by, kindDeposit.Request(c, staff.Request{
		Subject: Subject(dep.SN), Label: dep.SN, Title: "存款入账 " + received.Grouped() + " 元",
		Amount: &received, Details: details, Reason: reason,
	}))
	if err != nil {
		return "", err
	}
	return id, order.AddNote(ctx, tx, dep.SN, by.Name, "提交入账审批 "+received.String()+"元", reason)
}

// creditHand books a credit that people decided about.
func (d *Deposits) creditHand(ctx context.Context, tx *db.Tx, dep *Deposit, c HandCredit, who, reason string) error {
	from := HouseAccount(dep.rail().source(*dep))
	if dep.suspended {
		from = Suspense()
	}
	if c.BankRef != "" {
		holder, mine, err := bank.ClaimProof(ctx, tx, bank.SourceOf(dep.CompanyBank), c.BankRef, dep.SN, int64(c.Received))
		if err != nil {
			return err
		}
		if !mine {
			return order.ErrBankRefUsed.With(holder)
		}
	}
	return d.Credit(ctx, tx, dep, Arrival{Received: c.Received, From: from, BankRef: c.BankRef, By: who, Reason: reason})
}

// creditApproved carries out a credit that a second person agreed to, exactly
// as it was asked for.
func (d *Deposits) creditApproved(ctx context.Context, tx *db.Tx, by staff.Actor, a staff.Approval, c HandCredit) error {
	if err := d.Guard.Gate.CheckIn(ctx, tx, guard.DoorDeposits); err != nil {
		return err
	}
	dep, err := Lock(ctx, tx, d.Box, c.SN)
	if err != nil {
		return err
	}
	// That the clock moved the order on meanwhile changes nothing; that it is
	// settled, or that a gateway proved another amount, does.
	if dep.State == Credited || dep.State == Closed || (dep.Proved > 0 && (dep.Proved != c.Received || !dep.suspended)) {
		return staff.ErrSubjectChange
	}
	if err := bank.NotImporter(ctx, d.Deps, tx, by, bank.SourceOf(dep.CompanyBank), c.BankRef); err != nil {
		return err
	}
	if err := d.checkLine(ctx, tx, dep, c); err != nil {
		return staff.ErrSubjectChange
	}
	vouched := dep.vouched()
	err = d.creditHand(ctx, tx, &dep, c, c.Maker+"、"+by.Name, a.Reason)
	if err == nil {
		err = d.AddTwo(ctx, tx, CreditAct(dep, vouched, by), by, a)
	}
	if err == nil {
		err = d.vouch(ctx, tx, dep, bank.SourceOf(dep.CompanyBank), c.BankRef)
	}
	d.Seam("Confirm.C1")
	tx.AfterCommit(func() { d.Seam("Confirm.C2") })
	return err
}

// Reject closes an order that was not paid; nothing is credited.
func (d *Deposits) Reject(ctx context.Context, by staff.Actor, sn, reason string) error {
	return d.end(ctx, by, "deposit.reject", sn, reason, rejectMove)
}

// end closes an order without a credit. Money of it that is in suspense stays
// there: it is owed to whoever sent it.
func (d *Deposits) end(ctx context.Context, by staff.Actor, action, sn, reason string, move *order.Move) error {
	reason, err := staff.CheckReason(reason)
	if err != nil {
		return err
	}
	return d.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := d.Staff.Waiting(ctx, tx, by); err != nil {
			return err
		}
		dep, err := Lock(ctx, tx, d.Box, sn)
		if err != nil {
			return err
		}
		moved, err := finish(ctx, tx, sn, move)
		if err != nil {
			return err
		}
		if !moved {
			return ErrState.With(StateTexts[dep.State])
		}
		if err := d.Staff.VoidPending(ctx, tx, by, Subject(sn), "订单已关闭"); err != nil {
			return err
		}
		if err := order.AddNote(ctx, tx, sn, by.Name, "关闭订单", reason); err != nil {
			return err
		}
		if err := inbox.Write(ctx, tx, closedMessage(dep)); err != nil {
			return err
		}
		return d.Staff.Audit(ctx, tx, by, staff.Change{
			Action: action, Subject: Subject(sn), Label: sn, Reason: reason,
			Before: map[string]any{"state": dep.State}, After: map[string]any{"state": Closed},
		})
	})
}

// ToReview puts an order aside for a second look.
func (d *Deposits) ToReview(ctx context.Context, by staff.Actor, sn, reason string) error {
	reason, err := staff.CheckReason(reason)
	if err != nil {
		return err
	}
	return d.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		dep, err := Lock(ctx, tx, d.Box, sn)
		if err != nil {
			return err
		}
		if !slices.Contains(Unreviewed, dep.State) {
			return ErrState.With(StateTexts[dep.State])
		}
		if err := toReview(ctx, tx, sn, reason); err != nil {
			return err
		}
		if err := d.Staff.VoidPending(ctx, tx, by, Subject(sn), "订单转复核"); err != nil {
			return err
		}
		if err := order.AddNote(ctx, tx, sn, by.Name, "转复核", reason); err != nil {
			return err
		}
		return d.Staff.Audit(ctx, tx, by, staff.Change{
			Action: "deposit.review", Subject: Subject(sn), Label: sn, Reason: reason,
			Before: map[string]any{"state": dep.State}, After: map[string]any{"state": Review},
		})
	})
}
