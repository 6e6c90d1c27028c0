package bank

import "hongyun/internal/cashier/order"

// The states of a line of a statement.
const (
	LineOpen    = "open"
	LineUsed    = "used"
	LineLinked  = "linked"
	LineIgnored = "ignored"
	LineUndone  = "undone"
)

// LineMachine is the life of a line of a bank statement.
var LineMachine = order.NewMachine("Line of a bank statement", "bank_line", "id",
	order.State{Name: LineOpen, Text: "待处理", Means: "Nothing is known about it yet.", Born: true, Open: true},
	order.State{Name: LineUsed, Text: "已入账", Means: "It credited a deposit, is in suspense, or paid a withdrawal."},
	order.State{Name: LineLinked, Text: "已关联", Means: "It explains an order that was booked under another number."},
	order.State{Name: LineIgnored, Text: "已忽略", Means: "It is no movement that the books need."},
	order.State{Name: LineUndone, Text: "已撤销", Means: "It was imported for the wrong account."},
)

var (
	useMove = LineMachine.Move("use", order.By(order.Staff, order.TwoOf, order.Company), order.From(LineOpen, LineIgnored), LineUsed,
		"The bank's number of it was booked, from the line or typed by hand; it stays so.")
	LinkMove = LineMachine.Move("link", order.By(order.Staff), order.From(LineOpen), LineLinked,
		"Nothing is booked.")
	IgnoreMove = LineMachine.Move("ignore", order.By(order.Staff), order.From(LineOpen), LineIgnored,
		"Nothing is booked, and nobody is reminded of it.")
	ReopenMove = LineMachine.Move("reopen", order.By(order.Staff), order.From(LineLinked, LineIgnored), LineOpen,
		"It is proposed for orders again.")
	UndoMove = LineMachine.Move("undo its file", order.By(order.Staff), order.From(LineOpen, LineIgnored), LineUndone,
		"It counts no more; a file with a used or linked line stays.")
)

var (
	LineStates     = LineMachine.All()
	LineStateTexts = LineMachine.Texts()
)
