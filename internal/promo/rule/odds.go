package rule

import (
	"math/big"
	"strings"

	"hongyun/internal/money"
	"hongyun/internal/turnover"
)

// OddsFloor is the lowest odds of a bet that counts (PROMO-12).
type OddsFloor = turnover.OddsFloor

// Odds is a packet and how often it is drawn.
type Odds struct {
	Amount money.Fen
	Chance string // "12.5%"
}

// OddsTable is the plain odds of a table of packets, nil where there is none.
func (p Params) OddsTable() []Odds {
	if len(p.Packets) == 0 {
		return nil
	}
	var sum int64
	for _, c := range p.Packets {
		sum += c.Weight
	}
	list := make([]Odds, len(p.Packets))
	for i, c := range p.Packets {
		text := new(big.Rat).SetFrac64(c.Weight*100, sum).FloatString(6)
		list[i] = Odds{Amount: c.Amount, Chance: strings.TrimRight(strings.TrimRight(text, "0"), ".") + "%"}
	}
	return list
}
