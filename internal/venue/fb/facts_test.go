package fb

import (
	"slices"
	"testing"

	"hongyun/internal/venue"
)

func TestAnOrderTellsItsPicks(t *testing.T) {
	facts := (&Venue{}).ReadBet([]byte(`{"seriesType":1,"betList":[
		{"tournamentName":"云海联赛","matchName":"青龙 vs 铁鹰","marketName":"让球","optionName":"青龙 -0.5","odds":"1.95"},{"matchName":"甲 vs 乙","odds":"2"}]}`))
	want := []venue.BetLeg{{League: "云海联赛", Event: "青龙 vs 铁鹰", Market: "让球", Pick: "青龙 -0.5", Odds: "1.95"}, {Event: "甲 vs 乙", Odds: "2"}}
	if facts.CashedOut || !slices.Equal(facts.Legs, want) {
		t.Errorf("%+v", facts)
	}
	for _, raw := range []string{``, `{"betList":"x"}`, `{}`} {
		if facts := (&Venue{}).ReadBet([]byte(raw)); len(facts.Legs) != 0 {
			t.Errorf("%s: %+v", raw, facts)
		}
	}
}
