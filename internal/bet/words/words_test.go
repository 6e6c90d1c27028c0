package words_test

import (
	"testing"

	"hongyun/internal/bet/words"
	"hongyun/internal/venue"
)

// A player would have to add up the dice, or open every bet to see what it was on.
func TestARowTellsItsPickAndItsOutcome(t *testing.T) {
	leg := venue.BetLeg{Market: "独赢", Pick: "青龙", Odds: "1.95", Result: "2:1"}
	at := func(play, outcome string) venue.BetFacts {
		return venue.BetFacts{Round: venue.BetRound{Play: play, Outcome: outcome}}
	}
	for name, c := range map[string]struct {
		game          string
		facts         venue.BetFacts
		pick, outcome string
	}{
		"a table":            {"百家乐", at("庄 1:0.95", "庄赢 · 庄 9 点"), "庄 1:0.95", "庄赢 · 庄 9 点"},
		"big dice":           {"骰宝", at("大", "2,5,6"), "大", "2 5 6 · 13 点大"},
		"small dice":         {"骰宝", at("大", "1, 4, 5"), "大", "1 4 5 · 10 点小"},
		"a triple":           {"骰宝", at("", "4,4,4"), "", "4 4 4 · 12 点围骰"},
		"no dice":            {"骰宝", at("", "2,5,7"), "", "2,5,7"},
		"words beside dice":  {"骰宝", at("", "2,5,6 大"), "", "2,5,6 大"},
		"a draw like dice":   {"快三", at("", "2,5,6"), "", "2,5,6"},
		"a match":            {"足球", venue.BetFacts{Legs: []venue.BetLeg{leg}}, "独赢 · 青龙 @1.95", "2:1"},
		"a match without":    {"足球", venue.BetFacts{Legs: []venue.BetLeg{{}}}, "", ""},
		"a parlay":           {"足球", venue.BetFacts{Legs: []venue.BetLeg{leg, leg}}, "串关 2 项", ""},
		"nothing is told":    {"足球", venue.BetFacts{}, "", ""},
		"a pick at a table":  {"百家乐", venue.BetFacts{Round: venue.BetRound{Play: "庄", Outcome: "庄赢"}, Legs: []venue.BetLeg{leg}}, "庄", "庄赢"},
		"a pick of one word": {"轮盘", venue.BetFacts{Legs: []venue.BetLeg{{Pick: "红"}}}, "红", ""},
	} {
		if pick, outcome := words.Pick(c.facts), words.Outcome(c.game, c.facts); pick != c.pick || outcome != c.outcome {
			t.Errorf("%s: %q, %q, want %q, %q", name, pick, outcome, c.pick, c.outcome)
		}
	}
}
