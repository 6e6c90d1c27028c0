package deposit

import (
	"context"

	"hongyun/internal/cashier/order"
	"hongyun/internal/db"
)

// The states of a deposit.
const (
	Pending  = "pending"
	Claimed  = "claimed"
	Review   = "review"
	Credited = "credited"
	Expired  = "expired"
	Closed   = "closed"
	Reversed = "reversed"
)

// Machine is the life of an order to deposit.
var Machine = order.NewMachine("Deposit", "deposit", "sn",
	order.State{Name: Pending, Text: "待支付", Means: "It waits for its payment.", Born: true, Open: true},
	order.State{Name: Claimed, Text: "玩家称已付", Means: "It waits, and its player says that it is paid.", Open: true},
	order.State{Name: Review, Text: "待复核", Means: "A person must look at it; nothing is credited.", Born: true, Open: true},
	order.State{Name: Credited, Text: "已到账", Means: "Its money is with its player."},
	order.State{Name: Expired, Text: "已过期", Means: "Nothing came in time; its gateway is asked for a while longer."},
	order.State{Name: Closed, Text: "已关闭", Means: "It ended without a credit."},
	order.State{Name: Reversed, Text: "已冲正", Means: "It was credited, and taken back because its company took it back."},
)

// The moves of a deposit.
var (
	claimMove = Machine.Move("say that it is paid", order.By(order.Player), order.From(Pending), Claimed,
		"Staff see it in their queue, and its gateway is asked at once; nothing is credited.")
	expireMove = Machine.Move("run out", order.By(order.Time), order.From(Pending, Claimed), Expired,
		"A bank transfer that is claimed goes to review instead, after a grace.")
	reviewMove = Machine.Move("put aside for a person", order.By(order.Player, order.Staff, order.Company, order.Time), order.From(Pending, Claimed, Expired, Closed), Review,
		"What a gateway proved waits in suspense, and open requests about the order are void.")
	creditMove = Machine.Move("credit", order.By(order.Company, order.Chain, order.Staff, order.TwoOf), order.From(Pending, Claimed, Expired, Review), Credited,
		"What really arrived is booked to the centre wallet, once, with its turnover and a message.")
	rejectMove = Machine.Move("reject", order.By(order.Staff), order.From(Pending, Claimed), Closed,
		"Its player gets a message, and its gateway is not asked any more.")
	refuseMove = Machine.Move("refuse", order.By(order.Company), order.From(Pending, Claimed), Closed,
		"The gateway did not take the order, or says that its payment failed.")
	closeMove = Machine.Move("end a review without a credit", order.By(order.Staff, order.TwoOf), order.From(Review), Closed,
		"Money of it that is in suspense stays there, unless it was sent back or given to another order.")
	reverseMove = Machine.Move("reverse", order.By(order.TwoOf), order.From(Credited), Reversed,
		"Its player gives back what is there and owes the rest; what the deposit brought goes with it.")
)

var (
	States     = Machine.All()
	StateTexts = Machine.Texts()

	// Creditable are the states of orders that may still be credited.
	Creditable = creditMove.From
	// Unreviewed are those of them that come before a review.
	Unreviewed = order.From(Pending, Claimed, Expired)

	// WhereCreditable is Creditable in SQL, as the index deposit_awaited has it.
	WhereCreditable = order.StateIn("state", Creditable...)
	// WhereUnreviewed is Unreviewed in SQL.
	WhereUnreviewed = order.StateIn("state", Unreviewed...)

	whereWaiting = order.StateIn("state", expireMove.From...) // as the index deposit_due has it
	whereAsked   = order.StateIn("state", reviewMove.From...) // a gateway may be asked about the order
	whereOpen    = order.StateIn("state", Machine.Open()...)
	whereEver    = order.StateIn("state", Machine.Reach(Credited)...) // as the index deposit_credited_ever has it
)

// StateText is a state in Chinese, for staff.
func StateText(state string) string { return StateTexts[state] }

// finish ends an order without a credit. A closed one is not asked about any more; an
// expired one is for a while.
func finish(ctx context.Context, tx *db.Tx, sn string, move *order.Move) (moved bool, err error) {
	set := "ended_at = ?"
	if move.To == Closed {
		set += ", poll_at = 0"
	}
	return move.Apply(ctx, tx, sn, set, tx.NowMillis())
}

// EndSuspended closes an order whose payment in suspense was settled otherwise; one that
// is not in review stays as it is.
func EndSuspended(ctx context.Context, tx *db.Tx, sn string) error {
	if _, err := finish(ctx, tx, sn, closeMove); err != nil {
		return err
	}
	_, err := tx.NewRaw("UPDATE deposit SET suspended = FALSE WHERE sn = ?", sn).Exec(ctx)
	return err
}

// toReview hands an order to a person, unless it ended with a credit or is there already.
func toReview(ctx context.Context, tx *db.Tx, sn, why string) error {
	_, err := reviewMove.Apply(ctx, tx, sn, "review_reason = ?, poll_at = 0, ended_at = 0", why)
	return err
}
