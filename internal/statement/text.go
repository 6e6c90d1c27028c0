package statement

import (
	"time"

	"hongyun/internal/calendar"
)

func stampOf(at time.Time) string { return calendar.Stamp(at) }

// tail is the end of an account's number.
func tail(number string) string { return number[max(len(number)-4, 0):] }

// middle hides the middle of an address: the first and the last six characters
// stay, as the documented pages show addresses.
func middle(address string) string {
	if len(address) <= 12 {
		return address
	}
	return address[:6] + "******" + address[len(address)-6:]
}
