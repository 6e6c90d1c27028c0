package calendar

import (
	"fmt"
	"time"
)

// Roughly says a duration in Chinese, rounded up, with a space before it.
func Roughly(d time.Duration) string {
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
