package sandbox

import (
	"fmt"
	"testing"
	"time"
)

func TestBooksOfAFreshSandbox(t *testing.T) {
	r := newRig(t)
	if got := fmt.Sprint(r.control("GET", "/books", "", 200)); got != "map[chains:map[erc20:[] omni:[] trc20:[]] gateways:map[epay:[]] payers:map[] venues:map[ky:map[] leg:map[]]]" {
		t.Error(got)
	}
}

// The same bet, told again and again: each step moves the difference only.
func TestABetThroughAllItsStates(t *testing.T) {
	r := newRig(t)
	for _, c := range []struct {
		body  string
		purse string
		row   string // status, payout, valid and settlement of the bet
	}{
		{`"stake":"100","payout":"0","status":"open"`, "-100.00", "open 0.00 100.00 0"},
		{`"stake":"100","payout":"250.50","status":"settled"`, "150.50", "settled 250.50 100.00 1"},
		{`"stake":"100","payout":"250.50","status":"settled"`, "150.50", "settled 250.50 100.00 1"}, // nothing new: not moved in the feed
		{`"stake":"100","payout":"0","status":"settled"`, "-100.00", "settled 0.00 100.00 3"},
		{`"status":"void"`, "0.00", "void 0.00 0.00 4"},
		{`"payout":"100","valid":"0","status":"settled","odds":"0.95","oddsType":"HK","parlay":[1,2]`, "0.00", "settled 100.00 0.00 5"},
		{`"payout":"101","status":"settled","at":"2026-11-22T00:00:00+08:00"`, "1.00", "settled 101.00 0.00 720"},
	} {
		if got := r.control("POST", "/bets", `{"venue":"ky","player":"Ming","betId":"b1",`+c.body+`}`, 200); got["betId"] != "b1" {
			t.Error(got)
		}
		if got := r.purse("Ming"); got != c.purse {
			t.Errorf("after %s: %v, want %s", c.body, got, c.purse)
		}
		bet, err := r.books.Bet(t.Context(), "ky", "b1")
		if err != nil {
			t.Fatal(err)
		}
		minute := 0
		if !bet.SettledAt.IsZero() {
			minute = int(bet.SettledAt.Sub(bet.PlacedAt) / time.Minute)
		}
		if got := fmt.Sprintf("%s %s %s %d", bet.Status, bet.Payout, bet.Valid, minute); got != c.row {
			t.Errorf("after %s: %s, want %s", c.body, got, c.row)
		}
		r.at.Advance(time.Minute)
	}
	r.control("POST", "/bets", `{"venue":"ky","player":"Ming","betId":"b1","status":"open"}`, 409)
	r.control("POST", "/bets", `{"venue":"ky","player":"Hong","betId":"b1","status":"void"}`, 409)
}

func TestABetNamesItsGame(t *testing.T) {
	r := newRig(t)
	for game, want := range map[string]int{``: 720, `"game":"抢庄牛牛",`: 830, `"game":860,`: 860, `"game":"860",`: 860} {
		got := r.control("POST", "/bets", `{"venue":"ky","player":"ming",`+game+`"stake":"1","payout":"1","status":"settled"}`, 200)
		bet, err := r.books.Bet(t.Context(), "ky", got["betId"].(string))
		if err != nil || bet.Kind != want {
			t.Errorf("%s: game %d, %v", game, bet.Kind, err)
		}
	}
}

