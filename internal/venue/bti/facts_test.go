package bti

import "testing"

func TestARowTellsWhetherTheBetWasSold(t *testing.T) {
	for raw, want := range map[string]bool{`{"BetStatus":"Cashout"}`: true, `{"BetStatus":"Won"}`: false, `{}`: false, ``: false} {
		if facts := (&Venue{}).ReadBet([]byte(raw)); facts.CashedOut != want || len(facts.Legs) != 0 {
			t.Errorf("%s: %+v", raw, facts)
		}
	}
}

func TestTheRulesSayThatBetsNameNoSides(t *testing.T) {
	if (&Venue{}).Rules().NoSides == "" {
		t.Error("no reason")
	}
}
