package venue

import "strings"

// BetRound is a bet's round as the venue's own row tells it: a hand at a table,
// a draw, or the turns of a slot. Missing facts are "". The words are for
// players: Chinese, or the venue's own code where its meaning is not known.
type BetRound struct {
	Number  string // the venue's number of the round, draw or hand
	Shared  string // the number that all who bet on it have; "" where Number may be of one player's part
	Table   string // the table, room or seat
	Turn    string // which hand of its shoe it is
	Play    string // the kind of bet, and what it was on
	Outcome string // how the round ended
	Lottery string // the venue's code of the lottery, where all are reported as one game without names
}

// Place is where and when in its shoe a round was, as its player reads it.
func (r BetRound) Place() string {
	return strings.Trim(r.Table+" · "+r.Turn, " ·")
}

// SceneMark is the word before the number of a fishing scene in the id of a bet (H-508).
const SceneMark = "hunter:"

// RoundTells says which parts of a round a feed tells, in the rows of at least one
// kind of its games. The zero value is a feed that tells of no rounds.
type RoundTells struct {
	Number, Table, Play, Outcome bool

	// Side says that the feed tells which bets oppose each other (BetLine.Side).
	Side bool
}

// Untold names the parts that are not told, for documents and logs.
func (t RoundTells) Untold() []string {
	var list []string
	for _, part := range []struct {
		told bool
		name string
	}{{t.Number, "number"}, {t.Table, "table"}, {t.Play, "play"}, {t.Outcome, "outcome"}, {t.Side, "opposite side"}} {
		if !part.told {
			list = append(list, part.name)
		}
	}
	return list
}
