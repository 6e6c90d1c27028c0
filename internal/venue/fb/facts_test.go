package fb

import (
	"slices"
	"strings"
	"testing"
	"time"

	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

func TestAnOrderTellsItsPicks(t *testing.T) {
	facts := (&Venue{}).ReadBet([]byte(`{"seriesType":1,"betList":[
		{"tournamentName":"云海联赛","matchName":"青龙 vs 铁鹰","marketName":"让球","optionName":"青龙 -0.5","odds":"1.95"},{"matchName":"甲 vs 乙","odds":"2"}]}`))
	want := []venue.BetLeg{{League: "云海联赛", Event: "青龙 vs 铁鹰", Market: "让球", Pick: "青龙 -0.5", Odds: "1.95"}, {Event: "甲 vs 乙", Odds: "2"}}
	if facts.CashedOut || !slices.Equal(facts.Legs, want) {
		t.Errorf("%+v", facts)
	}
	for raw, sold := range map[string]bool{`{"cashOutAmount":"9.50"}`: true, `{"cashOutAmount":"0.00"}`: false, `{"cashOutAmount":"x"}`: false} {
		if got := (&Venue{}).ReadBet([]byte(raw)).CashedOut; got != sold {
			t.Errorf("%s is sold: %t", raw, got)
		}
	}
	for _, raw := range []string{``, `{"betList":"x"}`, `{}`} {
		if facts := (&Venue{}).ReadBet([]byte(raw)); len(facts.Legs) != 0 {
			t.Errorf("%s: %+v", raw, facts)
		}
	}
}

// golden is an order with every field that the sheet names of a pick.
const golden = `{"id":"b1","merchantUserId":"test001","currency":1,"seriesType":0,"stakeAmount":"10.00","settleAmount":"19.50","orderStatus":5,"createTime":1699999400000,
	"modifyTime":1699999500000,"settleTime":1699999499000,"version":3,"betList":[{"sportId":1,"matchId":881,"matchName":"青龙 VS 铁鹰","tournamentName":"云海联赛","marketName":"让球",
	"optionName":"铁鹰 +0/0.5","odds":"0.95","oddsFormat":"HK","betOdds":"0.95","settleStatus":5,"settleResult":"2:1","isInplay":false,"matchTime":1699999500000}]}`

var markets = wire.Markets{
	"让球": {Kind: wire.Handicap}, "大小": {Kind: wire.Total}, "半场大小": {Kind: wire.Total, Part: "1h"}, "独赢": {Kind: wire.Result}, "双重机会": {Kind: wire.Result}, "单双": {Kind: wire.OddEven},
}

func TestASingleTellsItsSide(t *testing.T) {
	const result = "result/|home+draw+away"
	for name, c := range map[string]struct{ market, option, inplay, wantMarket, side string }{
		"handicap":           {"让球", "铁鹰 +0/0.5", "false", "handicap//-0.25", "away"},
		"its other side":     {"让球", "青龙 -0/0.5", "false", "handicap//-0.25", "home"},
		"of a running match": {"让球", "青龙 -0/0.5", "true", "", ""},
		"no line":            {"让球", "青龙", "false", "", ""},
		"no team":            {"让球", "白虎 -1", "false", "", ""},
		"total":              {"大小", "大 2.5/3", "true", "total//2.75", "over"},
		"of a half":          {"半场大小", "小 1", "false", "total/1h/1", "under"},
		"result":             {"独赢", "青龙", "false", result, "home"},
		"draw":               {"独赢", "和局", "false", result, "draw"},
		"double chance":      {"双重机会", "青龙/和局", "false", result, "home+draw"},
		"odd, even":          {"单双", "双", "false", "oddeven/", "even"},
		"correct score":      {"波胆", "2:1", "false", "", ""},
		"another word":       {"独赢", "2:1", "false", "", ""},
	} {
		raw := strings.NewReplacer("让球", c.market, "铁鹰 +0/0.5", c.option, `"isInplay":false`, `"isInplay":`+c.inplay).Replace(golden)
		l, _, err := readLine([]byte(raw), markets)
		if err != nil || l.Round != "881" || l.Market != c.wantMarket || l.Side != c.side {
			t.Errorf("%s: %q %q %q, %v", name, l.Round, l.Market, l.Side, err)
		}
	}
	for name, change := range map[string][2]string{"a parlay": {`"seriesType":0`, `"seriesType":1`}, "no match": {`"matchId":881`, `"matchId":0`}} {
		if l, _, err := readLine([]byte(strings.Replace(golden, change[0], change[1], 1)), markets); err != nil || l.Round+l.Market+l.Side != "" {
			t.Errorf("%s: %+v, %v", name, l, err)
		}
	}
	v, _ := openTest(t, nil)
	if v.Rules().NoSides == "" {
		t.Error("a contract without markets tells sides")
	}
	v.config.Markets = markets
	want := []venue.BetLeg{{
		League: "云海联赛", Event: "青龙 VS 铁鹰", Market: "让球", Pick: "铁鹰 +0/0.5", Odds: "0.95", Result: "2:1", Match: "881", Side: "away", OddsType: "HK",
		Starts: time.Date(2023, 11, 14, 22, 5, 0, 0, time.UTC),
	}}
	if legs := v.ReadBet([]byte(golden)).Legs; !slices.Equal(legs, want) || v.Rules().NoSides != "" {
		t.Errorf("%+v", legs)
	}
}
