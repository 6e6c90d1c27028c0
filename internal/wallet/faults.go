package wallet

import "hongyun/internal/fault"

// Faults that a player may see before a transfer exists. The result of an
// existing transfer is not a fault: see Transfer.Message.
var (
	ErrAmount      = fault.New(fault.Invalid, "wallet.amount", "转账金额不能为空或0")
	ErrOrder       = fault.New(fault.Invalid, "wallet.order", "订单号不正确")
	ErrWholeYuan   = fault.New(fault.Invalid, "wallet.whole_yuan", "该场馆只支持整数金额转账")
	ErrSeamless    = fault.New(fault.Refused, "wallet.seamless", "该场馆直接使用中心钱包，无需转账")
	ErrTooMuch     = fault.New(fault.Refused, "wallet.too_much", "单笔转账不能超过 %s 元")
	ErrChanged     = fault.New(fault.Conflict, "wallet.changed", "该订单号已被使用，且内容不一致")
	ErrBusy        = fault.New(fault.Refused, "wallet.busy", "您在该场馆有一笔转账正在处理中，请稍后再试")
	ErrTwin        = fault.New(fault.Refused, "wallet.twin", "相同的转账刚刚提交过，这一次没有转账，没有重复扣款，请先查看第一笔的结果")
	ErrDisputed    = fault.New(fault.Refused, "wallet.disputed", "您在该场馆有一笔转账正在人工核实，请稍后再试")
	ErrEmpty       = fault.New(fault.Refused, "wallet.empty", "您在该场馆没有可转出的余额")
	ErrRecycling   = fault.New(fault.Conflict, "wallet.recycling", "一键回收正在处理中，请稍候")
	ErrBrings      = fault.New(fault.Invalid, "wallet.brings", "请选择进入游戏时带入的金额")
	ErrAutoRefused = fault.New(fault.Refused, "wallet.auto_refused", "自动转账失败：%s")
)

// Faults that staff may see.
var (
	ErrNoTransfer = fault.New(fault.NotFound, "wallet.no_transfer", "没有找到该转账")
	ErrSettled    = fault.New(fault.Conflict, "wallet.settled", "该转账已有结果")
	ErrTooEarly   = fault.New(fault.Refused, "wallet.too_early", "该转账刚刚提交，请一分钟后再处理")
	ErrProved     = fault.New(fault.Invalid, "wallet.proved", "场馆实际金额须大于0，且只在确认成功时填写")
	ErrOutcome    = fault.New(fault.Invalid, "wallet.outcome", "请选择转账结果：成功或未成功")
)
