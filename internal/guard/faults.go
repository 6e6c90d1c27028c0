package guard

import "hongyun/internal/fault"

// What a blocked player is told. The reason is for staff and is not shown.
var (
	ErrLogin    = fault.New(fault.Refused, "guard.login", "您的账号已被限制登录，请联系在线客服")
	ErrDeposit  = fault.New(fault.Refused, "guard.deposit", "您的账号已被限制存款，请联系在线客服")
	ErrTransfer = fault.New(fault.Refused, "guard.transfer", "您的账号已被限制转账，请联系在线客服")
	ErrLaunch   = fault.New(fault.Refused, "guard.launch", "您的账号已被限制进入游戏，请联系在线客服")
	ErrBet      = fault.New(fault.Refused, "guard.bet", "您的账号已被限制投注，请联系在线客服")
	ErrWithdraw = fault.New(fault.Refused, "guard.withdraw", "您的账号已被限制提款，请联系在线客服")
)

// ErrClosed is what anybody is told whose money call meets a closed door.
var ErrClosed = fault.New(fault.Unavailable, "gate.closed", "资金业务暂停办理，余额与记录仍可查询，请稍后再试")

// What staff are told about the gate.
var (
	ErrClosedStaff   = fault.New(fault.Unavailable, "gate.closed_staff", "资金操作已关闭（%s，%s：%s），打开之前不能进行此操作")
	ErrDoor          = fault.New(fault.Invalid, "gate.door", "请选择要关闭的资金操作")
	ErrClosedAlready = fault.New(fault.Conflict, "gate.closed_already", "该资金操作已处于关闭状态")
	ErrOpenAlready   = fault.New(fault.Conflict, "gate.open_already", "该资金操作未被关闭")
)

// What staff are told.
var (
	ErrAct       = fault.New(fault.Invalid, "guard.act", "请选择要冻结的操作")
	ErrUntil     = fault.New(fault.Invalid, "guard.until", "冻结的结束时间须晚于现在")
	ErrFrozen    = fault.New(fault.Conflict, "guard.already_frozen", "该操作已处于冻结状态")
	ErrNotFrozen = fault.New(fault.Conflict, "guard.not_frozen", "该操作未被冻结")
)
