package withdrawal

import (
	"context"
	"strings"

	"hongyun/internal/cashier/order"
	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/money"
	"hongyun/internal/staff"
)

// second is what a second person is asked to agree to.
// kindWithdrawal is the second-person request about a withdrawal.
const kindWithdrawal staff.Kind[second] = "withdrawal.approve"

// RegisterKinds tells staff what a decision about a withdrawal does.
func (w *Withdrawals) RegisterKinds(s *staff.Staff) {
	kindWithdrawal.OnApproved(s, w.secondApproved)
	kindWithdrawal.OnRefused(s, w.secondRefused)
}

type second struct {
	SN     string    `json:"sn"`
	Amount money.Fen `json:"amount"`
	Maker  string    `json:"maker"`
}

func (w *Withdrawals) requestSecond(ctx context.Context, tx *db.Tx, by staff.Actor, row *Row, note string) (string, error) {
	if strings.TrimSpace(note) == "" {
		note = "金额超过单人审批上限"
	}
	if err := w.Move(ctx, tx, row, secondMove, ""); err != nil {
		return "", err
	}
	amount := money.Fen(row.Amount)
	id, err := w.Staff.RequestApproval(ctx, tx, by, kindWithdrawal.Request(second{SN: row.SN, Amount: amount, Maker: by.Name}, staff.Request{
		Subject: Subject(row.SN), Label: row.SN, Title: "提款 " + amount.Grouped() + " 元", Amount: &amount,
		Details: []staff.Detail{
			{Label: "玩家", Value: row.Player}, {Label: "金额", Value: amount.Grouped()},
			{Label: "收款账户", Value: row.Destination()},
		},
		Reason: note,
	}))
	if err != nil {
		return "", err
	}
	return id, order.AddNote(ctx, tx, row.SN, by.Name, "批准，待第二人审批", note)
}

// secondApproved carries out a second person's yes.
func (w *Withdrawals) secondApproved(ctx context.Context, tx *db.Tx, by staff.Actor, a staff.Approval, s second) error {
	if err := w.Guard.Gate.CheckIn(ctx, tx, guard.DoorWithdrawals); err != nil {
		return err
	}
	row, err := w.lockSecond(ctx, tx, s)
	if err != nil {
		return err
	}
	if err := w.MayLeave(ctx, tx, row.Player); err != nil {
		return err
	}
	if err := w.mayApprove(ctx, tx, &row, by); err != nil {
		return err
	}
	if err := w.Move(ctx, tx, &row, agreeMove, ""); err != nil {
		return staff.ErrSubjectChange
	}
	if err := w.AddTwo(ctx, tx, order.Act{Sn: row.SN, Act: order.ActApprove, Player: row.Player, Amount: money.Fen(row.Amount)}, by, a); err != nil {
		return err
	}
	for _, name := range []string{s.Maker, by.Name} {
		if err := addApprover(ctx, tx, &row, name); err != nil {
			return err
		}
	}
	if err := order.AddNote(ctx, tx, row.SN, by.Name, "第二人批准", a.Decision); err != nil {
		return err
	}
	return w.approved(ctx, tx, row)
}

// secondRefused puts a withdrawal back to the one who had claimed it.
func (w *Withdrawals) secondRefused(ctx context.Context, tx *db.Tx, by staff.Actor, a staff.Approval, s second) error {
	row, err := w.lockSecond(ctx, tx, s)
	if err != nil {
		return err
	}
	if err := w.setClaim(ctx, tx, &row, disagreeMove); err != nil {
		return err
	}
	what := map[string]string{staff.Withdrawn: "撤回复核申请", staff.Expired: "复核申请过期"}[a.State]
	if what == "" {
		what = "第二人拒绝"
	}
	return order.AddNote(ctx, tx, row.SN, by.Name, what, a.Decision)
}

func (w *Withdrawals) lockSecond(ctx context.Context, tx *db.Tx, s second) (Row, error) {
	row, err := Lock(ctx, tx, s.SN)
	if err == nil && (row.State != Second || row.Amount != int64(s.Amount)) {
		err = staff.ErrSubjectChange
	}
	return row, err
}
