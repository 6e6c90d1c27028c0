package jdb

import (
	"encoding/json"

	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// told is what the feed tells of a round. It says what parts a round had, and nothing of
// the reels.
var told = venue.RoundTells{Number: true, Table: true, Play: true}

// rooms are the values of roomType.
var rooms = map[wire.Text]string{"0": "欢乐区", "1": "富豪区"}

// yes is the value of a field that says that a round had a part.
const yes = "1"

// ReadBet reads the parts of a round. The fields are on no sheet; public clients of the
// vendor read them.
func (v *Venue) ReadBet(raw []byte) venue.BetFacts {
	var r struct {
		HistoryID    wire.Text     `json:"historyId"`
		SeqNo        wire.Text     `json:"seqNo"`
		GType        *wire.Integer `json:"gType"`
		HasFreegame  wire.Text     `json:"hasFreegame"`
		HasBonusGame wire.Text     `json:"hasBonusGame"`
		HasGamble    wire.Text     `json:"hasGamble"`
		RoomType     wire.Text     `json:"roomType"`
	}
	if json.Unmarshal(raw, &r) != nil || r.GType == nil {
		return venue.BetFacts{}
	}
	round := venue.BetRound{Number: string(wire.Or(r.HistoryID, r.SeqNo))}
	if *r.GType == fishing {
		round.Table = wire.Or(rooms[r.RoomType], string(r.RoomType))
	}
	if *r.GType == slot && r.HasFreegame != "" {
		round.Play = "普通旋转"
	}
	for _, part := range []struct {
		said wire.Text
		name string
	}{{r.HasFreegame, "免费游戏"}, {r.HasBonusGame, "奖励游戏"}, {r.HasGamble, "博取游戏"}} {
		if part.said == yes {
			round.Play = wire.Say("、", round.Play, part.name)
		}
	}
	return venue.BetFacts{Round: round}
}
