package saba

import (
	"slices"
	"strings"
	"testing"

	"hongyun/internal/venue"
)

// golden is a bet with every field that the sheet names of a pick.
const golden = `{"trans_id":7001,"vendor_member_id":"demo_test001","operator_id":"o","league_id":9,"match_id":55,"sport_type":1,"bet_type":5,"bet_team":"1","parlay_ref_no":0,
	"odds":0.88,"odds_type":2,"stake":10.00,"transaction_time":"2023-11-14T17:50:01","winlost_datetime":"2023-11-14T00:00:00","settlement_time":"2023-11-14T17:55:04",
	"ticket_status":"won","winlost_amount":8.80,"islive":0,"leaguename":[{"lang":"en","name":"Cloud League"},{"lang":"cs","name":"云海联赛"}],
	"hometeamname":[{"lang":"cs","name":"青龙"}],"awayteamname":[{"lang":"cs","name":"铁鹰"}],"resettlementinfo":[]}`

// A double chance is on two outcomes of the result, so that it opposes the third one
// and no other bet.
func TestASingleTellsItsSide(t *testing.T) {
	v, _ := openTest(t, nil)
	const result = "result/|home+draw+away"
	for name, c := range map[string]struct{ bet, market, side string }{
		"home":               {`"bet_type":5,"bet_team":"1"`, result, "home"},
		"draw":               {`"bet_type":5,"bet_team":"x"`, result, "draw"},
		"double chance":      {`"bet_type":24,"bet_team":"2x"`, result, "draw+away"},
		"both teams":         {`"bet_type":24,"bet_team":"12"`, result, "home+away"},
		"an unknown word":    {`"bet_type":5,"bet_team":"q"`, "", ""},
		"handicap":           {`"bet_type":1,"bet_team":"h"`, "handicap/", "home"},
		"of a running match": {`"bet_type":1,"bet_team":"h","islive":1`, "", ""},
		"total of a half":    {`"bet_type":8,"bet_team":"u","islive":true`, "total/1h", "under"},
		"correct score":      {`"bet_type":4,"bet_team":"2:1"`, "", ""},
		"no team":            {`"bet_type":5,"bet_team":null`, "", ""},
	} {
		raw := strings.Replace(golden, `"bet_type":5,"bet_team":"1"`, c.bet, 1)
		if strings.Contains(c.bet, "islive") {
			raw = strings.Replace(raw, `"islive":0,`, ``, 1)
		}
		l, err := readLine([]byte(raw), v.config.Markets)
		if err != nil || l.Round != "55" || l.Market != c.market || l.Side != c.side {
			t.Errorf("%s: %q %q %q, %v", name, l.Round, l.Market, l.Side, err)
		}
		if l, err := readLine([]byte(raw), nil); err != nil || l.Round != "55" || l.Market+l.Side != "" {
			t.Errorf("%s, without a list of markets: %+v, %v", name, l, err)
		}
	}
	if v.Rules().NoSides != "" || (&Venue{}).Rules().NoSides == "" {
		t.Error("the rules do not say whether sides are told")
	}
}

func TestABetTellsItsPicks(t *testing.T) {
	v, _ := openTest(t, nil)
	single := venue.BetLeg{League: "云海联赛", Event: "青龙 VS 铁鹰", Market: "胜平负", Pick: "青龙", Odds: "0.88", Match: "55", Side: "home", OddsType: "HK"}
	second := venue.BetLeg{Event: "甲 VS 乙", Market: "大小", Pick: "小", Odds: "0.95", Match: "56", Side: "under", OddsType: "HK", Vague: true}
	for raw, want := range map[string][]venue.BetLeg{
		golden: {single},
		strings.Replace(golden, `"parlay_ref_no":0`, `"parlay_ref_no":3,"ParlayData":[{"match_id":56,"bet_type":3,"bet_team":"u","odds":0.95,
			"hometeamname":[{"lang":"en","name":"甲"}],"awayteamname":[{"lang":"en","name":"乙"}]},{"match_id":57,"bet_type":4,"bet_team":"2:1","hometeamname":"x"}]`, 1): {
			second, {Pick: "2:1", Match: "57", OddsType: "HK"},
		},
		`{}`: nil, ``: nil, `{"ParlayData":7}`: nil,
	} {
		if legs := v.ReadBet([]byte(raw)).Legs; !slices.Equal(legs, want) {
			t.Errorf("%s: %+v", raw, legs)
		}
	}
}
