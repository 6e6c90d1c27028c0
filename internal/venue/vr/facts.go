package vr

import (
	"encoding/json"

	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// told is what the feed tells of a draw. A draw has no table.
var told = venue.RoundTells{Number: true, Play: true, Outcome: true, Side: true}

// pick is what a row says of a draw and of the choice.
type pick struct {
	ChannelID     wire.Text `json:"channelId"`
	IssueNumber   wire.Text `json:"issueNumber"`
	BetTypeName   wire.Text `json:"betTypeName"`
	Position      wire.Text `json:"position"`
	Number        wire.Text `json:"number"`
	WinningNumber wire.Text `json:"winningNumber"`
}

// pairs are the choices of which exactly two make a play: one of them wins unless the
// draw is a tie of the play. A bet on several choices at once is on no side.
var pairs = map[string]string{"大": "大小", "小": "大小", "单": "单双", "双": "单双", "龙": "龙虎", "虎": "龙虎"}

// oppose says on which side of a play a bet is. Lotteries may have the same issue, and
// places of a draw the same choices, so both are part of the market.
func oppose(l *venue.BetLine, raw []byte) {
	var p pick
	if json.Unmarshal(raw, &p) != nil {
		return
	}
	if pair := pairs[string(p.Number)]; pair != "" && p.ChannelID != "" {
		wire.Side(l, string(p.Number), string(p.ChannelID), string(p.BetTypeName), string(p.Position), pair)
	}
}

// ReadBet reads the draw and the choice of a bet.
func (v *Venue) ReadBet(raw []byte) venue.BetFacts {
	var p pick
	if json.Unmarshal(raw, &p) != nil {
		return venue.BetFacts{}
	}
	return venue.BetFacts{Round: venue.BetRound{
		Number: string(p.IssueNumber), Shared: string(p.IssueNumber), Play: wire.Say(" · ", string(p.BetTypeName), string(p.Position), string(p.Number)), Outcome: string(p.WinningNumber),
	}}
}
