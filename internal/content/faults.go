package content

import "hongyun/internal/fault"

// Faults that staff see.
var (
	ErrText      = fault.New(fault.Invalid, "content.text", "内容须为1-2000字，且不能包含控制字符")
	ErrTitle     = fault.New(fault.Invalid, "content.title", "标题须为1-60字，且不能包含控制字符")
	ErrTopic     = fault.New(fault.Invalid, "content.topic", "请选择帮助文章的分类")
	ErrArticle   = fault.New(fault.Invalid, "content.article", "正文须为1-8000字，且不能包含控制字符")
	ErrTicker    = fault.New(fault.Invalid, "content.ticker", "滚动公告须为1-200字，且只能有一行")
	ErrLine      = fault.New(fault.Invalid, "content.line", "副标题最多120字，且只能有一行")
	ErrWords     = fault.New(fault.Invalid, "content.words", "图上的标题最多30字，副标题最多120字，按钮最多12字")
	ErrLink      = fault.New(fault.Invalid, "content.link", "地址须以https://开头，或为本站页面")
	ErrLinkAway  = fault.New(fault.Denied, "content.link_away", "通往其他网站的链接需由有站点管理权限的人员填写")
	ErrPicture   = fault.New(fault.Invalid, "content.picture", "请填写本站的图片地址，例如 /art/banner-1.svg")
	ErrDevice    = fault.New(fault.Invalid, "content.device", "请选择电脑或手机")
	ErrPeriod    = fault.New(fault.Invalid, "content.period", "结束时间须晚于开始时间")
	ErrBase      = fault.New(fault.Conflict, "content.base", "您打开之后，%s已于%s（北京时间）更改了这项内容。您填写的内容仍在，请对照后重新提交")
	ErrNoBase    = fault.New(fault.Invalid, "content.no_base", "提交的版本不存在，请刷新页面后重试")
	ErrSame      = fault.New(fault.Invalid, "content.same", "没有任何改动")
	ErrNotFound  = fault.New(fault.NotFound, "content.not_found", "没有找到该内容")
	ErrDownloads = fault.New(fault.Invalid, "content.downloads", "下载项的名称不能重复，且最多20项")
	ErrBlock     = fault.New(fault.Invalid, "content.block", "正文不能为空，且最多2万字（含标记）；脚本等不允许的内容会被去除")
	ErrNoBlock   = fault.New(fault.Invalid, "content.no_block", "请选择已有的正文")
	ErrInUse     = fault.New(fault.Refused, "content.in_use", "该正文仍有活动在使用，不能删除")
	ErrNeeds     = fault.New(fault.Invalid, "content.needs", "请选择正确的场馆类别")
	ErrHouse     = fault.New(fault.Invalid, "content.house", "每项最多200字，牌照说明与页脚文字最多500字，且只能有一行")
	ErrEmail     = fault.New(fault.Invalid, "content.email", "请填写正确的电子邮箱")
	ErrFrames    = fault.New(fault.Invalid, "content.frames", "请填写完整的域名，例如 www.example.com，不含 https:// 与路径，最多30个")
)
