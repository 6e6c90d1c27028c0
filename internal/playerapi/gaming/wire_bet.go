package gaming

import "hongyun/internal/playerapi/wire"

// BetDaysIn is the payload of GetBetRecordMemberByDay (REC-03).
type BetDaysIn struct {
	PageIndex int `json:"PageIndex" required:"false" minimum:"1" maximum:"100000" wrong:"页码不正确"`
	TimeType  int `json:"TimeType" required:"false" minimum:"0" maximum:"4" wrong:"时间范围不正确" doc:"1 this month, 2 this week, 3 last month, 4 last week, 0 all (D-28)"`
}

// BetDay is one day's bets.
type BetDay struct {
	BetTime      string    `json:"BetTime" doc:"YYYY-MM-DD"`
	Quantity     int64     `json:"Quantity"`
	ValidAmount  wire.Yuan `json:"ValidAmount"`
	BetWinAmount wire.Yuan `json:"BetWinAmount" doc:"what the player won; negative: lost"`
}

// BetDays is the bet record by day with its sums over the whole period.
type BetDays struct {
	BetRecordMemberByDayDataItems []BetDay  `json:"BetRecordMemberByDayDataItems"`
	BetWinAmountSum               wire.Yuan `json:"BetWinAmountSum"`
	ValidAmountSum                wire.Yuan `json:"ValidAmountSum"`
	QuantitySum                   int64     `json:"QuantitySum"`
	wire.Page
}

// BetVenuesIn is the payload of GetBetRecordPlatform (REC-04).
type BetVenuesIn struct {
	PageIndex int    `json:"PageIndex" required:"false" minimum:"1" maximum:"100000" wrong:"页码不正确"`
	DateTime  string `json:"DateTime" maxLength:"19" pattern:"^[0-9]{4}-[0-9]{2}-[0-9]{2}( [0-9]{2}:[0-9]{2}:[0-9]{2})?$" empty:"请选择日期" wrong:"日期不正确" doc:"YYYY-MM-DD, GMT+8"`
}

// BetVenue is one venue's bets of a day. GameType is the platform id (D-28).
type BetVenue struct {
	GameTypeName string    `json:"GameTypeName"`
	GameType     string    `json:"GameType"`
	Quantity     int64     `json:"Quantity"`
	ValidAmount  wire.Yuan `json:"ValidAmount"`
	BetWinAmount wire.Yuan `json:"BetWinAmount"`
}

// BetVenues is a day's bet record by venue.
type BetVenues struct {
	BetRecordPlatformDataItems []BetVenue `json:"BetRecordPlatformDataItems"`
	BetWinAmountSum            wire.Yuan  `json:"BetWinAmountSum"`
	ValidAmountSum             wire.Yuan  `json:"ValidAmountSum"`
	QuantitySum                int64      `json:"QuantitySum"`
	BetTime                    string     `json:"BetTime"`
	wire.Page
}

// BetLinesIn is the payload of GetBetRecordDetail (REC-04).
type BetLinesIn struct {
	PageIndex int    `json:"PageIndex" required:"false" minimum:"1" maximum:"100000" wrong:"页码不正确"`
	DateTime  string `json:"DateTime" maxLength:"19" pattern:"^[0-9]{4}-[0-9]{2}-[0-9]{2}( [0-9]{2}:[0-9]{2}:[0-9]{2})?$" empty:"请选择日期" wrong:"日期不正确"`
	GameType  string `json:"GameType" minLength:"1" maxLength:"20" pattern:"^[0-9A-Za-z_-]+$" empty:"请选择场馆" wrong:"请选择场馆" doc:"platform id or venue code"`
}

// BetLine is one bet.
type BetLine struct {
	BetTime        string    `json:"BetTime" doc:"YYYY-MM-DD HH:mm:ss, GMT+8"`
	PlatformCnName string    `json:"PlatformCnName"`
	GameName       string    `json:"GameName"`
	BetAmount      wire.Yuan `json:"BetAmount"`
	ValidAmount    wire.Yuan `json:"ValidAmount" doc:"ours"`
	BetWinAmount   wire.Yuan `json:"BetWinAmount"`
	BetOrdersn     string    `json:"BetOrdersn"`
	Status         string    `json:"Status" enumOf:"bet status" doc:"ours"`
}

