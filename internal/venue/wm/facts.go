package wm

import (
	"encoding/json"
	"strings"

	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// told is what the feed tells of a round. The values of betCode are not known (H-171),
// so no bet is on a side.
var told = venue.RoundTells{Number: true, Table: true, Play: true, Outcome: true}

// numberOf is the number of a round: the event, and the hand within it.
func numberOf(event, child wire.Text) string { return wire.Say("-", string(event), string(child)) }

// ReadBet reads the round of a bet. The selection is shown in the vendor's
// words; plain English ones are translated.
func (v *Venue) ReadBet(raw []byte) venue.BetFacts {
	var r struct {
		Event      wire.Text `json:"event"`
		EventChild wire.Text `json:"eventChild"`
		TableID    wire.Text `json:"tableId"`
		BetCode    wire.Text `json:"betCode"`
		BetResult  wire.Text `json:"betResult"`
		GameResult wire.Text `json:"gameResult"`
	}
	if json.Unmarshal(raw, &r) != nil {
		return venue.BetFacts{}
	}
	number := numberOf(r.Event, r.EventChild)
	round := venue.BetRound{
		Number: number, Shared: number, Table: wire.Named("", string(r.TableID), " 号桌"), Play: wire.Spot(string(r.BetCode)),
		Outcome: wire.Cards(string(r.GameResult)),
	}
	switch said := string(r.BetResult); {
	case round.Play != "" && strings.HasPrefix(said, round.Play):
		round.Play = said
	case said != string(r.BetCode):
		round.Play = wire.Say(" · ", said, round.Play)
	}
	return venue.BetFacts{Round: round}
}
