package withdrawal

import "hongyun/internal/staff"

// orders are the orders of the list that staff read.
var orders = staff.Orders[Row]{
	{Name: "created", Columns: []string{"created_at", "sn"}, Of: func(r Row) []any { return []any{r.CreatedAt, r.SN} }},
	{Name: "amount", Columns: []string{"amount", "sn"}, Of: func(r Row) []any { return []any{r.Amount, r.SN} }},
	{Name: "player", Columns: []string{"player", "created_at", "sn"}, Of: func(r Row) []any { return []any{r.Player, r.CreatedAt, r.SN} }},
	{Name: "state", Columns: []string{"state", "created_at", "sn"}, Of: func(r Row) []any { return []any{r.State, r.CreatedAt, r.SN} }},
}
