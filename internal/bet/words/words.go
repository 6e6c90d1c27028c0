// Package words puts what a venue's row says of a bet into words for its player. It reads
// and stores nothing.
package words

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"hongyun/internal/venue"
)

// Pick is what a bet was on, in short, for a row of a list; "" where the venue tells none.
func Pick(facts venue.BetFacts) string {
	if len(facts.Legs) > 1 {
		return fmt.Sprintf("串关 %d 项", len(facts.Legs))
	}
	if facts.Round.Play != "" || len(facts.Legs) == 0 {
		return facts.Round.Play
	}
	leg := facts.Legs[0]
	words := strings.Trim(leg.Market+" · "+leg.Pick, " ·")
	if words != "" && leg.Odds != "" {
		words += " @" + leg.Odds
	}
	return words
}

// Outcome is how the round of a bet ended, or its match; "" where the venue tells none.
// Three dice of sic bo are given their total, and whether it is big or small (H-517).
func Outcome(game string, facts venue.BetFacts) string {
	outcome := facts.Round.Outcome
	if outcome == "" && len(facts.Legs) == 1 {
		return facts.Legs[0].Result
	}
	if !strings.Contains(game, "骰宝") {
		return outcome
	}
	return cmp.Or(diceSaid(outcome), outcome)
}

// The rules of D-26, for the player to read.
const (
	ruleSports = "取投注额与输赢绝对值中较小的一个"
	ruleOthers = "以场馆回报的有效投注为准，场馆未回报时取投注额"
)

// Rule says by which rule of D-26 the valid stake of a settled bet came about.
func Rule(kind venue.Kind) string {
	if kind.OnMatches() {
		return ruleSports
	}
	return ruleOthers
}

// Sic bo: how many dice there are, their highest face, and the highest total that is small.
const (
	diceCount  = 3
	topFace    = 6
	smallTotal = 10
)

// diceSaid reads three dice, as in "1,4,6"; "" for another form. Three equal ones are
// neither big nor small.
func diceSaid(outcome string) string {
	dice := strings.FieldsFunc(outcome, func(r rune) bool { return r == ',' || r == ' ' })
	if len(dice) != diceCount {
		return ""
	}
	total := 0
	for _, die := range dice {
		face, err := strconv.Atoi(die)
		if err != nil || face < 1 || face > topFace {
			return ""
		}
		total += face
	}
	said := fmt.Sprintf("%d 点大", total)
	switch {
	case dice[0] == dice[1] && dice[1] == dice[2]:
		said = fmt.Sprintf("%d 点围骰", total)
	case total <= smallTotal:
		said = fmt.Sprintf("%d 点小", total)
	}
	return strings.Join(dice, " ") + " · " + said
}
