package payer

import (
	"context"

	"github.com/prometheus/client_golang/prometheus"

	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/db"
	"hongyun/internal/due"
	"hongyun/internal/money"
	"hongyun/internal/staff"
)

// Payouts pays approved withdrawals: by a person at a bank, by a company, or in USDT
// on a chain. It also answers for what happens after the payment: a payout that
// failed, that came back, or that a company made twice.
type Payouts struct {
	*order.Deps
	withdrawals *withdrawal.Withdrawals

	Asks *due.Work // asks chains about payouts that were sent
}

func New(h *order.Deps, w *withdrawal.Withdrawals, metrics prometheus.Registerer) *Payouts {
	p := &Payouts{Deps: h, withdrawals: w}
	p.Asks = p.newAsks(metrics)
	return p
}

// WhenApproved has f run in the transaction that approves an order to a bank card: a
// company may be told to pay it.
func (p *Payouts) WhenApproved(f func(ctx context.Context, tx *db.Tx, sn string, amount money.Fen, bank string) error) {
	p.withdrawals.OnApproved = f
}

// Kinds of second-person requests about payouts, with what each is asked about.
const (
	kindReturned staff.Kind[order.ReportAsked] = "payout.return"
	kindLate     staff.Kind[order.ReportAsked] = "payout.late"
	kindRecover  staff.Kind[recovery]          = "payout.recover"
	kindFail     staff.Kind[failure]           = "payout.fail"
	kindSender   staff.Kind[senderAsked]       = "payout.sender"
	kindBatch    staff.Kind[batchCancel]       = "payout.batch"
	kindLost     staff.Kind[lostAsked]         = "payout.lost"
)

// RegisterKinds tells staff what approved requests about payouts do.
func (p *Payouts) RegisterKinds(s *staff.Staff) {
	kindReturned.OnApproved(s, p.returnedApproved)
	kindLate.OnApproved(s, p.lateApproved)
	kindRecover.OnApproved(s, p.recoverApproved)
	kindFail.OnApproved(s, p.failApproved)
	kindSender.OnApproved(s, p.senderApproved)
	kindLost.OnApproved(s, p.lostApproved)
}

// RegisterKinds tells staff what approved requests about batches do.
func (b *Batches) RegisterKinds(s *staff.Staff) { kindBatch.OnApproved(s, b.cancelApproved) }
