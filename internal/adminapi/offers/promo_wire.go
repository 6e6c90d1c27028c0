package offers

import "hongyun/internal/adminapi/wire"

// PromoParams are a promotion's figures. Which of them a kind has, and no
// other, is checked by the server; a list or object it has not is null.
type PromoParams struct {
	Tiers       []PromoTier   `json:"tiers,omitempty"`   // of a day's deposits
	Packets     []PromoPacket `json:"packets,omitempty"` // what can be drawn
	Steps       []PromoStep   `json:"steps,omitempty"`   // of a streak
	Rates       []PromoRate   `json:"rates,omitempty"`   // by level
	Rate        int64         `json:"rate,omitempty"`    // hundredths of a percent
	DepositMin  wire.Yuan     `json:"depositMin,omitempty"`
	DepositOver wire.Yuan     `json:"depositOver,omitempty"`
	ValidMin    wire.Yuan     `json:"validMin,omitempty"`
	ValidOver   wire.Yuan     `json:"validOver,omitempty"`
	LossMin     wire.Yuan     `json:"lossMin,omitempty"`
	Cap         wire.Yuan     `json:"cap,omitempty"`
	Amount      wire.Yuan     `json:"amount,omitempty"`
	Winners     int           `json:"winners,omitempty"`
	Hours       int           `json:"hours,omitempty"`
	Odds        *PromoOdds    `json:"odds,omitempty"`    // bets below it do not count
	Turnover    int64         `json:"turnover"`          // percent of the award
	Weights     []PromoWeight `json:"weights,omitempty"` // of kinds of venue that do not count in full
	Review      bool          `json:"review"`            // every award waits for a person
}

// PromoTier is how many draws a day's deposits are good for.
type PromoTier struct {
	From  wire.Yuan `json:"from"`
	Draws int       `json:"draws"`
}

// PromoPacket is an amount that can be drawn, weight times out of the sum of all.
type PromoPacket struct {
	Amount wire.Yuan `json:"amount"`
	Weight int64     `json:"weight"`
	Chance string    `json:"chance,omitempty"` // answered, and not read
}

// PromoStep is what a streak is worth, in percent of its lowest stake.
type PromoStep struct {
	Wins    int   `json:"wins"`
	Percent int64 `json:"percent"`
}

// PromoRate is a rate from a level on, in hundredths of a percent.
type PromoRate struct {
	Level int   `json:"level"`
	Rate  int64 `json:"rate"`
}

// PromoOdds are the lowest odds that count, in hundredths.
type PromoOdds struct {
	Local    int64 `json:"local"` // Hong Kong and Malay
	European int64 `json:"european"`
}

// PromoWeight is how much of a valid bet counts towards the turnover of an award.
type PromoWeight struct {
	Kind    string `json:"kind" enumOf:"venue kind"`
	Percent int64  `json:"percent"`
}

// PromoRule is a promotion in the form that holds from a day on.
type PromoRule struct {
	Name     string      `json:"name"`
	Activity int64       `json:"activity"` // promotion page, 0: none
	Params   PromoParams `json:"params"`
	StartsOn string      `json:"startsOn"` // YYYY-MM-DD, "": always was
	EndsOn   string      `json:"endsOn"`   // "": without end
	Budget   wire.Yuan   `json:"budget"`   // a month; 0.00: no limit
	From     string      `json:"from"`     // business day it is in force from
}

// Promo is a promotion for staff.
type Promo struct {
	ID         int64      `json:"id"`
	Kind       string     `json:"kind" enumOf:"promotion"`
	KindText   string     `json:"kindText"`
	Rule       PromoRule  `json:"rule"`
	Next       *PromoRule `json:"next"`
	Version    int        `json:"version"` // the newest one, which a change is made against
	Running    bool       `json:"running"`
	SwitchedAt wire.Ms    `json:"switchedAt"`
	SwitchedBy string     `json:"switchedBy"`
	ApprovalID *string    `json:"approvalId"` // of a change that waits
	StartingID *string    `json:"startingId"` // of a start that waits
	Period     string     `json:"period" enumOf:"promotion period"`
	SpentMonth wire.Yuan  `json:"spentMonth"` // paid and withheld
	Awards     int        `json:"awardsMonth"`
	OverBudget bool       `json:"overBudget"`
}

// Promos are all promotions, and what waits.
type Promos struct {
	Today    string  `json:"today"` // business day, GMT+8
	Items    []Promo `json:"items"`
	Withheld int     `json:"withheld"`
}

// PromoSave is a promotion as it shall be from its next period on.
type PromoSave struct {
	Base     int         `json:"base" doc:"the version that the change was made against"`
	Name     string      `json:"name"`
	Activity int64       `json:"activity"`
	Params   PromoParams `json:"params"`
	StartsOn string      `json:"startsOn"`
	EndsOn   string      `json:"endsOn"`
	Budget   string      `json:"budget"`
	Reason   string      `json:"reason"`
}

