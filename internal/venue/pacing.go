package venue

import (
	"errors"
	"fmt"
	"time"
)

// Pacing is how often a vendor may be asked, as its adapter states it. A contract
// chooses within these bounds.
type Pacing struct {
	Gap    time.Duration // between two questions for bets, where the contract says nothing; 0: bets are not asked for
	MinGap time.Duration // the vendor's own limit, or the standard where none is known
}

const (
	// MaxGap is the longest pause between two questions for bets. It is shorter than
	// the shortest window of a feed, so that a feed always catches up.
	MaxGap = 3 * time.Minute

	// MaxCallsPerSecond is the highest limit that a contract may set. Without one a
	// vendor's calls are not limited.
	MaxCallsPerSecond = 100
)

// Check fails where a contract paces a vendor beyond the bounds. 0 is the standard.
func (p Pacing) Check(gapSeconds, callsPerSecond int) error {
	gap := time.Duration(gapSeconds) * time.Second
	switch {
	case gapSeconds != 0 && p.Gap == 0:
		return errors.New("feedGapSeconds: nobody asks this vendor for bets")
	case gapSeconds != 0 && (gapSeconds > int(MaxGap/time.Second) || gap < p.MinGap):
		return fmt.Errorf("feedGapSeconds must be %d to %d", int(p.MinGap/time.Second), int(MaxGap/time.Second))
	case callsPerSecond < 0 || callsPerSecond > MaxCallsPerSecond:
		return fmt.Errorf("callsPerSecond must be 1 to %d", MaxCallsPerSecond)
	}
	return nil
}
