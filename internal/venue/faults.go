package venue

import "hongyun/internal/fault"

// Faults about venues that players may see.
var (
	ErrNoVenue        = fault.New(fault.Invalid, "venue.unknown", "场馆不存在")
	ErrNoAdapter      = fault.New(fault.Refused, "venue.absent", "该场馆未开放")
	ErrMaintenance    = fault.New(fault.Refused, "venue.maintenance", "该场馆正在维护，请稍后再试")
	ErrMaintained     = fault.New(fault.Refused, "venue.maintenance_until", "该场馆正在维护，预计 %s 恢复")
	ErrClosed         = fault.New(fault.Refused, "venue.closed", "该场馆暂未开放")
	ErrLaunch         = fault.New(fault.Refused, "venue.launch", "加载失败，请返回重试")
	ErrSilent         = fault.New(fault.Refused, "venue.silent", "场馆暂时没有响应，请稍后重试")
	ErrBlocked        = fault.New(fault.Refused, "venue.blocked", "您在该场馆的账号暂时不能使用，请联系客服")
	ErrAccountTaken   = fault.New(fault.Refused, "venue.account_taken", "该场馆账号无法开通，请联系客服")
	ErrNoGame         = fault.New(fault.Invalid, "venue.no_game", "游戏不存在")
	ErrGameHidden     = fault.New(fault.Refused, "venue.game_hidden", "该游戏已下架，请选择其他游戏")
	ErrGameMaintained = fault.New(fault.Refused, "venue.game_maintained", "该游戏正在维护，预计 %s 恢复")
	ErrManyFavourites = fault.New(fault.Refused, "venue.many_favourites", "最多收藏 %d 款游戏")
	ErrNoOwner        = fault.New(fault.NotFound, "venue.no_owner", "该场馆账号不属于任何玩家")
)

// Faults that staff may see.
var (
	ErrState   = fault.New(fault.Invalid, "venue.state", "场馆状态不正确")
	ErrWindow  = fault.New(fault.Invalid, "venue.window", "维护时间不正确")
	ErrNotOpen = fault.New(fault.Conflict, "venue.not_open", "只有开放中的场馆可以预先安排维护，请先开放该场馆")

	ErrSameState = fault.New(fault.Conflict, "venue.same_state", "场馆已是该状态")
)
