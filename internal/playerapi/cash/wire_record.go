package cash

import "hongyun/internal/playerapi/wire"

// FundingIn is the payload of FundingItems (REC-01).
type FundingIn struct {
	PageIndex   int    `json:"PageIndex" required:"false" minimum:"1" maximum:"100000" wrong:"页码不正确"`
	FinanceType string `json:"FinanceType" required:"false" pattern:"^[1456]?$" wrong:"记录类型不正确" doc:"empty or 1 deposit, 4 withdrawal, 5 bonus, 6 rebate"`
	StartDate   string `json:"startDate" required:"false" maxLength:"19" pattern:"^[0-9]{4}-[0-9]{2}-[0-9]{2}( [0-9]{2}:[0-9]{2}:[0-9]{2})?$" wrong:"日期不正确" doc:"YYYY-MM-DD 00:00:00, GMT+8"`
	EndDate     string `json:"endDate" required:"false" maxLength:"19" pattern:"^[0-9]{4}-[0-9]{2}-[0-9]{2}( [0-9]{2}:[0-9]{2}:[0-9]{2})?$" wrong:"日期不正确" doc:"YYYY-MM-DD 23:59:59, GMT+8"`
}

// TransfersIn is the payload of PointTransferItems.
type TransfersIn struct {
	PageIndex  int    `json:"PageIndex" required:"false" minimum:"1" maximum:"100000" wrong:"页码不正确"`
	ActionType string `json:"ActionType" required:"false" maxLength:"8" pattern:"^(-?[0-9]{1,3})?$" wrong:"记录类型不正确" doc:"-1: every transfer"`
	StartDate  string `json:"startDate" required:"false" maxLength:"19" pattern:"^[0-9]{4}-[0-9]{2}-[0-9]{2}( [0-9]{2}:[0-9]{2}:[0-9]{2})?$" wrong:"日期不正确"`
	EndDate    string `json:"endDate" required:"false" maxLength:"19" pattern:"^[0-9]{4}-[0-9]{2}-[0-9]{2}( [0-9]{2}:[0-9]{2}:[0-9]{2})?$" wrong:"日期不正确"`
}

// FundingRecord is one line of the cash record (REC-02). StartTime is the time
// the player asked (D-25).
type FundingRecord struct {
	Amount      wire.Yuan `json:"Amount"`
	FinanceType string    `json:"FinanceType" doc:"in Chinese"`
	PlayerName  string    `json:"PlayerName"`
	StartTime   string    `json:"StartTime" doc:"YYYY-MM-DD HH:mm:ss, GMT+8"`
	Status      int       `json:"Status" enumOf:"record status" doc:"0 being processed, 1 done, 2 refused, expired or closed"`
	StatusText  string    `json:"StatusText" doc:"ours: the state in Chinese"`
	OrderSn     string    `json:"OrderSn" doc:"ours"`
	Reason      string    `json:"Reason" doc:"ours: why it was refused"`
	Target      string    `json:"Target" doc:"ours: where a withdrawal goes, masked; empty for the other kinds"`
	Note        string    `json:"Note" doc:"ours: the method of a deposit, the basis of a bonus or the progress of a transfer; empty for withdrawals"`
}

// FundingOut answers FundingItems and PointTransferItems.
type FundingOut struct {
	wire.Answer
	FundingDataItems []FundingRecord `json:"FundingDataItems"`
	wire.Page
}

// TurnoverIn is the payload of TurnoverItems, a call of ours.
type TurnoverIn struct {
	OrderSn string `json:"OrderSn" required:"false" maxLength:"64" pattern:"^[0-9A-Za-z_-]*$" wrong:"订单号不正确" doc:"one bucket only, by the order it belongs to"`
}

// TurnoverLine says what one bet did for a bucket.
type TurnoverLine struct {
	BetOrdersn  string    `json:"BetOrdersn"`
	BetTime     string    `json:"BetTime"`
	ValidAmount wire.Yuan `json:"ValidAmount"`
	Counted     wire.Yuan `json:"Counted" doc:"how much of it counted here"`
	Reason      string    `json:"Reason" doc:"why this much, in Chinese"`
}

// TurnoverReport is a bucket with every bet that counted for it.
type TurnoverReport struct {
	TurnoverBucket
	Lines []TurnoverLine `json:"Lines"`
}
