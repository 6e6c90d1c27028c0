package ag

import (
	"encoding/json"
	"strings"

	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// told lists the facts of a round in the feed. The list of live bets has no
// result. No sheet explains the values of playType: they are shown as they are,
// and no bet is on a side.
var told = venue.RoundTells{Number: true, Table: true, Play: true}

// ReadBet reads the round of a bet at a table, or the scene of fishing.
func (v *Venue) ReadBet(raw []byte) venue.BetFacts {
	var row map[string]string
	if json.Unmarshal(raw, &row) != nil {
		return venue.BetFacts{}
	}
	a := attributes{}
	for name, value := range row {
		a[strings.ToLower(name)] = value
	}
	if a["sceneid"] != "" {
		return venue.BetFacts{Round: venue.BetRound{Number: a["sceneid"], Table: wire.Say(" · ", wire.Around("房间 ", a["roomid"], ""), wire.Around("倍率 ", a["betx"], ""))}}
	}
	round := venue.BetRound{Number: a["gamecode"], Shared: a["gamecode"], Table: wire.Around("桌号 ", a["tablecode"], ""), Play: wire.Around("玩法 ", a["playtype"], "")}
	if a["round"] != a["gamecode"] {
		round.Table = wire.Say(" · ", a["round"], round.Table)
	}
	return venue.BetFacts{Round: round}
}
