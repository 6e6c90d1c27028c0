package payer

import (
	"context"

	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/db"
	"hongyun/internal/staff"
)

// SenderDecision says whether the operator itself sent a transfer that pays an
// order and whose sender is not registered, or not named by its chain.
type SenderDecision struct {
	SN     string
	Ours   bool // it pays the order; else it is taken off the order
	Reason string
}

type senderAsked struct {
	SN   string `json:"sn"`
	Tx   string `json:"tx"`
	Key  string `json:"key"`
	From string `json:"from"`
	Ours bool   `json:"ours"`
}

// DecideSender asks for a second person's yes to whether a transfer without a
// registered sender was the operator's own. The chain is asked once more, so that
// both people see what it says now. Faults: ErrNotFound, ErrSenderKnown,
// ErrTxUnproved, ErrTxDiffers, staff's.
func (p *Payouts) DecideSender(ctx context.Context, by staff.Actor, d SenderDecision) (order.Outcome, error) {
	row, err := withdrawal.Read(ctx, p.DB, "SELECT * FROM withdrawal WHERE sn = ?", d.SN)
	if err != nil {
		return order.Outcome{}, err
	}
	if !senderOpen(row) {
		return order.Outcome{}, ErrSenderKnown
	}
	sent, err := usdt.OnChain(ctx, p.Deps, row.Network, row.PayoutTx)
	if err != nil {
		return order.Outcome{}, err
	}
	paid, found, err := p.paysOrder(ctx, row, sent)
	if err == nil && !found {
		err = usdt.ErrTxDiffers
	}
	if err != nil {
		return order.Outcome{}, err
	}
	title := "认定链上转账为本公司出款"
	if !d.Ours {
		title = "认定链上转账不是本公司出款"
	}
	return p.Request(ctx, by, func(ctx context.Context, tx *db.Tx) (staff.Request, error) {
		now, err := withdrawal.Lock(ctx, tx, d.SN)
		if err != nil {
			return staff.Request{}, err
		}
		if !senderOpen(now) || now.PayoutTx != row.PayoutTx {
			return staff.Request{}, ErrSenderKnown
		}
		if d.Ours {
			if err := p.notApprover(ctx, tx, &now, by); err != nil {
				return staff.Request{}, err
			}
		}
		return kindSender.Request(senderAsked{now.SN, now.PayoutTx, paid.key, paid.from, d.Ours}, p.requestAbout(now, title, []staff.Detail{
				{Label: "交易哈希", Value: now.PayoutTx}, {Label: "付款地址", Value: usdt.SenderText(paid.from)}, {Label: "登记人", Value: now.PayoutBy},
			}, d.Reason)),
			order.AddNote(ctx, tx, now.SN, by.Name, "提交："+title, d.Reason)
	})
}

// senderOpen tells whether people have to decide who sent a payout.
func senderOpen(row withdrawal.Row) bool {
	return row.State == withdrawal.Approved && row.PayoutTx != "" && (row.PayoutSaid == saidSender || row.PayoutSaid == saidSenderUnknown)
}

// senderApproved carries out a second person's yes.
func (w *Payouts) senderApproved(ctx context.Context, tx *db.Tx, by staff.Actor, a staff.Approval, p senderAsked) error {
	row, err := withdrawal.Lock(ctx, tx, p.SN)
	if err != nil {
		return err
	}
	if !senderOpen(row) || row.PayoutTx != p.Tx || row.PayoutFrom != p.From {
		return staff.ErrSubjectChange
	}
	before, who := row, a.MakerName+"、"+by.Name
	what := "认定为本公司出款，已出款"
	if p.Ours {
		err = w.bookPayout(ctx, tx, &row, payoutTransfer{key: p.Key, from: p.From}, who)
	} else {
		what = "认定不是本公司出款，已撤下 " + p.Tx
		_, err = clearPayout(ctx, tx, row)
	}
	if err != nil {
		return err
	}
	return w.tell(ctx, tx, by, a, before, row, what, p.Key)
}
