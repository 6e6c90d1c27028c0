package payer

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"hongyun/internal/cashier/bank"
	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/inbox"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/staff"
)

// Returned asks for a second person's yes to note that the bank sent back a
// payout that was marked as paid: the money returns to the player, once (trust
// F10). Faults: ErrNotFound, ErrPaidTwice, ErrState, ErrReference,
// ErrReferenceUsed, staff's.
func (p *Payouts) Returned(ctx context.Context, by staff.Actor, r order.Reported) (order.Outcome, error) {
	row, err := withdrawal.Read(ctx, p.DB, "SELECT * FROM withdrawal WHERE sn = ?", r.SN)
	if err != nil {
		return order.Outcome{}, err
	}
	if err := notTwice(ctx, p.DB, r.SN); err != nil {
		return order.Outcome{}, err
	}
	return p.report(ctx, by, r, kindReturned, "出款被银行退回", order.BackAt(row.PayoutSource()), withdrawal.Paid)
}

// Late asks for a second person's yes to note that the bank paid a withdrawal
// whose money was given back before (trust F9).
// One in USDT must be on its chain.
func (p *Payouts) Late(ctx context.Context, by staff.Actor, r order.Reported) (order.Outcome, error) {
	row, err := withdrawal.Read(ctx, p.DB, "SELECT * FROM withdrawal WHERE sn = ?", r.SN)
	if err == nil && row.Network != "" {
		paid, err := p.sentLate(ctx, row, r.Reference)
		if err != nil {
			return order.Outcome{}, err
		}
		return p.reportOn(ctx, by, order.Reported{SN: r.SN, Reference: paid.key, Reason: r.Reason}, kindLate, "退回后链上又出款", usdt.PaidOutOn(row.Network),
			[]staff.Detail{{Label: "付款地址", Value: usdt.SenderText(paid.from)}}, withdrawal.Failed, withdrawal.Rejected)
	}
	return p.report(ctx, by, r, kindLate, "退回后银行又出款", order.PayoutBank, withdrawal.Failed, withdrawal.Rejected)
}

func (p *Payouts) report(ctx context.Context, by staff.Actor, r order.Reported, kind staff.Kind[order.ReportAsked], title, source string, from ...string) (order.Outcome, error) {
	ref, ok := order.CleanReference(r.Reference)
	if !ok {
		return order.Outcome{}, order.ErrReference
	}
	return p.reportOn(ctx, by, order.Reported{SN: r.SN, Reference: ref, Reason: r.Reason}, kind, title, source, nil, from...)
}

// reportOn asks for the second person, with the reference in its one form.
func (p *Payouts) reportOn(ctx context.Context, by staff.Actor, r order.Reported, kind staff.Kind[order.ReportAsked], title, source string, more []staff.Detail, from ...string) (order.Outcome, error) {
	ref := r.Reference
	return p.Request(ctx, by, func(ctx context.Context, tx *db.Tx) (staff.Request, error) {
		row, err := withdrawal.Lock(ctx, tx, r.SN)
		if err != nil {
			return staff.Request{}, err
		}
		if row.Network != "" && kind == kindReturned {
			return staff.Request{}, ErrPayoutReturns
		}
		if err := inState(row, from...); err != nil {
			return staff.Request{}, err
		}
		if err := bank.UnusedProof(ctx, tx, source, ref); err != nil {
			return staff.Request{}, err
		}
		asked := kind.Request(order.ReportAsked{SN: row.SN, Reference: ref, State: row.State}, p.requestAbout(row, title, append([]staff.Detail{{Label: "流水号", Value: ref}}, more...), r.Reason))
		if kind == kindReturned {
			asked.Player = row.Player
		}
		return asked, order.AddNote(ctx, tx, row.SN, by.Name, "申报"+title, r.Reason)
	})
}

