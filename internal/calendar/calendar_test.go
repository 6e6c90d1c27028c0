package calendar

import (
	"testing"
	"time"
)

func at(t *testing.T, s string) time.Time {
	t.Helper()
	v, err := time.Parse(time.RFC3339, s)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// D-16, trust CLK-1: the business day is GMT+8's, whatever the machine's zone.
func TestDayOfIsTheDayInBeijing(t *testing.T) {
	for s, want := range map[string]Day{
		"2026-03-01T15:59:59Z": 20260301, "2026-03-01T16:00:00Z": 20260302, "2026-03-02T00:00:00+08:00": 20260302,
		"2026-03-01T23:59:59.999+08:00": 20260301, "2024-02-29T12:00:00+08:00": 20240229, "2026-12-31T16:00:00Z": 20270101,
	} {
		if got := DayOf(at(t, s)); got != want {
			t.Errorf("DayOf(%s) = %d, want %d", s, got, want)
		}
	}
}

func TestPeriods(t *testing.T) { // D-28, REC-03
	for _, tc := range []struct {
		timeType        int
		today, from, to Day
	}{
		{ThisMonth, 20260302, 20260301, 20260331}, {LastMonth, 20260302, 20260201, 20260228}, {LastMonth, 20240331, 20240201, 20240229},
		{LastMonth, 20260115, 20251201, 20251231}, {ThisWeek, 20260301, 20260223, 20260301}, {ThisWeek, 20260302, 20260302, 20260308},
		{LastWeek, 20260302, 20260223, 20260301}, {All, 20260302, 0, 0},
	} {
		from, to, ok := PeriodOf(tc.timeType, tc.today)
		if !ok || from != tc.from || to != tc.to {
			t.Errorf("PeriodOf(%d, %s) = %s..%s, %v; want %s..%s", tc.timeType, tc.today, from, to, ok, tc.from, tc.to)
		}
	}
	if _, _, ok := PeriodOf(9, 20260302); ok {
		t.Error("TimeType 9 means nothing and was taken")
	}
}

func TestParseDayTakesOneForm(t *testing.T) {
	if d, err := ParseDay("2026-03-02"); err != nil || d != 20260302 || d.String() != "2026-03-02" {
		t.Errorf("ParseDay = %v, %v", d, err)
	}
	for _, s := range []string{"", "2026-3-2", "2026-02-30", "20260302", "2026-03-02 ", "２０２６-03-02", "2026-03-02T00:00:00"} {
		if d, err := ParseDay(s); err == nil {
			t.Errorf("ParseDay(%q) = %v", s, d)
		}
	}
}

func TestADayHoldsItsLastMillisecond(t *testing.T) { // trust CLK-2
	d := Day(20260302)
	last := at(t, "2026-03-02T23:59:59.999+08:00")
	if last.Before(d.Start()) || !last.Before(d.End()) {
		t.Error("23:59:59.999 fell out of its day")
	}
}

func TestMovableNeverGoesBack(t *testing.T) { // trust CLK-3
	base := NewFixed(at(t, "2026-03-02T12:00:00+08:00"))
	m, told := NewMovable(base), 0
	m.OnMove(func() { told++ })
	m.Advance(time.Hour)
	m.Advance(-time.Hour)
	m.AdvanceTo(base.Now())
	if got := m.Now().Sub(base.Now()); got != time.Hour || m.Ahead() != time.Hour {
		t.Errorf("stands %s ahead, want 1h", got)
	}
	if told != 1 {
		t.Errorf("told of %d moves, want 1", told)
	}
	if got := Stamp(m.Now()); got != "2026-03-02 13:00:00" {
		t.Errorf("Stamp = %s", got)
	}
}
