package cq9

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
		"free spins":                {`{"round":"R1","gametype":"slot","detail":[{"freegame":8},{"luckydraw":0},{"bonus":1}],"singlerowbet":false}`, venue.BetRound{Number: "R1", Play: "普通旋转、免费游戏 8 次、奖励游戏 1 次"}},
		"a spin":                    {slotRow, venue.BetRound{Number: "R1", Play: "普通旋转"}},
		"turned again":              {`{"round":"R1","gametype":"slot","detail":[],"singlerowbet":true}`, venue.BetRound{Number: "R1", Play: "再旋转"}},
		"fishing":                   {`{"round":"R2","gametype":"fish","detail":[{"reward":0}]}`, venue.BetRound{Number: "R2"}},
		"a banker":                  {`{"round":"R3","gametype":"table","gamerole":"banker"}`, venue.BetRound{Number: "R3", Play: "庄家"}},
		"baccarat":                  {`{"round":"R4","gametype":"live","tabletype":"1","tableid":"BB01","roundnumber":"105-3","bettype":[2,4,99],"gameresult":{"points":[7,9],"cards":[{"poker":"H11","tag":2},{"poker":"C7","tag":1},{"poker":"C3","tag":2},{"poker":"H10","tag":1},{"poker":"D6","tag":2}]}}`, venue.BetRound{Number: "R4", Shared: "105-3", Table: "BB01 号桌", Turn: "局号 105-3", Play: "闲、庄对、99", Outcome: "庄 ♣7 ♥10 7 点 · 闲 ♥J ♣3 ♦6 9 点"}},
		"dragon and tiger":          {`{"round":"R5","gametype":"live","tabletype":4,"bettype":[1],"gameresult":{"points":[8,12],"cards":[{"poker":"C8","tag":1},{"poker":"H12","tag":2}]}}`, venue.BetRound{Number: "R5", Play: "龙", Outcome: "龙 ♣8 8 点 · 虎 ♥Q 12 点"}},
		"a table that is not known": {`{"round":"R6","gametype":"live","tabletype":"9","bettype":[1],"gameresult":{"points":[1,2],"cards":[]}}`, venue.BetRound{Number: "R6", Play: "1"}},
		"empty":                     {`{}`, venue.BetRound{}},
		"no row":                    {`x`, venue.BetRound{}},
	} {
		if got := (&Venue{}).ReadBet([]byte(c.row)); got.Round != c.want || len(got.Legs) != 0 {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}