func TestControlCallsThatMakeNoSense(t *testing.T) {
	r := newRig(t)
	for _, c := range []struct {
		path, body string
		status     int
	}{
		{"/bets", `{`, 400},
		{"/bets", `{} {}`, 400},
		{"/bets", ``, 400},
		{"/bets", `{"venue":"xx","player":"ming","stake":"1","payout":"0","status":"open"}`, 400},
		{"/bets", `{"venue":"ky","player":"","stake":"1","payout":"0","status":"open"}`, 400},
		{"/bets", `{"venue":"ky","player":"ming","payout":"0","status":"open"}`, 400},
		{"/bets", `{"venue":"ky","player":"ming","stake":"-1","payout":"0","status":"open"}`, 400},
		{"/bets", `{"venue":"ky","player":"ming","stake":"1e2","payout":"0","status":"open"}`, 400},
		{"/bets", `{"venue":"ky","player":"ming","stake":"1.001","payout":"0","status":"open"}`, 400},
		{"/bets", `{"venue":"ky","player":"ming","stake":"1","status":"settled"}`, 400},
		{"/bets", `{"venue":"ky","player":"ming","stake":"1","payout":"0","status":"won"}`, 400},
		{"/bets", `{"venue":"ky","player":"ming","stake":"1","payout":"0","status":"open","game":"chess"}`, 400},
		{"/bets", `{"venue":"ky","player":"ming","stake":"1","payout":"0","status":"open","at":"yesterday"}`, 400},
		{"/bets", `{"venue":"ky","player":"ming","stake":"1","pay":"0","status":"open"}`, 400},
		{"/faults", `{"target":"venue:xx","call":"any","fault":"delay"}`, 400},
		{"/faults", `{"target":"venue:ky","call":"dance","fault":"delay"}`, 400},
		{"/faults", `{"target":"venue:ky","call":"any","fault":"sneeze"}`, 400},
		{"/faults", `{"target":"venue:ky","call":"any","fault":"delay","delayMs":-1}`, 400},
		{"/faults", `{"target":"venue:ky","call":"any","fault":"delay","times":-2}`, 400},
		{"/faults", `{"target":"gateway:epay","call":"any","fault":"processing"}`, 400},
		{"/gateways/xx/orders/1/pay", ``, 404},
		{"/gateways/epay/orders/1/pay", ``, 404},
		{"/gateways/epay/orders/1/pay", `{"times":0}`, 400},
		{"/gateways/epay/orders/1/pay", `{"amount":"0"}`, 400},
		{"/gateways/epay/orders/1/pay", `{"sign":"good"}`, 400},
		{"/nothing", ``, 404},
	} {
		r.control("POST", c.path, c.body, c.status)
	}
}

func TestFaultsAreListedCountedAndCleared(t *testing.T) {
	r := newRig(t)
	r.control("POST", "/faults", `{"target":"venue:ky","call":"balance","fault":"refuse","times":2}`, 200)
	r.control("POST", "/faults", `{"target":"gateway:epay","call":"any","fault":"maintenance","times":0}`, 200)
	r.faults.Take("venue:ky", "", nil, "balance")
	if got := fmt.Sprint(r.control("GET", "/faults", "", 200)["faults"]); got !=
		"[map[call:balance delayMs:0 fault:refuse target:venue:ky times:1] map[call:any delayMs:0 fault:maintenance target:gateway:epay times:0]]" {
		t.Error(got)
	}
	for range 3 { // until cleared
		if f := r.faults.Take("gateway:epay", "", nil, "create"); f.Kind != "maintenance" {
			t.Error(f)
		}
	}
	if got := fmt.Sprint(r.control("DELETE", "/faults", "", 200)); got != "map[faults:[]]" {
		t.Error(got)
	}
}

// Answered changes are still there after the process is gone.
func TestBooksSurviveAReopen(t *testing.T) {
	r := newRig(t)
	r.control("POST", "/bets", `{"venue":"ky","player":"Ming","stake":"10","payout":"25","status":"settled","betId":"b1"}`, 200)
	r.order("D1", "88.00")
	r.control("POST", "/gateways/epay/orders/D1/pay", "", 200)
	before := fmt.Sprint(r.control("GET", "/books", "", 200))
	r.end()
	r.start()
	if after := fmt.Sprint(r.control("GET", "/books", "", 200)); after != before {
		t.Errorf("before %s\nafter  %s", before, after)
	}
	if got := r.purse("Ming"); got != "15.00" {
		t.Errorf("Ming has %v", got)
	}
}

func TestConfigurationsThatCannotWork(t *testing.T) {
	base := func() string { return "http://x" }
	for name, c := range map[string]Config{
		"no folder":       {BaseURL: base},
		"no address":      {DataDir: t.TempDir()},
		"unknown venue":   {DataDir: t.TempDir(), BaseURL: base, Venues: []VenueConfig{{Code: "xx"}}},
		"short key":       {DataDir: t.TempDir(), BaseURL: base, Venues: []VenueConfig{{Code: "ky", Protocol: KY{Agent: "1", DESKey: "short", MD5Key: "k", LineCode: "l"}}}},
		"keyless":         {DataDir: t.TempDir(), BaseURL: base, Gateways: []GatewayConfig{{Code: "epay", PID: "1"}}},
		"gateway doubled": {DataDir: t.TempDir(), BaseURL: base, Gateways: []GatewayConfig{{Code: "epay", PID: "1", Key: "k"}, {Code: "epay", PID: "1", Key: "k"}}},
	} {
		if s, err := New(c); err == nil {
			t.Errorf("%s: opened", name)
			_ = s.Close()
		}
	}
}
