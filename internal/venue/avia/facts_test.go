package avia

import (
	"slices"
	"testing"

	"hongyun/internal/venue"
)

func TestABetTellsItsPicks(t *testing.T) {
	for raw, want := range map[string][]venue.BetLeg{
		betRow: {{League: "L", Event: "M", Market: "胜", Pick: "C", Odds: "1.88", Result: "R", OddsType: "EU"}},
		change(`"Details":[]`, `"Details":[{"League":"杯赛","Match":"甲 VS 乙","Bet":"独赢","Content":"甲","Odds":1.5},{"Content":"丁","Odds":"2","Result":"0:2"}]`): {
			{League: "杯赛", Event: "甲 VS 乙", Market: "独赢", Pick: "甲", Odds: "1.5", OddsType: "EU"}, {Pick: "丁", Odds: "2", Result: "0:2", OddsType: "EU"},
		},
		`{"Details":3}`: nil, `{}`: nil, ``: nil,
	} {
		if facts := (&Venue{}).ReadBet([]byte(raw)); facts.CashedOut || !slices.Equal(facts.Legs, want) {
			t.Errorf("%s: %+v", raw, facts)
		}
	}
	if (&Venue{}).Rules().NoSides == "" {
		t.Error("the rows name no number of a match, and the rules do not say so")
	}
}
