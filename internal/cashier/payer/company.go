package payer

import (
	"context"
	"fmt"

	"hongyun/internal/cashier/bank"
	"hongyun/internal/cashier/destination"
	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/db"
	"hongyun/internal/fault"
	"hongyun/internal/guard"
	"hongyun/internal/inbox"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/payment"
	"hongyun/internal/staff"
)

// What staff are told about pay-outs by companies.
var (
	ErrAttemptOpen = fault.New(fault.Refused, "withdrawal.attempt_open", "代付公司可能已付出该提款（%s），结果查明之前不能以任何其他方式出款或退回")
	ErrNotToCard   = fault.New(fault.Refused, "withdrawal.not_to_card", "只有提款到银行卡的订单才能代付")
)

// ToPay is an approved withdrawal to a bank card, in full: what a company that
// pays it out is told.
type ToPay struct {
	SN, Player             string
	Amount                 money.Fen
	Bank, BankName         string
	Number, Holder, Tail   string
	Province, City, Branch string
	ProvinceCode, CityCode string
}

// attemptOpen is ErrAttemptOpen while a company may still pay an order: then
// nobody pays it another way, reads where to, or gives its money back.
func attemptOpen(row *withdrawal.Row) error {
	if row.State == withdrawal.Approved && row.Attempt != "" {
		return ErrAttemptOpen.With(row.Attempt)
	}
	return nil
}

// BeginAttempt locks an approved withdrawal for an attempt of a company to pay it,
// whose number is ref, and gives what to pay. by is who sends it, nil for the
// program: people are held to the rules of paying by hand. An order whose
// destination a person read lately is refused: that person may have paid it. The
// caller writes the attempt in the same transaction.
// Faults: ErrNotFound, ErrNotToCard, ErrState, ErrAttemptOpen, ErrInBatch, ErrPayoutFresh,
// ErrFrozen, ErrOwing, ErrOwnApproval, guard's.
func (p *Payouts) BeginAttempt(ctx context.Context, tx *db.Tx, by *staff.Actor, sn, ref, company string) (ToPay, error) {
	if err := p.Guard.Gate.CheckIn(ctx, tx, guard.DoorWithdrawals); err != nil {
		return ToPay{}, err
	}
	row, err := withdrawal.Lock(ctx, tx, sn)
	switch {
	case err != nil:
		return ToPay{}, err
	case row.Network != "":
		return ToPay{}, ErrNotToCard
	case row.State != withdrawal.Approved:
		return ToPay{}, withdrawal.ErrState.With(withdrawal.StateTexts[row.State])
	}
	if err := attemptOpen(&row); err != nil {
		return ToPay{}, err
	}
	if err := row.InBatch(); err != nil {
		return ToPay{}, err
	}
	if err := p.waited(tx, &row); err != nil {
		return ToPay{}, err
	}
	if err := p.withdrawals.MayLeave(ctx, tx, row.Player); err != nil {
		return ToPay{}, err
	}
	if by != nil {
		if err := p.payer(ctx, tx, &row, *by); err != nil {
			return ToPay{}, err
		}
	}
	out, err := p.toPay(row)
	if err != nil {
		return ToPay{}, err
	}
	_, err = tx.NewRaw("UPDATE withdrawal SET attempt = ? WHERE sn = ? AND state = 'approved' AND attempt = ''", ref, sn).Exec(ctx)
	if err != nil {
		return ToPay{}, fmt.Errorf("begin a pay-out of %s: %w", sn, err)
	}
	who := order.BySystem
	if by != nil {
		who = by.Name
	}
	return out, order.AddNote(ctx, tx, sn, who, "提交代付", company+" "+ref)
}

// toPay opens what an order holds. Number and holder are sealed with the order's
// own number: those of another order do not open here.
func (p *Payouts) toPay(row withdrawal.Row) (ToPay, error) {
	out := ToPay{
		SN: row.SN, Player: row.Player, Amount: money.Fen(row.Amount), Bank: row.Bank, BankName: bank.NameOf(row.Bank), Tail: row.Tail,
		Branch: row.Branch, ProvinceCode: row.Province, CityCode: row.City,
	}
	out.Province, out.City = destination.RegionNames(row.Province, row.City)
	var err error
	if out.Number, err = p.Box.Open(order.SealedAt("withdrawal", "number", row.SN), row.Number); err != nil {
		return ToPay{}, err
	}
	out.Holder, err = p.Box.Open(order.SealedAt("withdrawal", "holder", row.SN), row.Holder)
	return out, err
}

// MaySend says, just before an attempt is sent, why it must not be: the player was
// frozen, came to owe something, or the order is no longer this attempt's.
func (p *Payouts) MaySend(ctx context.Context, tx *db.Tx, sn, ref string) error {
	row, err := withdrawal.Lock(ctx, tx, sn)
	if err == nil && (row.State != withdrawal.Approved || row.Attempt != ref) {
		err = withdrawal.ErrState.With(withdrawal.StateTexts[row.State])
	}
	if err != nil {
		return err
	}
	return p.withdrawals.MayLeave(ctx, tx, row.Player)
}

