package bank

import "hongyun/internal/fault"

// Faults of lines of bank statements and of the numbers of payments, shown to staff.
var (
	ErrReferenceUsed = fault.New(fault.Conflict, "withdrawal.reference_used", "该出款流水号已用于订单%s")
	ErrNoLine        = fault.New(fault.NotFound, "bank.no_line", "没有找到该笔流水")
	ErrLineState     = fault.New(fault.Conflict, "bank.line_state", "该笔流水当前状态为“%s”，不能进行此操作")
	ErrLineUsed      = fault.New(fault.Conflict, "bank.line_used", "该笔流水已关联订单%s")
	ErrLineOrder     = fault.New(fault.Conflict, "bank.line_order", "订单%s已有另一笔流水")
	ErrLineDiffers   = fault.New(fault.Conflict, "bank.line_differs", "金额或流水号与该笔流水不一致")
	ErrOwnImport     = fault.New(fault.Refused, "bank.own_import", "该笔流水由您导入，须由其他同事审批")
)
