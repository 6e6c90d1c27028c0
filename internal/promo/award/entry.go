package award

import (
	"fmt"

	"hongyun/internal/ledger"
)

// scope is the promotions' in the books.
const scope = "promo"

// PaidFrom is the account that pays an award.
func (a Row) PaidFrom() ledger.Account {
	if a.Kind.Rebate() {
		return ledger.HouseRebate()
	}
	return ledger.HouseBonus()
}

// Payment is the entry that pays an award.
func (a Row) Payment() ledger.Entry {
	kind := "promo.bonus"
	if a.Kind.Rebate() {
		kind = "promo.rebate"
	}
	return ledger.Entry{
		Scope: scope, Key: a.ID, Kind: kind, Ref: a.ref(), Memo: a.Remark, By: a.MadeBy,
		Postings: []ledger.Posting{{From: a.PaidFrom(), To: ledger.Centre(a.Player), Amount: int64(a.Amount)}},
	}
}

// Reversal is the entry that takes an award back, without its postings.
func (a Row) Reversal() ledger.Entry {
	return ledger.Entry{Scope: scope, Key: a.ID + ":cancelled", Kind: "promo.cancel", Ref: a.ref(), Memo: a.Why, By: a.DecidedBy}
}

// ref is how the books name an award.
func (a Row) ref() string { return fmt.Sprintf("%d/%s", a.Rule, a.Item) }