// requestAbout is a request about a withdrawal, without its kind and payload.
func (p *Payouts) requestAbout(row withdrawal.Row, title string, more []staff.Detail, reason string) staff.Request {
	amount := money.Fen(row.Amount)
	return staff.Request{
		Subject: withdrawal.Subject(row.SN), Label: row.SN, Title: title + " " + amount.Grouped() + " 元", Amount: &amount,
		Details: append([]staff.Detail{
			{Label: "玩家", Value: row.Player}, {Label: "金额", Value: amount.Grouped()}, {Label: "当前状态", Value: withdrawal.StateTexts[row.State]},
			{Label: "收款账户", Value: row.Destination()}, {Label: "出款流水号", Value: cmp.Or(row.Reference, "无")},
		}, more...),
		Reason: reason,
	}
}

func inState(row withdrawal.Row, states ...string) error {
	for _, s := range states {
		if row.State == s {
			return nil
		}
	}
	return withdrawal.ErrState.With(withdrawal.StateTexts[row.State])
}

// lockReported is the withdrawal of a request, if it still is what it was.
func (w *Payouts) lockReported(ctx context.Context, tx *db.Tx, p order.ReportAsked) (withdrawal.Row, error) {
	row, err := withdrawal.Lock(ctx, tx, p.SN)
	if err == nil && row.State != p.State {
		err = staff.ErrSubjectChange
	}
	return row, err
}

// notTwice is ErrPaidTwice for a withdrawal that was paid two times: what comes back of
// it is the operator's, for its player keeps the other payment.
func notTwice(ctx context.Context, r db.Reader, sn string) error {
	var n int
	// The range is for the index alone, and has them all in the order of any language.
	err := r.NewRaw("SELECT COUNT(*) FROM entry WHERE scope = 'withdrawal' AND key > ? AND key < ? AND SUBSTR(key, 1, ?) = ?",
		sn+":twice", sn+":twicf", len(sn)+len(":twice:"), sn+":twice:").Scan(ctx, &n)
	if err != nil {
		return fmt.Errorf("look for a second payment of %s: %w", sn, err)
	}
	if n > 0 {
		return ErrPaidTwice
	}
	return nil
}

// returnedApproved books a payout that came back: to the player, or, where the
// player had the money already and the house bears it, to the house.
func (w *Payouts) returnedApproved(ctx context.Context, tx *db.Tx, by staff.Actor, a staff.Approval, p order.ReportAsked) error {
	row, err := w.lockReported(ctx, tx, p)
	if err != nil {
		return err
	}
	if err := notTwice(ctx, tx, row.SN); err != nil {
		return err
	}
	if err := bank.UseProof(ctx, tx, order.BackAt(row.PayoutSource()), p.Reference, row.SN, money.Fen(row.Amount)); err != nil {
		return err
	}
	before := row
	to, kind, what := ledger.Centre(row.Player), "withdrawal.returned", "银行退回，款项退还玩家"
	if row.Exposure == withdrawal.Exposed || row.Exposure == withdrawal.ByHouseIs {
		to, kind, what = ledger.HouseLoss(), "withdrawal.recalled", "银行退回，冲回公司损失"
	}
	err = w.withdrawals.Move(ctx, tx, &row, withdrawal.ReturnMove, "exposure = CASE WHEN exposure = 'player' THEN exposure ELSE '' END, reason = '银行退回'")
	if err != nil {
		return err
	}
	err = w.bookReported(ctx, tx, by, a, before, row, what, ledger.Entry{
		Scope: "withdrawal", Key: row.SN + ":back:" + p.Reference, Kind: kind, Ref: row.SN, Memo: p.Reference,
		Postings: before.FeeBack(ledger.Posting{From: ledger.HouseBank(row.PayoutSource()), To: to, Amount: row.Amount}),
	})
	if err != nil {
		return err
	}
	if kind == "withdrawal.returned" {
		if err := inbox.Write(ctx, tx, withdrawal.SentBackMessage(row, p.Reference)); err != nil {
			return err
		}
	}
	return withdrawal.UseDay(ctx, tx, row, -1)
}

