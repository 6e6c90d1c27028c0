package sexy

import (
	"encoding/json"
	"strings"

	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// ReadBet reads the one pick of a bet, with what gameInfo says of its round.
func (v *Venue) ReadBet(raw []byte) venue.BetFacts {
	var r struct {
		RoundID  wire.Text `json:"roundId"`
		GameName wire.Text `json:"gameName"`
		BetType  wire.Text `json:"betType"`
		GameInfo wire.Text `json:"gameInfo"`
	}
	if json.Unmarshal(raw, &r) != nil || r.BetType == "" {
		return venue.BetFacts{}
	}
	leg := venue.BetLeg{Event: string(r.RoundID), Market: string(r.GameName), Pick: string(r.BetType)}
	var info struct {
		Odds   json.RawMessage `json:"odds"`
		Result json.RawMessage `json:"result"`
	}
	if json.Unmarshal([]byte(r.GameInfo), &info) == nil {
		leg.Odds, leg.Result = shown(info.Odds), shown(info.Result)
	}
	return venue.BetFacts{Legs: []venue.BetLeg{leg}}
}

// shown is a text, a number or a list of texts as one text; "" for another form.
func shown(raw json.RawMessage) string {
	var one wire.Text
	var list []string
	if json.Unmarshal(raw, &one) == nil {
		return string(one)
	}
	if json.Unmarshal(raw, &list) == nil {
		return strings.Join(list, ", ")
	}
	return ""
}
