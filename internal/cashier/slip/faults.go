package slip

import "hongyun/internal/fault"

// Faults of slips, shown to players.
var (
	ErrSlipOrder = fault.New(fault.Refused, "slip.order", "只有未完成的银行转账存款可以上传凭证")
	ErrSlips     = fault.New(fault.Refused, "slip.count", "每笔存款最多上传%d张凭证")
	ErrSlipDay   = fault.New(fault.TooMany, "slip.day", "今天上传的凭证过多，请明天再试或联系客服")
	ErrNoSlip    = fault.New(fault.NotFound, "slip.not_found", "凭证不存在或已过期")
)
