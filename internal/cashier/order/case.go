package order

// The kinds of cases of the cashier.
const (
	CaseDeposit = "deposit" // an order in review
	CaseMoney   = "money"   // money in suspense that no order waits for
	CasePayout  = "payout"  // a payout that was paid after its money was given back
	CaseOwed    = "owed"    // a player owes the house
)
