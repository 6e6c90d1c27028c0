package ag

import (
	"encoding/json"
	"strconv"
	"strings"

	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// told lists the facts of a round in the feed. The sheet names result only for the rows
// of the files; a list without it tells no outcome. No sheet explains the numbers of
// playType: they are shown as codes, words are translated, and no bet is on a side.
var told = venue.RoundTells{Number: true, Table: true, Play: true, Outcome: true}

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
		return venue.BetFacts{Round: venue.BetRound{Number: a["sceneid"], Table: wire.Say(" · ", wire.Named("房间 ", a["roomid"], ""), cannon(a["betx"]))}}
	}
	round := venue.BetRound{
		Number: a["gamecode"], Shared: a["gamecode"], Table: wire.Named("桌号 ", a["tablecode"], ""), Play: play(a["playtype"]), Outcome: wire.Cards(a["result"]),
	}
	if a["round"] != a["gamecode"] {
		round.Table = wire.Say(" · ", a["round"], round.Table)
	}
	return venue.BetFacts{Round: round}
}

// cannon is what a shot costs. A number without two places may as well be a multiple.
func cannon(betX string) string {
	if yuan, fen, ok := strings.Cut(betX, "."); ok && yuan != "" && len(fen) == fenPlaces {
		return "炮值 ¥" + betX
	}
	return wire.Around("倍率 ", betX, "")
}

// fenPlaces is how many places a sum of yuan has behind its point.
const fenPlaces = 2

// play is what a bet was on, as far as the row says it.
func play(word string) string {
	if _, err := strconv.Atoi(word); err == nil {
		return "代码 " + word
	}
	return wire.Spot(word)
}
