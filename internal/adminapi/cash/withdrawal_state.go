package cash

import (
	"hongyun/internal/cashier/withdrawal"
)

// withdrawalState is a withdrawal's state in Chinese, for staff.
func withdrawalState(w withdrawal.Withdrawal) string {
	if w.TakenBack {
		return "玩家已撤回"
	}
	return withdrawal.StateText(w.State)
}
