package account

import "hongyun/internal/playerapi/wire"

// VipLevels answers PlayerBetVipLevel (VIP-02). Levels are those of the last
// run; at the highest level there is no next one, and its figures are 0.
type VipLevels struct {
	wire.Answer
	CurrentCardBetVipLevel  int       `json:"CurrentCardBetVipLevel" doc:"0: none yet"`
	NextCardLevelBonus      wire.Yuan `json:"NextCardLevelBonus" doc:"C$ paid once on reaching the next level"`
	CurrentCardLevelFund    wire.Yuan `json:"CurrentCardLevelFund" doc:"C$ paid every week at the level"`
	NextCardLevelBetAmount  wire.Yuan `json:"NextCardLevelBetAmount" doc:"valid bets since the programme's start that the next level asks for, all of them"`
	CurrentSportBetVipLevel int       `json:"CurrentSportBetVipLevel"`
	NextSportLevelBonus     wire.Yuan `json:"NextSportLevelBonus"`
	CurrentSportLevelFund   wire.Yuan `json:"CurrentSportLevelFund"`
	NextSportLevelBetAmount wire.Yuan `json:"NextSportLevelBetAmount"`
	CurrentLiveBetVipLevel  int       `json:"CurrentLiveBetVipLevel"`
	NextLiveLevelBonus      wire.Yuan `json:"NextLiveLevelBonus"`
	CurrentLiveLevelFund    wire.Yuan `json:"CurrentLiveLevelFund"`
	NextLiveLevelBetAmount  wire.Yuan `json:"NextLiveLevelBetAmount"`
}

// VipWeeklyLevel is a row of a track's table (VIP-03).
type VipWeeklyLevel struct {
	Level      int       `json:"Level" doc:"from 1"`
	ValidBet   wire.Yuan `json:"ValidBet" doc:"valid bets since the programme's start that it asks for"`
	Bonus      wire.Yuan `json:"Bonus" doc:"C$ paid once, on reaching it"`
	Weekly     wire.Yuan `json:"Weekly" doc:"C$ paid every week at this level, at most the track's WeeklyCap"`
	Cumulative wire.Yuan `json:"Cumulative" doc:"the bonuses up to and with this level"`
}

// VipMonthlyLevel is a row of the monthly table (VIP-04).
type VipMonthlyLevel struct {
	Level      int       `json:"Level" doc:"from 1"`
	ValidBet   wire.Yuan `json:"ValidBet" doc:"valid bets since the programme's start that it asks for"`
	Bonus      wire.Yuan `json:"Bonus" doc:"C$ paid once, on reaching it"`
	Monthly    wire.Yuan `json:"Monthly" doc:"C$ paid every month at this level"`
	Cumulative wire.Yuan `json:"Cumulative" doc:"the bonuses up to and with this level"`
}

// VipVenue is where valid bets come from.
type VipVenue struct {
	Name     string    `json:"Name"`
	ValidBet wire.Yuan `json:"ValidBet"`
}

// VipTrack is a track of the weekly programme with the player's progress.
type VipTrack struct {
	Track     string           `json:"Track" enumOf:"vip track"`
	Name      string           `json:"Name"`
	Enabled   bool             `json:"Enabled"`
	Level     int              `json:"Level" doc:"of the last run"`
	ValidBet  wire.Yuan        `json:"ValidBet" doc:"counted so far, up to now; the sum of Venues"`
	WeeklyCap wire.Yuan        `json:"WeeklyCap" doc:"the most that one week's income can be"`
	NextRun   string           `json:"NextRun" doc:"YYYY-MM-DD HH:mm:ss, GMT+8: when levels and income are next worked out"`
	Levels    []VipWeeklyLevel `json:"Levels"`
	Venues    []VipVenue       `json:"Venues"`
}

// VipMonthly is the monthly programme with the player's progress.
type VipMonthly struct {
	Enabled  bool              `json:"Enabled"`
	Level    int               `json:"Level" doc:"of the last run"`
	ValidBet wire.Yuan         `json:"ValidBet" doc:"counted so far, up to now, at venues of all kinds"`
	NextRun  string            `json:"NextRun" doc:"YYYY-MM-DD HH:mm:ss, GMT+8: when income is next paid"`
	Levels   []VipMonthlyLevel `json:"Levels"`
}

// VipProgrammes are both programmes, a call of ours (H-63).
type VipProgrammes struct {
	Tracks  []VipTrack `json:"Tracks"`
	Monthly VipMonthly `json:"Monthly"`
	Start   string     `json:"Start" doc:"YYYY-MM-DD HH:mm:ss, GMT+8: bets of earlier days do not count"`
}

// VipAwardsIn is the payload of VipAwards.
type VipAwardsIn struct {
	PageIndex int `json:"PageIndex" required:"false" minimum:"1" maximum:"100000" wrong:"页码不正确"`
}

// VipAward is C$ that a level brought.
type VipAward struct {
	CreateTime string    `json:"CreateTime" doc:"YYYY-MM-DD HH:mm:ss, GMT+8"`
	Programme  string    `json:"Programme" enum:"Track,Monthly"`
	Track      string    `json:"Track" enumOf:"vip track or none" doc:"empty: the monthly programme"`
	Level      int       `json:"Level"`
	Kind       string    `json:"Kind" enumOf:"vip award"`
	KindText   string    `json:"KindText"`
	Amount     wire.Yuan `json:"Amount" doc:"C$"`
	Status     string    `json:"Status" enumOf:"vip award state"`
	StatusText string    `json:"StatusText"`
	Remark     string    `json:"Remark" doc:"what it is for; of one that is not paid, why"`
	OrderSn    string    `json:"OrderSn" doc:"number of its record"`
}

// VipAwards is a page of a player's awards, the newest first.
type VipAwards struct {
	Items []VipAward `json:"Items"`
	wire.Page
}
