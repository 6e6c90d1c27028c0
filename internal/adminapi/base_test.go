package adminapi_test

import (
	"maps"
	"strings"
	"testing"

	"hongyun/internal/apptest"
)

// rateVersion is the newest version of the rate of deposits over TRC20.
func rateVersion(d *desk) any {
	d.t.Helper()
	for _, it := range expect(d.t, d.get("/coins/rates"), 200).Body["items"].([]any) {
		if r := it.(map[string]any); r["network"] == "trc20" && r["direction"] == "deposit" {
			return r["version"]
		}
	}
	return 0
}

// edited is a rulebook as its page works with it.
type edited struct {
	path, history string
	body          map[string]any // without base; the second edit is next to it
	field         string         // that the second edit changes
	value         any
}

func rulebooks(d *desk) map[string]edited {
	return map[string]edited{
		"tasks of the fund": {
			path: "/fund/tasks/1", history: "/fund/tasks/1/history",
			body:  map[string]any{"name": "今日存款满 200 元", "threshold": "200.00", "amount": "12.50", "active": true, "reason": "活动调整"},
			field: "amount", value: "13.00",
		},
		"promotions": {
			path: "/promotions/38", history: "/promotions/38/history",
			body: map[string]any{
				"name": "每日加赠 3%", "activity": 38, "startsOn": "", "endsOn": "", "budget": "50000.00", "reason": "活动调整",
				"params": map[string]any{"rate": 300, "depositMin": "100.00", "cap": "1000.00", "odds": map[string]any{"local": 80, "european": 180}, "turnover": 100, "review": false},
			},
			field: "budget", value: "60000.00",
		},
		"tables of VIP levels": {
			path: "/vip/tables/live", history: "/vip/tables/live/history", body: tableOf(d, 1, map[string]string{"bonus": "21.00"}),
			field: "levels", value: tableOf(d, 1, map[string]string{"bonus": "22.00"})["levels"],
		},
		"settings of VIP": {
			path: "/vip/settings", history: "/vip/settings/history", body: settingsOf(d, map[string]any{"weekday": 2}), field: "weekday", value: 3,
		},
		"rates of USDT": {
			path: "/coins/rates", history: "/coins/rates/history?network=trc20&direction=deposit",
			body:  map[string]any{"network": "trc20", "direction": "deposit", "rate": "7.15", "least": "10", "most": "5000", "open": true, "reason": "跟随行情"},
			field: "rate", value: "7.10",
		},
	}
}

// The later of two people who changed the same version is refused, is told who
// published what and when, and overwrites nothing. The history tells both changes.
func TestAChangeAgainstAnOlderVersionIsRefusedInEveryRulebook(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		lin, boss := sit(t, h, "lin", "owner"), sit(t, h, "boss", "owner")
		for name, r := range rulebooks(lin) {
			seen := expect(t, lin.get(r.history), 200)
			base := 0
			if items := seen.Body["items"].([]any); len(items) > 0 {
				base = int(items[0].(map[string]any)["version"].(float64))
			}
			change := func(base int, more map[string]any) map[string]any {
				out := maps.Clone(r.body)
				maps.Copy(out, more)
				out["base"] = base
				return out
			}
			later := map[string]any{r.field: r.value}
			id := expect(t, proven(lin).post(r.path, change(base, nil)), 202, "status", "waiting").at("approvalId")
			expect(t, proven(boss).post("/approvals/"+id+"/approve", nil), 200, "state", "approved")
			for _, stale := range []int{base, 0, -1, base + 5} {
				told := proven(boss).post(r.path, change(stale, later))
				if stale > base {
					expect(t, told, 409, "code", "setting.base_gone")
					continue
				}
				expect(t, told, 409, "code", "setting.base")
				for _, want := range []string{"lin（boss复核）", "把它改为第", "您填写的内容仍在"} {
					if !strings.Contains(told.at("message"), want) {
						t.Errorf("%s: the second editor reads %q, without %q", name, told.at("message"), want)
					}
				}
			}
			id = expect(t, proven(boss).post(r.path, change(base+1, later)), 202).at("approvalId")
			expect(t, proven(lin).post("/approvals/"+id+"/approve", nil), 200)

			join := "?"
			if strings.Contains(r.history, "?") {
				join = "&"
			}
			past := expect(t, lin.get(r.history+join+"size=2"), 200, "items.0.madeBy", "boss", "items.0.approvedBy", "lin", "items.1.madeBy", "lin", "items.1.approvedBy", "boss")
			lines := past.at("items.0.lines")
			if past.at("total") == "0" || !strings.Contains(lines, "→") || past.at("items.0.effectiveAt") == "null" {
				t.Errorf("%s: the history tells %s", name, past)
			}
			if second := expect(t, lin.get(r.history+join+"size=1&page=2"), 200, "total", past.at("total")); second.at("items.0.version") != past.at("items.1.version") || second.at("items.0.lines") != past.at("items.1.lines") {
				t.Errorf("%s: the second page tells %s, want the second entry of %s", name, second, past)
			}
		}
	})
}

// The history of a rule that is not there is not found, and one person who may not see
// the rules does not see their past.
func TestTheHistoryOfARuleIsForWhoMaySeeIt(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		lin := sit(t, h, "lin", "owner")
		expect(t, lin.get("/fund/tasks/99/history"), 404, "code", "fund.no_task")
		expect(t, lin.get("/promotions/99/history"), 404, "code", "promo.no_rule")
		expect(t, lin.get("/vip/tables/gold/history"), 404, "code", "vip.track")
		expect(t, lin.get("/coins/rates/history?network=doge&direction=deposit"), 400, "code", "coin.unknown_network")
	})
}

// Two people who edit the same setting at once: the later one is told by whom and when.
func TestAChangeAgainstAnOlderVersionIsRefusedInASetting(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		lin, boss := sit(t, h, "lin", "owner"), sit(t, h, "boss", "owner")
		brand := func(base int, name string) map[string]any {
			return map[string]any{"base": base, "value": map[string]any{"name": name, "logo": "", "accent": ""}, "on": true, "reason": "换名称"}
		}
		agreed(lin, boss, "site.brand", brand(0, "吉祥"))
		told := expect(t, proven(boss).post("/settings/site.brand", brand(0, "如意")), 409, "code", "setting.base")
		if !strings.Contains(told.at("message"), "lin（boss复核）") {
			t.Errorf("the second editor reads %q", told.at("message"))
		}
		agreed(boss, lin, "site.brand", brand(1, "如意"))
		expect(t, lin.get("/settings/site.brand/history?size=1&page=2"), 200, "total", "2", "items.0.version", "1", "items.0.madeBy", "lin")
	})
}
