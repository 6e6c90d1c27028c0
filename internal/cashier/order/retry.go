package order

import (
	"time"
	"unicode/utf8"
)

// RetryAfter is the back-off after the n-th failure: from fifteen seconds to an hour.
func RetryAfter(n int) time.Duration {
	return min(15*time.Second<<min(max(n-1, 0), 12), time.Hour)
}

// FailureText is an error as a row keeps it: one that fits, and is never empty.
func FailureText(err error) string {
	text := err.Error()
	if text == "" {
		text = "unknown"
	}
	if len(text) > 300 {
		text = text[:300]
		for !utf8.ValidString(text) {
			text = text[:len(text)-1]
		}
	}
	return text
}
