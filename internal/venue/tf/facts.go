package tf

import (
	"encoding/json"

	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// pick is what a row, or a leg of a combination, says of what was bet on.
type pick struct {
	Competition wire.Text `json:"competition_name"`
	EventID     wire.Text `json:"event_id"`
	Event       wire.Text `json:"event_name"`
	BetType     wire.Text `json:"bet_type_name"`
	Selection   wire.Text `json:"bet_selection"`
	Odds        wire.Text `json:"odds"`
	Result      wire.Text `json:"result_status"`
}

// ReadBet reads the picks of a bet: those of a combination, or the one of a single.
func (v *Venue) ReadBet(raw []byte) venue.BetFacts {
	var r struct {
		pick
		Tickets []pick `json:"tickets"`
	}
	if json.Unmarshal(raw, &r) != nil {
		return venue.BetFacts{}
	}
	picks := r.Tickets
	if len(picks) == 0 && r.Selection != "" {
		picks = []pick{r.pick}
	}
	var facts venue.BetFacts
	for _, p := range picks {
		side := v.config.Markets.Named(string(p.EventID), string(p.Event), string(p.BetType), string(p.Selection))
		facts.Legs = append(facts.Legs, venue.BetLeg{
			League: string(p.Competition), Event: string(p.Event), Market: string(p.BetType), Pick: string(p.Selection),
			Odds: string(p.Odds), Result: string(p.Result), Match: side.Round(), Side: side.Side, Vague: side.Vague(),
		})
	}
	return facts
}
