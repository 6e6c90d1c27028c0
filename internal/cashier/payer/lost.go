package payer

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"hongyun/internal/calendar"
	"hongyun/internal/cashier/bank"
	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/db"
	"hongyun/internal/inbox"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/number"
	"hongyun/internal/payment"
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
// So is one while a withdrawal of the player has not ended: it may be the one that was
// paid. Faults: ErrLostAmount, ErrLostOnChain, order.ErrReference, ErrNotRestored,
// ErrUnfinished, bank.ErrReferenceUsed, bank.ErrLineUsed, bank.ErrLineDiffers, the
// player's, staff's.
func (p *Payouts) BookLost(ctx context.Context, by staff.Actor, l LostPayout) (order.Outcome, error) {
	ref, ok := order.CleanReference(l.Reference)
	switch {
	case l.Amount <= 0:
		return order.Outcome{}, ErrLostAmount
	case onChain(l.Reference):
		return order.Outcome{}, ErrLostOnChain
	case !ok:
		return order.Outcome{}, order.ErrReference
	}
	return p.Request(ctx, by, func(ctx context.Context, tx *db.Tx) (staff.Request, error) {
		if _, err := p.Players.Find(ctx, tx, l.Player); err != nil {
			return staff.Request{}, err
		}
		asked := lostAsked{l.Player, l.Amount, ref}
		seen, err := p.mayBeLost(ctx, tx, asked)
		if err != nil {
			return staff.Request{}, err
		}
		earlier, err := earlierLost(ctx, tx, l.Player)
		if err != nil {
			return staff.Request{}, err
		}
		held, err := p.Ledger.Balance(ctx, tx, ledger.Centre(l.Player))
		return kindLost.Request(asked, staff.Request{
			Subject: lostSubject(l.Player, ref), Label: l.Player, Title: "补记已付提款 " + l.Amount.Grouped() + " 元", Amount: &l.Amount,
			Details: []staff.Detail{
				{Label: "玩家", Value: l.Player}, {Label: "已付金额", Value: l.Amount.Grouped()}, {Label: "出款流水号", Value: ref},
				{Label: "银行流水", Value: seen.lineText()}, {Label: "最近一次数据恢复", Value: calendar.Stamp(seen.restored)}, {Label: "该玩家此前的补记", Value: earlier},
				{Label: "玩家中心钱包", Value: money.Fen(held).Grouped()}, {Label: "影响", Value: "从玩家中心钱包扣除；不足的部分记为欠款，结清前不能提款"},
			},
			Reason: l.Reason,
		}), err
	})
}

// lostSubject begins with the player, whose page the request leads to.
func lostSubject(player, ref string) string { return "player:" + player + ":payout:" + ref }

// lostSeen is what the books know about a payment that a restore may have lost.
type lostSeen struct {
	restored time.Time
	line     bank.Line // of the bank's statement
	imported bool      // there is such a line
}

func (s lostSeen) lineText() string {
	if !s.imported {
		return "未导入该流水号的银行流水"
	}
	at := calendar.Stamp(s.line.At)
	if !s.line.Timed {
		at = at[:len(time.DateOnly)]
	}
	return at + " 付出 " + s.line.Amount.Grouped() + "，收款账号尾号 " + cmp.Or(s.line.Tail, "无")
}

// mayBeLost says why a payment cannot be one that a restore lost. Both steps ask it.
// The withdrawals come first: one that is paid at this moment has its number then.
func (p *Payouts) mayBeLost(ctx context.Context, tx *db.Tx, l lostAsked) (lostSeen, error) {
	restored, err := p.Guard.Gate.LastRestore(ctx, tx)
	switch {
	case err != nil:
		return lostSeen{}, err
	case restored.IsZero():
		return lostSeen{}, ErrNotRestored
	case onChain(l.Reference):
		return lostSeen{}, ErrLostOnChain
	}
	if err := nothingUnfinished(ctx, tx, l.Player); err != nil {
		return lostSeen{}, err
	}
	if err := paysNothing(ctx, tx, l.Reference); err != nil {
		return lostSeen{}, err
	}
	line, imported, err := bank.PaymentLine(ctx, p.Deps, tx, l.Reference, l.Amount)
	return lostSeen{restored, line, imported}, err
}

// earlierShown is how many lost payouts of a player a request names.
const earlierShown = 5

