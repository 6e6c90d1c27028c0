package adminapi_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"hongyun/internal/apptest"
	"hongyun/internal/bet"
)

// Staff find the bets of all players by each filter, and see what the venue
// reported of one.
func TestBetsOfAllPlayersAreFound(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		d := sit(t, h, "boss", "owner")
		for _, name := range []string{"Ming", "Hong"} {
			h.Register(name)
			sn := order(t, h, name, 500_00)
			expect(t, d.post("/deposits/"+sn+"/confirm", map[string]any{"received": "500", "bankReference": "ICBC" + name, "reason": "网银已到账"}), 200)
			move(t, h, name, "ky", 300_00)
		}
		play(t, h, "ky", "ming", "B1", 100_00, 150_00)
		h.Advance(10 * minute)
		play(t, h, "ky", "hong", "B2", 20_00, 0)
		h.Advance(10 * minute)
		play(t, h, "ky", "hong", "B2", 20_00, 60_00)
		h.Advance(10 * minute)

		d = sit(t, h, "eve", "owner")
		expect(t, d.get("/bets"), 200, "total", "2", "items.0.betId", "B2", "items.0.player", "hong", "items.0.winLoss", "40.00", "items.0.version", "2",
			"items.1.betId", "B1", "items.1.stake", "100.00", "items.1.status", "settled")
		game, account := d.get("/bets").at("items.0.game"), d.get("/bets?bet=B1").at("items.0.account")
		for query, want := range map[string]string{
			"player=Ming": "B1", "venue=ky&min=50": "B1", "max=50": "B2", "bet=B2": "B2", "bet=B1&venue=ky": "B1", "changed=1": "B2",
			"account=" + account: "B1", "outcome=won&min=50": "B1", "outcome=won&parlay=0&max=50": "B2", "kind=board&player=ming": "B1",
			"time=settled&player=hong": "B2", "oddsMax=9&bet=B1": "", "player=hong&status=settled": "B2", "player=hong&game=" + url.QueryEscape(game): "B2",
		} {
			if want == "" {
				expect(t, d.get("/bets?"+query), 200, "total", "0", "items", "[]")
				continue
			}
			expect(t, d.get("/bets?"+query), 200, "total", "1", "items.0.betId", want)
		}
		for _, query := range []string{"status=open", "venue=leg", "bet=B", "player=nobody", "game=%25", "min=500", "round=none", "outcome=lost", "outcome=void", "parlay=1", "kind=live", "account=nobody",
			"from=1577836800000&to=1577923200000"} {
			expect(t, d.get("/bets?"+query), 200, "total", "0", "items", "[]")
		}
		next := expect(t, d.get("/bets?size=1"), 200).at("walk.next")
		expect(t, d.get("/bets?size=1&after="+next), 200, "total", "2", "items.0.betId", "B1", "walk.next", "null")
		expect(t, d.get("/bets?sort=at"), 200, "items.0.betId", "B1", "items.1.betId", "B2")
		for _, query := range []string{"status=lost", "min=much", "from=yesterday", "size=0", "sort=stake", "after=x", "outcome=big", "parlay=2", "oddsMin=1/2", "oddsMax=1e9", "kind=poker", "time=never"} {
			expect(t, d.get("/bets?"+query), 400)
		}

		for _, query := range []string{"to=1577836800000", "from=1577836800000", "round=r1&venue=ky&from=1577836800000"} {
			expect(t, d.get("/bets?"+query), 400, "code", "bet.too_wide")
			expect(t, d.get("/bets?player=ming&"+query), 200)
		}

		r := expect(t, d.get("/bets/ky/B2"), 200, "account", d.get("/bets?bet=B2").at("items.0.account"), "turnover.counted", "20.00", "turnover.weight", "100%",
			"versions.0.version", "1", "versions.0.winLoss", "-20.00", "versions.1.winLoss", "40.00", "reason", "null", "round", "B2", "roundFacts.number", "B2", "roundFacts.play", "")
		if raw := r.at("versions.1.raw"); len(raw) < 20 {
			t.Errorf("the venue's row is %q", raw)
		}
		expect(t, d.get("/bets/ky/none"), 404, "code", "admin.no_bet")
		expect(t, d.get("/bets/none/B2"), 404, "code", "admin.no_bet")
		expect(t, sit(t, h, "lin", "finance").get("/bets"), 403)
	})
}

// Staff see what a bet was on: its match, its side of a market and each pick. The
// venue's page says where a protocol does not tell it.
func TestABetAtASportsbookShowsItsPicks(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		d := sit(t, h, "boss", "owner")
		h.Register("Ming")
		sn := order(t, h, "Ming", 500_00)
		expect(t, d.post("/deposits/"+sn+"/confirm", map[string]any{"received": "500", "bankReference": "ICBC1", "reason": "网银已到账"}), 200)
		move(t, h, "Ming", "fb", 300_00)
		leg := func(match, side, option string) string {
			return `{"match":"` + match + `","placed":{"home":1,"away":0},"market":"ou","side":"` + side + `","line":10,"league":"云海联赛","home":"青龙","away":"铁鹰",` +
				`"betType":"大小","content":"` + option + `","odds":"0.90","result":"2:1"}`
		}
		for id, legs := range map[string]string{
			"S1": leg("F1-7", "over", "大 2.5"), "S2": leg("F1-7", "under", "小 2.5"), "P1": leg("F1-7", "over", "大 2.5") + "," + leg("F1-8", "under", "小 2.5"),
		} {
			body := `{"venue":"fb","player":"Ming","betId":"` + id + `","stake":"10","payout":"19","status":"settled","detail":{"odds":"0.90","oddsType":"HK","legs":[` + legs + `]}}`
			r, err := http.Post(h.Sandbox+"/control/bets", "application/json", strings.NewReader(body))
			if err != nil || r.StatusCode != http.StatusOK {
				t.Fatal(r, err)
			}
			_ = r.Body.Close()
		}
		h.Advance(10 * minute)
		h.Advance(10 * minute)
		d = sit(t, h, "eve", "owner")
		expect(t, d.get("/bets/fb/S1"), 200, "round", "F1-7", "market", "total//2.5", "side", "over", "valid", "0.00", "reason", bet.ReasonOpposed, "legs.0.match", "F1-7",
			"legs.0.event", "青龙 VS 铁鹰", "legs.0.market", "大小", "legs.0.pick", "大 2.5", "legs.0.side", "over", "legs.0.odds", "0.90", "legs.0.oddsType", "HK", "legs.0.result", "2:1")
		expect(t, d.get("/bets/fb/P1"), 200, "round", "", "market", "", "side", "", "valid", "9.00", "legs.0.match", "F1-7", "legs.1.match", "F1-8", "legs.1.side", "under")
		expect(t, d.get("/venues/fb"), 200, "contract.noSides", "")
		if why := d.get("/venues/im").at("contract.noSides"); !strings.Contains(why, "赛事编号") {
			t.Errorf("im: %q", why)
		}
	}, apptest.Contract("fb"), apptest.Sports)
}
