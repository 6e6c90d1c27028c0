package jdb

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
		"whole":                    {betRow, venue.BetRound{Number: "5250145823902"}},
		"a plain spin":             {`{"historyId":1,"gType":0,"hasFreegame":0,"hasBonusGame":0,"hasGamble":0}`, venue.BetRound{Number: "1", Play: "普通旋转"}},
		"free games":               {`{"historyId":1,"gType":0,"hasFreegame":1,"hasGamble":"1"}`, venue.BetRound{Number: "1", Play: "普通旋转、免费游戏、博取游戏"}},
		"arcade":                   {`{"seqNo":"2","gType":9,"hasBonusGame":1,"hasFreegame":0}`, venue.BetRound{Number: "2", Play: "奖励游戏"}},
		"a hall of fishing":        {`{"historyId":"3","gType":7,"roomType":1}`, venue.BetRound{Number: "3", Table: "富豪区"}},
		"a hall that is not known": {`{"historyId":"3","gType":"7","roomType":"5"}`, venue.BetRound{Number: "3", Table: "5"}},
		"empty":                    {`{}`, venue.BetRound{}},
		"no row":                   {`x`, venue.BetRound{}},
	} {
		if got := (&Venue{}).ReadBet([]byte(c.row)); got.Round != c.want || len(got.Legs) != 0 {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}