// latePayment is a payment of an order after the order's money was given back.
type latePayment struct {
	source, reference string           // the payer's own number, which pays one order
	amount            int64            // in the unit of the source
	postings          []ledger.Posting // of the loss
	company, hash     string           // the company or the transaction on a chain that paid; "" if none
}

// lateApproved books a payout that left the bank after its money was given back.
func (w *Payouts) lateApproved(ctx context.Context, tx *db.Tx, by staff.Actor, a staff.Approval, p order.ReportAsked) error {
	row, err := w.lockReported(ctx, tx, p)
	if err != nil {
		return err
	}
	l := latePayment{source: order.PayoutBank, reference: p.Reference, amount: row.Amount, postings: lossTo(order.PayoutBank, row.Amount)}
	if row.Network != "" {
		if err := bank.UnusedProof(ctx, tx, order.BackAt(usdt.ChainAccount(row.Network)), p.Reference); err != nil {
			return err
		}
		l.source, l.amount = usdt.PaidOutOn(row.Network), row.Coins
		l.postings = usdt.CoinsOut(ledger.HouseLoss(), money.Fen(row.Amount), row.Network, money.Coins(row.Coins))
		l.hash, _, _ = strings.Cut(p.Reference, ":")
	}
	return w.payLate(ctx, tx, by, a, row, l)
}

// lossTo are the postings of money that left a bank account or a company of ours and
// is a loss until somebody else bears it.
func lossTo(source string, amount int64) []ledger.Posting {
	return []ledger.Posting{{From: ledger.HouseLoss(), To: ledger.HouseBank(source), Amount: amount}}
}

// payLate books a late payment: it is a loss until two people decide who bears it, and
// no other payout leaves meanwhile, for nobody knows what else was paid.
func (p *Payouts) payLate(ctx context.Context, tx *db.Tx, by staff.Actor, a staff.Approval, row withdrawal.Row, l latePayment) error {
	if err := bank.UseProof(ctx, tx, l.source, l.reference, row.SN, money.Fen(l.amount)); err != nil {
		return err
	}
	before := row
	err := p.withdrawals.Move(ctx, tx, &row, withdrawal.LateMove, `exposure = 'open', reason = '', payout_tx = ?, payout_ask = 0, payout_company = ?,
		reference = CASE WHEN reference = '' THEN ? ELSE reference END`, l.hash, l.company, l.reference)
	if err != nil {
		return err
	}
	row.Exposure, row.PayoutCompany = withdrawal.Exposed, l.company
	if err := p.closeFor(ctx, tx, by, "提款"+row.SN+"退回后又出款"); err != nil {
		return err
	}
	err = p.bookReported(ctx, tx, by, a, before, row, "退回后又出款，计入公司损失，待决定", ledger.Entry{
		Scope: "withdrawal", Key: row.SN + ":late:" + l.reference, Kind: "withdrawal.late", Ref: row.SN, Memo: l.reference,
		Postings: l.postings,
	})
	if err != nil {
		return err
	}
	return withdrawal.UseDay(ctx, tx, row, 1)
}

// closeFor closes paying withdrawals because one was paid that should not have been.
func (p *Payouts) closeFor(ctx context.Context, tx *db.Tx, by staff.Actor, why string) error {
	_, err := p.Guard.Gate.CloseIn(ctx, tx, by, guard.Closing{Door: guard.DoorWithdrawals, Cause: guard.ByBreak, Reason: why})
	return err
}

func (p *Payouts) bookReported(ctx context.Context, tx *db.Tx, by staff.Actor, a staff.Approval, before, after withdrawal.Row, what string, e ledger.Entry) error {
	e.By = a.MakerName + "、" + by.Name
	if _, err := p.Ledger.Post(ctx, tx, e); err != nil {
		return fmt.Errorf("book %s of %s: %w", e.Kind, after.SN, err)
	}
	return p.tell(ctx, tx, by, a, before, after, what, e.Memo)
}

