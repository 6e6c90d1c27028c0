package venue

import "strings"

// SceneMark stands before the number of a fishing scene in the id of its bet: a vendor
// numbers scenes and live bets apart, so both may have the same number. Players read the
// number without it (H-508).
const SceneMark = "hunter:"

// BetIDs are the ids that a bet with a number may have, as a person types the number.
func BetIDs(number string) []string {
	if strings.HasPrefix(number, SceneMark) {
		return []string{number}
	}
	return []string{number, SceneMark + number}
}
