package im

import (
	"encoding/json"

	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// ReadBet reads the picks of a row, and whether the player sold the bet.
func (v *Venue) ReadBet(raw []byte) venue.BetFacts {
	var r struct {
		Buyback     wire.Decimal `json:"BetTradeBuybackAmount"`
		OddsType    wire.Text
		DetailItems []struct {
			CompetitionName, EventName, BetType, Selection, Odds, Score wire.Text
		} `json:"DetailItems"`
	}
	if json.Unmarshal(raw, &r) != nil {
		return venue.BetFacts{}
	}
	var facts venue.BetFacts
	if bought, err := r.Buyback.Fen(money.HalfUp); err == nil {
		facts.CashedOut = bought > 0
	}
	for _, d := range r.DetailItems {
		facts.Legs = append(facts.Legs, venue.BetLeg{
			League: string(d.CompetitionName), Event: string(d.EventName), Market: string(d.BetType), Pick: string(d.Selection),
			Odds: string(d.Odds), OddsType: string(r.OddsType), Score: string(d.Score),
		})
	}
	return facts
}
