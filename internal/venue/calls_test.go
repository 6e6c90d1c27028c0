package venue_test

import (
	"testing"
	"time"

	"hongyun/internal/venue"
)

// A venue that was slow this morning must not look slow now.
func TestCallsCountTheLastHour(t *testing.T) {
	var calls venue.Calls
	begin := time.Date(2026, 11, 24, 4, 0, 30, 0, time.UTC)
	calls.Note(begin, 9*time.Second, venue.CallFailure{Kind: venue.FailTimeout})
	calls.Note(begin.Add(30*time.Minute), 100*time.Millisecond, venue.CallFailure{})
	calls.Note(begin.Add(31*time.Minute), 300*time.Millisecond, venue.CallFailure{Kind: venue.FailStatus, Status: 503})
	for _, tc := range []struct {
		after            time.Duration
		calls, failed    int
		average, slowest time.Duration
	}{
		{31 * time.Minute, 3, 2, 9400 * time.Millisecond / 3, 9 * time.Second},
		{61 * time.Minute, 2, 1, 200 * time.Millisecond, 300 * time.Millisecond},
		{3 * time.Hour, 0, 0, 0, 0},
	} {
		f := calls.Figures(begin.Add(tc.after))
		if f.Calls != tc.calls || f.Failed != tc.failed || f.Average != tc.average || f.Slowest != tc.slowest {
			t.Errorf("after %s: %+v, want %+v", tc.after, f, tc)
		}
		if len(f.Failures) != 2 || f.Failures[0].Status != 503 || f.Failures[1].Kind != venue.FailTimeout {
			t.Errorf("after %s the failures are %+v", tc.after, f.Failures)
		}
		if !f.LastGoodAt.Equal(begin.Add(30*time.Minute)) || !f.LastAt.Equal(begin.Add(31*time.Minute)) {
			t.Errorf("after %s the last call was at %s, the last good one at %s", tc.after, f.LastAt, f.LastGoodAt)
		}
	}
}

// A venue that is down for a day must not fill the memory.
func TestCallsKeepTwentyFailures(t *testing.T) {
	var calls venue.Calls
	begin := time.Date(2026, 11, 24, 4, 0, 0, 0, time.UTC)
	for i := range 100 {
		calls.Note(begin.Add(time.Duration(i)*time.Second), time.Second, venue.CallFailure{Kind: venue.FailStatus, Status: 500 + i})
	}
	f := calls.Figures(begin.Add(2 * time.Minute))
	if len(f.Failures) != 20 || f.Failures[0].Status != 599 || f.Failures[19].Status != 580 || f.Failed != 100 {
		t.Errorf("figures %+v", f)
	}
}
