package rule

import (
	"fmt"
	"slices"

	"hongyun/internal/money"
)

// Params are a promotion's figures. Which of them a kind has is in needs; all
// others stay zero.
type Params struct {
	Tiers       []Tier      `json:"tiers,omitempty"`       // of a day's deposits, rising
	Packets     []Packet    `json:"packets,omitempty"`     // what can be drawn, and how often
	Steps       []Step      `json:"steps,omitempty"`       // of a streak, rising
	Rates       []LevelRate `json:"rates,omitempty"`       // by level, rising
	Rate        int64       `json:"rate,omitempty"`        // hundredths of a percent
	DepositMin  money.Fen   `json:"depositMin,omitempty"`  // at least this much
	DepositOver money.Fen   `json:"depositOver,omitempty"` // more than this
	ValidMin    money.Fen   `json:"validMin,omitempty"`
	ValidOver   money.Fen   `json:"validOver,omitempty"`
	LossMin     money.Fen   `json:"lossMin,omitempty"`
	Cap         money.Fen   `json:"cap,omitempty"`    // of one award, 0: none
	Amount      money.Fen   `json:"amount,omitempty"` // of one award
	Winners     int         `json:"winners,omitempty"`
	Hours       int         `json:"hours,omitempty"` // to claim
	Odds        *OddsFloor  `json:"odds,omitempty"`  // bets below it do not count
	// Weights is the percentage of a valid bet that counts towards the award's
	// turnover, by the kind of its game. A kind that is not named counts in full.
	Weights  map[string]int64 `json:"weights,omitempty"`
	Turnover int64            `json:"turnover"` // percent of the award to be bet
	Review   bool             `json:"review,omitempty"`
}

// Tier is how many packets a day's deposits are good for.
type Tier struct {
	From  money.Fen `json:"from"`
	Draws int       `json:"draws"`
}

// Packet is an amount that can be drawn, Weight times out of the sum of all.
type Packet struct {
	Amount money.Fen `json:"amount"`
	Weight int64     `json:"weight"`
}

// Step is what a streak of so many wins is worth, in percent of its lowest stake.
type Step struct {
	Wins    int   `json:"wins"`
	Percent int64 `json:"percent"`
}

// LevelRate is the rate from a level on, in hundredths of a percent.
type LevelRate struct {
	Level int   `json:"level"`
	Rate  int64 `json:"rate"`
}

const (
	MaxPacket  = 8_888 * money.Yuan // PROMO-03, PROMO-09: of a single packet
	packetLow  = 58 * money.Yuan    // PROMO-04: of the chess packet
	amountMost = 100_000_000 * money.Yuan
	weightMost = 1_000_000_000
	rowsMost   = 40
	rateMost   = 5_000 // half of what it is counted on
)

// needs names what each kind is made of.
var needs = map[Kind][]string{
	RedPackets:  {"tiers", "packets"},
	BoardPacket: {"packets", "depositOver", "validOver"},
	Streak:      {"steps", "hours", "odds"},
	BoardRebate: {"rates"},
	DailyBonus:  {"rate", "depositMin", "cap", "odds"},
	FirstBonus:  {"rate", "depositMin", "cap", "odds"},
	Referral:    {"amount", "depositMin"},
	Surprise:    {"packets", "winners", "depositMin", "validMin"},
	Rescue:      {"rate", "lossMin"},
	SportRebate: {"rate", "validMin", "odds"},
}

// check refuses what makes no sense as the figures of a kind, with what it is
// in ErrParams.
func (p Params) check(k Kind) error {
	given := map[string]bool{
		"tiers": p.Tiers != nil, "packets": p.Packets != nil, "steps": p.Steps != nil, "rates": p.Rates != nil, "rate": p.Rate != 0,
		"depositMin": p.DepositMin != 0, "depositOver": p.DepositOver != 0, "validMin": p.ValidMin != 0, "validOver": p.ValidOver != 0,
		"lossMin": p.LossMin != 0, "cap": p.Cap != 0, "amount": p.Amount != 0, "winners": p.Winners != 0, "hours": p.Hours != 0, "odds": p.Odds != nil,
	}
	for name, is := range given {
		if is != slices.Contains(needs[k], name) {
			if is {
				return ErrParams.With("不需要" + paramTexts[name])
			}
			return ErrParams.With("缺少" + paramTexts[name])
		}
	}
	for name, amount := range map[string]money.Fen{
		"depositMin": p.DepositMin, "depositOver": p.DepositOver, "validMin": p.ValidMin, "validOver": p.ValidOver, "lossMin": p.LossMin, "cap": p.Cap, "amount": p.Amount,
	} {
		if amount < 0 || amount > amountMost {
			return ErrParams.With(paramTexts[name])
		}
	}
	switch {
	case p.Rate < 0 || p.Rate > rateMost:
		return ErrParams.With("比例须在0.01%至50%之间")
	case p.Turnover < 0 || p.Turnover > 5_000:
		return ErrParams.With("流水倍数须在0至50倍之间")
	case p.Winners < 0 || p.Winners > 100:
		return ErrParams.With("中奖人数须在1至100之间")
	case p.Hours < 0 || p.Hours > 168:
		return ErrParams.With("领取时限须在1至168小时之间")
	}
	return p.checkTables(k)
}

