package lobby

import (
	"slices"
	"testing"
	"time"

	"hongyun/internal/bet"
	"hongyun/internal/money"
)

// Nothing of a name but its first letter is shown, not even its length.
func TestMask(t *testing.T) {
	for name, want := range map[string]string{"ming": "m***", "mingmingmi": "m***", "": "***", "7": "7***", "龙": "龙***"} {
		if got := Mask(name); got != want {
			t.Errorf("%q is shown as %q, want %q", name, got, want)
		}
	}
}

// H-349, H-528: at most two of one player among the latest and the largest, and no win that is older than the days that count.
func TestWinsAreSpreadOverPlayers(t *testing.T) {
	now := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	win := func(player string, amount money.Fen, age time.Duration) shown {
		at := now.Add(-age)
		return shown{player, Win{Player: Mask(player), Amount: amount, At: at}, 0, at}
	}
	wins := []shown{
		win("ming", 100, 0), win("ming", 300, time.Minute), win("ming", 900, 2*time.Minute), win("hong", 200, time.Hour), win("li", 5000, 8*24*time.Hour),
	}
	amounts := func(list []Win) (out []money.Fen) {
		for _, w := range list {
			out = append(out, w.Amount)
		}
		return out
	}
	equal := func(what string, got, want []money.Fen) {
		t.Helper()
		if len(got) != len(want) {
			t.Errorf("%s: %v, want %v", what, got, want)
			return
		}
		for i := range got {
			if got[i] != want[i] {
				t.Errorf("%s: %v, want %v", what, got, want)
				return
			}
		}
	}
	equal("latest", amounts(latestOf(wins)), []money.Fen{100, 300, 200, 5000})
	equal("largest", amounts(largestOf(wins, now.AddDate(0, 0, -7))), []money.Fen{900, 300, 200})
	var many []shown
	for i := range 60 {
		many = append(many, win(string(rune('a'+i)), money.Fen(i+1), 0))
	}
	if got := latestOf(many); len(got) != winners {
		t.Errorf("%d latest wins", len(got))
	}
	if got := largestOf(many, now.Add(-time.Hour)); len(got) != largest || got[0].Amount != 60 {
		t.Errorf("largest %v", amounts(got))
	}
}

// H-509: a board of the day has the best of today alone, two of one player, and says
// the multiple or the amount, never both.
func TestBoardsOfTheDayHideTheStake(t *testing.T) {
	midnight := time.Date(2026, 3, 1, 16, 0, 0, 0, time.UTC)
	win := func(player string, amount money.Fen, times int64, at time.Time) shown {
		return shown{player, Win{Player: Mask(player), Amount: amount}, times, at}
	}
	wins := []shown{
		win("ming", 900, 1000, midnight), win("ming", 800, 3000, midnight), win("ming", 700, 2000, midnight.Add(time.Hour)),
		win("hong", 5000, 150, midnight), win("free", 100, 0, midnight), win("li", 90_000, 90_000, midnight.Add(-time.Millisecond)),
	}
	multiples, winners := bestOf(wins, midnight)
	var times []int64
	for _, b := range multiples {
		if times = append(times, b.Times); b.Amount != 0 {
			t.Errorf("%+v tells the stake", b)
		}
	}
	var amounts []money.Fen
	for _, b := range winners {
		if amounts = append(amounts, b.Amount); b.Times != 0 {
			t.Errorf("%+v tells the stake", b)
		}
	}
	if !slices.Equal(times, []int64{3000, 2000, 150}) || !slices.Equal(amounts, []money.Fen{5000, 900, 800, 100}) {
		t.Errorf("multiples %v, winners %v", times, amounts)
	}
}

// H-509: small wins are among the latest only while there are few others.
func TestSmallWinsFillTheLatestOnly(t *testing.T) {
	at := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	var wins []shown
	for i := range bigEnough {
		player := string(rune('a' + i))
		wins = append(wins, shown{player, Win{Amount: 100, At: at}, 0, at}, shown{player, Win{Amount: bet.BigWin, At: at}, 0, at})
	}
	if got := latestOf(wins); len(got) != bigEnough || got[0].Amount != bet.BigWin {
		t.Errorf("with enough big wins: %d, first %s", len(got), got[0].Amount)
	}
	if got := latestOf(wins[:2*bigEnough-2]); len(got) != 2*bigEnough-2 {
		t.Errorf("with too few big wins: %d", len(got))
	}
}
