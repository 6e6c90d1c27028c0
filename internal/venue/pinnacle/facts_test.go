package pinnacle

import (
	"slices"
	"testing"
	"time"

	"hongyun/internal/venue"
)

func TestAWagerTellsItsPicks(t *testing.T) {
	for raw, want := range map[string][]venue.BetLeg{
		`{"league":"云海联赛","eventName":"青龙-vs-铁鹰","selection":"青龙","handicap":-0.5,"odds":1.95,"parlaySelections":[]}`: {
			{League: "云海联赛", Event: "青龙-vs-铁鹰", Market: "-0.5", Pick: "青龙", Odds: "1.95"},
		},
		`{"odds":3.9,"parlaySelections":[{"eventName":"甲-vs-乙","selection":"甲","odds":1.95,"legStatus":"WON"},{"selection":"大","handicap":2.5,"odds":2}]}`: {
			{Event: "甲-vs-乙", Pick: "甲", Odds: "1.95", Result: "WON"}, {Market: "2.5", Pick: "大", Odds: "2"},
		},
		betRow: {{
			League: "L", Event: "A -vs- B", Market: "让球 -0.75", Pick: "B", Odds: "0.990", Match: "704431488", Side: "away", OddsType: "HK", Score: "0-1",
			Starts: time.Date(2023, 11, 14, 21, 30, 0, 0, time.UTC),
		}},
		`{"oddsFormat":1,"parlaySelections":[{"eventId":7,"betType":1,"selection":"Draw","odds":3.1,"inplayScore":"1-1"},{"eventId":0,"betType":97,"selection":"双"}]}`: {
			{Market: "胜平负", Pick: "Draw", Odds: "3.1", Match: "7", Side: "draw", OddsType: "EU", Score: "1-1"}, {Market: "单双", Pick: "双", Side: "even", OddsType: "EU"},
		},
		`{}`: nil, ``: nil,
	} {
		if facts := (&Venue{}).ReadBet([]byte(raw)); facts.CashedOut || !slices.Equal(facts.Legs, want) {
			t.Errorf("%s: %+v", raw, facts)
		}
	}
}
