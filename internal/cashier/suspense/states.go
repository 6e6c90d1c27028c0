package suspense

import "hongyun/internal/cashier/order"

// The states of money that belongs to no order.
const (
	StrayOpen     = "open"
	StrayAssigned = "assigned"
	StrayReturned = "returned"
)

// Machine is the life of money that arrived for no order. A gateway's payment that did
// not fit its order waits with that order instead: see deposit.Machine.
var Machine = order.NewMachine("Money in suspense", "stray_money", "sn",
	order.State{Name: StrayOpen, Means: "It waits until two people know whose it is.", Born: true, Open: true},
	order.State{Name: StrayAssigned, Means: "It credited an order to deposit."},
	order.State{Name: StrayReturned, Means: "It went back to who sent it."},
)

var (
	assignMove = Machine.Move("give to an order", order.By(order.TwoOf), order.From(StrayOpen), StrayAssigned,
		"It leaves suspense and credits the order, or a new one of the player.")
	returnMove = Machine.Move("send back", order.By(order.TwoOf), order.From(StrayOpen), StrayReturned,
		"It leaves suspense under the company's number of the payment back, which is used once.")
)
