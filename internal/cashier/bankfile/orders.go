package bankfile

import (
	"hongyun/internal/cashier/bank"
	"hongyun/internal/staff"
)

// orders are the orders of the list that staff read.
var orders = staff.Orders[bank.LineRow]{
	{Name: "at", Columns: []string{"l.at", "l.id"}, Of: func(r bank.LineRow) []any { return []any{r.At, r.ID} }},
	{Name: "state", Columns: []string{"l.state", "l.at", "l.id"}, Of: func(r bank.LineRow) []any { return []any{r.State, r.At, r.ID} }},
}
