package payout

import "hongyun/internal/cashier/order"

// The states of an attempt.
const (
	Planned  = "planned"
	Asked    = "asked"
	Accepted = "accepted"
	Refused  = "refused"
	Unknown  = "unknown"
	Paid     = "paid"
	Failed   = "failed"
)

// Machine is the life of an attempt of a company to pay a withdrawal. An attempt that
// waits for people keeps its state: the column needs says why.
var Machine = order.NewMachine("Attempt of a company to pay a withdrawal", "payout_attempt", "ref",
	order.State{Name: Planned, Text: "待提交", Means: "It is written down and not sent.", Born: true, Open: true},
	order.State{Name: Asked, Text: "已提交", Means: "It was sent, or is about to be: no answer is recorded.", Open: true},
	order.State{Name: Accepted, Text: "公司处理中", Means: "The company has it and has not said how it ended.", Open: true},
	order.State{Name: Refused, Text: "公司拒绝，确认中", Means: "The company said no, and is asked whether that is true.", Open: true},
	order.State{Name: Unknown, Text: "结果不明", Means: "Nobody knows whether the company has it.", Open: true},
	order.State{Name: Paid, Text: "已付", Means: "The company paid."},
	order.State{Name: Failed, Text: "未付", Means: "The company did not pay; it is looked for a day whether that stays so."},
)

var (
	sendMove = Machine.Move("send", order.By(order.Time), order.From(Planned), Asked,
		"It is called once, after the commit, and never sent again.")
	acceptMove = Machine.Move("take", order.By(order.Company), order.From(Asked, Refused, Unknown), Accepted,
		"The company is asked until it says how it ended.")
	refuseMove = Machine.Move("refuse", order.By(order.Company), order.From(Asked), Refused,
		"The company is asked at once; its no counts when \"no such order\" has held for two minutes.")
	silentMove = Machine.Move("give no clear answer", order.By(order.Company, order.Time), order.From(Asked), Unknown,
		"The order stays held; after a day two people may decide.")
	payMove = Machine.Move("pay", order.By(order.Company, order.TwoOf), order.From(Asked, Accepted, Refused, Unknown), Paid,
		"Its order is booked as paid in the same transaction.")
	failMove = Machine.Move("fail", order.By(order.Company, order.Time, order.TwoOf), order.From(Planned, Asked, Accepted, Refused, Unknown), Failed,
		"Its order is free to be paid again; its money is not given back at once where the company was told of it.")
	payLateMove = Machine.Move("pay after it failed", order.By(order.Company, order.TwoOf), order.From(Failed), Paid,
		"Its order is booked as paid if it is still approved; else two people book a loss.")
)

// stateTexts are the states in Chinese, for staff.
var stateTexts = Machine.Texts()

// become has an attempt make a move, which save writes. One that is there already stays.
func (a *attempt) become(move *order.Move) {
	if a.State != move.To {
		a.State, a.move = move.To, move
	}
}
