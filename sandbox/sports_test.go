package sandbox

import (
	"reflect"
	"testing"

	"hongyun/sandbox/books"
	"hongyun/sandbox/venues/avia"
	"hongyun/sandbox/venues/bti"
	"hongyun/sandbox/venues/fb"
	"hongyun/sandbox/venues/im"
	"hongyun/sandbox/venues/pinnacle"
	"hongyun/sandbox/venues/saba"
	"hongyun/sandbox/venues/tf"
	"hongyun/sandbox/venues/xj188"
)

const (
	firstLeg = `{"match":"E1-7","placed":{"home":1,"away":0},"price":1900,"market":"ou","side":"over","line":10,"league":"公开赛","home":"甲","away":"乙",` +
		`"category":"moba","betType":"大小","content":"大 2.5","odds":"0.90","result":"2:1"}`
	secondLeg = `{"match":"E2-9","placed":{"home":0,"away":0},"price":2000,"market":"1x2","side":"away","line":0,"league":"邀请赛","home":"丙","away":"丁",` +
		`"category":"fps","betType":"独赢","content":"丁","odds":"1.00","result":"0:3"}`
)

func slipBet(legs, more string) books.Bet {
	return books.Bet{Game: "0", Stake: 1000, Odds: "kept", Detail: `{"odds":"0.90","oddsType":"HK"` + more + `,"legs":[` + legs + `]}`}
}

func TestSlipsAreTicketsOfAVIA(t *testing.T) {
	single := avia.Ticket{Odds: "0.90", OddsType: "HK", CateID: "moba", League: "公开赛", Match: "甲 VS 乙", Bet: "大小", Content: "大 2.5", Result: "2:1"}
	if got := aviaTicket(slipBet(firstLeg, "")); !reflect.DeepEqual(got, single) {
		t.Errorf("%+v, want %+v", got, single)
	}
	got := aviaTicket(slipBet(firstLeg+","+secondLeg, ""))
	want := avia.Leg{CateID: "fps", League: "邀请赛", Match: "丙 VS 丁", Bet: "独赢", Content: "丁", Result: "0:3", Odds: "1.00"}
	if len(got.Legs) != 2 || got.Legs[1] != want || got.Match != "" {
		t.Errorf("%+v", got)
	}
	if got := aviaTicket(books.Bet{Odds: "1.88", OddsType: "EU"}); !reflect.DeepEqual(got, avia.Ticket{Odds: "1.88", OddsType: "EU"}) {
		t.Errorf("a bet put by hand: %+v", got)
	}
}

func TestSlipsAreTicketsOfIM(t *testing.T) {
	want := im.Ticket{OddsType: "HK", Sold: 950, Legs: []im.Leg{
		{CompetitionName: "公开赛", EventName: "甲 VS 乙", BetType: "大小", Selection: "大 2.5", Odds: "0.90", Score: "1:0"},
	}}
	if got := imTicket(slipBet(firstLeg, `,"sold":9.50`)); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := imTicket(slipBet(firstLeg+","+secondLeg, "")); len(got.Legs) != 2 || got.Sold != 0 {
		t.Errorf("%+v", got)
	}
}

func TestSlipsAreTicketsOfPinnacle(t *testing.T) {
	want := pinnacle.Ticket{Odds: "0.90", OddsType: "HK", ToWin: 900, Legs: []pinnacle.Leg{{
		Match: "E1-7", League: "公开赛", LeagueID: 5, Home: "甲", Away: "乙", SportID: 12, Sport: "电子竞技", BetType: 3,
		Selection: "大 2.5", Handicap: 250, Odds: "0.90", Score: "1-0", Result: "2-1",
	}}}
	if got := pinnacleTicket(slipBet(firstLeg, "")); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := pinnacleTicket(slipBet(firstLeg+","+secondLeg, "")); len(got.Legs) != 2 || got.ToWin != 2800 || got.Legs[1].BetType != 1 {
		t.Errorf("%+v", got)
	}
	if got := pinnacleTicket(books.Bet{Odds: "1.88", OddsType: "EU", Stake: 1000}); got.Odds != "1.88" || len(got.Legs) != 0 || got.ToWin != 0 {
		t.Errorf("a bet put by hand: %+v", got)
	}
}

