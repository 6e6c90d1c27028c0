package route

import "hongyun/internal/calendar"

// mostDays is the longest range of one record query (trust INP-5).
const mostDays = 92

// Dates reads a record query's range of whole days; either end may be missing.
// An end before its start is an error of the caller (REC-05).
func Dates(start, end string) (from, to calendar.Day, err error) {
	if from, err = DayOf(start); err != nil {
		return 0, 0, err
	}
	if to, err = DayOf(end); err != nil {
		return 0, 0, err
	}
	switch {
	case from == 0 || to == 0:
	case to < from:
		return 0, 0, ErrInput.With("结束日期不能早于开始日期")
	case to > from.AddDays(mostDays):
		return 0, 0, ErrInput.With("查询时间范围不能超过三个月")
	}
	return from, to, nil
}

// DayOf is the day of "2006-01-02", with or without a time behind it; the
// documented client sends 00:00:00 and 23:59:59. Empty is no day.
func DayOf(text string) (calendar.Day, error) {
	if text == "" {
		return 0, nil
	}
	day, err := calendar.ParseDay(text[:min(10, len(text))])
	if err != nil {
		return 0, ErrInput.With("日期不正确")
	}
	return day, nil
}
