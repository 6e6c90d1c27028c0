package promo

// PlayersAtOnce makes the pages of a run as small as a test needs them.
func PlayersAtOnce(n int) (before int) {
	before, playersAtOnce = playersAtOnce, n
	return before
}

// KnownAtOnce makes a run look at as few waiting awards as a test needs.
func KnownAtOnce(n int) (before int) {
	before, knownAtOnce = knownAtOnce, n
	return before
}

// MonthAfter is a month later.
var MonthAfter = monthAfter
