package route

import (
	"errors"
	"net/http"

	"hongyun/internal/api"
	"hongyun/internal/fault"
)

// The faults of the edge itself.
var (
	errBody       = fault.New(fault.Invalid, "admin.body", "请求内容格式不正确")
	ErrPath       = fault.New(fault.Invalid, "admin.path", "网址中有无效的字符")
	ErrInput      = fault.New(fault.Invalid, "admin.input", "%s 填写不正确")
	errType       = fault.New(fault.Invalid, "admin.content_type", "请求内容须为 JSON")
	ErrFileType   = fault.New(fault.Invalid, "admin.file_type", "请求内容须为文件")
	errTooLarge   = fault.New(fault.TooLarge, "admin.too_large", "请求内容过大")
	ErrForeign    = fault.New(fault.Denied, "admin.cross_site", "拒绝来自其他网站的请求")
	ErrNoRoute    = fault.New(fault.NotFound, "admin.no_route", "没有这个接口")
	ErrMethod     = fault.New(fault.Invalid, "admin.method", "请求方式不正确")
	ErrChangedKey = fault.New(fault.Conflict, "admin.key_changed", "同一请求编号的内容已变更")
	// ErrNoExport is an export of a list that the caller may not read.
	ErrNoExport = fault.New(fault.Denied, "admin.no_export", "您没有查看该列表的权限，不能导出")
	// ErrExports is an export with fixed rows beside as many as are written at once.
	ErrExports = fault.New(fault.TooMany, "admin.exports", "正在生成的导出文件较多，请稍后再试")
	// ErrOwnExport is an export with fixed rows beside one of the same account.
	ErrOwnExport  = fault.New(fault.TooMany, "admin.export_own", "您还有一个导出文件正在下载，请等它完成后再导出")
	errExportSpan = fault.New(fault.Invalid, "admin.export_span", "时间范围过大：没有填玩家或订单号时，导出须选开始时间且最多 31 天")
	ErrServer     = fault.New(fault.Unavailable, "admin.server", "系统出现问题，请稍后再试")
)

// statuses gives the status of each kind of fault on this wire.
var statuses = api.Statuses(http.StatusUnprocessableEntity)

// Status is the HTTP status of a fault.
func Status(f *fault.Fault) int {
	switch f.Code {
	case errType.Code, ErrFileType.Code:
		return http.StatusUnsupportedMediaType
	case ErrMethod.Code:
		return http.StatusMethodNotAllowed
	}
	return statuses[f.Kind]
}

// Said is the sentence of a fault, for answers that hold a reason beside data.
func Said(err error) string {
	if f, ok := fault.Of(err); ok {
		return f.Message()
	}
	return ErrServer.Message()
}

// fields names the input that a fault is about, so that a form can say it
// there. A handler whose input has another name says so with InField.
var fields = map[string]string{
	"staff.reason": "reason",
	"content.text": "text", "content.title": "title", "content.ticker": "text", "content.topic": "topic", "content.article": "text", "content.line": "line", "content.words": "title",
	"content.link": "link", "content.picture": "picture", "content.device": "device", "content.period": "to", "content.downloads": "items",
	"content.block": "html", "content.no_block": "contentId", "content.needs": "needs", "content.frames": "hosts",
	"ticket.text": "text", "ticket.template": "body",
	"venue.game_name": "name", "venue.game_initials": "initials", "venue.game_picture": "picture", "venue.game_position": "position",
}

// misfit is a fault with the name of the input it is about.
type misfit struct {
	error
	field string
}

// Unwrap is the fault itself.
func (m misfit) Unwrap() error { return m.error }

// InField names the input that a fault is about, if err is that fault.
func InField(err error, about error, field string) error {
	if errors.Is(err, about) {
		return misfit{err, field}
	}
	return err
}

// FieldsOf are the messages of an answer by input, nil if it is about none.
func FieldsOf(err error, f *fault.Fault) map[string]string {
	field := fields[f.Code]
	if m, ok := errors.AsType[misfit](err); ok {
		field = m.field
	}
	if field == "" {
		return nil
	}
	return map[string]string{field: f.Message()}
}
