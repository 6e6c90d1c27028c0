package cash

import "hongyun/internal/playerapi/wire"

// PromotionClaim is a promotion with the player's progress (PROMO-03 to 11).
type PromotionClaim struct {
	Id        int64               `json:"Id"`
	Kind      string              `json:"Kind" enumOf:"promotion"`
	Name      string              `json:"Name"`
	State     int                 `json:"State" enumOf:"promotion state" doc:"0 not met, 1 may be claimed, 2 claimed, 3 comes by itself, 4 not for this player"`
	StateText string              `json:"StateText"`
	Amount    wire.Yuan           `json:"Amount" doc:"what can be claimed now where it is known before; of one that was claimed, what it came to; of one that comes by itself, what it is so far; else 0"`
	Draws     int                 `json:"Draws" doc:"packets that can be drawn now"`
	Progress  []PromotionProgress `json:"Progress"`
	Reason    string              `json:"Reason" doc:"why not, or what to know; may be empty"`
	Act       bool                `json:"Act" doc:"the player has to fill in a true name and a bank card before it is paid"`
	EndTime   string              `json:"EndTime" doc:"YYYY-MM-DD HH:mm:ss, GMT+8: until when it can be claimed, or when it comes; may be empty"`
	Odds      []PromotionOdds     `json:"Odds" nullable:"true" doc:"null where nothing is drawn"`
}

// PromotionProgress is one of a promotion's conditions.
type PromotionProgress struct {
	Name string    `json:"Name"`
	Now  wire.Yuan `json:"Now" doc:"may be above Need"`
	Need wire.Yuan `json:"Need" doc:"0: nothing is asked for, Now is told"`
	Unit string    `json:"Unit" enumOf:"progress unit"`
}

// PromotionOdds is a packet that can be drawn, and how often it is.
type PromotionOdds struct {
	Amount wire.Yuan `json:"Amount"`
	Chance string    `json:"Chance" doc:"percent, such as 12.5%"`
}

// PromotionClaimIn is the payload of PromotionClaimAction.
type PromotionClaimIn struct {
	Id int64 `json:"id" minimum:"1" maximum:"9007199254740991" empty:"请选择优惠活动" wrong:"请选择优惠活动"`
}

// PromotionClaimed is what a claim came to. ResultMessage says whether it is
// in the centre wallet already or waits for a person.
type PromotionClaimed struct {
	Amount  wire.Yuan   `json:"Amount"`
	Packets []wire.Yuan `json:"Packets" doc:"one a draw; of a promotion without draws its amount alone"`
}

// PromotionAwardsIn is the payload of PromotionAwards.
type PromotionAwardsIn struct {
	PageIndex int `json:"PageIndex" required:"false" minimum:"1" maximum:"100000" wrong:"页码不正确"`
}

// PromotionAward is what a promotion gave the player.
type PromotionAward struct {
	CreateTime string    `json:"CreateTime" doc:"YYYY-MM-DD HH:mm:ss, GMT+8"`
	Name       string    `json:"Name"`
	Amount     wire.Yuan `json:"Amount"`
	Kind       string    `json:"Kind" enumOf:"promotion"`
	Status     int       `json:"Status" enumOf:"award status" doc:"0 not paid yet, 1 paid, 2 refused, 3 taken back"`
	StatusText string    `json:"StatusText"`
	Remark     string    `json:"Remark" doc:"how it came about; of one that is not paid, what comes next or why not"`
	Act        bool      `json:"Act" doc:"the player has to fill in a true name and a bank card before it is paid"`
	Turnover   wire.Yuan `json:"Turnover" doc:"what has to be bet before a withdrawal"`
	OrderSn    string    `json:"OrderSn" doc:"number of its record"`
}

// PromotionAwards is a page of what promotions gave the player.
type PromotionAwards struct {
	Items []PromotionAward `json:"Items"`
	wire.Page
}

// Offer is what a promotion adds to a deposit.
type Offer struct {
	Id              int64     `json:"Id" doc:"0: there is none"`
	Name            string    `json:"Name"`
	First           bool      `json:"First" doc:"the first deposit of a lifetime alone"`
	Rate            int64     `json:"Rate" doc:"hundredths of a percent of the deposit"`
	Min             wire.Yuan `json:"Min" doc:"least deposit"`
	Cap             wire.Yuan `json:"Cap" doc:"most that it adds; 0: any"`
	BonusTurnover   int64     `json:"BonusTurnover" doc:"percent of what it adds that has to be bet before a withdrawal"`
	DepositTurnover int64     `json:"DepositTurnover" doc:"the same of the deposit itself"`
	Missing         string    `json:"Missing" doc:"what the player still has to do before it is paid; may be empty"`
}
