package order

import (
	"github.com/uptrace/bun"
	"hongyun/internal/due"
)

// AtOnce is how many orders a sweep takes at a time; it goes on until none is due.
const AtOnce = 100

// InLane is the condition of a lane's rows, and its argument.
func InLane(column, lane string, configured []string) (where string, among any) {
	if lane == due.Rest {
		return column + " NOT IN (?)", bun.List(append([]string{"\x01"}, configured...)) // never an empty list
	}
	return column + " IN (?)", bun.List([]string{lane})
}
