package guard

import "hongyun/internal/fault"

// Faults that a blocked player sees. The reason is for staff and is not shown.
var (
	ErrLogin    = fault.New(fault.Refused, "guard.login", "您的账号已被限制登录，请联系在线客服")
	ErrDeposit  = fault.New(fault.Refused, "guard.deposit", "您的账号已被限制存款，请联系在线客服")
	ErrTransfer = fault.New(fault.Refused, "guard.transfer", "您的账号已被限制转账，请联系在线客服")
	ErrLaunch   = fault.New(fault.Refused, "guard.launch", "您的账号已被限制进入游戏，请联系在线客服")
	ErrBet      = fault.New(fault.Refused, "guard.bet", "您的账号已被限制投注，请联系在线客服")
	ErrWithdraw = fault.New(fault.Refused, "guard.withdraw", "您的账号已被限制提款，请联系在线客服")
)

// ErrClosed is the fault of every money call that meets a closed door.
var ErrClosed = fault.New(fault.Unavailable, "gate.closed", "资金业务暂停办理，余额与记录仍可查询，请稍后再试")

// Faults of the gate that staff see.
var (
	ErrClosedStaff   = fault.New(fault.Unavailable, "gate.closed_staff", "资金操作已关闭（%s，%s：%s），打开之前不能进行此操作")
	ErrDoor          = fault.New(fault.Invalid, "gate.door", "请选择要关闭的资金操作")
	ErrClosedAlready = fault.New(fault.Conflict, "gate.closed_already", "该资金操作已处于关闭状态")
	ErrUnopened      = fault.New(fault.Refused, "gate.unopened", "开业检查还缺：%s。补齐后才可以打开资金闸门")
	ErrOpenAlready   = fault.New(fault.Conflict, "gate.open_already", "该资金操作未被关闭")
)

// Faults that staff see.
var (
	ErrAct       = fault.New(fault.Invalid, "guard.act", "请选择要冻结的操作")
	ErrUntil     = fault.New(fault.Invalid, "guard.until", "冻结的结束时间须晚于现在")
	ErrFrozen    = fault.New(fault.Conflict, "guard.already_frozen", "该操作已处于冻结状态")
	ErrTwoLift   = fault.New(fault.Conflict, "guard.two_lift", "该限制因疑似自我排除玩家重新开户而设，请提交双人复核解除")
	ErrNoReturn  = fault.New(fault.NotFound, "guard.no_return", "该玩家没有因重新开户而设的限制")
	ErrNotFrozen = fault.New(fault.Conflict, "guard.not_frozen", "该操作未被冻结")
)

// Faults of a player's own stop. Their date is when the stop ends, or when its
// end can be requested.
var (
	ErrTimedOut        = fault.New(fault.Refused, "guard.timed_out", "您已设置冷静期，至%s（北京时间）自动结束；期间不能存款、转入场馆、进入游戏或领取奖金，可以回收余额和提款")
	ErrExcluded        = fault.New(fault.Refused, "guard.excluded", "您已自我排除，最早可于%s（北京时间）申请恢复；期间不能存款、转入场馆、进入游戏或领取奖金，可以回收余额和提款")
	ErrExcludedForever = fault.New(fault.Refused, "guard.excluded_forever", "您已无限期自我排除，最早可于%s（北京时间）申请恢复；期间不能存款、转入场馆、进入游戏或领取奖金，可以回收余额和提款")
	ErrExcludedOver    = fault.New(fault.Refused, "guard.excluded_over", "您的自我排除期限已满但仍然有效，如要恢复请到“理性娱乐”页面申请；可以回收余额和提款")
	ErrExcludedEnding  = fault.New(fault.Refused, "guard.excluded_ending", "您的自我排除将于%s（北京时间）结束，在此之前仍然有效；可以回收余额和提款")
)

// Faults of a player who sets a stop or a limit, or whose limit is reached.
var (
	ErrTimeOutDays = fault.New(fault.Invalid, "guard.timeout_days", "冷静期须为1至%d天")
	ErrTerm        = fault.New(fault.Invalid, "guard.term", "请选择自我排除的期限")
	ErrStopped     = fault.New(fault.Refused, "guard.stopped", "您已有同样长或更长的冷静期或自我排除，不能改短")
	ErrNotExcluded = fault.New(fault.Refused, "guard.not_excluded", "您没有需要申请恢复的自我排除")
	ErrReturnEarly = fault.New(fault.Refused, "guard.return_early", "自我排除期限未满，最早可于%s（北京时间）申请恢复")
	ErrReturnAsked = fault.New(fault.Refused, "guard.return_asked", "您已申请恢复，自我排除将于%s（北京时间）结束")
	ErrPeriod      = fault.New(fault.Invalid, "guard.period", "请选择限额的周期")
	ErrLimitAmount = fault.New(fault.Invalid, "guard.limit_amount", "存款限额须在1元至100000000元之间")
	ErrLimitSame   = fault.New(fault.Refused, "guard.limit_same", "与当前的限额相同，无需修改")
	ErrNoChange    = fault.New(fault.Refused, "guard.no_change", "没有等待确认的限额修改")
	ErrLimitEarly  = fault.New(fault.Refused, "guard.limit_early", "提高或取消限额须等待24小时，%s（北京时间）起可以确认")
	ErrLimitLapsed = fault.New(fault.Refused, "guard.limit_lapsed", "该修改超过3天没有确认，已经失效，请重新申请")
	ErrLimit       = fault.New(fault.Refused, "guard.limit", "超出您自己设置的存款限额：每%s最多%s元，目前还可存%s元")
	ErrInterval    = fault.New(fault.Invalid, "guard.interval", "请选择游戏时间提醒的间隔")
)
