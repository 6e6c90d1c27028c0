package cash

import "hongyun/internal/playerapi/wire"

// FundTask is a task of the day (FUND-02).
type FundTask struct {
	Id      int64     `json:"Id"`
	JobName string    `json:"JobName"`
	JobType int       `json:"JobType" enumOf:"fund task number" doc:"1 deposit, 2 valid bets"`
	Amount  wire.Yuan `json:"Amount" doc:"C$ it unlocks; of one that was unlocked, what it came to"`
	Status  int       `json:"Status" enumOf:"fund task status" doc:"0 not met, 1 may be unlocked, 2 unlocked"`
	Target  wire.Yuan `json:"Target" doc:"ours: what must be reached within the day"`
	Done    wire.Yuan `json:"Done" doc:"ours: what was reached, at most Target"`
}

// FundTasks are the day's tasks and what they unlocked so far.
type FundTasks struct {
	Amount wire.Yuan  `json:"Amount" doc:"C$ unlocked today"`
	Detail []FundTask `json:"Detail"`
}

// FundUnlockIn is the payload of FundOk.
type FundUnlockIn struct {
	Id int64 `json:"id" minimum:"1" maximum:"9007199254740991" empty:"请选择要解锁的任务" wrong:"请选择要解锁的任务"`
}

// FundUnlocked is how much an unlock came to.
type FundUnlocked struct {
	Amount wire.Yuan `json:"Amount" doc:"ours: less than the task's if fewer C$ were left"`
}

// FundRecordsIn is the payload of GetFundDetail (FUND-04).
type FundRecordsIn struct {
	DetailType int    `json:"DetailType" minimum:"1" maximum:"2" empty:"请选择明细类型" wrong:"明细类型不正确" doc:"1 income, 2 unlock"`
	PageIndex  int    `json:"PageIndex" required:"false" minimum:"1" maximum:"100000" wrong:"页码不正确"`
	StartTime  string `json:"StartTime" required:"false" maxLength:"19" pattern:"^[0-9]{4}-[0-9]{2}-[0-9]{2}( [0-9]{2}:[0-9]{2}:[0-9]{2})?$" wrong:"日期不正确" doc:"YYYY-MM-DD 00:00:00, GMT+8"`
	EndTime    string `json:"EndTime" required:"false" maxLength:"19" pattern:"^[0-9]{4}-[0-9]{2}-[0-9]{2}( [0-9]{2}:[0-9]{2}:[0-9]{2})?$" wrong:"日期不正确" doc:"YYYY-MM-DD 23:59:59, GMT+8"`
}

// FundRecord is C$ that came in or left.
type FundRecord struct {
	Remark     string    `json:"Remark"`
	CreateTime string    `json:"CreateTime" doc:"YYYY-MM-DD HH:mm:ss, GMT+8"`
	Amount     wire.Yuan `json:"Amount" doc:"below zero: expired"`
	OrderSn    string    `json:"OrderSn" doc:"ours: number of the record"`
}

// FundRecords answers GetFundDetail.
type FundRecords struct {
	wire.Data[[]FundRecord]
	wire.Page
}

// FundNotice is what a player with C$ is told once a day (FUND-05).
type FundNotice struct {
	Amount   wire.Yuan `json:"Amount" doc:"C$ that can be unlocked"`
	ReateNum wire.Yuan `json:"ReateNum" doc:"percent of a deposit that a task of today unlocks, at best"`
}
