package reels

import (
	"hongyun/internal/money"
	"hongyun/sandbox/play/arcade"
)

// SlotStakes are the least and the most that one spin of a slot game may cost.
func SlotStakes(g arcade.Game) (least, most money.Fen) {
	units := int64(ModelOf(g).Units)
	return money.Fen(coins[0] * units), money.Fen(coins[len(coins)-1] * units)
}
