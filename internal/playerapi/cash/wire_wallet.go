package cash

import "hongyun/internal/playerapi/wire"

// VenueBalance is one venue's wallet (TRF-01). PlatformCode is the platform id
// as text, venue_code our code (D-27).
type VenueBalance struct {
	PlatformName string    `json:"PlatformName"`
	PlatformCode string    `json:"PlatformCode"`
	VenueCode    string    `json:"venue_code"`
	Balance      wire.Yuan `json:"Balance"`
	State        string    `json:"State" enumOf:"venue state" doc:"ours"`
	Stale        bool      `json:"Stale" doc:"ours: the venue did not answer; the balance is the last one known"`
	AsOf         string    `json:"AsOf" doc:"ours: when it was true; of a balance that a venue did not tell, when it last told one, empty: never"`
}

// PlayerBalanceOut is the wallet summary (TRF-01), all from one snapshot.
type PlayerBalanceOut struct {
	wire.Answer
	SumAmount      wire.Yuan      `json:"SumAmount" doc:"centre, locked, in transit and every venue (D-31)"`
	Balance        wire.Yuan      `json:"Balance" doc:"centre wallet"`
	LockBalance    wire.Yuan      `json:"LockBalance" doc:"held for withdrawals"`
	TransitBalance wire.Yuan      `json:"TransitBalance" doc:"ours: held for transfers whose answer is open"`
	VenueAmount    []VenueBalance `json:"VenueAmount"`
	IsAuTransfer   int            `json:"IsAuTransfer" enumOf:"bit" doc:"automatic transfer on launch"`
	LaunchBrings   string         `json:"LaunchBrings" enumOf:"launch brings" doc:"ours: what a launch brings along; unasked moves nothing"`
	LaunchAmount   wire.Yuan      `json:"LaunchAmount" doc:"ours: the most that one launch brings, of amount; of nothing, what the switch would bring back"`
	LaunchRecall   int            `json:"LaunchRecall" enumOf:"bit" doc:"ours: the venues' money comes back when the player returns from a game"`
}

// CentreBalanceOut answers PlayerCenterBalance (D-07).
type CentreBalanceOut struct {
	wire.Answer
	Balance wire.Yuan `json:"Balance"`
}

// TransferIn is the payload of CallPlatformTranscationAction (TRF-03), a
// transfer between the centre wallet and a venue.
type TransferIn struct {
	PlayerName      string `json:"playerName" required:"false" maxLength:"40"`
	PlatformId      string `json:"platformId" minLength:"1" maxLength:"20" pattern:"^[0-9A-Za-z_-]+$" empty:"请选择" wrong:"请选择" doc:"platform id or venue code (D-27)"`
	TransactionType int    `json:"transactionType" enumOf:"transfer direction" empty:"请选择" wrong:"请选择" doc:"1 centre to venue, 2 venue to centre"`
	Amount          string `json:"amount" pattern:"^[1-9][0-9]{0,11}$" empty:"转账金额不能为空或0" wrong:"转账金额不能为空或0" doc:"whole yuan"`
}

// TransferOut answers a transfer. A transfer whose answer is open is neither
// success nor failure: IsSuc is true and Status 0.
type TransferOut struct {
	wire.Answer
	OrderSn string `json:"OrderSn" doc:"ours"`
	Status  int    `json:"Status" enumOf:"record status" doc:"ours: 0 being processed, 1 done, 2 refused"`
}

// RecyclePart is what became of one venue's wallet.
type RecyclePart struct {
	PlatformName  string    `json:"PlatformName"`
	VenueCode     string    `json:"venue_code"`
	Amount        wire.Yuan `json:"Amount"`
	Status        int       `json:"Status" enumOf:"recycled status" doc:"0 being processed, 1 done, 2 refused, 3 nothing to bring back, or skipped"`
	ResultMessage string    `json:"ResultMessage"`
}

// SetAutoIn is the payload of SetAutoAction.
type SetAutoIn struct {
	Auto int `json:"auto" enumOf:"bit" empty:"请选择" wrong:"请选择"`
}

// LaunchMoneyIn is the payload of SetLaunchMoneyAction, a call of ours.
// IsAuTransfer is 1 for all and amount.
type LaunchMoneyIn struct {
	Brings string `json:"brings" enumOf:"launch choice" empty:"请选择进入游戏时带入的金额" wrong:"请选择进入游戏时带入的金额"`
	Amount string `json:"amount" required:"false" pattern:"^[1-9][0-9]{0,11}$" wrong:"转账金额不能为空或0" doc:"whole yuan, of amount"`
	Recall int    `json:"recall" required:"false" enumOf:"bit" doc:"1: bring the venues' money back when the player returns"`
}

// LaunchIn is the payload of CallPlatformLoginToAction (LNCH-02). HomeUrl is
// accepted and ignored: the address a venue sends a player back to comes from
// the operator's settings, never from a request.
type LaunchIn struct {
	PlatformId string `json:"platformId" minLength:"1" maxLength:"20" pattern:"^[0-9A-Za-z_-]+$" empty:"请选择" wrong:"请选择"`
	PlayerName string `json:"playerName" required:"false" maxLength:"40"`
	GameId     string `json:"gameId" required:"false" maxLength:"64" pattern:"^[0-9A-Za-z_.:-]*$" wrong:"游戏编号不正确"`
	Mode       string `json:"mode" required:"false" maxLength:"8" pattern:"^[0-9A-Za-z]*$" wrong:"参数不正确"`
	Language   string `json:"language" required:"false" maxLength:"16" pattern:"^[0-9A-Za-z_-]*$" wrong:"参数不正确"`
	HomeUrl    string `json:"HomeUrl" required:"false" maxLength:"1000"`
}

// LaunchOut answers a launch: ResultMessage is the address of the game.
type LaunchOut struct {
	wire.Answer
	BroughtAmount  wire.Yuan `json:"BroughtAmount" doc:"ours: what went along from the centre wallet"`
	BroughtPending int       `json:"BroughtPending" enumOf:"bit" doc:"ours: a transfer to the venue has no answer yet; the game may be played all the same"`
}
