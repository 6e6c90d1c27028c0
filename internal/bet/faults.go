package bet

import "hongyun/internal/fault"

// Faults of reports that players and staff may see.
var (
	ErrNoBet      = fault.New(fault.NotFound, "bet.no_bet", "没有找到该注单")
	ErrNoReplay   = fault.New(fault.NotFound, "bet.no_replay", "该场馆不提供对局回放")
	ErrReplayed   = fault.New(fault.NotFound, "bet.replay_gone", "场馆查不到这一局，可能已超过保存期限")
	ErrUnplayed   = fault.New(fault.Conflict, "bet.unplayed", "对局尚未结算，暂时没有回放")
	ErrTooWide    = fault.New(fault.Invalid, "bet.too_wide", "时间范围过大：没有填玩家、场馆账号或注单号时，须选开始时间且最多查 7 天。请缩短时间范围，或填写其中一项")
	ErrSearchTime = fault.New(fault.Unavailable, "bet.search_time", "查询用时过长，已停止。请缩短时间范围或填写玩家，稍后再试")
	ErrExportWide = fault.New(fault.Invalid, "bet.export_wide", "时间范围过大：没有填玩家、场馆账号或注单号时，须选开始时间且最多 31 天")
	ErrPeriod     = fault.New(fault.Invalid, "bet.period", "查询时间范围不正确")
)
