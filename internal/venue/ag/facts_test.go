package ag

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
		"a table":                   {`{"billNo":"1","gameCode":"GC1","round":"AGQ","tableCode":"T1","playType":"1"}`, venue.BetRound{Number: "GC1", Shared: "GC1", Table: "AGQ · 桌号 T1", Play: "代码 1"}},
		"a table with words":        {`{"billNo":"1","gameCode":"GC1","tableCode":"金桂一桌","playType":"Banker","round":"GC1","result":"庄赢 · 庄 D03 H09"}`, venue.BetRound{Number: "GC1", Shared: "GC1", Table: "金桂一桌", Play: "庄", Outcome: "庄赢 · 庄 ♦3 ♥9"}},
		"a phrase":                  {`{"billNo":"1","gameCode":"GC1","round":"GC1","playType":"庄 1:0.95"}`, venue.BetRound{Number: "GC1", Shared: "GC1", Play: "庄 1:0.95"}},
		"a round that is called so": {`{"billNo":"1","gameCode":"GC1","round":"GC1","tableCode":""}`, venue.BetRound{Number: "GC1", Shared: "GC1"}},
		"fishing":                   {`{"billno":"F1","sceneid":"S1","roomid":"2","betx":"1"}`, venue.BetRound{Number: "S1", Table: "房间 2 · 倍率 1"}},
		"a fishing room by name":    {`{"billno":"F1","sceneid":"S1","roomid":"浅滩","betx":"0.50"}`, venue.BetRound{Number: "S1", Table: "浅滩 · 炮值 ¥0.50"}},
		"empty":                     {`{}`, venue.BetRound{}},
		"no row":                    {`x`, venue.BetRound{}},
	} {
		if got := (&Venue{}).ReadBet([]byte(c.row)); got.Round != c.want || len(got.Legs) != 0 {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}
