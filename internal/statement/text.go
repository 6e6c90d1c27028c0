package statement

import (
	"fmt"
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

// roughly says a time in words, rounded up.
func roughly(d time.Duration) string {
	switch minutes := int((d + time.Minute - 1) / time.Minute); {
	case minutes <= 5:
		return " 5 分钟"
	case minutes <= 60:
		return fmt.Sprintf(" %d 分钟", (minutes+9)/10*10)
	case minutes <= 24*60:
		return fmt.Sprintf(" %d 小时", (minutes+59)/60)
	default:
		return fmt.Sprintf(" %d 天", (minutes+24*60-1)/(24*60))
	}
}
