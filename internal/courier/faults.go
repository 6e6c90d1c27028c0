package courier

import "hongyun/internal/fault"

// The faults of this package. Players may be told those before ErrSetting.
var (
	ErrOff    = fault.New(fault.Refused, "courier.off", "暂未开通该验证方式，请联系在线客服")
	ErrBudget = fault.New(fault.TooMany, "courier.budget", "今日验证码发送量已达上限，请明日再试或联系在线客服")
	ErrTaken  = fault.New(fault.Refused, "courier.taken", "该号码或邮箱已在另一个账号验证，请联系在线客服")
	// Of web push.
	ErrPushOff     = fault.New(fault.Refused, "courier.push_off", "本站暂未开通推送通知")
	ErrPushService = fault.New(fault.Refused, "courier.push_service", "暂不支持该浏览器的推送服务，请换用其他浏览器")
	ErrPushForm    = fault.New(fault.Invalid, "courier.push_form", "浏览器提供的推送地址无效，请关闭后重新开启")

	ErrSetting = fault.New(fault.Invalid, "courier.setting", "“%s”填写有误：%s")
	ErrTestTo  = fault.New(fault.Invalid, "courier.test_to", "请填写正确的测试接收地址")
	ErrTestOff = fault.New(fault.Conflict, "courier.test_off", "该设置尚未启用，请先填写并通过审批")
	ErrTests   = fault.New(fault.TooMany, "courier.tests", "今日测试次数已达上限")
	ErrUnsent  = fault.New(fault.Refused, "courier.unsent", "没有发送成功：%s")
)
