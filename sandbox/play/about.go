package play

import (
	"hongyun/internal/money"
	"hongyun/sandbox/slots"
)

// ModelOf gives a slot game its mathematics, the same one for ever.
func ModelOf(g Game) *slots.Model { return modelOf(g) }

// SlotStakes are the least and the most that one spin of a slot game may cost.
func SlotStakes(g Game) (least, most money.Fen) {
	units := int64(modelOf(g).Units)
	return money.Fen(coins[0] * units), money.Fen(coins[len(coins)-1] * units)
}
