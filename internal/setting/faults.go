package setting

import "hongyun/internal/fault"

// The faults that staff are told.
var (
	ErrKind       = fault.New(fault.NotFound, "setting.kind", "没有这项设置")
	ErrItem       = fault.New(fault.NotFound, "setting.item", "没有找到该项设置")
	ErrKey        = fault.New(fault.Invalid, "setting.key", "编号须为1-40位小写字母、数字、下划线或短横线")
	ErrKeyUsed    = fault.New(fault.Conflict, "setting.key_used", "编号“%s”已存在，请修改原有的一项")
	ErrForm       = fault.New(fault.Invalid, "setting.form", "提交的内容不完整或格式有误")
	ErrMissing    = fault.New(fault.Invalid, "setting.missing", "请填写“%s”")
	ErrField      = fault.New(fault.Invalid, "setting.field", "“%s”填写有误：%s")
	ErrKeys       = fault.New(fault.Invalid, "setting.keys", "接口地址有变，请重新填写“%s”")
	ErrSame       = fault.New(fault.Invalid, "setting.same", "没有任何改动")
	ErrBase       = fault.New(fault.Conflict, "setting.base", "您打开之后，%s已于%s（北京时间）把它改为第%d版。您填写的内容仍在，请核对后重新提交")
	ErrBaseGone   = fault.New(fault.Conflict, "setting.base_gone", "您打开之后，第%d版已被撤回，不再作数。您填写的内容仍在，请核对后重新提交")
	ErrNewer      = fault.New(fault.Conflict, "setting.newer", "第%d版由较新的程序写入，本程序无法读取。请升级程序后再复核")
	ErrFrom       = fault.New(fault.Invalid, "setting.from", "生效时间须晚于现在，且在一年之内")
	ErrNotWaiting = fault.New(fault.Conflict, "setting.not_waiting", "这项更改已经生效、被撤回或被取代")
	ErrLate       = fault.New(fault.Conflict, "setting.late", "审批时已过所定的生效时间，请重新提交")
	ErrOff        = fault.New(fault.Conflict, "setting.off", "已经停用")
	ErrNoOff      = fault.New(fault.Invalid, "setting.no_off", "这项设置不能停用")
)
