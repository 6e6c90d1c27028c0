package venue

import "time"

// Pacing is how often a vendor may be asked, as its adapter states it. A contract
// chooses within these bounds.
type Pacing struct {
	Gap    time.Duration // between two questions for bets, where the contract says nothing; 0: bets are not asked for
	MinGap time.Duration // the vendor's own limit, or the standard where none is known
}

// MaxGap is the longest pause between two questions for bets. It is shorter than
// the shortest window of a feed, so that a feed always catches up.
const MaxGap = 3 * time.Minute