// tell writes what was decided into the order's history and the audit trail.
func (p *Payouts) tell(ctx context.Context, tx *db.Tx, by staff.Actor, a staff.Approval, before, after withdrawal.Row, what, ref string) error {
	if err := order.AddNote(ctx, tx, after.SN, a.MakerName+"、"+by.Name, what, a.Reason); err != nil {
		return err
	}
	return p.Staff.Audit(ctx, tx, by, staff.Change{
		Action: a.Kind, Subject: withdrawal.Subject(after.SN), Label: after.SN, Reason: a.Reason,
		Before: map[string]any{"state": before.State, "exposure": before.Exposure},
		After:  map[string]any{"state": after.State, "exposure": after.Exposure, "amount": money.Fen(after.Amount), "reference": ref},
	})
}

// Recovery decides who bears a payout that was paid after its money was given back.
type Recovery struct {
	SN         string
	FromPlayer bool // taken back, as far as it is there, and owed for the rest; else the house bears it
	Reason     string
}

type recovery struct {
	SN         string `json:"sn"`
	FromPlayer bool   `json:"fromPlayer"`
}

// Recover asks for a second person's yes to who bears an exposed payout.
// Faults: ErrNotFound, ErrNotExposed, staff's.
func (p *Payouts) Recover(ctx context.Context, by staff.Actor, r Recovery) (order.Outcome, error) {
	title := "重复出款由公司承担"
	if r.FromPlayer {
		title = "重复出款向玩家追回"
	}
	return p.Request(ctx, by, func(ctx context.Context, tx *db.Tx) (staff.Request, error) {
		row, err := withdrawal.Lock(ctx, tx, r.SN)
		if err == nil && row.Exposure != withdrawal.Exposed {
			err = ErrNotExposed
		}
		if err != nil {
			return staff.Request{}, err
		}
		held, err := p.Ledger.Balance(ctx, tx, ledger.Centre(row.Player))
		asked := kindRecover.Request(recovery{row.SN, r.FromPlayer},
			p.requestAbout(row, title, []staff.Detail{{Label: "玩家中心钱包", Value: money.Fen(held).Grouped()}}, r.Reason))
		if !r.FromPlayer { // the player keeps what was paid twice
			asked.Player = row.Player
		}
		return asked, err
	})
}

func (w *Payouts) recoverApproved(ctx context.Context, tx *db.Tx, by staff.Actor, a staff.Approval, p recovery) error {
	row, err := withdrawal.Lock(ctx, tx, p.SN)
	if err != nil {
		return err
	}
	if row.Exposure != withdrawal.Exposed {
		return staff.ErrSubjectChange
	}
	before := row
	row.Exposure = withdrawal.ByHouseIs
	what := "重复出款由公司承担"
	if p.FromPlayer {
		if err := order.LockPlayer(ctx, tx, row.Player); err != nil {
			return err
		}
		owed, err := w.Debit(ctx, tx, ledger.Entry{
			Scope: "withdrawal", Key: row.SN + ":recover:" + a.ID, Kind: "withdrawal.recover", Ref: row.SN, By: a.MakerName + "、" + by.Name,
		}, row.Player, money.Fen(row.Amount), ledger.HouseLoss())
		if err != nil {
			return err
		}
		row.Exposure = withdrawal.ByPlayerIs
		what = "向玩家追回" + (money.Fen(row.Amount) - owed).String() + "元"
		if owed > 0 {
			what += "，" + owed.String() + "元记为欠款"
		}
	}
	if _, err := tx.NewRaw("UPDATE withdrawal SET exposure = ? WHERE sn = ? AND exposure = 'open'", row.Exposure, row.SN).Exec(ctx); err != nil {
		return fmt.Errorf("decide about %s: %w", row.SN, err)
	}
	return w.tell(ctx, tx, by, a, before, row, what, row.Reference)
}
