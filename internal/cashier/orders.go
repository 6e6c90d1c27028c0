package cashier

import "hongyun/internal/staff"

// The orders of the lists that staff read.
var (
	depositOrders = staff.Orders[depositRow]{
		{Name: "created", Columns: []string{"created_at", "sn"}, Of: func(r depositRow) []any { return []any{r.CreatedAt, r.SN} }},
		{Name: "amount", Columns: []string{"amount", "sn"}, Of: func(r depositRow) []any { return []any{r.Amount, r.SN} }},
		{Name: "player", Columns: []string{"player", "created_at", "sn"}, Of: func(r depositRow) []any { return []any{r.Player, r.CreatedAt, r.SN} }},
		{Name: "state", Columns: []string{"state", "created_at", "sn"}, Of: func(r depositRow) []any { return []any{r.State, r.CreatedAt, r.SN} }},
	}
	withdrawalOrders = staff.Orders[withdrawalRow]{
		{Name: "created", Columns: []string{"created_at", "sn"}, Of: func(r withdrawalRow) []any { return []any{r.CreatedAt, r.SN} }},
		{Name: "amount", Columns: []string{"amount", "sn"}, Of: func(r withdrawalRow) []any { return []any{r.Amount, r.SN} }},
		{Name: "player", Columns: []string{"player", "created_at", "sn"}, Of: func(r withdrawalRow) []any { return []any{r.Player, r.CreatedAt, r.SN} }},
		{Name: "state", Columns: []string{"state", "created_at", "sn"}, Of: func(r withdrawalRow) []any { return []any{r.State, r.CreatedAt, r.SN} }},
	}
	chainOrders = staff.Orders[transferRow]{
		{Name: "at", Columns: []string{"at", "network", "tx", "idx"}, Of: func(r transferRow) []any { return []any{r.At, r.Network, r.Tx, int64(r.Idx)} }},
		{Name: "state", Columns: []string{"state", "at", "network", "tx", "idx"}, Of: func(r transferRow) []any { return []any{r.State, r.At, r.Network, r.Tx, int64(r.Idx)} }},
	}
	bankLineOrders = staff.Orders[bankLineRow]{
		{Name: "at", Columns: []string{"l.at", "l.id"}, Of: func(r bankLineRow) []any { return []any{r.At, r.ID} }},
		{Name: "state", Columns: []string{"l.state", "l.at", "l.id"}, Of: func(r bankLineRow) []any { return []any{r.State, r.At, r.ID} }},
	}
)
