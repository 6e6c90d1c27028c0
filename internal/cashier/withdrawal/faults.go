package withdrawal

import "hongyun/internal/fault"

// Faults of withdrawals. An empty amount is answered as the specification spells it,
// with the text of a deposit (WD-04).
var (
	ErrAmount     = fault.New(fault.Invalid, "withdrawal.amount", "请输入正确金额")
	ErrMin        = fault.New(fault.Refused, "withdrawal.minimum", "提款金额最低%s")
	ErrTimes      = fault.New(fault.Refused, "withdrawal.times", "今日提款次数已达上限（每日%d次）")
	ErrDaily      = fault.New(fault.Refused, "withdrawal.daily", "超出每日提款限额，今日还可提款%s元")
	ErrBalance    = fault.New(fault.Refused, "withdrawal.balance", "超过当前余额限制")
	ErrTurnover   = fault.New(fault.Refused, "withdrawal.turnover", "您还需完成有效投注%s元才能提款")
	ErrName       = fault.New(fault.Refused, "withdrawal.real_name", "请先在个人资料中填写真实姓名")
	ErrCard       = fault.New(fault.Refused, "withdrawal.card", "请选择本人已绑定的银行卡")
	ErrTwin       = fault.New(fault.Refused, "withdrawal.twin", "您刚刚提交了相同的提款，请稍候再试")
	ErrChanged    = fault.New(fault.Conflict, "withdrawal.changed", "该请求编号已用于另一笔提款")
	ErrNotFound   = fault.New(fault.NotFound, "withdrawal.not_found", "没有找到该提款订单")
	ErrState      = fault.New(fault.Conflict, "withdrawal.state", "该提款当前状态为“%s”，不能进行此操作")
	ErrClaimed    = fault.New(fault.Conflict, "withdrawal.claimed", "该提款已由%s领取")
	ErrNotClaimer = fault.New(fault.Conflict, "withdrawal.not_claimer", "请先领取该提款（当前由%s处理）")
	ErrHeld       = fault.New(fault.Refused, "withdrawal.held", "该提款须待%s之后才能批准")
	ErrFrozen     = fault.New(fault.Refused, "withdrawal.frozen", "该玩家目前被限制提款，解除后才能出款")
	ErrOwing      = fault.New(fault.Refused, "withdrawal.owing", "该玩家尚有欠款%s元，结清后才能出款")
	ErrOwnReset   = fault.New(fault.Refused, "withdrawal.own_reset", "您曾为该玩家签发重设密码的验证码，该提款须由其他同事批准")
	ErrOwnFavour  = fault.New(fault.Refused, "withdrawal.own_favour", "您曾经手该玩家的资金或姓名（%s），该提款须由其他同事批准")
	ErrOwnCredit  = fault.New(fault.Refused, "withdrawal.own_credit", "您曾为该玩家人工入账（订单%s），其流水未完成或款项尚未提走，该提款须由其他同事批准")
	ErrMax        = fault.New(fault.Refused, "withdrawal.max", "提款金额最高%s元")
	ErrFee        = fault.New(fault.Conflict, "withdrawal.fee", "手续费现为%s元，与您看到的不同，请核对后重新提交")
	ErrQuoteOver  = fault.New(fault.Refused, "coin.quote", "报价已失效或汇率已变动，请重新确认")
	ErrAddress    = fault.New(fault.Refused, "withdrawal.address", "请选择本人已添加的USDT地址")
	ErrInBatch    = fault.New(fault.Conflict, "batch.in_batch", "该提款已在批次%d中，取消批次后才能另行出款")
)
