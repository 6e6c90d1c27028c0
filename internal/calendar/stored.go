package calendar

import "time"

// Stored is a time as a table keeps it: its milliseconds, and 0 for the zero time.
func Stored(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return Millis(t)
}

// FromStored is the time that Stored kept.
func FromStored(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return FromMillis(ms)
}
