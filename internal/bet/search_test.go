package bet

import (
	"testing"
	"time"
)

// A search that names no player and no bet reads a bounded time.
func TestSearchOfAllPlayersIsBounded(t *testing.T) {
	now := time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)
	day := 24 * time.Hour
	for _, tc := range []struct {
		name         string
		search, want Search
	}{
		{"no time is the last day", Search{}, Search{From: now.Add(-day)}},
		{"an end alone is the time before it", Search{To: now.Add(-100 * day)}, Search{From: now.Add(-100*day - SearchSpan), To: now.Add(-100 * day)}},
		{"a long time is cut at its beginning", Search{From: now.Add(-400 * day)}, Search{From: now.Add(-SearchSpan)}},
		{"a short time stays", Search{From: now.Add(-3 * day), To: now.Add(-2 * day)}, Search{From: now.Add(-3 * day), To: now.Add(-2 * day)}},
		{"a player's bets have no bound", Search{Player: "ming"}, Search{Player: "ming"}},
		{"a bet id has no bound", Search{BetID: "B1"}, Search{BetID: "B1"}},
	} {
		if got := tc.search; func() bool { got.bound(now); return got != tc.want }() {
			t.Errorf("%s: %+v, want %+v", tc.name, got, tc.want)
		}
	}
}
