package bbin

import (
	"encoding/json"

	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// told is what the feed tells of a round. The sheet has no field of what a bet was on,
// so no play is told and no bet is on a side.
var told = venue.RoundTells{Number: true, Table: true, Outcome: true}

// ReadBet reads the round of a bet. Result is a state in rows without ResultType. The
// sheet has no names of lotteries: GameType is the code of one (H-501).
func (v *Venue) ReadBet(raw []byte) venue.BetFacts {
	var r struct {
		GameType   wire.Text  `json:"GameType"`
		SerialID   wire.Text  `json:"SerialID"`
		RoundNo    wire.Text  `json:"RoundNo"`
		Card       wire.Text  `json:"Card"`
		Result     wire.Text  `json:"Result"`
		ResultType *wire.Text `json:"ResultType"`
	}
	if json.Unmarshal(raw, &r) != nil {
		return venue.BetFacts{}
	}
	number := string(wire.Or(r.SerialID, r.RoundNo))
	round := venue.BetRound{Number: number, Shared: number, Outcome: wire.Cards(string(r.Card)), Lottery: string(r.GameType)}
	if r.RoundNo != "" && r.RoundNo != wire.Text(round.Number) {
		round.Turn = "场次 " + string(r.RoundNo)
	}
	if r.ResultType != nil || r.Result != "0" && r.Result != "-1" {
		round.Outcome = wire.Say(" · ", round.Outcome, string(r.Result))
	}
	return venue.BetFacts{Round: round}
}
