package cash

import "hongyun/internal/cashier"

// withdrawalState is a withdrawal's state in Chinese, for staff.
func withdrawalState(w cashier.Withdrawal) string {
	if w.TakenBack {
		return "玩家已撤回"
	}
	return cashier.WithdrawalStateText(w.State)
}
