package hub88

import (
	"encoding/json"

	"hongyun/internal/venue"
)

// ReadBet reads the round of a bet from the call that is its row. Nothing in a call tells
// what was played or how the round ended.
func (v *Venue) ReadBet(raw []byte) venue.BetFacts {
	var b body
	if json.Unmarshal(raw, &b) != nil || b.Round == nil {
		return venue.BetFacts{}
	}
	facts := venue.BetFacts{Round: venue.BetRound{Number: *b.Round}}
	if b.IsFree != nil && *b.IsFree {
		facts.Round.Play = "免费旋转"
	}
	return facts
}
