package usdt

import "hongyun/internal/cashier/order"

// The states of a transfer on a chain.
const (
	TransferSeen     = "seen"
	TransferCredited = "credited"
	TransferStray    = "stray"
	TransferDust     = "dust"
)

// TransferMachine is the life of a transfer to an address of the operator.
var TransferMachine = order.NewMachine("Transfer on a chain", "chain_transfer", "tx",
	order.State{Name: TransferSeen, Means: "It is not final, or could not be settled yet: it is tried again.", Born: true, Open: true},
	order.State{Name: TransferCredited, Means: "It credited its order."},
	order.State{Name: TransferStray, Means: "It fits no order, and is money for two people."},
	order.State{Name: TransferDust, Means: "It is below the floor and needs no decision."},
)

// The moves of a transfer. All are made when its chain calls it final.
var (
	CreditMove = TransferMachine.Move("credit", order.By(order.Chain), order.From(TransferSeen), TransferCredited,
		"The order of its address and amount is credited, or a new one at its player's own address.")
	StrayMove = TransferMachine.Move("keep in suspense", order.By(order.Chain), order.From(TransferSeen), TransferStray,
		"Its coins wait in suspense as money of no order.")
	DustMove = TransferMachine.Move("book as dust", order.By(order.Chain), order.From(TransferSeen), TransferDust,
		"Its coins are booked to the operator.")
)

// TransferStates are the states of a transfer on a chain.
var TransferStates = TransferMachine.All()