func (p Params) checkTables(k Kind) error {
	if max(len(p.Tiers), len(p.Packets), len(p.Steps), len(p.Rates)) > rowsMost {
		return ErrParams.With(fmt.Sprintf("每张表最多%d行", rowsMost))
	}
	for i, t := range p.Tiers {
		if t.From <= 0 || t.From > amountMost || t.Draws < 1 || t.Draws > 100 || i > 0 && (t.From <= p.Tiers[i-1].From || t.Draws < p.Tiers[i-1].Draws) {
			return ErrParams.With("存款档位须逐级递增")
		}
	}
	low := money.Fen(1)
	if k == BoardPacket {
		low = packetLow
	}
	for i, c := range p.Packets {
		switch {
		case c.Amount < low || c.Amount > MaxPacket:
			return ErrParams.With("单个红包须在" + low.String() + "元至" + MaxPacket.String() + "元之间")
		case c.Weight < 1 || c.Weight > weightMost:
			return ErrParams.With("红包权重须在1至1000000000之间")
		case i > 0 && c.Amount <= p.Packets[i-1].Amount:
			return ErrParams.With("红包金额须从小到大")
		}
	}
	for i, s := range p.Steps {
		if s.Wins < 2 || s.Wins > 50 || s.Percent < 1 || s.Percent > 100 || i > 0 && (s.Wins <= p.Steps[i-1].Wins || s.Percent < p.Steps[i-1].Percent) {
			return ErrParams.With("连胜场次须逐级递增，比例不超过100%")
		}
	}
	for i, r := range p.Rates {
		if r.Rate < 1 || r.Rate > rateMost || r.Level < 0 || i == 0 && r.Level != 0 || i > 0 && r.Level <= p.Rates[i-1].Level {
			return ErrParams.With("返水等级须从0级起逐级递增")
		}
	}
	for kind, percent := range p.Weights {
		switch {
		case k.Rebate():
			return ErrParams.With("不需要" + paramTexts["weights"])
		case venueKinds[kind] == "":
			return ErrParams.With(paramTexts["weights"])
		case percent < 0 || percent > 100:
			return ErrParams.With("流水比例须在0%至100%之间")
		}
	}
	if o := p.Odds; o != nil && (o.Local < 1 || o.Local > 100_00 || o.European < 101 || o.European > 1000_00) {
		return ErrParams.With("最低赔率")
	}
	return nil
}

var paramTexts = map[string]string{
	"tiers": "存款档位", "packets": "红包表", "steps": "连胜档位", "rates": "等级比例", "rate": "比例", "depositMin": "最低存款", "depositOver": "存款须超过",
	"validMin": "最低有效投注", "validOver": "有效投注须超过", "lossMin": "最低净输", "cap": "最高金额", "amount": "奖励金额", "winners": "中奖人数",
	"hours": "领取时限", "odds": "最低赔率", "weights": "流水比例",
}

// Draws is how many packets a day's deposits are good for: the highest tier
// alone, for tiers do not add up.
func (p Params) Draws(deposited money.Fen) (n int, next money.Fen) {
	for _, t := range p.Tiers {
		if deposited < t.From {
			return n, t.From
		}
		n = t.Draws
	}
	return n, 0
}

// Enters reports whether a month's deposits and valid bets are enough for a draw.
func (p Params) Enters(deposited, valid money.Fen) bool {
	return deposited > 0 && valid > 0 && deposited >= p.DepositMin && valid >= p.ValidMin
}

// Percent is what a streak of so many wins is worth.
func (p Params) Percent(wins int) (percent int64) {
	for _, s := range p.Steps {
		if wins >= s.Wins {
			percent = s.Percent
		}
	}
	return percent
}

// RateAt is the rate of a level.
func (p Params) RateAt(level int) (rate int64) {
	for _, r := range p.Rates {
		if level >= r.Level {
			rate = r.Rate
		}
	}
	return rate
}

// Share is a rate of an amount, in whole fen, rounded down, at most Cap.
func (p Params) Share(of money.Fen, rate int64) (money.Fen, error) {
	amount, err := money.MulDiv(of, rate, 10_000, money.Down)
	if p.Cap > 0 {
		amount = min(amount, p.Cap)
	}
	return amount, err
}

// Required is what has to be bet for an award.
func (p Params) Required(amount money.Fen) (money.Fen, error) {
	return money.MulDiv(amount, p.Turnover, 100, money.Down)
}
