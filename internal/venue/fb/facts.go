package fb

import (
	"encoding/json"

	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// ReadBet reads the picks of an order.
func (v *Venue) ReadBet(raw []byte) venue.BetFacts {
	var r struct {
		BetList []struct {
			TournamentName wire.Text `json:"tournamentName"`
			MatchName      wire.Text `json:"matchName"`
			MarketName     wire.Text `json:"marketName"`
			OptionName     wire.Text `json:"optionName"`
			Odds           wire.Text `json:"odds"`
		} `json:"betList"`
	}
	if json.Unmarshal(raw, &r) != nil {
		return venue.BetFacts{}
	}
	var facts venue.BetFacts
	for _, b := range r.BetList {
		facts.Legs = append(facts.Legs, venue.BetLeg{
			League: string(b.TournamentName), Event: string(b.MatchName), Market: string(b.MarketName), Pick: string(b.OptionName), Odds: string(b.Odds),
		})
	}
	return facts
}
