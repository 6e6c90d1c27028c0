package catalogue

import "hongyun/internal/fault"

// The faults that staff meet who change the catalogue.
var (
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
	ErrSameGame       = fault.New(fault.Conflict, "venue.same_game", "没有任何改动")
)
