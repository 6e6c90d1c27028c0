package withdrawal

import (
	"hongyun/internal/ledger"
)

// taken is what a withdrawal takes out of the centre wallet, and what comes back
// where it is not paid.
func (r Row) taken() int64 { return r.Amount + r.Fee }

// PaidOut adds the fee to the postings that pay a withdrawal.
func (r Row) PaidOut(postings ...ledger.Posting) []ledger.Posting {
	if r.Fee > 0 {
		postings = append(postings, ledger.Posting{From: ledger.Locked(r.Player), To: ledger.HouseFee(), Amount: r.Fee})
	}
	return postings
}

// FeeBack adds the fee to the postings that return a payout to its player. A
// player who had the money back before had the fee back with it.
func (r Row) FeeBack(postings ...ledger.Posting) []ledger.Posting {
	if r.Fee > 0 && r.Exposure == "" {
		postings = append(postings, ledger.Posting{From: ledger.HouseFee(), To: ledger.Centre(r.Player), Amount: r.Fee})
	}
	return postings
}
