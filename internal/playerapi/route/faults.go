package route

import "hongyun/internal/fault"

// The faults of the edge itself. Everything about the business comes from the
// nouns with its own sentence.
var (
	ErrBodyTooLarge = fault.New(fault.TooLarge, "http.too_large", "请求内容过大")
	ErrContentType  = fault.New(fault.Invalid, "http.content_type", "请使用表单格式提交")
	ErrForm         = fault.New(fault.Invalid, "http.form", "请求格式不正确")
	ErrRepeated     = fault.New(fault.Invalid, "http.repeated", "参数重复：%s")
	ErrArray        = fault.New(fault.Invalid, "http.array", "参数只能有一个值：%s")
	ErrCharacters   = fault.New(fault.Invalid, "http.characters", "内容含有不允许的字符")
	ErrInput        = fault.New(fault.Invalid, "http.input", "%s")
	errIdempotency  = fault.New(fault.Invalid, "http.idempotency_key", "请求编号不正确")

	ErrReqToken    = fault.New(fault.Denied, "http.req_token", "请求已失效，请校准时间后重试")
	ErrOtherPlayer = fault.New(fault.Denied, "http.other_player", "无权操作其他用户")
	ErrDevice      = fault.New(fault.Denied, "http.device", "当前设备未通过验证，请重新登录后操作")
	ErrNoTicket    = fault.New(fault.Unauthenticated, "http.no_ticket", "还未登录，请先登录")
	ErrTooMany     = fault.New(fault.TooMany, "http.too_many", "操作过于频繁，请稍后再试")
	ErrStreams     = fault.New(fault.TooMany, "http.streams", "实时通知的连接过多，请稍后再试")
	ErrNoStream    = fault.New(fault.Invalid, "http.no_stream", "此接口只提供事件流")
	errCountry     = fault.New(fault.Blocked, "http.country", "您所在的地区暂不提供服务")
	ErrNoCall      = fault.New(fault.NotFound, "http.no_call", "接口不存在")
	ErrMethod      = fault.New(fault.Invalid, "http.method", "请求方式不正确")
	ErrMaintenance = fault.New(fault.Unavailable, "http.maintenance", "站点维护中，暂时不能进行此操作。预计恢复：%s")
	ErrInternal    = fault.New(fault.Unavailable, "http.internal", "系统繁忙，请稍后再试")
)
