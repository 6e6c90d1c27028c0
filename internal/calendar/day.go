package calendar

import (
	"errors"
	"fmt"
	"time"
)

// Beijing is GMT+8. It has had no daylight saving since 1991, so a fixed zone
// is right and needs no zone data on the machine.
var Beijing = time.FixedZone("GMT+8", 8*60*60)

// Day is a business day in GMT+8 as the integer yyyymmdd, as stored and indexed.
type Day int32

// ErrDay says that a text is no calendar day.
var ErrDay = errors.New("calendar: not a day")

// DayOf is the business day an instant falls on.
func DayOf(t time.Time) Day {
	y, m, d := t.In(Beijing).Date()
	return Day(y*10000 + int(m)*100 + d)
}

// ParseDay reads "2006-01-02", and nothing else.
func ParseDay(text string) (Day, error) {
	t, err := time.ParseInLocation("2006-01-02", text, Beijing)
	if err != nil || len(text) != 10 {
		return 0, ErrDay
	}
	return DayOf(t), nil
}

// String prints "2006-01-02".
func (d Day) String() string {
	return fmt.Sprintf("%04d-%02d-%02d", int(d)/10000, int(d)/100%100, int(d)%100)
}

// Start is the day's first instant.
func (d Day) Start() time.Time {
	return time.Date(int(d)/10000, time.Month(int(d)/100%100), int(d)%100, 0, 0, 0, 0, Beijing)
}

// End is the first instant after the day: ranges are half open, so nothing of
// the last second is lost (trust CLK-2).
func (d Day) End() time.Time { return d.Start().AddDate(0, 0, 1) }

// AddDays is the day n days later, or earlier.
func (d Day) AddDays(n int) Day { return DayOf(d.Start().AddDate(0, 0, n)) }

// WeekOf is the Monday and the Sunday around a day.
func WeekOf(d Day) (monday, sunday Day) {
	back := (int(d.Start().Weekday()) + 6) % 7
	monday = d.AddDays(-back)
	return monday, monday.AddDays(6)
}

// MonthOf is the first and the last day of a day's month.
func MonthOf(d Day) (first, last Day) {
	first = d - d%100 + 1
	return first, DayOf(first.Start().AddDate(0, 1, -1))
}

// The TimeType values of the daily bet record (D-28).
const (
	All       = 0
	ThisMonth = 1
	ThisWeek  = 2
	LastMonth = 3
	LastWeek  = 4
)

// PeriodOf is the first and last day of a TimeType (D-28) as seen on a day. All
// has neither; ok is false for a number that means nothing.
func PeriodOf(timeType int, today Day) (from, to Day, ok bool) {
	switch timeType {
	case All:
		return 0, 0, true
	case ThisMonth:
		from, to = MonthOf(today)
	case ThisWeek:
		from, to = WeekOf(today)
	case LastMonth:
		first, _ := MonthOf(today)
		from, to = MonthOf(first.AddDays(-1))
	case LastWeek:
		monday, _ := WeekOf(today)
		from, to = monday.AddDays(-7), monday.AddDays(-1)
	default:
		return 0, 0, false
	}
	return from, to, true
}
