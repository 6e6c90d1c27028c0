package promo

import "hongyun/internal/fault"

// What players may be told.
var (
	ErrNotMet   = fault.New(fault.Refused, "promo.not_met", "尚未达到领取条件：%s")
	ErrClaimed  = fault.New(fault.Refused, "promo.claimed", "该优惠已领取")
	ErrByItself = fault.New(fault.Refused, "promo.by_itself", "该优惠自动派发，无需领取")
	ErrFrozen   = fault.New(fault.Refused, "promo.frozen", "您的账户暂不能参加优惠，请联系客服")
	ErrBudget   = fault.New(fault.Refused, "promo.budget", "该优惠本月名额已发完，请下月再来")
	ErrChanged  = fault.New(fault.Conflict, "promo.changed", "该请求编号已用于另一个优惠")
	ErrChoice   = fault.New(fault.Refused, "promo.choice", "所选优惠不适用于本次存款：%s")
)

// What staff may be told.
var (
	ErrNoAward  = fault.New(fault.NotFound, "promo.no_award", "没有找到该派奖记录")
	ErrState    = fault.New(fault.Refused, "promo.state", "该派奖记录当前为「%s」，不能执行此操作")
	ErrSpent    = fault.New(fault.Refused, "promo.spent", "玩家中心钱包余额不足，奖金已被使用，不能取消")
	ErrStanding = fault.New(fault.Refused, "promo.standing", "该玩家的优惠已是此状态")
	ErrPeriod   = fault.New(fault.Invalid, "promo.period", "请选择正确的周期")
)
