package payout

import "hongyun/internal/fault"

// The faults that staff are told.
var (
	ErrNoAttempt    = fault.New(fault.NotFound, "payout.no_attempt", "没有该代付记录")
	ErrNoCompany    = fault.New(fault.Refused, "payout.no_company", "没有可用的代付公司“%s”，可能已停用")
	ErrAmount       = fault.New(fault.Refused, "payout.amount", "金额不在该代付公司的限额%s至%s元之内")
	ErrBank         = fault.New(fault.Refused, "payout.bank", "该代付公司不支持这家银行")
	ErrDaily        = fault.New(fault.Refused, "payout.daily", "加上这笔将超过该代付公司的每日限额%s元")
	ErrNeedsPeople  = fault.New(fault.Refused, "payout.needs_people", "该提款的代付%s有待人工判定，请先处理")
	ErrStillWorks   = fault.New(fault.Refused, "payout.still_works", "代付公司仍可能付出这笔款项，提交满24小时仍无结果才能人工判定")
	ErrSettled      = fault.New(fault.Conflict, "payout.settled", "代付结果已查明：%s，无须人工判定")
	ErrOtherAttempt = fault.New(fault.Refused, "payout.other_attempt", "该提款的另一笔代付%s尚未查明，请等其结束再认定这一笔已付")
	ErrLimits       = fault.New(fault.Invalid, "payout.limits", "单笔最高不能低于单笔最低，自动代付上限不能高于单笔最高，每日限额不能低于单笔最低")
	ErrBanks        = fault.New(fault.Invalid, "payout.banks", "“%s”不是系统内的银行代码，多个代码用英文逗号隔开")
	ErrInside       = fault.New(fault.Invalid, "payout.inside", "接口地址须为 https，且不能在内部网络；确有需要时由启动参数 HONGYUN_GATEWAY_NETWORKS 指定")
	ErrForm         = fault.New(fault.Invalid, "payout.form", "代付公司资料不符合协议要求，请核对接口地址与商户号")
	ErrForged       = fault.New(fault.Denied, "payout.forged", "通知未通过验证")
	ErrPending      = fault.New(fault.Unavailable, "payout.pending", "代付公司尚未确认，请稍后再通知")
)
