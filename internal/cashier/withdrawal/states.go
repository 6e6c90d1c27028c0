package withdrawal

import (
	"context"

	"hongyun/internal/cashier/order"
	"hongyun/internal/db"
)

// The states of a withdrawal.
const (
	Submitted = "submitted"
	Taken     = "claimed"
	Second    = "second"
	Approved  = "approved"
	Paid      = "paid"
	Rejected  = "rejected"
	Failed    = "failed"
)

// Machine is the life of an order to withdraw.
var Machine = order.NewMachine("Withdrawal", "withdrawal", "sn",
	order.State{Name: Submitted, Text: "待领取", Means: "It waits for staff; its money is locked.", Born: true, Open: true},
	order.State{Name: Taken, Text: "审核中", Means: "One member of staff looks at it for a while.", Open: true},
	order.State{Name: Second, Text: "待第二人审批", Means: "It waits for a second person.", Open: true},
	order.State{Name: Approved, Text: "待出款", Means: "It waits to be paid.", Open: true},
	order.State{Name: Paid, Text: "已出款", Means: "Its money left the operator."},
	order.State{Name: Rejected, Text: "已拒绝", Means: "It was refused or taken back, and its money returned."},
	order.State{Name: Failed, Text: "出款失败", Means: "It was not paid, or its bank sent it back, and its money returned."},
)

// The moves of a withdrawal. Those that pay it, or follow a payment, are made by payer.
var (
	claimMove = Machine.Move("claim", order.By(order.Staff), order.From(Submitted, Taken), Taken,
		"Nobody else works on it until the claim runs out; only then another person may claim it.")
	releaseMove = Machine.Move("release", order.By(order.Staff, order.Time), order.From(Taken), Submitted,
		"It is in the queue again.")
	takeBackMove = Machine.Move("take back", order.By(order.Player), order.From(Submitted), Rejected,
		"The locked money with its fee and the day's allowance return.")
	secondMove = Machine.Move("ask for a second person", order.By(order.Staff), order.From(Taken), Second,
		"A request waits for another person's decision.")
	approveMove = Machine.Move("approve", order.By(order.Staff), order.From(Taken), Approved,
		"A company may be told to pay it in the same transaction.")
	agreeMove = Machine.Move("agree", order.By(order.TwoOf), order.From(Second), Approved,
		"A company may be told to pay it in the same transaction.")
	disagreeMove = Machine.Move("disagree", order.By(order.Staff, order.Time), order.From(Second), Taken,
		"It is with the one who had claimed it, for a new while; so it is where the request is withdrawn or runs out.")
	rejectMove = Machine.Move("reject", order.By(order.Staff), order.From(Taken, Second), Rejected,
		"The locked money with its fee and the day's allowance return; its player reads the reason.")

	PayMove = Machine.Move("pay", order.By(order.Staff, order.Company, order.Chain, order.TwoOf), order.From(Approved), Paid,
		"The locked money leaves the operator under a number that pays one order.")
	FailMove = Machine.Move("fail", order.By(order.Staff, order.TwoOf), order.From(Approved), Failed,
		"The locked money with its fee and the day's allowance return.")
	ReturnMove = Machine.Move("come back", order.By(order.TwoOf), order.From(Paid), Failed,
		"The bank's money goes to its player, or to the operator where the operator bore the payment.")
	LateMove = Machine.Move("pay after its money returned", order.By(order.TwoOf), order.From(Failed, Rejected), Paid,
		"It is a loss until two people decide who bears it, and paying withdrawals is closed.")
)

var (
	States     = Machine.All()
	StateTexts = Machine.Texts()
)

// Move makes a move of a locked withdrawal, with what changes beside the state. Its
// update, and not what was read before, decides. Fault: ErrState.
func (w *Withdrawals) Move(ctx context.Context, tx *db.Tx, row *Row, move *order.Move, set string, args ...any) error {
	moved, err := move.Apply(ctx, tx, row.SN, set, args...)
	if err != nil {
		return err
	}
	if !moved {
		return ErrState.With(StateTexts[row.State])
	}
	row.State = move.To
	return nil
}
