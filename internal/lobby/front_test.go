package lobby

import (
	"testing"
	"time"

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

// H-349: at most two of one player among the latest, one among the largest, and no
// win that is older than the days that count.
func TestWinsAreSpreadOverPlayers(t *testing.T) {
	now := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	win := func(player string, amount money.Fen, age time.Duration) shown {
		return shown{player, Win{Player: Mask(player), Amount: amount, At: now.Add(-age)}}
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
	equal("largest", amounts(largestOf(wins, now.AddDate(0, 0, -7))), []money.Fen{900, 200})
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