// EndAttempt frees an order of an attempt that is known not to pay it; the attempt
// must be failed in the same transaction. The order is to be paid again: by hand,
// by a company, or its payout is called failed. sent says that the company was told of
// it: a company may change its mind, so the money is not given back for PayoutWait.
func (p *Payouts) EndAttempt(ctx context.Context, tx *db.Tx, sn, ref, why string, sent bool) error {
	row, err := withdrawal.Lock(ctx, tx, sn)
	if err != nil {
		return err
	}
	if row.State != withdrawal.Approved || row.Attempt != ref {
		return withdrawal.ErrState.With(withdrawal.StateTexts[row.State])
	}
	if sent {
		row.SentAt = tx.NowMillis()
	}
	_, err = tx.NewRaw("UPDATE withdrawal SET attempt = '', sent_at = ? WHERE sn = ? AND attempt = ?", row.SentAt, sn, ref).Exec(ctx)
	if err != nil {
		return fmt.Errorf("end a pay-out of %s: %w", sn, err)
	}
	return order.AddNote(ctx, tx, sn, order.BySystem, "代付失败，待重新出款", why)
}

// PaidByCompany books that a company paid an order by an attempt; the attempt must
// be paid in the same transaction. by is who made it known.
func (p *Payouts) PaidByCompany(ctx context.Context, tx *db.Tx, sn, ref, company, txn, by string) error {
	row, err := withdrawal.Lock(ctx, tx, sn)
	if err != nil {
		return err
	}
	if row.State != withdrawal.Approved || row.Attempt != ref {
		return withdrawal.ErrState.With(withdrawal.StateTexts[row.State])
	}
	row.PayoutCompany = company
	if txn == "" {
		txn = ref // a company without numbers of its own pays an attempt once
	}
	if err := p.bookPaid(ctx, tx, &row, txn, by); err != nil {
		return err
	}
	return order.AddNote(ctx, tx, sn, by, "代付成功，已出款", company+" "+txn)
}

// bookPaid is the one step in which an order to a bank card becomes paid: the
// locked money leaves the house under the payer's own number, which pays one order.
func (p *Payouts) bookPaid(ctx context.Context, tx *db.Tx, row *withdrawal.Row, ref, by string) error {
	if err := p.withdrawals.Move(ctx, tx, row, withdrawal.PayMove, ""); err != nil {
		return err
	}
	if row.PayoutCompany != "" {
		if err := notLost(ctx, tx, ref); err != nil {
			return err
		}
	}
	holder, mine, err := bank.ClaimProof(ctx, tx, row.PayoutSource(), ref, row.SN, row.Amount)
	if err != nil {
		return err
	}
	if !mine {
		return bank.ErrReferenceUsed.With(holder)
	}
	row.Reference, row.EndedAt = ref, tx.NowMillis()
	_, err = tx.NewRaw("UPDATE withdrawal SET reference = ?, ended_at = ?, payout_company = ? WHERE sn = ?", ref, row.EndedAt, row.PayoutCompany, row.SN).Exec(ctx)
	if err != nil {
		return fmt.Errorf("pay withdrawal %s: %w", row.SN, err)
	}
	// The key is the one a return would use: the books themselves allow
	// one of the two, once.
	_, err = p.Ledger.Post(ctx, tx, ledger.Entry{
		Scope: "withdrawal", Key: row.SN + ":end", Kind: "withdrawal.pay", Ref: row.SN, Memo: ref, By: by,
		Postings: row.PaidOut(ledger.Posting{From: ledger.Locked(row.Player), To: ledger.HouseBank(row.PayoutSource()), Amount: row.Amount}),
	})
	if err != nil {
		return fmt.Errorf("book payout %s: %w", row.SN, err)
	}
	return inbox.Write(ctx, tx, withdrawal.PaidMessage(*row))
}

// CheckOpen is guard's fault while paying withdrawals is closed.
func (p *Payouts) CheckOpen(ctx context.Context, r db.Reader) error {
	return p.Guard.Gate.CheckIn(ctx, r, guard.DoorWithdrawals)
}

// NoteCompany records a step of a pay-out by a company in the history of its order.
func (p *Payouts) NoteCompany(ctx context.Context, tx *db.Tx, sn, who, what, reason string) error {
	return order.AddNote(ctx, tx, sn, who, what, reason)
}

// KeepCallback stores a company's callback about an attempt as it arrived. The id is
// empty where the attempt has so many already.
func (p *Payouts) KeepCallback(ctx context.Context, company, ref, remote string, raw payment.Raw) (id string, err error) {
	return order.KeepRaw(ctx, p.Deps, company, ref, remote, raw, order.CallbacksKept)
}

// JudgeCallback notes what became of a stored callback.
func (p *Payouts) JudgeCallback(ctx context.Context, id, verdict, note string) error {
	return order.Judge(ctx, p.Deps, id, verdict, note)
}
