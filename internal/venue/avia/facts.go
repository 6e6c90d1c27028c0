package avia

import (
	"encoding/json"

	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// pick is what a row, or a leg of a combination, says of what was bet on.
type pick struct {
	League, Match, Bet, Content, Odds, Result wire.Text
}

// ReadBet reads the picks of a bet: those of a combination, or the one of a single.
func (v *Venue) ReadBet(raw []byte) venue.BetFacts {
	var r struct {
		pick
		OddsType wire.Text
		Details  []pick
	}
	if json.Unmarshal(raw, &r) != nil {
		return venue.BetFacts{}
	}
	picks := r.Details
	if len(picks) == 0 && r.Content != "" {
		picks = []pick{r.pick}
	}
	var facts venue.BetFacts
	for _, p := range picks {
		facts.Legs = append(facts.Legs, venue.BetLeg{
			League: string(p.League), Event: string(p.Match), Market: string(p.Bet), Pick: string(p.Content), Odds: string(p.Odds),
			Result: string(p.Result), OddsType: string(r.OddsType),
		})
	}
	return facts
}
