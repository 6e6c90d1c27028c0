package usdt

import (
	"time"

	"hongyun/internal/money"
)

// MaxBumps is how many cents of a USDT an order may be asked beyond its worth, so
// that its coins are its own.
const MaxBumps = 100

// leastPairRest is how long a pair rests at the least, also when all are in use.
const leastPairRest = 20 * time.Minute

// Pair is an order that holds an amount at a shared address.
type Pair struct {
	Coins money.Coins
	Busy  bool  // it holds the amount still
	Until int64 // when its time was over, in milliseconds
}

// FreePair finds the least amount from base on that no order holds. A player who
// never paid in USDT gets at most half of the amounts, so that throw-away
// accounts cannot use them up for players who did. When all rest, the one that
// rested longest is given again, if its player did not call it paid.
func FreePair(base money.Coins, pairs []Pair, known bool, now time.Time) (money.Coins, bool) {
	bumps := money.Coins(MaxBumps)
	if !known {
		bumps /= 2
	}
	held := map[money.Coins][]Pair{}
	for _, p := range pairs {
		held[p.Coins] = append(held[p.Coins], p)
	}
	longest, since := money.Coins(0), now.Add(-leastPairRest).UnixMilli()
	for i := range bumps {
		coins := base + i*money.Cent
		if len(held[coins]) == 0 {
			return coins, true
		}
		rested := int64(0)
		for _, p := range held[coins] {
			if p.Busy {
				rested = now.UnixMilli()
			}
			rested = max(rested, p.Until)
		}
		if rested <= since {
			longest, since = coins, rested-1
		}
	}
	return longest, longest > 0
}
