package rule

import "hongyun/internal/fault"

// ErrNotFound says that there is no promotion of this number, or that it does not run.
var ErrNotFound = fault.New(fault.NotFound, "promo.no_rule", "没有找到该优惠，请刷新页面")

// The faults that staff may be told.
var (
	ErrName     = fault.New(fault.Invalid, "promo.name", "优惠名称须为2至20个字")
	ErrKind     = fault.New(fault.Invalid, "promo.kind", "请选择优惠类型")
	ErrWindow   = fault.New(fault.Invalid, "promo.window", "结束日期不能早于开始日期")
	ErrLimit    = fault.New(fault.Invalid, "promo.budget_amount", "月度预算须在0元至100000000元之间，0表示不限")
	ErrParams   = fault.New(fault.Invalid, "promo.params", "优惠参数不正确：%s")
	ErrMost     = fault.New(fault.Refused, "promo.most", "优惠最多%d个，请修改或停用已有优惠")
	ErrSwitched = fault.New(fault.Refused, "promo.switched", "该优惠已是此状态")
)
