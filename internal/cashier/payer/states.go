package payer

import "hongyun/internal/cashier/order"

// The states of a batch.
const (
	BatchOpen      = "open"
	BatchCancelled = "cancelled"
)

// BatchMachine is the life of a batch of payouts. Its orders end one by one, and it
// stays open.
var BatchMachine = order.NewMachine("Batch of payouts", "payout_batch", "number",
	order.State{Name: BatchOpen, Means: "Its file may be given to a bank.", Born: true, Open: true},
	order.State{Name: BatchCancelled, Means: "Its orders that were not paid left it."},
)

var cancelMove = BatchMachine.Move("cancel", order.By(order.TwoOf), order.From(BatchOpen), BatchCancelled,
	"Orders that were not paid may be paid another way.")
