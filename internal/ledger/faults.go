package ledger

import "hongyun/internal/fault"

var (
	// ErrInsufficient says that an account holds less than the amount to take.
	ErrInsufficient = fault.New(fault.Refused, "ledger.insufficient", "余额不足")

	// ErrChanged says that a key was used before for something else.
	ErrChanged = fault.New(fault.Conflict, "ledger.changed", "该订单号已被使用，且内容不一致")

	// ErrTooLarge says that an amount exceeds anything the operator moves at
	// once. It is more likely a wrong unit than an order (trust MON-6).
	ErrTooLarge = fault.New(fault.Refused, "ledger.too_large", "金额超出系统上限")

	// ErrRunning says that another run is verifying the books already.
	ErrRunning = fault.New(fault.Conflict, "ledger.running", "核对正在进行中，请稍候")
)
