package cashier

import "hongyun/internal/fault"

// Faults of records, shown to players.
var (
	ErrDates      = fault.New(fault.Invalid, "record.dates", "结束日期不能早于开始日期")
	ErrDateRange  = fault.New(fault.Invalid, "record.range", "查询时间范围不能超过%d天")
	ErrRecordKind = fault.New(fault.Invalid, "record.kind", "记录类型不正确")
)