func TestSlipsAreTicketsOfBTI(t *testing.T) {
	want := bti.Ticket{Odds: "0.90", OddsType: "HK", Decimal: "1.90", Sold: 950, Legs: []bti.Leg{{
		Sport: "电子竞技", League: "公开赛", Home: "甲", Away: "乙", BetType: "大小", Selection: "大 2.5", Odds: "0.90", Decimal: "1.90", Score: "1:0",
	}}}
	if got := btiTicket(slipBet(firstLeg, `,"sold":9.50`)); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := btiTicket(slipBet(firstLeg+","+secondLeg, "")); len(got.Legs) != 2 || got.Decimal != "3.80" || got.Sold != 0 {
		t.Errorf("%+v", got)
	}
	for odds, decimal := range map[string]string{"EU": "1.88", "HK": ""} {
		if got := btiTicket(books.Bet{Odds: "1.88", OddsType: odds}); got.Odds != "1.88" || got.Decimal != decimal || len(got.Legs) != 0 {
			t.Errorf("a bet put by hand: %+v", got)
		}
	}
}

func TestSlipsAreTicketsOfFB(t *testing.T) {
	want := fb.Ticket{Odds: "0.90", OddsType: "HK", Sold: 950, Legs: []fb.Leg{
		{SportID: "moba", MatchID: "E1-7", MatchName: "甲 VS 乙", TournamentName: "公开赛", MarketName: "大小", OptionName: "大 2.5", Odds: "0.90", Result: "2:1", InPlay: true},
	}}
	if got := fbTicket(slipBet(firstLeg, `,"sold":9.50`)); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := fbTicket(slipBet(firstLeg+","+secondLeg, "")); len(got.Legs) != 2 || got.Sold != 0 {
		t.Errorf("%+v", got)
	}
}

func TestSlipsAreTicketsOfSABA(t *testing.T) {
	want := saba.Ticket{OddsType: 2, Odds: "0.90", Legs: []saba.Leg{{
		LeagueID: 5, SportType: 43, MatchID: "E1-7", League: "公开赛", Home: "甲", Away: "乙", BetType: 3, BetTeam: "over", Odds: "0.90", HomeScore: 1,
	}}}
	if got := sabaTicket(slipBet(firstLeg, "")); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := sabaTicket(slipBet(firstLeg+","+secondLeg, "")); len(got.Legs) != 2 || got.Legs[1].BetType != 20 {
		t.Errorf("%+v", got)
	}
	if got := sabaTicket(books.Bet{Odds: "1.88", OddsType: "EU"}); !reflect.DeepEqual(got, saba.Ticket{OddsType: 3, Odds: "1.88"}) {
		t.Errorf("a bet put by hand: %+v", got)
	}
}

func TestSlipsAreTicketsOfTF(t *testing.T) {
	want := tf.Ticket{Odds: "0.90", Legs: []tf.Leg{
		{GameType: "moba", Competition: "公开赛", EventID: "E1-7", Event: "甲 VS 乙", BetType: "大小", Selection: "大 2.5", Odds: "0.90"},
	}}
	if got := tfTicket(slipBet(firstLeg, "")); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := tfTicket(slipBet(firstLeg+","+secondLeg, "")); len(got.Legs) != 2 || got.Legs[1].GameType != "fps" {
		t.Errorf("%+v", got)
	}
	if got := tfTicket(books.Bet{Odds: "1.88", OddsType: "EU"}); !reflect.DeepEqual(got, tf.Ticket{Odds: "1.88"}) {
		t.Errorf("a bet put by hand: %+v", got)
	}
}

func TestSlipsAreLegsOfXJ188(t *testing.T) {
	want := []xj188.Leg{{League: "公开赛", Match: "甲 VS 乙", BetType: "大小", Selection: "大 2.5", Odds: "0.90", OddsType: "HK", Score: "1:0"}}
	if got := xjLegs(slipBet(firstLeg, "")); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := xjLegs(slipBet(firstLeg+","+secondLeg, "")); len(got) != 2 || got[1].OddsType != "HK" {
		t.Errorf("%+v", got)
	}
	if got := xjLegs(books.Bet{Odds: "1.88", OddsType: "EU"}); !reflect.DeepEqual(got, []xj188.Leg{{Odds: "1.88", OddsType: "EU"}}) {
		t.Errorf("a bet put by hand: %+v", got)
	}
}
