package order

import "hongyun/internal/fault"

// Faults that orders of both directions share.
var (
	ErrNoPayee     = fault.New(fault.Refused, "deposit.no_payee", "暂无可用的收款账户，没有生成订单，也没有扣款，请稍后再试或选择其他存款方式")
	ErrReceived    = fault.New(fault.Invalid, "deposit.received", "请输入实际到账金额")
	ErrBankRef     = fault.New(fault.Invalid, "deposit.bank_reference", "请输入银行流水号")
	ErrBankRefUsed = fault.New(fault.Conflict, "deposit.bank_reference_used", "该银行流水号已用于订单%s")
	ErrReference   = fault.New(fault.Invalid, "withdrawal.reference", "请输入出款流水号")
)
