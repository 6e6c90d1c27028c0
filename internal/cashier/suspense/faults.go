package suspense

import "hongyun/internal/fault"

// Faults of money without an order, shown to staff.
var (
	ErrNoMoney     = fault.New(fault.NotFound, "money.not_found", "没有找到该笔来款")
	ErrAssignTo    = fault.New(fault.Invalid, "money.assign_to", "请填写入账的存款订单或玩家，二选一")
	ErrPlace       = fault.New(fault.Invalid, "money.account", "请选择收款账户")
	ErrPayer       = fault.New(fault.Invalid, "money.payer", "请输入付款人")
	ErrOwnRecord   = fault.New(fault.Refused, "money.own_record", "该来款由您登记，须由其他同事审批")
	ErrCoinAssign  = fault.New(fault.Refused, "coin.assign", "USDT来款只能认领至USDT存款订单或玩家，人民币来款不能认领至USDT存款订单")
	ErrCoinWorth   = fault.New(fault.Refused, "coin.worth", "该笔来款折合不足一分钱，请退回")
	ErrBackDiffers = fault.New(fault.Refused, "coin.back_differs", "这笔转账不是从平台钱包退给原付款地址的同等数量，未作记录")
)