// PromoAdd is a new promotion, which does not run until it is started.
type PromoAdd struct {
	Kind     string      `json:"kind" enumOf:"promotion"`
	Name     string      `json:"name"`
	Activity int64       `json:"activity"`
	Params   PromoParams `json:"params"`
	StartsOn string      `json:"startsOn"`
	EndsOn   string      `json:"endsOn"`
	Budget   string      `json:"budget"`
	Reason   string      `json:"reason"`
}

// PromoAward is what a promotion gave.
type PromoAward struct {
	ID        string      `json:"id"`
	Rule      int64       `json:"rule"`
	Name      string      `json:"name"`
	Kind      string      `json:"kind" enumOf:"promotion"`
	Player    string      `json:"player"`
	Item      string      `json:"item"` // what it is for
	Ref       *string     `json:"ref"`  // the deposit, bet or friend it came from
	Basis     wire.Yuan   `json:"basis"`
	Amount    wire.Yuan   `json:"amount"`
	Turnover  wire.Yuan   `json:"turnover"`
	State     string      `json:"state" enumOf:"promotion award state"`
	StateText string      `json:"stateText"`
	Why       *string     `json:"why"`
	Remark    string      `json:"remark"`
	Packets   []wire.Yuan `json:"packets"`
	By        string      `json:"by"`
	DecidedBy *string     `json:"decidedBy"`
	At        wire.Ms     `json:"at"`
	EndedAt   *wire.Ms    `json:"endedAt"`
}

// PromoFigure is what a promotion cost in a month.
type PromoFigure struct {
	Rule     int64     `json:"rule"`
	Name     string    `json:"name"`
	Month    string    `json:"month"` // YYYY-MM
	Count    int       `json:"count"`
	Amount   wire.Yuan `json:"amount"` // paid and withheld
	Withheld int       `json:"withheld"`
	Budget   wire.Yuan `json:"budget"` // as it is today; 0.00: no limit
}

// PromoRun is the payment of a week or month.
type PromoRun struct {
	Rule    int64    `json:"rule"`
	Name    string   `json:"name"`
	Period  string   `json:"period"` // its first day
	Players int64    `json:"players"`
	BegunAt wire.Ms  `json:"begunAt"`
	EndedAt *wire.Ms `json:"endedAt"`
}

// PromoPreview is what a period would be paid now.
type PromoPreview struct {
	Rule     int64           `json:"rule"`
	Name     string          `json:"name"`
	Period   string          `json:"period"`
	DueAt    wire.Ms         `json:"dueAt"`
	Players  int             `json:"players"`
	Awards   int             `json:"awards"`
	Amount   wire.Yuan       `json:"amount"`
	Entrants int             `json:"entrants"`
	Largest  []PromoExpected `json:"largest"`
}

// PromoExpected is one award of a preview.
type PromoExpected struct {
	Player string    `json:"player"`
	Basis  wire.Yuan `json:"basis"`
	Amount wire.Yuan `json:"amount"`
	Remark string    `json:"remark"`
}

// PromoDraw is a month's draw with its proof.
type PromoDraw struct {
	Rule     int64         `json:"rule"`
	Period   string        `json:"period"`
	At       wire.Ms       `json:"at"`
	Entrants int64         `json:"entrants"`
	Digest   string        `json:"digest"` // SHA-256 of the names, one a line
	Seed     string        `json:"seed"`
	Winners  []PromoWinner `json:"winners"`
	Again    []PromoWinner `json:"again"` // what the seed comes to, done again now
	Same     bool          `json:"same"`
}

// PromoEntrant is who took part in a draw.
type PromoEntrant struct {
	Place  int64  `json:"place"`
	Player string `json:"player"`
}

// PromoWinner is a place that was drawn.
type PromoWinner struct {
	Place  int64     `json:"place"`
	Player string    `json:"player"`
	Amount wire.Yuan `json:"amount"`
}

// PlayerPromos is a player's progress with the promotions, and what they got.
type PlayerPromos struct {
	Frozen       bool                  `json:"frozen"`
	FrozenReason *string               `json:"frozenReason"`
	FrozenBy     *string               `json:"frozenBy"`
	FrozenAt     *wire.Ms              `json:"frozenAt"`
	Items        []PlayerPromo         `json:"items"`
	Awards       wire.Page[PromoAward] `json:"awards"`
}

// PlayerPromo is a promotion with a player's progress.
type PlayerPromo struct {
	ID        int64           `json:"id"`
	Name      string          `json:"name"`
	Kind      string          `json:"kind" enumOf:"promotion"`
	State     int             `json:"state" enumOf:"promotion state"`
	StateText string          `json:"stateText"`
	Amount    wire.Yuan       `json:"amount"`
	Draws     int             `json:"draws"`
	Progress  []PromoProgress `json:"progress"`
	Reason    *string         `json:"reason"`
	EndAt     *wire.Ms        `json:"endAt"`
}

// PromoProgress is one of a promotion's conditions.
type PromoProgress struct {
	Name string    `json:"name"`
	Now  wire.Yuan `json:"now"`
	Need wire.Yuan `json:"need"` // 0.00: told, not asked for
	Unit string    `json:"unit"`
}

// PromoFreeze keeps a player from promotions, or allows them again.
type PromoFreeze struct {
	Freeze bool   `json:"freeze"`
	Reason string `json:"reason"`
}
