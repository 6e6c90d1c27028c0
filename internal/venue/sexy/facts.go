package sexy

import (
	"encoding/json"
	"strings"

	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// told is what the feed tells of a round.
var told = venue.RoundTells{Number: true, Table: true, Play: true, Outcome: true, Side: true}

// play is a betType. Bets of the same pair exclude each other, and together
// they leave out nothing but a tie. A tie or a pair of cards has no opposite.
type play struct{ name, pair string }

// plays are the betTypes that are known, in small letters. Any other is shown as it is.
var plays = map[string]play{
	"banker": {"庄", "庄闲"}, "player": {"闲", "庄闲"}, "tie": {"和", ""}, "bankerpair": {"庄对", ""}, "playerpair": {"闲对", ""},
	"dragon": {"龙", "龙虎"}, "tiger": {"虎", "龙虎"},
}

// winners are the values of winner.
var winners = map[string]string{"BANKER": "庄赢", "PLAYER": "闲赢", "TIE": "和局", "DRAGON": "龙赢", "TIGER": "虎赢"}

// info is what gameInfo says of a round, as a text within the row.
type info struct {
	Odds    json.RawMessage `json:"odds"`
	Result  json.RawMessage `json:"result"`
	Winner  wire.Text       `json:"winner"`
	TableID wire.Text       `json:"tableId"`
}

// ReadBet reads the one pick of a bet, with what gameInfo says of its round.
func (v *Venue) ReadBet(raw []byte) venue.BetFacts {
	var r struct {
		RoundID  wire.Text `json:"roundId"`
		GameCode wire.Text `json:"gameCode"`
		GameName wire.Text `json:"gameName"`
		BetType  wire.Text `json:"betType"`
		GameInfo wire.Text `json:"gameInfo"`
	}
	if json.Unmarshal(raw, &r) != nil {
		return venue.BetFacts{}
	}
	var i info
	_ = json.Unmarshal([]byte(r.GameInfo), &i) // what can be had
	pick := wire.Or(plays[strings.ToLower(string(r.BetType))].name, string(r.BetType))
	facts := venue.BetFacts{Round: venue.BetRound{
		Number: string(r.RoundID), Shared: string(r.RoundID), Table: wire.Named("", string(i.TableID), " 号桌"), Play: pick,
		Outcome: wire.Say(" · ", winner(string(i.Winner)), dealt(string(r.GameCode), i.Result)),
	}}
	if odds := wire.Shown(i.Odds); odds != "" && pick != "" {
		facts.Legs = []venue.BetLeg{{Market: string(r.GameName), Pick: pick, Odds: odds}}
	}
	return facts
}

// winner is how a round ended, in the vendor's word where it is not known.
func winner(word string) string { return wire.Or(winners[strings.ToUpper(word)], word) }

// baccarat is the one game of the sheet.
const baccarat = "MX-LIVE-001"

// handCards is how many places a hand of baccarat has in result: three of the player,
// then three of the banker. A place is empty where no third card was drawn.
const handCards = 3

// dealt writes the result of a round: the hands of baccarat, or the list as it is.
func dealt(game string, result json.RawMessage) string {
	list := wire.Texts(result)
	if game != baccarat || len(list) != 2*handCards {
		return wire.Cards(wire.Shown(result))
	}
	hand := func(cards []string) string { return wire.Cards(wire.Say(" ", cards...)) }
	return "闲 " + hand(list[:handCards]) + " · 庄 " + hand(list[handCards:])
}
