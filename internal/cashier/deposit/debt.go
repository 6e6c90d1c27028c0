package deposit

import (
	"context"
	"errors"

	"hongyun/internal/cashier/order"
	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/staff"
)

// TakeBack takes an amount from a player's centre wallet, or what is there; the
// rest is owed, which it returns. The entry's postings are made here. It is for
// what came with a deposit that is taken back, in that transaction.
func (d *Deposits) TakeBack(ctx context.Context, tx *db.Tx, e ledger.Entry, player string, amount money.Fen, to ledger.Account) (owed money.Fen, err error) {
	if err := order.LockPlayer(ctx, tx, player); err != nil {
		return 0, err
	}
	return d.Debit(ctx, tx, e, player, amount, to)
}

// DebtOrder is what is to be done about a debt.
type DebtOrder struct {
	Player  string
	Forgive bool // at the house's loss; else it is collected from the centre wallet
	Amount  money.Fen
	Reason  string
}

// SettleOwed asks for a second person's yes to collect or forgive a part of a
// debt, or the whole. Faults: ErrOwed, ErrReceived, staff's.
func (d *Deposits) SettleOwed(ctx context.Context, by staff.Actor, o DebtOrder) (order.Outcome, error) {
	if o.Amount <= 0 {
		return order.Outcome{}, order.ErrReceived
	}
	title, favours, effect := "收取欠款 ", "", "从玩家中心钱包扣除"
	if o.Forgive {
		title, favours, effect = "免除欠款 ", o.Player, "由公司承担；全部结清后玩家可再提款"
	}
	return d.Request(ctx, by, func(ctx context.Context, tx *db.Tx) (staff.Request, error) {
		owed, err := d.owedFor(ctx, tx, o)
		return kindOwed.Request(o, staff.Request{
			Subject: "owed:" + o.Player, Label: o.Player, Title: title + o.Amount.Grouped() + " 元", Amount: &o.Amount, Player: favours,
			Details: []staff.Detail{{Label: "玩家", Value: o.Player}, {Label: "欠款", Value: owed.Grouped()}, {Label: "本次", Value: o.Amount.Grouped()}, {Label: "影响", Value: effect}},
			Reason:  o.Reason,
		}), err
	})
}

// owedFor is what the player owes, or ErrOwed if that is less than the order says.
func (d *Deposits) owedFor(ctx context.Context, tx *db.Tx, o DebtOrder) (money.Fen, error) {
	if err := order.LockPlayer(ctx, tx, o.Player); err != nil {
		return 0, err
	}
	owed, err := d.Owed(ctx, tx, o.Player)
	if err == nil && owed < o.Amount {
		err = ErrOwed.With(owed.Grouped())
	}
	return owed, err
}

func (d *Deposits) owedApproved(ctx context.Context, tx *db.Tx, by staff.Actor, a staff.Approval, o DebtOrder) error {
	owed, err := d.owedFor(ctx, tx, o)
	if errors.Is(err, ErrOwed) {
		return staff.ErrSubjectChange
	}
	if err != nil {
		return err
	}
	from, kind := ledger.Centre(o.Player), "owed.collect"
	if o.Forgive {
		from, kind = ledger.HouseLoss(), "owed.forgive"
	}
	_, err = d.Ledger.Post(ctx, tx, ledger.Entry{
		Scope: "owed", Key: a.ID, Kind: kind, Ref: o.Player, By: a.MakerName + "、" + by.Name,
		Postings: []ledger.Posting{{From: from, To: ledger.HouseOwed(o.Player), Amount: int64(o.Amount)}},
	})
	if err != nil {
		return err // ErrInsufficient: the player has spent it meanwhile, and the request stays open
	}
	if owed == o.Amount {
		if err := d.Guard.LiftIn(ctx, tx, order.OfDebt, o.Player, guard.Withdraw, "欠款已结清"); err != nil {
			return err
		}
	}
	return d.Staff.Audit(ctx, tx, by, staff.Change{
		Action: kind, Subject: "owed:" + o.Player, Label: o.Player, Reason: a.Reason,
		Before: map[string]any{"owed": owed}, After: map[string]any{"owed": owed - o.Amount},
	})
}
