package chain

import (
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/staff"
)

// orders are the orders of the list that staff read.
var orders = staff.Orders[usdt.TransferRow]{
	{Name: "at", Columns: []string{"at", "network", "tx", "idx"}, Of: func(r usdt.TransferRow) []any { return []any{r.At, r.Network, r.Tx, int64(r.Idx)} }},
	{Name: "state", Columns: []string{"state", "at", "network", "tx", "idx"}, Of: func(r usdt.TransferRow) []any { return []any{r.State, r.At, r.Network, r.Tx, int64(r.Idx)} }},
}
