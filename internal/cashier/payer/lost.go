package payer

import (
	"context"
	"fmt"

	"hongyun/internal/cashier/bank"
	"hongyun/internal/cashier/order"
	"hongyun/internal/db"
	"hongyun/internal/inbox"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/staff"
)

// LostPayout is a payment to a player whose withdrawal is not in the books: it was
// asked for and paid after the copy that the books were restored from (H-478).
type LostPayout struct {
	Player    string
	Amount    money.Fen
	Reference string // the payer's own number of the payment
	Reason    string
}

// lostAsked is the request that the second person's approval carries out.
type lostAsked struct {
	Player    string    `json:"player"`
	Amount    money.Fen `json:"amount"`
	Reference string    `json:"reference"`
}

// BookLost asks for a second person's yes to take a payment that the books lost from
// the player who has it. It works only in a database that was restored, also while
// paying withdrawals is closed. A number that the books know as a payment is refused.
// Faults: ErrLostAmount, order.ErrReference, ErrNotRestored, bank.ErrReferenceUsed, the
// player's, staff's.
func (p *Payouts) BookLost(ctx context.Context, by staff.Actor, l LostPayout) (order.Outcome, error) {
	ref, ok := order.CleanReference(l.Reference)
	switch {
	case l.Amount <= 0:
		return order.Outcome{}, ErrLostAmount
	case !ok:
		return order.Outcome{}, order.ErrReference
	}
	return p.Request(ctx, by, func(ctx context.Context, tx *db.Tx) (staff.Request, error) {
		if _, err := p.Players.Find(ctx, tx, l.Player); err != nil {
			return staff.Request{}, err
		}
		asked := lostAsked{l.Player, l.Amount, ref}
		if err := p.mayBeLost(ctx, tx, asked); err != nil {
			return staff.Request{}, err
		}
		held, err := p.Ledger.Balance(ctx, tx, ledger.Centre(l.Player))
		return kindLost.Request(asked, staff.Request{
			Subject: lostSubject(l.Player, ref), Label: l.Player, Title: "补记已付提款 " + l.Amount.Grouped() + " 元", Amount: &l.Amount,
			Details: []staff.Detail{
				{Label: "玩家", Value: l.Player}, {Label: "已付金额", Value: l.Amount.Grouped()}, {Label: "出款流水号", Value: ref},
				{Label: "玩家中心钱包", Value: money.Fen(held).Grouped()}, {Label: "影响", Value: "从玩家中心钱包扣除；不足的部分记为欠款，结清前不能提款"},
			},
			Reason: l.Reason,
		}), err
	})
}

// lostSubject begins with the player, whose page the request leads to.
func lostSubject(player, ref string) string { return "player:" + player + ":payout:" + ref }

// mayBeLost says why a payment cannot be one that a restore lost. Both steps ask it.
func (p *Payouts) mayBeLost(ctx context.Context, tx *db.Tx, l lostAsked) error {
	restored, err := p.Guard.Gate.LastRestore(ctx, tx)
	switch {
	case err != nil:
		return err
	case restored.IsZero():
		return ErrNotRestored
	}
	return paysNothing(ctx, tx, l.Reference)
}

// paysNothing is ErrReferenceUsed for a number under which a payout is booked,
// whichever account of ours it left. People who read it off a statement may not
// know the account.
func paysNothing(ctx context.Context, tx *db.Tx, ref string) error {
	var used []string
	err := tx.NewRaw("SELECT sn FROM cashier_proof WHERE (source = ? OR source >= ? AND source < ?) AND txn = ? LIMIT 1",
		order.PayoutBank, order.PayoutBank+":", order.PayoutBank+";", ref).Scan(ctx, &used)
	if err != nil {
		return fmt.Errorf("look for payouts under %s: %w", ref, err)
	}
	if len(used) > 0 {
		return bank.ErrReferenceUsed.With(used[0])
	}
	return nil
}

// lostApproved books the payment as a withdrawal that is locked and paid at once. The
// part that the player no longer has is owed.
func (p *Payouts) lostApproved(ctx context.Context, tx *db.Tx, by staff.Actor, a staff.Approval, l lostAsked) error {
	if err := order.LockPlayer(ctx, tx, l.Player); err != nil {
		return err
	}
	if err := p.mayBeLost(ctx, tx, l); err != nil {
		return err
	}
	sn := order.NewSN("L", tx.Now())
	if err := bank.UseProof(ctx, tx, order.PayoutBank, l.Reference, sn, l.Amount); err != nil {
		return err
	}
	entry := ledger.Entry{Scope: "payout", Key: sn + ":lock", Kind: "payout.lock", Ref: sn, Memo: l.Reference, By: a.MakerName + "、" + by.Name}
	owed, err := p.Debit(ctx, tx, entry, l.Player, l.Amount, ledger.Locked(l.Player))
	if err != nil {
		return err
	}
	entry.Key, entry.Kind = sn+":pay", "payout.pay"
	entry.Postings = []ledger.Posting{{From: ledger.Locked(l.Player), To: ledger.HouseBank(order.PayoutBank), Amount: int64(l.Amount)}}
	if _, err := p.Ledger.Post(ctx, tx, entry); err != nil {
		return fmt.Errorf("book lost payout %s: %w", l.Reference, err)
	}
	if err := inbox.Write(ctx, tx, lostMessage(sn, l, owed)); err != nil {
		return err
	}
	return p.Staff.Audit(ctx, tx, by, staff.Change{
		Action: string(kindLost), Subject: "player:" + l.Player, Label: l.Player, Reason: a.Reason,
		After: map[string]any{"number": sn, "amount": l.Amount, "owed": owed, "reference": l.Reference},
	})
}

func lostMessage(sn string, l lostAsked, owed money.Fen) inbox.Message {
	body := "您有一笔 ¥" + l.Amount.Grouped() + " 的提款已经汇出（流水号 " + l.Reference + "），但没有记入账目，现已补记。"
	if taken := l.Amount - owed; taken > 0 {
		body += "已从中心钱包扣除 ¥" + taken.Grouped() + "。"
	}
	if owed > 0 {
		body += "余额不足的 ¥" + owed.Grouped() + " 记为欠款，结清之前不能提款。"
	}
	return inbox.Message{
		Player: l.Player, Event: "withdrawal.lost:" + sn, Kind: inbox.Withdrawal, About: inbox.AboutNothing, Ref: sn,
		Title: "补记已付提款 ¥" + l.Amount.Grouped(), Body: body + "如有疑问，请联系客服。",
	}
}
