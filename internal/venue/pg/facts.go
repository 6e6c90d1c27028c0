package pg

import (
	"encoding/json"

	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// told is what the feed tells of a round. It says nothing of the reels.
var told = venue.RoundTells{Number: true, Play: true}

// ReadBet reads whether a row is the paid turn of a round or one of its free ones. They
// share a parent, which is the round.
func (v *Venue) ReadBet(raw []byte) venue.BetFacts {
	var r row
	if json.Unmarshal(raw, &r) != nil || r.BetID == "" {
		return venue.BetFacts{}
	}
	round := venue.BetRound{Number: string(wire.Or(r.ParentBetID, r.BetID)), Play: "普通旋转"}
	if stake, err := r.BetAmount.Fen(money.HalfUp); r.TransactionType == freeGame || r.ParentBetID != "" && r.ParentBetID != r.BetID && stake == 0 && err == nil {
		round.Play = "免费旋转"
	}
	return venue.BetFacts{Round: round}
}
