package adminapi_test

import (
	"strings"
	"testing"
	"time"

	"hongyun/internal/alarm"
	"hongyun/internal/apptest"
)

// H-383: an approved channel that takes effect later is listed, takes no order before its moment, and is withdrawn by one person.
func TestAChannelThatStartsLaterIsListedAndDoesNotStartEarly(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		boss, second := sit(t, h, "boss", "owner"), sit(t, h, "lin", "owner")
		agreed(boss, second, "pay.method", methodEntry("bank", "网银转账"))
		agreed(boss, second, "pay.account", accountEntry())
		later := func(key string) map[string]any {
			e := channelEntry(key, "bank", "Bank", "", "")
			e["from"] = h.Clock.Now().Add(10 * time.Minute).UnixMilli()
			return e
		}
		agreed(boss, second, "pay.channel", later("transfer"))
		agreed(boss, second, "pay.channel", later("other"))
		waiting := expect(t, boss.get("/settings/waiting"), 200, "items.0.kind", "pay.channel", "items.0.new", "true")
		for _, it := range waiting.Body["items"].([]any) {
			if c := it.(map[string]any); c["key"] == "other" {
				expect(t, boss.post("/settings/waiting/"+c["id"].(string)+"/withdraw", map[string]any{"reason": "改期"}), 200, "status", "done")
				expect(t, boss.post("/settings/waiting/"+c["id"].(string)+"/withdraw", map[string]any{"reason": "改期"}), 409, "code", "setting.not_waiting")
			}
		}
		b := h.Register("ming")
		offered := func() bool {
			if err := h.App.Book.RunDue(t.Context()); err != nil {
				t.Fatal(err)
			}
			return strings.Contains(string(b.Post("/v1/Do/GetPayChannel").Raw), "网银转账")
		}
		if offered() {
			t.Error("it starts before its moment")
		}
		h.Clock.Advance(10 * time.Minute)
		if !offered() {
			t.Errorf("it does not start at its moment: %s, %s", b.Post("/v1/Do/GetPayChannel"), boss.get("/settings/waiting"))
		}
		states := expect(t, boss.get("/channels"), 200, "items.0.key", "transfer", "items.0.state", "on")
		if strings.Contains(string(states.Raw), `"other"`) {
			t.Errorf("a withdrawn channel is there: %s", states)
		}
		expect(t, boss.post("/channels/transfer/resume", map[string]any{"reason": "例行检查"}), 409, "code", "channel.not_tripped")
		expect(t, boss.post("/channels/nobody/resume", map[string]any{"reason": "例行检查"}), 422)
	}, bare)
}

// H-385: the account number of a request is shown to the person who decides, until the decision.
func TestOnlyWhoDecidesReadsAnAccountNumberInARequest(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		boss, second, auditor := sit(t, h, "boss", "owner"), sit(t, h, "lin", "owner"), sit(t, h, "wu", "auditor")
		const whole = "6222 0212 3456 7890 123"
		id := expect(t, proven(boss).post("/settings/pay.account", accountEntry()), 202).at("approvalId")
		reads := func(d *desk, want bool) {
			t.Helper()
			r := expect(t, d.get("/approvals"), 200)
			if got := strings.Contains(string(r.Raw), whole); got != want || !want && !strings.Contains(string(r.Raw), "6222 **** 0123") {
				t.Errorf("reads the number: %t, want %t: %s", got, want, r)
			}
		}
		reads(second, true)
		reads(boss, false)
		reads(auditor, false)
		expect(t, proven(second).post("/approvals/"+id+"/approve", nil), 200)
		reads(second, false)
		if stored(t, h, "staff_approval", "details", whole) {
			t.Error("the request stores the number in clear")
		}
	}, bare)
}

// An address that no database stores is refused as such, on every route.
func TestAPathWithAZeroByteIsRefused(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		boss := sit(t, h, "boss", "owner")
		for _, path := range []string{"/deposits/a%00b", "/players/%00", "/settings/%00/history?key=x", "/withdrawals/%ff"} {
			expect(t, boss.get(path), 400, "code", "admin.path")
		}
	})
}

// Exports of deposits and withdrawals are bounded as those of bets are.
func TestExportsOfMoneyAreBounded(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		boss := sit(t, h, "boss", "owner")
		for _, what := range []string{"deposits", "withdrawals"} {
			expect(t, boss.get("/exports/"+what+"?format=csv"), 400, "code", "admin.export_span")
			expect(t, boss.get("/exports/"+what+"?format=csv&from=1"), 400, "code", "admin.export_span")
		}
	})
}

// H-384: a gateway that people enter is on the Internet, unless the configuration names its network.
func TestAGatewayInAnInternalNetworkIsRefused(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		boss := sit(t, h, "boss", "owner")
		for _, address := range []string{"http://pay.example/api", "https://10.0.0.5/api", "http://10.0.0.5/api", "https://[::1]/api", "https://169.254.169.254/api"} {
			entry := gatewayEntry(h)
			entry["value"].(map[string]any)["baseURL"] = address
			expect(t, proven(boss).post("/settings/pay.gateway", entry), 400, "code", "channel.inside")
		}
		expect(t, proven(boss).post("/settings/pay.gateway", gatewayEntry(h)), 202) // apptest names 127.0.0.0/8
	}, bare)
}

// The alarm kinds of this desk have a name, so that people can choose who is told.
func TestChannelsAndSettingsHaveAlarms(t *testing.T) {
	want := map[string]bool{alarm.ChannelOff: false, alarm.SettingFailed: false}
	for _, k := range alarm.Kinds {
		if _, ours := want[k.Kind]; ours {
			want[k.Kind] = k.Name != "" && !k.Happens
		}
	}
	for kind, there := range want {
		if !there {
			t.Errorf("%s goes on and has no kind", kind)
		}
	}
}
