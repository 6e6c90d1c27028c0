package im

import (
	"slices"
	"testing"

	"hongyun/internal/venue"
)

func TestARowTellsItsPicksAndWhetherItWasSold(t *testing.T) {
	facts := (&Venue{}).ReadBet([]byte(`{"BetTradeBuybackAmount":12.50,"OddsType":"HK","DetailItems":[
		{"CompetitionName":"云海联赛","EventName":"青龙 对 铁鹰","BetType":"独赢","Selection":"青龙","Odds":"1.95","Score":"2:1"},{"Odds":"2.1"}]}`))
	want := []venue.BetLeg{{League: "云海联赛", Event: "青龙 对 铁鹰", Market: "独赢", Pick: "青龙", Odds: "1.95", OddsType: "HK", Score: "2:1"}, {Odds: "2.1", OddsType: "HK"}}
	if !facts.CashedOut || !slices.Equal(facts.Legs, want) {
		t.Errorf("%+v", facts)
	}
	for _, raw := range []string{``, `null`, `[]`, `{"DetailItems":3}`, `{"BetTradeBuybackAmount":0,"DetailItems":[]}`} {
		if facts := (&Venue{}).ReadBet([]byte(raw)); facts.CashedOut || len(facts.Legs) != 0 {
			t.Errorf("%s: %+v", raw, facts)
		}
	}
}

func TestTheRulesSayThatBetsNameNoSides(t *testing.T) {
	if (&Venue{}).Rules().NoSides == "" {
		t.Error("no reason")
	}
}
