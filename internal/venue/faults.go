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
	ErrState          = fault.New(fault.Invalid, "venue.state", "场馆状态不正确")
	ErrWindow         = fault.New(fault.Invalid, "venue.window", "维护时间不正确")
	ErrNotOpen        = fault.New(fault.Conflict, "venue.not_open", "只有开放中的场馆可以预先安排维护，请先开放该场馆")
	ErrGameName       = fault.New(fault.Invalid, "venue.game_name", "游戏名称须为1-40字，且不能包含控制字符")
	ErrGameInitials   = fault.New(fault.Invalid, "venue.game_initials", "拼音首字母须为小写字母或数字，最多20位")
	ErrGamePicture    = fault.New(fault.Invalid, "venue.game_picture", "图片须为本站地址，例如 /art/games/coin.svg")
	ErrGamePosition   = fault.New(fault.Invalid, "venue.game_position", "排序须为0至1000000的整数")
	ErrGamePayback    = fault.New(fault.Invalid, "venue.game_payback", "返还率须为50%至100%，不知道时留空")
	ErrGameVolatility = fault.New(fault.Invalid, "venue.game_volatility", "波动须为1至5，不知道时为0")
	ErrGameStakes     = fault.New(fault.Invalid, "venue.game_stakes", "投注范围不正确：最高不能低于最低")
	ErrGameRules      = fault.New(fault.Invalid, "venue.game_rules", "玩法说明最多4000字，且不能包含控制字符")
	ErrGameFun        = fault.New(fault.Invalid, "venue.game_fun", "试玩地址须以 https:// 开头，最多300个字符")
	ErrGameCount      = fault.New(fault.Invalid, "venue.game_count", "一次须选择1至%d款游戏")
	ErrNoGameList     = fault.New(fault.Conflict, "venue.no_game_list", "该场馆没有游戏列表接口，请手动维护游戏")
	ErrListSilent     = fault.New(fault.Conflict, "venue.list_silent", "场馆的游戏列表读取失败，目录没有任何改动")
	ErrListEmpty      = fault.New(fault.Conflict, "venue.list_empty", "场馆给出的列表没有可打开的游戏，目录没有任何改动")
	ErrListLong       = fault.New(fault.Conflict, "venue.list_long", "场馆的游戏列表超过%d款，目录没有任何改动")
	ErrListMoved      = fault.New(fault.Conflict, "venue.list_moved", "游戏列表已更新，请重新核对差异")
	ErrListFull       = fault.New(fault.Conflict, "venue.list_full", "该场馆的游戏编号已用完")
	ErrProtocol       = fault.New(fault.Invalid, "venue.protocol", "协议或字段不正确")

	ErrContractField   = fault.New(fault.Invalid, "venue.contract_field", "%s填写不正确")
	ErrContractMissing = fault.New(fault.Invalid, "venue.contract_missing", "请填写%s")
	ErrContractKeys    = fault.New(fault.Invalid, "venue.contract_keys", "更改接口地址时，请重新填写%s")
	ErrContractForm    = fault.New(fault.Invalid, "venue.contract_form", "该协议不接受这份合同，请检查各字段的格式")
	ErrContractSame    = fault.New(fault.Conflict, "venue.contract_same", "合同没有任何改动")

	ErrSameGame  = fault.New(fault.Conflict, "venue.same_game", "没有任何改动")
	ErrSameState = fault.New(fault.Conflict, "venue.same_state", "场馆已是该状态")
)
