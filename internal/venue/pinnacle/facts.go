package pinnacle

import (
	"encoding/json"

	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// pick is what a row, or a leg of a parlay, says of what was bet on.
type pick struct {
	League    wire.Text `json:"league"`
	EventName wire.Text `json:"eventName"`
	Selection wire.Text `json:"selection"`
	Handicap  wire.Text `json:"handicap"`
	Odds      wire.Text `json:"odds"`
	LegStatus wire.Text `json:"legStatus"`
}

// ReadBet reads the picks of a wager: those of a parlay, or the one of a single.
func (v *Venue) ReadBet(raw []byte) venue.BetFacts {
	var r struct {
		pick
		Parlay []pick `json:"parlaySelections"`
	}
	if json.Unmarshal(raw, &r) != nil {
		return venue.BetFacts{}
	}
	picks := r.Parlay
	if len(picks) == 0 && r.Selection != "" {
		picks = []pick{r.pick}
	}
	var facts venue.BetFacts
	for _, p := range picks {
		facts.Legs = append(facts.Legs, venue.BetLeg{
			League: string(p.League), Event: string(p.EventName), Market: string(p.Handicap), Pick: string(p.Selection),
			Odds: string(p.Odds), Result: string(p.LegStatus),
		})
	}
	return facts
}
