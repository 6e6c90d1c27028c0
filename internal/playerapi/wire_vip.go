package playerapi

// VipLevels answers PlayerBetVipLevel (VIP-02). Levels are those of the last
// run; at the highest level there is no next one, and its figures are 0.
type VipLevels struct {
	Answer
	CurrentCardBetVipLevel  int  `json:"CurrentCardBetVipLevel" doc:"0: none yet"`
	NextCardLevelBonus      Yuan `json:"NextCardLevelBonus" doc:"C$ paid once on reaching the next level"`
	CurrentCardLevelFund    Yuan `json:"CurrentCardLevelFund" doc:"C$ paid every week at the level"`
	NextCardLevelBetAmount  Yuan `json:"NextCardLevelBetAmount" doc:"valid bets since the programme's start that the next level asks for, all of them"`
	CurrentSportBetVipLevel int  `json:"CurrentSportBetVipLevel"`
	NextSportLevelBonus     Yuan `json:"NextSportLevelBonus"`
	CurrentSportLevelFund   Yuan `json:"CurrentSportLevelFund"`
	NextSportLevelBetAmount Yuan `json:"NextSportLevelBetAmount"`
	CurrentLiveBetVipLevel  int  `json:"CurrentLiveBetVipLevel"`
	NextLiveLevelBonus      Yuan `json:"NextLiveLevelBonus"`
	CurrentLiveLevelFund    Yuan `json:"CurrentLiveLevelFund"`
	NextLiveLevelBetAmount  Yuan `json:"NextLiveLevelBetAmount"`
}

// VipWeeklyLevel is a row of a track's table (VIP-03).
type VipWeeklyLevel struct {
	Level      int  `json:"Level" doc:"from 1"`
	ValidBet   Yuan `json:"ValidBet" doc:"valid bets since the programme's start that it asks for"`
	Bonus      Yuan `json:"Bonus" doc:"C$ paid once, on reaching it"`
	Weekly     Yuan `json:"Weekly" doc:"C$ paid every week at this level, at most the track's WeeklyCap"`
	Cumulative Yuan `json:"Cumulative" doc:"the bonuses up to and with this level"`
}

// VipMonthlyLevel is a row of the monthly table (VIP-04).
type VipMonthlyLevel struct {
	Level      int  `json:"Level" doc:"from 1"`
	ValidBet   Yuan `json:"ValidBet" doc:"valid bets since the programme's start that it asks for"`
	Bonus      Yuan `json:"Bonus" doc:"C$ paid once, on reaching it"`
	Monthly    Yuan `json:"Monthly" doc:"C$ paid every month at this level"`
	Cumulative Yuan `json:"Cumulative" doc:"the bonuses up to and with this level"`
}

// VipVenue is where valid bets come from.
type VipVenue struct {
	Name     string `json:"Name"`
	ValidBet Yuan   `json:"ValidBet"`
}

// VipTrack is a track of the weekly programme, as the player stands with it.
type VipTrack struct {
	Track     string           `json:"Track" enum:"Card,Sport,Live"`
	Name      string           `json:"Name"`
	Enabled   bool             `json:"Enabled"`
	Level     int              `json:"Level" doc:"of the last run"`
	ValidBet  Yuan             `json:"ValidBet" doc:"counted so far, up to now; the sum of Venues"`
	WeeklyCap Yuan             `json:"WeeklyCap" doc:"the most that one week's income can be"`
	NextRun   string           `json:"NextRun" doc:"YYYY-MM-DD HH:mm:ss, GMT+8: when levels and income are next worked out"`
	Levels    []VipWeeklyLevel `json:"Levels"`
	Venues    []VipVenue       `json:"Venues"`
}

// VipMonthly is the monthly programme, as the player stands with it.
type VipMonthly struct {
	Enabled  bool              `json:"Enabled"`
	Level    int               `json:"Level" doc:"of the last run"`
	ValidBet Yuan              `json:"ValidBet" doc:"counted so far, up to now, at venues of all kinds"`
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
	CreateTime string `json:"CreateTime" doc:"YYYY-MM-DD HH:mm:ss, GMT+8"`
	Programme  string `json:"Programme" enum:"Track,Monthly"`
	Track      string `json:"Track" enum:"Card,Sport,Live," doc:"empty: the monthly programme"`
	Level      int    `json:"Level"`
	Kind       string `json:"Kind" enum:"bonus,income"`
	KindText   string `json:"KindText"`
	Amount     Yuan   `json:"Amount" doc:"C$"`
	Status     string `json:"Status" enum:"paid,withheld,refused"`
	StatusText string `json:"StatusText"`
	Remark     string `json:"Remark" doc:"what it is for; of one that is not paid, why"`
}

// VipAwards is a page of a player's awards, the newest first.
type VipAwards struct {
	Items []VipAward `json:"Items"`
	Page
}
