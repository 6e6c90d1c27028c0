package upload

import "hongyun/internal/fault"

// The faults of uploads. ErrAway promises that nothing was stored or lost.
var (
	ErrKind    = fault.New(fault.Invalid, "upload.kind", "请选择要上传的文件类型")
	ErrEmpty   = fault.New(fault.Invalid, "upload.empty", "文件是空的，请重新选择")
	ErrLarge   = fault.New(fault.TooLarge, "upload.large", "文件过大，%s最大 %s")
	ErrBroken  = fault.New(fault.Invalid, "upload.broken", "文件没有完整传到，请重新上传")
	ErrPackage = fault.New(fault.Invalid, "upload.package", "不是可用的安卓安装包（APK）：%s")
	ErrDay     = fault.New(fault.TooMany, "upload.day", "今天上传的%s已达 %d 个，请明天再传")
	ErrBusy    = fault.New(fault.TooMany, "upload.busy", "正在上传的文件较多，请稍后再试")
	ErrAgain   = fault.New(fault.Conflict, "upload.again", "同一个文件正在上传，请稍后再试")
	ErrGone    = fault.New(fault.Invalid, "upload.gone", "文件不存在或已清理，请重新上传")
	ErrAway    = fault.New(fault.Unavailable, "upload.away", "文件存储暂时不可用，文件没有保存，请稍后再试")
	ErrCrowded = fault.New(fault.Unavailable, "upload.crowded", "正在下载的人较多，请稍后再试")
	ErrMissing = fault.New(fault.NotFound, "upload.missing", "没有这个文件")
)
