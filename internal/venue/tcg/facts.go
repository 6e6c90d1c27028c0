package tcg

import (
	"encoding/json"

	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// told is what the feed tells of a draw. The sheet has no field of the numbers that were
// drawn. The form of bettingContent is not known either, so no bet is on a side.
var told = venue.RoundTells{Number: true, Play: true}

// ReadBet reads the draw and the choice of a bet.
func (v *Venue) ReadBet(raw []byte) venue.BetFacts {
	var r struct {
		Numero         wire.Text `json:"numero"`
		BettingContent wire.Text `json:"bettingContent"`
	}
	if json.Unmarshal(raw, &r) != nil {
		return venue.BetFacts{}
	}
	return venue.BetFacts{Round: venue.BetRound{Number: string(r.Numero), Shared: string(r.Numero), Play: string(r.BettingContent)}}
}
