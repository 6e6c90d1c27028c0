package cq9

import (
	"encoding/json"
	"slices"
	"strconv"

	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// told lists the facts of a round in the feed. A row is all that a player did
// in one round, so no bet is on a side. The valid stake is the venue's own,
// which leaves opposite bets out. Rows of live tables also give the table and
// the outcome. No live table is simulated, so they do not count as told.
var told = venue.RoundTells{Number: true, Play: true}

// The values of tabletype that are known.
const (
	baccaratTable    = "1"
	dragonTigerTable = "4"
)

// parts are the parts of a slot round, in the order in which they are shown.
var parts = []struct{ code, name string }{{"freegame", "免费游戏"}, {"luckydraw", "抽奖游戏"}, {"bonus", "奖励游戏"}}

// plays are the values of bettype, by tabletype.
var plays = map[string]map[string]string{
	baccaratTable: {
		"1": "庄", "2": "闲", "3": "和", "4": "庄对", "5": "闲对", "6": "超级六", "7": "任意一对", "8": "完美对子", "9": "大", "10": "小", "11": "庄（免佣）",
	},
	dragonTigerTable: {
		"1": "龙", "2": "虎", "3": "和", "4": "龙单", "5": "龙双", "6": "虎单", "7": "虎双", "8": "龙红", "9": "龙黑", "10": "虎红", "11": "虎黑",
	},
}

// hands are the names of the two hands, by tabletype. They have tags 1 and 2,
// and are the first and the second of points.
var hands = map[string][2]string{baccaratTable: {"庄", "闲"}, dragonTigerTable: {"龙", "虎"}}

// roles are the values of gamerole.
var roles = map[string]string{"banker": "庄家", "player": "闲家"}

// ReadBet reads the round of a bet: the parts of a slot round, or the hands at a table.
func (v *Venue) ReadBet(raw []byte) venue.BetFacts {
	var r row
	if json.Unmarshal(raw, &r) != nil {
		return venue.BetFacts{}
	}
	table := wire.Shown(r.TableType)
	role := wire.Shown(r.GameRole)
	round := venue.BetRound{
		Number:  string(r.Round), // it is the bet's own
		Shared:  wire.Shown(r.RoundNumber),
		Table:   wire.Around("", wire.Shown(r.TableID), " 号桌"),
		Turn:    wire.Around("局号 ", wire.Shown(r.RoundNumber), ""),
		Play:    wire.Say("、", wire.Or(roles[role], role), playsOf(table, r.BetType)),
		Outcome: outcome(table, r.GameResult),
	}
	if r.GameType == "slot" {
		round.Play = wire.Say("、", round.Play, spins(r.Detail), respin(r.SingleRowBet))
	}
	return venue.BetFacts{Round: round}
}

// spins says which parts a slot round had, by how often each was played.
func spins(detail json.RawMessage) string {
	var list []map[string]wire.Integer
	if json.Unmarshal(detail, &list) != nil || len(list) == 0 {
		return ""
	}
	said := "普通旋转"
	for _, part := range parts {
		for _, one := range list {
			if n := one[part.code]; n > 0 {
				said = wire.Say("、", said, part.name+" "+strconv.FormatInt(int64(n), 10)+" 次")
			}
		}
	}
	return said
}

func respin(single json.RawMessage) string {
	var is bool
	if json.Unmarshal(single, &is) == nil && is {
		return "再旋转"
	}
	return ""
}

func playsOf(table string, bettype json.RawMessage) string {
	codes := wire.Texts(bettype)
	for i, code := range codes {
		codes[i] = wire.Or(plays[table][code], code)
	}
	return wire.Say("、", codes...)
}

// outcome writes the hands of a round at a table.
func outcome(table string, result json.RawMessage) string {
	var dealt struct {
		Points []wire.Text `json:"points"`
		Cards  []struct {
			Poker wire.Text `json:"poker"`
			Tag   wire.Text `json:"tag"`
		} `json:"cards"`
	}
	names, known := hands[table]
	if !known || json.Unmarshal(result, &dealt) != nil || len(dealt.Points) != len(names) {
		return ""
	}
	var said []string
	for i, name := range names {
		cards := []string{name}
		for _, card := range dealt.Cards {
			if string(card.Tag) == strconv.Itoa(i+1) {
				cards = append(cards, wire.Cards(string(card.Poker)))
			}
		}
		said = append(said, wire.Say(" ", slices.Concat(cards, []string{string(dealt.Points[i]) + " 点"})...))
	}
	return wire.Say(" · ", said...)
}
