package reconcile

import "hongyun/internal/fault"

// Faults that staff may see.
var (
	ErrRunning    = fault.New(fault.Conflict, "reconcile.running", "正在对账，请等待完成")
	ErrNoFinding  = fault.New(fault.NotFound, "reconcile.no_finding", "没有此对账差异")
	ErrEndsItself = fault.New(fault.Refused, "reconcile.ends_itself", "该异常恢复后会自动消除，不能手工处理")
	ErrEnded      = fault.New(fault.Conflict, "reconcile.ended", "该差异已处理")
	ErrOpen       = fault.New(fault.Refused, "reconcile.open", "还有 %d 条对账差异未处理，暂不能恢复")
	ErrUnchecked  = fault.New(fault.Refused, "reconcile.unchecked", "恢复之后还没有完整对账：请运行对账，直到所有公司都已应答")
	ErrNotRebuilt = fault.New(fault.Refused, "reconcile.not_rebuilt", "此类差异不能补录，请查明后处理")
	ErrWhose      = fault.New(fault.Invalid, "reconcile.whose", "请填写该笔款项属于哪位玩家")
	ErrChannel    = fault.New(fault.Invalid, "reconcile.channel", "没有此通道：%s")
	ErrStatement  = fault.New(fault.Invalid, "reconcile.statement", "对账单第 %d 行：%s")
)
