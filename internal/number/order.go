package number

import (
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/secret"
)

// OrderAlphabet has no letters that are read as digits.
const OrderAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

const (
	orderDay    = "060102"
	orderRandom = 11 // characters of 5 bits
)

// NewOrder makes the number of an order: a letter, the GMT+8 day and 55 random
// bits. Its 18 letters and digits fit the shortest limit of the gateways, which
// is 20. An order is shown to its owner alone, so a guessed number opens nothing
// (trust AUT-4). The table's key refuses a second equal number.
func NewOrder(letter string, at time.Time) string {
	return letter + at.In(calendar.Beijing).Format(orderDay) + secret.Text(orderRandom, OrderAlphabet)
}
