package account

import "hongyun/internal/playerapi/wire"

// Limits are what a player decided about themself (trust RG-3 to RG-6). Times
// are unix milliseconds, 0 where there is none.
type Limits struct {
	Now      int64         `json:"Now" doc:"the server's time"`
	Deposits []LimitUse    `json:"Deposits" doc:"day, week, month"`
	Stop     *LimitStop    `json:"Stop,omitempty" doc:"what holds the player longest now; left out if nothing does"`
	Reality  int           `json:"Reality" enumOf:"reality minutes" doc:"minutes between two reality checks, 0: none"`
	Stops    []LimitStop   `json:"Stops" doc:"all, newest first"`
	Changes  []LimitChange `json:"Changes" doc:"of deposit limits, newest first"`
}

// LimitUse is a deposit limit and what is used of it.
type LimitUse struct {
	Period  string       `json:"Period" enumOf:"limit period" doc:"the last 24 hours, 7 or 30 times as long"`
	Amount  wire.Yuan    `json:"Amount" doc:"0: no limit"`
	Used    wire.Yuan    `json:"Used" doc:"credited in the period"`
	Open    wire.Yuan    `json:"Open" doc:"orders that may still be credited"`
	Left    wire.Yuan    `json:"Left"`
	Pending *LimitChange `json:"Pending,omitempty" doc:"a change that waits to be confirmed; left out if there is none"`
}

// LimitChange is a decision about a deposit limit.
type LimitChange struct {
	Period      string    `json:"Period" enumOf:"limit period"`
	Amount      wire.Yuan `json:"Amount" doc:"0: no limit"`
	Was         wire.Yuan `json:"Was"`
	AskedAt     int64     `json:"AskedAt"`
	ReadyAt     int64     `json:"ReadyAt" doc:"may be confirmed from here on"`
	LapsesAt    int64     `json:"LapsesAt" doc:"and up to here"`
	AppliedAt   int64     `json:"AppliedAt"`
	CancelledAt int64     `json:"CancelledAt"`
}

// LimitStop is a time-out or an exclusion.
type LimitStop struct {
	Kind    string `json:"Kind" enumOf:"stop"`
	Term    string `json:"Term" doc:"of an exclusion 6m, 1y, 5y or indefinite; of a time-out its days, as 7d"`
	Since   int64  `json:"Since"`
	Until   int64  `json:"Until" doc:"of an exclusion, when its end can be asked for"`
	AskedAt int64  `json:"AskedAt" doc:"when that was done"`
	EndsAt  int64  `json:"EndsAt" doc:"0: stands until asked"`
}

// Reality is what a reality check shows (trust RG-6).
type Reality struct {
	Now      int64     `json:"Now" doc:"the server's time, unix milliseconds"`
	Since    int64     `json:"Since" doc:"when the session began"`
	Minutes  int       `json:"Minutes" enumOf:"reality minutes" doc:"between two checks, 0: none"`
	Net      wire.Yuan `json:"Net" doc:"of the bets settled since then; below zero the player lost"`
	Deposits wire.Yuan `json:"Deposits" doc:"credited since then"`
}

// DepositLimitIn is the payload of DepositLimitAction.
type DepositLimitIn struct {
	Period string `json:"period" enumOf:"limit period" empty:"请选择限额的周期" wrong:"请选择限额的周期"`
	Limit  string `json:"limit" maxLength:"20" pattern:"^(0|[1-9][0-9]{0,8})([.][0-9]{1,2})?$" empty:"请输入限额" wrong:"请输入正确的限额" doc:"yuan; 0: no limit"`
}

// PeriodIn names a period.
type PeriodIn struct {
	Period string `json:"period" enumOf:"limit period" empty:"请选择限额的周期" wrong:"请选择限额的周期"`
}

// TimeOutIn is the payload of TimeOutLimitAction.
type TimeOutIn struct {
	Days int `json:"days" minimum:"1" maximum:"42" empty:"请选择冷静期的天数" wrong:"冷静期须为1至42天"`
}

// ExcludeIn is the payload of ExcludeLimitAction.
type ExcludeIn struct {
	Term     string `json:"term" enumOf:"exclusion term" empty:"请选择自我排除的期限" wrong:"请选择自我排除的期限"`
	Password string `json:"password" maxLength:"100" empty:"请输入登录密码" wrong:"登录密码不正确" doc:"of the login"`
}

// ProveIn carries the login password alone.
type ProveIn struct {
	Password string `json:"password" maxLength:"100" empty:"请输入登录密码" wrong:"登录密码不正确" doc:"of the login"`
}

// RealityIn is the payload of RealityLimitAction.
type RealityIn struct {
	Minutes int `json:"minutes" enumOf:"reality minutes" empty:"请选择游戏时间提醒的间隔" wrong:"请选择游戏时间提醒的间隔"`
}
