package bti

import (
	"encoding/json"

	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// noSides: the sheet names the list of selections and none of their fields.
const noSides = "接口资料没有注单选项的字段，不能自动识别对押"

// cashout is the vendor's word for a bet that the player sold.
const cashout = "Cashout"

// ReadBet reads whether the player sold the bet. The vendor's sheet names no
// field of a selection, so no picks are read.
func (v *Venue) ReadBet(raw []byte) venue.BetFacts {
	var r struct{ BetStatus wire.Text }
	if json.Unmarshal(raw, &r) != nil {
		return venue.BetFacts{}
	}
	return venue.BetFacts{CashedOut: r.BetStatus == cashout}
}
