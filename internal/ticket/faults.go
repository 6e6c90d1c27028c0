package ticket

import (
	"hongyun/internal/fault"
	"hongyun/internal/picture"
)

// The faults of the package.
var (
	ErrNotFound   = fault.New(fault.NotFound, "ticket.not_found", "没有找到该工单")
	ErrKind       = fault.New(fault.Invalid, "ticket.kind", "请选择问题类型")
	ErrText       = fault.New(fault.Invalid, "ticket.text", "内容须为2-2000字，且不能包含控制字符")
	ErrComment    = fault.New(fault.Invalid, "ticket.comment", "评价最多200字")
	ErrScore      = fault.New(fault.Invalid, "ticket.score", "请选择1到5分")
	ErrReference  = fault.New(fault.Invalid, "ticket.reference", "没有找到该单号，请从记录中选择")
	ErrPictures   = fault.New(fault.Invalid, "ticket.pictures", "每次最多附4张图片，请重新上传")
	ErrPicture    = picture.ErrPicture
	ErrNoPicture  = fault.New(fault.NotFound, "ticket.no_picture", "图片不存在或已过期")
	ErrOpenMost   = fault.New(fault.Refused, "ticket.open_most", "您有%d个工单还未解决，请在原工单中补充说明")
	ErrDay        = fault.New(fault.TooMany, "ticket.day", "今天提交的次数过多，请明天再试，或在原工单中等待回复")
	ErrOld        = fault.New(fault.Refused, "ticket.old", "该工单已解决超过30天，请提交新的工单")
	ErrNotSolved  = fault.New(fault.Refused, "ticket.not_solved", "工单解决后才能评价")
	ErrRated      = fault.New(fault.Refused, "ticket.rated", "该工单已经评价过")
	ErrSolved     = fault.New(fault.Conflict, "ticket.solved", "该工单已经解决")
	ErrChanged    = fault.New(fault.Conflict, "ticket.changed", "工单有新的内容，请查看后再回复")
	ErrTaken      = fault.New(fault.Conflict, "ticket.taken", "该工单正由%s处理")
	ErrNotTaken   = fault.New(fault.Conflict, "ticket.not_taken", "请先领取该工单")
	ErrTemplate   = fault.New(fault.Invalid, "ticket.template", "模板标题须为1-30字，内容须为2-2000字")
	ErrNoTemplate = fault.New(fault.NotFound, "ticket.no_template", "没有找到该模板")
	ErrTemplates  = fault.New(fault.Refused, "ticket.templates", "模板最多100个")
)
