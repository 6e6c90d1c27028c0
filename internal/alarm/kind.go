package alarm

import (
	"slices"
	"time"
)

// Kind is a kind of event.
type Kind struct {
	Kind  string // stable code
	Name  string // as people call it
	About string // what it means and why it matters
	Grave bool   // money or players are in danger
	// Happens says that it happens at moments, which are counted; others go on.
	Happens bool
	Every   time.Duration // how often it is told at most, where nobody set another
}

// The kinds of events.
const (
	BooksBroken    = "books.broken"
	FindingOpen    = "finding.open"
	GateClosed     = "gate.closed"
	JobFailing     = "job.failing"
	VenueBreaker   = "venue.breaker"
	FeedLate       = "feed.late"
	GatewaySilent  = "gateway.silent"
	PayoutUnknown  = "payout.unknown"
	AttemptOpen    = "payout.attempt"
	CompanyShort   = "payout.company"
	TransferStuck  = "transfer.stuck"
	ChannelOff     = "channel.off"
	SettingFailed  = "setting.failed"
	SettingUnread  = "setting.unread"
	BackupLate     = "backup.late"
	CourierFailing = "courier.failing"
	PlayerReturned = "player.returned"
	Changed        = "alarm.changed"
	Lost           = "alarm.lost"
)

// Kinds is every kind there is, in the order of the screen.
var Kinds = []Kind{
	{BooksBroken, "账目核对未通过", "账目与分录不一致。请停止出款，到「账目」查看第一处错误。", true, false, 30 * time.Minute},
	{FindingOpen, "对账差异", "与场馆、支付通道或账目之间有未处理的差异，请到「对账」处理。", true, false, time.Hour},
	{GateClosed, "资金操作已关闭", "有资金操作处于关闭状态，可能由人、差异或恢复备份引起。", true, false, time.Hour},
	{JobFailing, "后台任务反复失败", "一项后台任务连续失败至少三次，原因见服务器日志。", false, true, time.Hour},
	{VenueBreaker, "场馆接口熔断", "场馆接口连续无回答，已暂停调用，玩家不能转账和进入游戏。", false, true, 30 * time.Minute},
	{FeedLate, "注单采集滞后", "场馆的注单超过一小时没有完整取回，流水和返水会延迟。", false, false, time.Hour},
	{GatewaySilent, "支付通道无回音", "最近有多笔存款订单，但该通道没有一次有效回调或到账。", false, false, time.Hour},
	{PayoutUnknown, "出款结果长时间不明", "有出款标为结果待查超过一小时，请向银行核实。", true, false, 2 * time.Hour},
	{AttemptOpen, "代付长时间没有结果", "有代付超过30分钟没有结果，或公司的答复互相矛盾。款项可能已付，请到提款查看，不要重复出款。", true, false, time.Hour},
	{CompanyShort, "代付公司余额不足", "代付公司以余额不足拒绝付款，请给商户账户充值或改用其他公司。", true, false, time.Hour},
	{TransferStuck, "转账长时间未决", "有转账需要人工处理，玩家的钱在途中。", false, false, 2 * time.Hour},
	{ChannelOff, "支付通道自动停用", "通道连续失败或成功率过低，已停止接单。到「支付设置 · 通道状态」查看，或让它试用。", false, false, time.Hour},
	{SettingFailed, "设置未能按时生效", "两人通过的更改到了生效时间没有通过检查，没有生效。到「支付设置」查看原因，重新提交。", false, false, 2 * time.Hour},
	{SettingUnread, "设置由较新的程序写入，本程序无法读取", "本程序仍按最后一个能读取的版本执行，可能与其他服务器不一致。请把所有服务器升级到同一版本。", false, true, 6 * time.Hour},
	{BackupLate, "没有新的备份", "超过 26 小时没有完成数据库备份。", true, false, 6 * time.Hour},
	{CourierFailing, "验证码与通知没有送达", "发给玩家的邮件或短信长时间发不出去，或今日发送量已用完，请检查「邮件发送」和「短信发送」设置。", false, false, time.Hour},
	{PlayerReturned, "疑似自我排除玩家重新开户", "新账号与自我排除的玩家有相同标记，已自动限制，请核实。", true, true, 10 * time.Minute},
	{Changed, "报警设置被更改", "报警的去向或分派有变化。此消息总是发往更改前的所有去向。", true, true, time.Minute},
	{Lost, "报警没有送达", "一个去向在期限内没有收到报警，请检查它的设置。", false, true, 6 * time.Hour},
}

func kindOf(kind string) (Kind, bool) {
	i := slices.IndexFunc(Kinds, func(k Kind) bool { return k.Kind == kind })
	if i < 0 {
		return Kind{}, false
	}
	return Kinds[i], true
}
