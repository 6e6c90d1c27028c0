package fund

import "hongyun/internal/fault"

// Faults that players may see.
var (
	ErrNoTask   = fault.New(fault.NotFound, "fund.no_task", "没有找到该任务，请刷新页面")
	ErrNotReady = fault.New(fault.Refused, "fund.not_ready", "任务尚未完成，还差%s元")
	ErrUnlocked = fault.New(fault.Refused, "fund.unlocked", "该任务今日已解锁")
	ErrEmpty    = fault.New(fault.Refused, "fund.empty", "C$ 余额不足，暂无可解锁金额")
	ErrChanged  = fault.New(fault.Conflict, "fund.changed", "该请求编号已用于另一个任务")
	ErrNoNotice = fault.New(fault.Refused, "fund.no_notice", "暂无可解锁的奖金")
)

// Faults that staff may see.
var (
	ErrTaskName   = fault.New(fault.Invalid, "fund.task_name", "任务名称须为2至20个字")
	ErrKind       = fault.New(fault.Invalid, "fund.task_kind", "请选择任务类型")
	ErrThreshold  = fault.New(fault.Invalid, "fund.task_threshold", "任务条件须在1元至10000000元之间")
	ErrTaskAmount = fault.New(fault.Invalid, "fund.task_amount", "解锁金额须大于0且不超过1000000，存款任务的解锁金额不能超过存款条件")
	ErrTasksMost  = fault.New(fault.Refused, "fund.tasks_most", "任务最多%d个，请修改或停用已有任务")
	ErrGrant      = fault.New(fault.Invalid, "fund.grant_amount", "发放金额须大于0且不超过100000")
	ErrRemark     = fault.New(fault.Invalid, "fund.remark", "备注须为2至40个字，玩家会看到")
)
