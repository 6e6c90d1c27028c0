package venue

import "hongyun/internal/fault"

// What a player may be told about venues.
var (
	ErrNoVenue      = fault.New(fault.Invalid, "venue.unknown", "场馆不存在")
	ErrNoAdapter    = fault.New(fault.Refused, "venue.coming", "该场馆即将开放")
	ErrMaintenance  = fault.New(fault.Refused, "venue.maintenance", "该场馆正在维护，请稍后再试")
	ErrMaintained   = fault.New(fault.Refused, "venue.maintenance_until", "该场馆正在维护，预计 %s 恢复")
	ErrClosed       = fault.New(fault.Refused, "venue.closed", "该场馆暂未开放")
	ErrLaunch       = fault.New(fault.Refused, "venue.launch", "加载失败，请返回重试")
	ErrSilent       = fault.New(fault.Refused, "venue.silent", "场馆暂时没有响应，请稍后重试")
	ErrBlocked      = fault.New(fault.Refused, "venue.blocked", "您在该场馆的账号暂时不能使用，请联系客服")
	ErrAccountTaken = fault.New(fault.Refused, "venue.account_taken", "该场馆账号无法开通，请联系客服")
	ErrNoOwner      = fault.New(fault.NotFound, "venue.no_owner", "该场馆账号不属于任何玩家")
)

// What staff may be told.
var (
	ErrState     = fault.New(fault.Invalid, "venue.state", "场馆状态不正确")
	ErrWindow    = fault.New(fault.Invalid, "venue.window", "维护时间不正确")
	ErrSameState = fault.New(fault.Conflict, "venue.same_state", "场馆已是该状态")
)
