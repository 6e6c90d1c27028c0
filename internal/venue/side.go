package venue

import (
	"slices"
	"strings"
)

// A market of more than two outcomes lists them behind its name:
// "result|home+draw+away". A side of it is one or several of them: "home+draw".
const (
	outcomesMark = "|"
	outcomesJoin = "+"
)

// MarketOf is the Market of a BetLine whose market has more than two outcomes.
func MarketOf(name string, outcomes ...string) string {
	return name + outcomesMark + strings.Join(outcomes, outcomesJoin)
}

// SideOf is the Side of a bet on one or several outcomes of such a market.
func SideOf(outcomes ...string) string { return strings.Join(outcomes, outcomesJoin) }

// MarketName is a Market without the list of its outcomes.
func MarketName(market string) string {
	name, _, _ := strings.Cut(market, outcomesMark)
	return name
}

// Opposed reports whether the sides of one player's bets in a market oppose each
// other. In a market of two sides any two do. Otherwise they oppose when they are
// together on all outcomes, so that one of them wins whatever happens.
func Opposed(market string, sides []string) bool {
	_, outcomes, several := strings.Cut(market, outcomesMark)
	if !several {
		return slices.ContainsFunc(sides, func(side string) bool { return side != sides[0] })
	}
	covered := map[string]bool{}
	for _, side := range sides {
		for outcome := range strings.SplitSeq(side, outcomesJoin) {
			covered[outcome] = true
		}
	}
	for outcome := range strings.SplitSeq(outcomes, outcomesJoin) {
		if !covered[outcome] {
			return false
		}
	}
	return len(sides) > 1
}