// earlierLost names the newest lost payouts of a player, for people.
func earlierLost(ctx context.Context, tx *db.Tx, player string) (string, error) {
	var rows []struct {
		At     int64
		Memo   string
		Amount money.Fen
	}
	err := tx.NewRaw(`SELECT e.at, e.memo, p.amount FROM entry e JOIN posting p ON p.entry_id = e.id AND p.line = 1
		WHERE e.scope = 'payout' AND e.kind = 'payout.pay' AND p.from_account = ? ORDER BY e.at DESC, e.id DESC LIMIT ?`,
		ledger.Locked(player).Name, earlierShown+1).Scan(ctx, &rows)
	if err != nil {
		return "", fmt.Errorf("lost payouts of %s: %w", player, err)
	}
	if len(rows) == 0 {
		return "无", nil
	}
	var b []string
	for _, r := range rows[:min(len(rows), earlierShown)] {
		b = append(b, calendar.Stamp(order.Stamped(r.At))+" "+r.Amount.Grouped()+"（"+r.Memo+"）")
	}
	if len(rows) > earlierShown {
		b = append(b, "……")
	}
	return strings.Join(b, "；"), nil
}

// nothingUnfinished is ErrUnfinished while a withdrawal of a player has not ended, or an
// attempt of a company to pay one is undecided.
func nothingUnfinished(ctx context.Context, tx *db.Tx, player string) error {
	var open []string
	err := tx.NewRaw(`SELECT w.sn FROM withdrawal w WHERE w.player = ? AND (w.state IN (?)
			OR EXISTS (SELECT 1 FROM payout_attempt a WHERE a.sn = w.sn AND (a.ended_at = 0 OR a.needs <> '')))
		ORDER BY w.created_at LIMIT 1`, player, bun.List(withdrawal.Machine.Open())).Scan(ctx, &open)
	if err != nil {
		return fmt.Errorf("look for open withdrawals of %s: %w", player, err)
	}
	if len(open) > 0 {
		return ErrUnfinished.With(open[0])
	}
	return nil
}

// paysNothing is bank.ErrReferenceUsed for a number under which a payout is booked,
// whichever account of ours it left: people who read it off a statement may not know
// the account. Companies' numbers are kept as they came, in any case of letters.
func paysNothing(ctx context.Context, tx *db.Tx, ref string) error {
	var used []string
	err := tx.NewRaw("SELECT sn FROM cashier_proof WHERE (source = ? OR SUBSTR(source, 1, ?) = ?) AND UPPER(txn) = ? LIMIT 1",
		order.PayoutBank, len(order.PayoutBank)+1, order.PayoutBank+":", ref).Scan(ctx, &used)
	if err != nil {
		return fmt.Errorf("look for payouts under %s: %w", ref, err)
	}
	if len(used) > 0 {
		return bank.ErrReferenceUsed.With(used[0])
	}
	return nil
}

// onChain says that a number is that of a transaction on a chain, or of a transfer in one.
func onChain(ref string) bool {
	hash, _, _ := strings.Cut(strings.Join(strings.Fields(ref), ""), ":")
	return slices.ContainsFunc(payment.Networks, func(network string) bool {
		_, is := payment.ParseTx(network, hash)
		return is
	})
}

// notLost is bank.ErrReferenceUsed for a company's number under which a lost payout is
// booked: people read it off the company's list before the company told it.
func notLost(ctx context.Context, tx *db.Tx, txn string) error {
	ref, ok := order.CleanReference(txn)
	if !ok {
		return nil
	}
	var lost []string
	err := tx.NewRaw("SELECT sn FROM cashier_proof WHERE source = ? AND txn = ? AND SUBSTR(sn, 1, 1) = ?", order.PayoutBank, ref, order.LostPayout).Scan(ctx, &lost)
	if err != nil {
		return fmt.Errorf("look for a lost payout under %s: %w", ref, err)
	}
	if len(lost) > 0 {
		return bank.ErrReferenceUsed.With(lost[0])
	}
	return nil
}

// lostApproved books the payment as a withdrawal that is locked and paid at once. The
// part that the player no longer has is owed.
func (p *Payouts) lostApproved(ctx context.Context, tx *db.Tx, by staff.Actor, a staff.Approval, l lostAsked) error {
	if err := order.LockPlayer(ctx, tx, l.Player); err != nil {
		return err
	}
	if _, err := p.mayBeLost(ctx, tx, l); err != nil {
		return err
	}
	sn := number.NewOrder(order.LostPayout, tx.Now())
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
