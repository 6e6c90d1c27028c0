package earning

import "hongyun/internal/fault"

// Faults that staff may be told.
var (
	ErrRange    = fault.New(fault.Invalid, "earning.range", "请选择日期范围：结束日期不能早于开始日期，最多%d天")
	ErrBuilding = fault.New(fault.Conflict, "earning.building", "历史数据正在汇总，完成后即可查看，请稍后再试")
)
