package content

import "hongyun/internal/fault"

// What staff are told.
var (
	ErrText      = fault.New(fault.Invalid, "content.text", "内容须为1-2000字，且不能包含控制字符")
	ErrTitle     = fault.New(fault.Invalid, "content.title", "标题须为1-60字，且不能包含控制字符")
	ErrLink      = fault.New(fault.Invalid, "content.link", "地址须以https://开头，或为本站页面")
	ErrPicture   = fault.New(fault.Invalid, "content.picture", "请填写图片地址")
	ErrDevice    = fault.New(fault.Invalid, "content.device", "请选择电脑或手机")
	ErrPeriod    = fault.New(fault.Invalid, "content.period", "结束时间须晚于开始时间")
	ErrNotFound  = fault.New(fault.NotFound, "content.not_found", "没有找到该内容")
	ErrDownloads = fault.New(fault.Invalid, "content.downloads", "下载项的名称不能重复，且最多20项")
)
