package deposit

import (
	"cmp"
	"context"

	"hongyun/internal/cashier/bank"
	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/db"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/staff"
)

// HouseAccount is the account of the house with that name.
func HouseAccount(source string) ledger.Account {
	if network := usdt.NetworkOf(source); network != "" {
		return ledger.HouseChain(network)
	}
	return ledger.Account{Name: "house:" + source, Asset: money.CNY, Negative: true}
}

// Reverse asks for a second person's yes to take back a deposit that its
// company has reversed after it was credited (trust F10). Faults: ErrNotFound,
// ErrState, ErrReference, ErrReferenceUsed, staff's.
func (d *Deposits) Reverse(ctx context.Context, by staff.Actor, r order.Reported) (order.Outcome, error) {
	ref, ok := order.CleanReference(r.Reference)
	if !ok {
		return order.Outcome{}, order.ErrReference
	}
	return d.Request(ctx, by, func(ctx context.Context, tx *db.Tx) (staff.Request, error) {
		dep, err := Lock(ctx, tx, d.Box, r.SN)
		if err != nil {
			return staff.Request{}, err
		}
		if dep.State != Credited {
			return staff.Request{}, ErrState.With(StateTexts[dep.State])
		}
		if usdt.NetworkOf(dep.arrivedAt()) != "" {
			return staff.Request{}, ErrCoinReverse
		}
		if err := bank.UnusedProof(ctx, tx, order.BackAt(dep.arrivedAt()), ref); err != nil {
			return staff.Request{}, err
		}
		return kindReverse.Request(order.ReportAsked{SN: dep.SN, Reference: ref, State: dep.State}, staff.Request{
			Subject: Subject(dep.SN), Label: dep.SN, Title: "存款冲正 " + dep.Received.Grouped() + " 元", Amount: &dep.Received,
			Details: []staff.Detail{
				{Label: "玩家", Value: dep.Player}, {Label: "到账金额", Value: dep.Received.Grouped()},
				{Label: "存款方式", Value: dep.Method + " " + dep.Channel}, {Label: "冲正流水号", Value: ref},
			},
			Reason: r.Reason,
		}), order.AddNote(ctx, tx, dep.SN, by.Name, "申报存款被冲正", r.Reason)
	})
}

// reverseApproved takes the money back: what the player has, and the rest is
// owed. The requirement that came with the deposit goes with it.
func (d *Deposits) reverseApproved(ctx context.Context, tx *db.Tx, by staff.Actor, a staff.Approval, p order.ReportAsked) error {
	dep, err := Lock(ctx, tx, d.Box, p.SN)
	if err != nil {
		return err
	}
	if dep.State != Credited {
		return staff.ErrSubjectChange
	}
	if err := bank.UseProof(ctx, tx, order.BackAt(dep.arrivedAt()), p.Reference, dep.SN, dep.Received); err != nil {
		return err
	}
	if err := order.LockPlayer(ctx, tx, dep.Player); err != nil {
		return err
	}
	if d.LockReversed != nil {
		if err := d.LockReversed(ctx, tx, dep.Player); err != nil {
			return err
		}
	}
	if moved, err := reverseMove.Apply(ctx, tx, dep.SN, ""); err != nil || !moved {
		return cmp.Or(err, error(staff.ErrSubjectChange))
	}
	who := a.MakerName + "、" + by.Name
	owed, err := d.Debit(ctx, tx, ledger.Entry{
		Scope: "deposit", Key: dep.SN + ":reversed", Kind: "deposit.reversed", Ref: dep.SN, Memo: p.Reference, By: who,
	}, dep.Player, dep.Received, HouseAccount(dep.arrivedAt()))
	if err != nil {
		return err
	}
	if err := d.Turnover.Drop(ctx, tx, dep.Player, "deposit", dep.SN, "存款已被冲正"); err != nil {
		return err
	}
	if d.OnReversed != nil {
		if err := d.OnReversed(ctx, tx, dep); err != nil {
			return err
		}
	}
	what := "冲正" + dep.Received.String() + "元"
	if owed > 0 {
		what += "，其中" + owed.String() + "元记为欠款"
	}
	if err := order.AddNote(ctx, tx, dep.SN, who, what, a.Reason); err != nil {
		return err
	}
	return d.Staff.Audit(ctx, tx, by, staff.Change{
		Action: string(kindReverse), Subject: Subject(dep.SN), Label: dep.SN, Reason: a.Reason,
		Before: map[string]any{"state": Credited, "received": dep.Received},
		After:  map[string]any{"state": Reversed, "owed": owed, "reference": p.Reference},
	})
}
