package alarm

import "hongyun/internal/fault"

// Refusals that staff may be told.
var (
	ErrName     = fault.New(fault.Invalid, "alarm.name", "名称须为1-30个字")
	ErrForm     = fault.New(fault.Invalid, "alarm.form", "请选择报警方式")
	ErrEmail    = fault.New(fault.Invalid, "alarm.email", "邮件设置不正确：%s")
	ErrURL      = fault.New(fault.Invalid, "alarm.url", "地址须为 https 地址，不含账号和片段")
	ErrKey      = fault.New(fault.Invalid, "alarm.key", "签名密钥须为16-200个字符")
	ErrToken    = fault.New(fault.Invalid, "alarm.token", "机器人令牌的格式不正确")
	ErrChat     = fault.New(fault.Invalid, "alarm.chat", "会话编号须为数字，或以 @ 开头的频道名")
	ErrWecom    = fault.New(fault.Invalid, "alarm.wecom", "企业微信机器人的 key 格式不正确")
	ErrInternal = fault.New(fault.Refused, "alarm.internal", "地址指向内部网络，不能使用")
	ErrTarget   = fault.New(fault.NotFound, "alarm.target_not_found", "没有找到该去向")
	ErrMany     = fault.New(fault.Refused, "alarm.many", "去向最多20个")
	ErrStale    = fault.New(fault.Conflict, "alarm.stale", "设置已被他人更改，请刷新后再修改")
	ErrRoute    = fault.New(fault.Invalid, "alarm.route", "分派不正确：%s")
	ErrSame     = fault.New(fault.Conflict, "alarm.same", "内容没有变化")
	ErrTooSoon  = fault.New(fault.TooMany, "alarm.too_soon", "刚刚测试过，请10秒后再试")
	ErrUnsent   = fault.New(fault.Refused, "alarm.unsent", "测试消息没有送达：%s")
)
