package contract

import "hongyun/internal/fault"

// The faults that staff meet who enter a contract.
var (
	ErrProtocol = fault.New(fault.Invalid, "venue.protocol", "协议或字段不正确")
	ErrField    = fault.New(fault.Invalid, "venue.contract_field", "%s填写不正确")
	ErrMissing  = fault.New(fault.Invalid, "venue.contract_missing", "请填写%s")
	ErrKeys     = fault.New(fault.Invalid, "venue.contract_keys", "更改接口地址时，请重新填写%s")
	ErrForm     = fault.New(fault.Invalid, "venue.contract_form", "该协议不接受这份合同，请检查各字段的格式")
	ErrBase     = fault.New(fault.Conflict, "venue.contract_base", "您打开之后，%s已于%s（北京时间）把它改为第%d版。您填写的内容仍在，请核对后重新提交")
	ErrBaseGone = fault.New(fault.Conflict, "venue.contract_base_gone", "您打开之后，第%d版已不再作数。您填写的内容仍在，请核对后重新提交")
	ErrSame     = fault.New(fault.Conflict, "venue.contract_same", "合同没有任何改动")
)