// BetRow is one bet of a list, with the round in short.
type BetRow struct {
	BetLine
	Pick    string `json:"Pick" doc:"what it was on, in short; ours; empty: the venue tells none"`
	Outcome string `json:"Outcome" doc:"how its round or match ended; ours; empty: the venue tells none"`
}

// BetLines is a day's bets at one venue, line by line.
type BetLines struct {
	BetRecordDataItems []BetRow  `json:"BetRecordDataItems"`
	BetAmountSum       wire.Yuan `json:"BetAmountSum"`
	BetWinAmountSum    wire.Yuan `json:"BetWinAmountSum"`
	ValidAmountSum     wire.Yuan `json:"ValidAmountSum"`
	QuantitySum        int64     `json:"QuantitySum"`
	BetTime            string    `json:"BetTime"`
	wire.Page
}

// BetDetailIn is the payload of BetDetail, a call of ours.
type BetDetailIn struct {
	GameType   string `json:"GameType" minLength:"1" maxLength:"20" pattern:"^[0-9A-Za-z_-]+$" empty:"请选择场馆" wrong:"请选择场馆" doc:"platform id or venue code"`
	BetOrdersn string `json:"BetOrdersn" minLength:"1" maxLength:"200" empty:"请选择注单" wrong:"注单号不正确"`
}

// BetDetail is everything a player may know of one of their bets.
type BetDetail struct {
	BetLine
	BetRound
	SettledTime string        `json:"SettledTime" doc:"YYYY-MM-DD HH:mm:ss, GMT+8; empty while open"`
	ValidRule   string        `json:"ValidRule" doc:"how the valid bet came about, in Chinese (D-26)"`
	Odds        string        `json:"Odds" doc:"as the venue writes them; empty: it tells none"`
	OddsType    string        `json:"OddsType" doc:"as the venue writes it"`
	Parlay      bool          `json:"Parlay"`
	CashedOut   bool          `json:"CashedOut"`
	Round       string        `json:"Round" doc:"the venue's number of the round or match; empty: it tells none"`
	Legs        []BetLeg      `json:"Legs" doc:"the picks; empty: the venue tells none"`
	Steps       []BetStep     `json:"Steps" doc:"the first one first"`
	Turnover    []BetTurnover `json:"Turnover" doc:"the requirements it counted for"`
	GameInfoId  int64         `json:"GameInfoId" doc:"the game's number in the catalogue; 0: it is not shown there"`
	Replay      bool          `json:"Replay" doc:"whether BetReplay may find a page of the round"`
	Uncounted   string        `json:"Uncounted" doc:"why not all of it counted, in Chinese; empty: it did, or is open"`
}

// BetRound is what a player may know of the round of a bet, beside its number.
type BetRound struct {
	RoundTable   string `json:"RoundTable" doc:"the table, room or seat, for players to read; empty: the venue tells none"`
	RoundPlay    string `json:"RoundPlay" doc:"the kind of bet, and what it was on; empty: the venue tells none"`
	RoundOutcome string `json:"RoundOutcome" doc:"how the round ended, such as cards or numbers; empty: the venue tells none"`
}

// BetReplay is where a browser sees the round of a bet once more.
type BetReplay struct {
	Address string `json:"Address" doc:"of the vendor's page; good for minutes"`
}

// BetLeg is one pick of a bet, in the venue's own words.
type BetLeg struct {
	League   string `json:"League"`
	Event    string `json:"Event"`
	Market   string `json:"Market"`
	Pick     string `json:"Pick"`
	Odds     string `json:"Odds"`
	OddsType string `json:"OddsType"`
	Score    string `json:"Score" doc:"of the match when the bet was placed"`
	Result   string `json:"Result"`
}

// BetStep is something that happened to a bet.
type BetStep struct {
	State        string    `json:"State" enumOf:"bet step"`
	Time         string    `json:"Time" doc:"YYYY-MM-DD HH:mm:ss, GMT+8"`
	ValidAmount  wire.Yuan `json:"ValidAmount"`
	BetWinAmount wire.Yuan `json:"BetWinAmount"`
}

// BetTurnover is what a bet gave to one requirement.
type BetTurnover struct {
	SourceText string    `json:"SourceText" doc:"in Chinese"`
	OrderSn    string    `json:"OrderSn"`
	Amount     wire.Yuan `json:"Amount"`
}
