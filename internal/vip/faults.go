package vip

import "hongyun/internal/fault"

// Faults that staff may see.
var (
	ErrTrack     = fault.New(fault.NotFound, "vip.track", "没有找到该VIP等级表")
	ErrLevels    = fault.New(fault.Invalid, "vip.levels", "等级表须有完整的%d级")
	ErrValid     = fault.New(fault.Invalid, "vip.valid", "第%d级的有效投注须高于上一级，且不超过100000000000元")
	ErrBonus     = fault.New(fault.Invalid, "vip.bonus", "第%d级的晋级礼金须大于0，不低于上一级，且不超过10000000")
	ErrIncome    = fault.New(fault.Invalid, "vip.income", "第%d级的固定收入须大于0，不低于上一级，且不超过10000000")
	ErrUnchanged = fault.New(fault.Refused, "vip.unchanged", "内容没有变化")
	ErrStart     = fault.New(fault.Invalid, "vip.start", "起始日须在2000-01-01至今日之间")
	ErrWeekday   = fault.New(fault.Invalid, "vip.weekday", "派发日须为周一至周日")
	ErrTime      = fault.New(fault.Invalid, "vip.time", "派发时间须为00:00至23:59")
	ErrCap       = fault.New(fault.Invalid, "vip.cap", "每周固定收入上限须在0至10000000之间")
	ErrMark      = fault.New(fault.Invalid, "vip.mark", "关联账号判断依据不正确")
	ErrNoAward   = fault.New(fault.NotFound, "vip.no_award", "没有找到该VIP奖励")
	ErrDecided   = fault.New(fault.Conflict, "vip.decided", "该VIP奖励已处理")
	ErrNoRun     = fault.New(fault.NotFound, "vip.no_run", "没有找到该次派发")
	ErrHeld      = fault.New(fault.Conflict, "vip.held", "该玩家的VIP收入已冻结")
	ErrNotHeld   = fault.New(fault.Conflict, "vip.not_held", "该玩家的VIP收入没有被冻结")
)
