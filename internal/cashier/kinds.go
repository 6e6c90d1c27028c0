package cashier

import "hongyun/internal/staff"

// Kinds of second-person requests, with what each is asked about.
const (
	kindDeposit    staff.Kind[handCredit]  = "deposit.credit"
	kindWithdrawal staff.Kind[second]      = "withdrawal.approve"
	kindAssign     staff.Kind[assignment]  = "money.assign"
	kindSendBack   staff.Kind[reported]    = "money.return"
	kindReverse    staff.Kind[reported]    = "deposit.reverse"
	kindOwed       staff.Kind[DebtOrder]   = "owed.settle"
	kindReturned   staff.Kind[reported]    = "payout.return"
	kindLate       staff.Kind[reported]    = "payout.late"
	kindRecover    staff.Kind[recovery]    = "payout.recover"
	kindFail       staff.Kind[failure]     = "payout.fail"
	kindPayee      staff.Kind[payeeAsked]  = "coin.payee"
	kindWallet     staff.Kind[payeeAsked]  = "coin.wallet"
	kindSender     staff.Kind[senderAsked] = "payout.sender"
	kindRemove     staff.Kind[destination] = "card.remove"
	kindBatch      staff.Kind[batchCancel] = "payout.batch"
)

// registerKinds tells staff what approved requests do.
func (c *Cashier) registerKinds(s *staff.Staff) {
	d, w, in, chains := c.Deposits, c.Withdrawals, c.Incoming, c.Chains
	kindDeposit.OnApproved(s, d.creditApproved)
	kindReverse.OnApproved(s, d.reverseApproved)
	kindOwed.OnApproved(s, d.owedApproved)

	kindWithdrawal.OnApproved(s, w.secondApproved)
	kindWithdrawal.OnRefused(s, w.secondRefused)
	kindReturned.OnApproved(s, w.returnedApproved)
	kindLate.OnApproved(s, w.lateApproved)
	kindRecover.OnApproved(s, w.recoverApproved)
	kindFail.OnApproved(s, w.failApproved)
	kindSender.OnApproved(s, w.senderApproved)
	kindBatch.OnApproved(s, c.Batches.cancelApproved)

	kindAssign.OnApproved(s, in.assignApproved)
	kindSendBack.OnApproved(s, in.sendBackApproved)

	kindPayee.OnApproved(s, chains.payeeApproved)
	kindWallet.OnApproved(s, chains.walletApproved)

	kindRemove.OnApproved(s, c.removalApproved)
}
