package ky

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
		"cards": {`{"GameID":"50-1","KindID":"830","ServerID":8301,"TableID":7,"ChairID":3,"UserCount":5,"CardValue":"B1|3:S10,HJ"}`, venue.BetRound{Number: "50-1", Table: "房间 8301 · 7 桌 · 3 座 · 5 人", Outcome: "B1|3:♠10,♥J"}},
		"hands by seat": {
			`{"GameID":"50-1","KindID":"830","ChairID":3,"CardValue":"1 座 庄 S10 HJ 无牛 · 3 座 D2 CA 牛三 · 13 座 S2 无牛"}`,
			venue.BetRound{Number: "50-1", Table: "3 座", Outcome: "我的牌 ♦2 ♣A 牛三 · 1 座 庄 ♠10 ♥J 无牛 · 13 座 ♠2 无牛"},
		},
		"another's hands": {
			`{"GameID":"50-1","KindID":"830","CardValue":"1 座 S10 · 3 座 D2"}`, venue.BetRound{Number: "50-1", Outcome: "1 座 ♠10 · 3 座 ♦2"},
		},
		"codes":          {`{"GameID":"50-1","KindID":"720","CardValue":"31171a1b3d"}`, venue.BetRound{Number: "50-1", Outcome: "31171a1b3d"}},
		"the sportsbook": {`{"GameID":"50-1","KindID":"7470","ServerID":"74701","TableID":1,"ChairID":1,"CardValue":""}`, venue.BetRound{Number: "50-1"}},
		"empty":          {`{}`, venue.BetRound{}},
		"no row":         {`x`, venue.BetRound{}},
	} {
		if got := (&Venue{}).ReadBet([]byte(c.row)); got.Round != c.want || len(got.Legs) != 0 {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}
