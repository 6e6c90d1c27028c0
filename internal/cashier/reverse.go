package cashier

import (
	"context"
	"fmt"

	"hongyun/internal/db"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/staff"
)

// Reported is what staff read off a company's statement about an order that
// had ended: the company's number of it, and why they believe it.
type Reported struct {
	SN        string
	Reference string
	Reason    string
}

// reported is a Reported as it waits for the second person.
type reported struct {
	SN        string `json:"sn"`
	Reference string `json:"reference"`
	State     string `json:"state"` // of the order when it was asked for
}

// unusedProof fails with ErrReferenceUsed if a company's number was used before.
func unusedProof(ctx context.Context, tx *db.Tx, source, ref string) error {
	var used []string
	err := tx.NewRaw("SELECT sn FROM cashier_proof WHERE source = ? AND txn = ?", source, ref).Scan(ctx, &used)
	if err != nil {
		return fmt.Errorf("look for reference: %w", err)
	}
	if len(used) > 0 {
		return ErrReferenceUsed.With(used[0])
	}
	return nil
}

// useProof makes a company's number this order's, or fails with ErrReferenceUsed.
func useProof(ctx context.Context, tx *db.Tx, source, ref, sn string, amount money.Fen) error {
	holder, mine, err := claimProof(ctx, tx, source, ref, sn, int64(amount))
	if err == nil && !mine {
		err = ErrReferenceUsed.With(holder)
	}
	return err
}

// cameAt names where a deposit's money came in: one of our bank accounts or a gateway.
func (dep Deposit) arrivedAt() string {
	switch {
	case dep.cameAt != "":
		return dep.cameAt
	case dep.Style == StyleCoin:
		return chainAccount(dep.Network)
	case dep.Style == StyleBank:
		return bankSource(dep.companyBank)
	}
	return "gateway:" + dep.Gateway
}

// houseAccount is the account of the house with that name.
func houseAccount(source string) ledger.Account {
	if network := networkOf(source); network != "" {
		return ledger.HouseChain(network)
	}
	return ledger.Account{Name: "house:" + source, Asset: money.CNY, Negative: true}
}

// backAt is the source of the numbers of payments back from an account.
func backAt(source string) string { return "back:" + source }

// Reverse asks for a second person's yes to take back a deposit that its
// company has reversed after it was credited (trust F10). Faults: ErrNoDeposit,
// ErrDepositState, ErrReference, ErrReferenceUsed, staff's.
func (d *Deposits) Reverse(ctx context.Context, by staff.Actor, r Reported) (Outcome, error) {
	ref, ok := cleanReference(r.Reference)
	if !ok {
		return Outcome{}, ErrReference
	}
	return d.request(ctx, by, func(ctx context.Context, tx *db.Tx) (staff.Request, error) {
		dep, err := lockDeposit(ctx, tx, d.box, r.SN)
		if err != nil {
			return staff.Request{}, err
		}
		if dep.State != Credited {
			return staff.Request{}, ErrDepositState.With(depositStates[dep.State])
		}
		if networkOf(dep.arrivedAt()) != "" {
			return staff.Request{}, ErrCoinReverse
		}
		if err := unusedProof(ctx, tx, backAt(dep.arrivedAt()), ref); err != nil {
			return staff.Request{}, err
		}
		return kindReverse.Request(reported{dep.SN, ref, dep.State}, staff.Request{
			Subject: depositSubject(dep.SN), Label: dep.SN, Title: "存款冲正 " + dep.Received.Grouped() + " 元", Amount: &dep.Received,
			Details: []staff.Detail{
				{Label: "玩家", Value: dep.Player}, {Label: "到账金额", Value: dep.Received.Grouped()},
				{Label: "存款方式", Value: dep.Method + " " + dep.Channel}, {Label: "冲正流水号", Value: ref},
			},
			Reason: r.Reason,
		}), addNote(ctx, tx, dep.SN, by.Name, "申报存款被冲正", r.Reason)
	})
}

// reverseApproved takes the money back: what the player has, and the rest is
// owed. The requirement that came with the deposit goes with it.
func (d *Deposits) reverseApproved(ctx context.Context, tx *db.Tx, by staff.Actor, a staff.Approval, p reported) error {
	dep, err := lockDeposit(ctx, tx, d.box, p.SN)
	if err != nil {
		return err
	}
	if dep.State != Credited {
		return staff.ErrSubjectChange
	}
	if err := useProof(ctx, tx, backAt(dep.arrivedAt()), p.Reference, dep.SN, dep.Received); err != nil {
		return err
	}
	if err := lockPlayer(ctx, tx, dep.Player); err != nil {
		return err
	}
	if d.LockReversed != nil {
		if err := d.LockReversed(ctx, tx, dep.Player); err != nil {
			return err
		}
	}
	if _, err := tx.NewRaw("UPDATE deposit SET state = 'reversed' WHERE sn = ? AND state = 'credited'", dep.SN).Exec(ctx); err != nil {
		return fmt.Errorf("reverse deposit %s: %w", dep.SN, err)
	}
	who := a.MakerName + "、" + by.Name
	owed, err := d.debit(ctx, tx, ledger.Entry{
		Scope: "deposit", Key: dep.SN + ":reversed", Kind: "deposit.reversed", Ref: dep.SN, Memo: p.Reference, By: who,
	}, dep.Player, dep.Received, houseAccount(dep.arrivedAt()))
	if err != nil {
		return err
	}
	if err := d.turnover.Drop(ctx, tx, dep.Player, "deposit", dep.SN, "存款已被冲正"); err != nil {
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
	if err := addNote(ctx, tx, dep.SN, who, what, a.Reason); err != nil {
		return err
	}
	return d.staff.Audit(ctx, tx, by, staff.Change{
		Action: string(kindReverse), Subject: depositSubject(dep.SN), Label: dep.SN, Reason: a.Reason,
		Before: map[string]any{"state": Credited, "received": dep.Received},
		After:  map[string]any{"state": Reversed, "owed": owed, "reference": p.Reference},
	})
}
