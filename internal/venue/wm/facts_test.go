package wm

import (
	"testing"

	"hongyun/internal/venue"
)

// A player and the staff would look for a bet in another round.
func TestRowsTellTheirRounds(t *testing.T) {
	for name, c := range map[string]struct {
		row  string
		want venue.BetRound
	}{
		"whole":              {betRow, venue.BetRound{Number: "113", Shared: "113", Table: "1 号桌", Play: "庄", Outcome: "庄:♦3♦3 闲:♥9♣10"}},
		"a hand of an event": {change(`"113"`, `113,"eventChild":21,"betResult":"庄"`, `"1"`, `3`), venue.BetRound{Number: "113-21", Shared: "113-21", Table: "3 号桌", Play: "庄", Outcome: "庄:♦3♦3 闲:♥9♣10"}},
		"odds and a name":    {`{"event":1,"eventChild":2,"tableId":"金桂一桌","betCode":"banker","betResult":"庄 1:0.95"}`, venue.BetRound{Number: "1-2", Shared: "1-2", Table: "金桂一桌", Play: "庄 1:0.95"}},
		"another word":       {`{"event":1,"eventChild":2,"betCode":"X7","betResult":"三军"}`, venue.BetRound{Number: "1-2", Shared: "1-2", Play: "三军 · X7"}},
		"empty":              {`{}`, venue.BetRound{}},
		"no row":             {`x`, venue.BetRound{}},
	} {
		if got := (&Venue{}).ReadBet([]byte(c.row)); got.Round != c.want || len(got.Legs) != 0 {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}
