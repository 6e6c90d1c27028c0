package adminapi_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"hongyun/internal/app"
	"hongyun/internal/apptest"
	"hongyun/internal/cashier/destination"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/db"
	"hongyun/internal/money"
)

const (
	payKey        = "test-epay-key-01" // of the simulated gateway
	companyNumber = "6222021234567890123"
)

// bare is a house without any way of money.
func bare(c *app.Config) { c.Companies.Gateways = nil }

// change is a value that is asked for.
func change(key string, value, secrets map[string]any) map[string]any {
	return map[string]any{"key": key, "new": true, "base": 0, "value": value, "secrets": secrets, "on": true, "reason": "开业设置"}
}

// agreed has one person ask for a setting and another one approve it.
func agreed(maker, checker *desk, kind string, body map[string]any) {
	maker.t.Helper()
	id := expect(maker.t, proven(maker).post("/settings/"+kind, body), 202, "status", "waiting").at("approvalId")
	expect(maker.t, proven(checker).post("/approvals/"+id+"/approve", nil), 200, "state", "approved")
}

func gatewayEntry(h *apptest.House) map[string]any {
	return change("shop", map[string]any{
		"name": "测试网关", "protocol": "epay", "baseURL": h.Sandbox + "/gateways/epay", "merchant": "1001", "page": false, "min": 0, "max": 0,
	}, map[string]any{"key": payKey})
}

func channelEntry(key, method, style, gateway, way string) map[string]any {
	return change(key, map[string]any{
		"method": method, "name": "通道" + key, "style": style, "gateway": gateway, "way": way, "min": 100_00, "max": 50_000_00, "hoursFrom": 0, "hoursTo": 0,
		"vipMin": 0, "vipMax": 0, "feeRate": 80, "weight": 100, "sort": 1,
	}, nil)
}

func methodEntry(key, name string) map[string]any {
	return change(key, map[string]any{
		"name": name, "icon": "bank", "hotRemark": "", "amounts": "100,500", "showAmount": true, "showName": false, "showRemark": false, "showAddress": false,
		"showBanks": false, "showTypes": false, "showChat": false, "showRate": false, "sort": 1,
	}, nil)
}

func accountEntry() map[string]any {
	return change("", map[string]any{"bank": "ICBC", "holder": "某某有限公司", "min": 100_00, "max": 50_000_00, "cap": 100_000_00, "sort": 1}, map[string]any{"number": companyNumber})
}

// pays has the simulated gateway take the money of an order.
func pays(t *testing.T, h *apptest.House, sn string) {
	t.Helper()
	r, err := http.Post(h.Sandbox+"/control/gateways/epay/orders/"+sn+"/pay", "application/json", bytes.NewReader([]byte("{}")))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if r.StatusCode != http.StatusOK {
		t.Fatalf("pay %s: %s", sn, r.Status)
	}
}

// firstID is the number of the first channel of a list.
func firstID(t *testing.T, r apptest.Reply) string {
	t.Helper()
	list, _ := r.Body["Data"].([]any)
	if len(list) == 0 {
		t.Fatalf("no channel: %s", r)
	}
	return fmt.Sprintf("%.0f", list[0].(map[string]any)["Id"])
}

// exec changes the database behind the program's back.
func exec(t testing.TB, h *apptest.House, statement string) error {
	return h.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw(statement).Exec(ctx)
		return err
	})
}

// askErr asks for a withdrawal that is to be refused.
func askErr(t *testing.T, h *apptest.House, name string, card destination.Card, amount money.Fen) error {
	h.Clock.Advance(time.Second)
	_, err := h.Cashier.Withdrawals.Ask(t.Context(), withdrawal.Order{
		ID: uuid.NewString(), Player: name, CardID: card.ID, Amount: amount, Password: "secret99", ClientIP: "203.0.113.9",
	})
	return err
}

func levelThree(context.Context, db.Reader, string) (int, error) { return 3, nil }

// From an empty database, two people open a house in the back office, and a player
// deposits through a gateway and by bank transfer, without one line of SQL.
func TestTwoPeopleOpenAHouseWithoutSQL(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		boss, second := sit(t, h, "boss", "owner"), sit(t, h, "lin", "owner")
		b := h.Register("ming")
		if r := b.Post("/v1/Do/GetPayChannel"); strings.Contains(string(r.Raw), "channel_name") {
			t.Fatalf("a way to deposit in an empty house: %s", r)
		}
		state := func(code string) string {
			t.Helper()
			for _, it := range expect(t, boss.get("/opening"), 200).Body["items"].([]any) {
				if c := it.(map[string]any); c["code"] == code {
					return c["state"].(string)
				}
			}
			return "none"
		}
		if state("deposit") != "missing" || state("account") != "missing" || state("staff") != "ok" {
			t.Errorf("before: deposit %s, account %s, staff %s", state("deposit"), state("account"), state("staff"))
		}

		agreed(boss, second, "pay.gateway", gatewayEntry(h))
		agreed(boss, second, "pay.method", methodEntry("online", "在线支付"))
		agreed(boss, second, "pay.method", methodEntry("bank", "网银转账"))
		agreed(boss, second, "pay.channel", channelEntry("scan", "online", "Link", "shop", "alipay"))
		agreed(boss, second, "pay.channel", channelEntry("transfer", "bank", "Bank", "", ""))
		agreed(boss, second, "pay.account", accountEntry())
		if state("deposit") != "ok" || state("account") != "ok" {
			t.Errorf("after: deposit %s, account %s", state("deposit"), state("account"))
		}

		// Through the gateway.
		list := b.Post("/v1/Do/GetPayment", "channel_code", "online")
		id := firstID(t, list)
		started := b.Post("/v1/Do/CallDepositPay", "payment_id", id, "amount", "500", "device_id", "1")
		if !started.OK() || started.Text("Data.link") == "" {
			t.Fatalf("order of channel %s: %s, of %s", id, started, list)
		}
		pays(t, h, started.Text("Data.order_sn"))
		if got := h.Book("ming"); got != "centre 500.00 locked 0.00 transit 0.00" {
			t.Errorf("paid through the gateway: %s", got)
		}
		// To the company's account: the player reads the number that was entered.
		list = b.Post("/v1/Do/GetPayment", "channel_code", "bank")
		started = b.Post("/v1/Do/CallDepositPay", "payment_id", firstID(t, list), "amount", "800", "device_id", "1")
		if !started.OK() || !strings.Contains(string(started.Raw), companyNumber) || !strings.Contains(string(started.Raw), "某某有限公司") {
			t.Fatalf("order by transfer: %s", started)
		}
		sn := started.Text("Data.order_sn")
		expect(t, second.post("/deposits/"+sn+"/confirm", map[string]any{"received": "800.00", "bankReference": "ICBC0001", "reason": "银行流水已核对"}), 200)
		if got := h.Book("ming"); got != "centre 1300.00 locked 0.00 transit 0.00" {
			t.Errorf("paid by transfer: %s", got)
		}

		// One person takes an account and a gateway out of use at once.
		expect(t, boss.post("/settings/pay.account/off", map[string]any{"key": "1", "reason": "银行卡异常"}), 200, "status", "done")
		if r := b.Post("/v1/Do/CallDepositPay", "payment_id", firstID(t, list), "amount", "900", "device_id", "1"); r.OK() {
			t.Errorf("an order to an account that is off: %s", r)
		}
		expect(t, boss.post("/settings/pay.gateway/off", map[string]any{"key": "shop", "reason": "网关故障"}), 200)
		expect(t, boss.post("/settings/pay.gateway/off", map[string]any{"key": "shop", "reason": "网关故障"}), 409, "code", "setting.off")
		if r := b.Post("/v1/Do/CallDepositPay", "payment_id", id, "amount", "600", "device_id", "1"); r.OK() {
			t.Errorf("an order through a gateway that is off: %s", r)
		}
		if state("deposit") != "missing" {
			t.Error("the check does not see that nothing is in use")
		}
	}, bare)
}

// Where money goes is decided by two human beings, and a key is never shown again.
func TestAnAccountIsEnteredByTwoPeople(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		boss, second, support := sit(t, h, "boss", "owner"), sit(t, h, "lin", "owner"), sit(t, h, "su", "support")
		twin := boss.twin("owner")
		expect(t, support.get("/settings/pay.account"), 403, "code", "staff.denied")
		expect(t, proven(sit(t, h, "wu", "auditor")).post("/settings/pay.account", accountEntry()), 403, "code", "staff.denied")
		id := expect(t, proven(boss).post("/settings/pay.account", accountEntry()), 202).at("approvalId")
		for _, by := range []*desk{boss, twin} {
			expect(t, proven(by).post("/approvals/"+id+"/approve", nil), 403, "code", "staff.own_request")
		}
		expect(t, boss.get("/settings/pay.account"), 200, "items", "[]")
		// The second person compares the whole number.
		asked := expect(t, second.get("/approvals?state=pending"), 200, "items.0.kind", "pay.account")
		if !strings.Contains(string(asked.Raw), "6222 0212 3456 7890 123") {
			t.Errorf("the second person does not read the number: %s", asked)
		}
		expect(t, proven(second).post("/approvals/"+id+"/approve", nil), 200)
		shown := expect(t, boss.get("/settings/pay.account"), 200, "items.0.key", "1", "items.0.on", "true", "items.0.hint", "尾号0123", "items.0.madeBy", "boss", "items.0.approvedBy", "lin")
		if strings.Contains(string(shown.Raw), companyNumber) || stored(t, h, "company_bank", "number", companyNumber) || stored(t, h, "setting_version", "value", companyNumber) || stored(t, h, "setting_version", "sealed", companyNumber) {
			t.Error("the number is shown in a list or stored in clear")
		}
		expect(t, proven(boss).post("/settings/pay.account", accountEntry()), 409, "code", "channel.account_there")

		gateway := expect(t, proven(boss).post("/settings/pay.gateway", gatewayEntry(h)), 202).at("approvalId")
		expect(t, proven(second).post("/approvals/"+gateway+"/approve", nil), 200)
		for _, r := range []reply{boss.get("/settings/pay.gateway"), boss.get("/settings/pay.gateway/history?key=shop"), boss.get("/audit"), boss.get("/approvals")} {
			if strings.Contains(string(r.Raw), payKey) {
				t.Errorf("the key is shown: %s", r)
			}
		}
		// The key does not follow the address.
		moved := gatewayEntry(h)
		moved["new"], moved["base"], moved["secrets"] = false, 1, nil
		moved["value"].(map[string]any)["baseURL"] = "https://evil.example/pay"
		expect(t, proven(boss).post("/settings/pay.gateway", moved), 400, "code", "setting.keys")
	}, bare)
}

// A row of an account that was exchanged in the database gets no money.
func TestAnAccountThatWasExchangedGetsNoMoney(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		boss, second := sit(t, h, "boss", "owner"), sit(t, h, "lin", "owner")
		agreed(boss, second, "pay.method", methodEntry("bank", "网银转账"))
		agreed(boss, second, "pay.channel", channelEntry("transfer", "bank", "Bank", "", ""))
		agreed(boss, second, "pay.account", accountEntry())
		b := h.Register("ming")
		for _, forgery := range []string{"holder = '张三'", "bank = 'CCB'", "number = '6228480000000000000'"} {
			// Each alone: what the row was before comes back.
			for _, statement := range []string{"UPDATE company_bank SET bank = 'ICBC', holder = '某某有限公司'", "UPDATE company_bank SET " + forgery} {
				if err := exec(t, h, statement); err != nil {
					t.Fatal(err)
				}
			}
			r := b.Post("/v1/Do/CallDepositPay", "payment_id", "1", "amount", "800", "device_id", "1")
			if r.OK() {
				t.Errorf("%s: the order goes to %s", forgery, r)
			}
			expect(t, boss.get("/settings/pay.account"), 200, "items.0.altered", "true")
		}
	}, bare)
}

// What cannot be a way of money is refused, with the field that is wrong.
func TestAWrongWayOfMoneyIsRefused(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		boss, second := sit(t, h, "boss", "owner"), sit(t, h, "lin", "owner")
		agreed(boss, second, "pay.method", methodEntry("bank", "网银转账"))
		agreed(boss, second, "pay.gateway", gatewayEntry(h))
		with := func(entry map[string]any, name string, v any) map[string]any {
			entry["value"].(map[string]any)[name] = v
			return entry
		}
		keyed := func(entry map[string]any, key string) map[string]any {
			entry["key"] = key
			return entry
		}
		number := func(n string) map[string]any {
			e := accountEntry()
			e["secrets"] = map[string]any{"number": n}
			return e
		}
		good := func() map[string]any { return channelEntry("scan", "bank", "Link", "shop", "alipay") }
		for name, c := range map[string]struct {
			kind string
			body map[string]any
			code string
		}{
			"a kind that is not there":    {"pay.nothing", good(), "setting.kind"},
			"a key that is used":          {"pay.method", methodEntry("bank", "再来一个"), "setting.key_used"},
			"a key with spaces":           {"pay.method", methodEntry("a b", "名称"), "setting.key"},
			"no name":                     {"pay.method", methodEntry("other", " "), "setting.missing"},
			"amounts that are none":       {"pay.method", with(methodEntry("other", "名称"), "amounts", "100,x"), "channel.amounts"},
			"an icon that is not there":   {"pay.method", with(methodEntry("other", "名称"), "icon", "skull"), "setting.field"},
			"a method that is not there":  {"pay.channel", with(good(), "method", "cash"), "channel.method"},
			"a gateway that is not there": {"pay.channel", with(good(), "gateway", "nobody"), "channel.gateway"},
			"no way of the gateway":       {"pay.channel", with(good(), "way", ""), "channel.gateway_way"},
			"limits the wrong way":        {"pay.channel", with(good(), "max", 50_00), "channel.limits"},
			"an hour that is none":        {"pay.channel", with(good(), "hoursFrom", 1440), "setting.field"},
			"a fee above a fifth":         {"pay.channel", with(good(), "feeRate", 2001), "setting.field"},
			"levels the wrong way":        {"pay.channel", with(with(good(), "vipMin", 5), "vipMax", 3), "channel.levels"},
			"a bank that is not there":    {"pay.account", with(accountEntry(), "bank", "XXX"), "setting.field"},
			"a number with letters":       {"pay.account", number("6222abc212345"), "setting.field"},
			"a number too short":          {"pay.account", number("6222"), "setting.field"},
			"no number":                   {"pay.account", number(" "), "setting.missing"},
			"an account's levels crossed": {"pay.account", with(with(accountEntry(), "vipMin", 5), "vipMax", 3), "channel.levels"},
			"a cap below one deposit":     {"pay.account", with(accountEntry(), "cap", 100), "channel.cap"},
			"an address that is none":     {"pay.gateway", keyed(with(gatewayEntry(h), "baseURL", "javascript:alert(1)"), "two"), "setting.field"},
			"a protocol that is none":     {"pay.gateway", keyed(with(gatewayEntry(h), "protocol", "telepathy"), "two"), "setting.field"},
		} {
			r := proven(boss).post("/settings/"+c.kind, c.body)
			if r.Status < 400 || r.Status >= 500 || r.at("code") != c.code {
				t.Errorf("%s: %s, want %s", name, r, c.code)
			}
		}
	}, bare)
}

// Limits that two people set hold for the next withdrawal, and for a VIP level
// those of its row.
func TestLimitsThatPeopleSetHold(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		boss, second := sit(t, h, "boss", "owner"), sit(t, h, "lin", "owner")
		_, card := ming(t, h, "ming", cardA, 10_000_00)
		rule := func(kind string, base int, edit map[string]any) map[string]any {
			value := map[string]any{}
			shown := expect(t, boss.get("/settings/"+kind), 200)
			for name, v := range shown.Body["items"].([]any)[0].(map[string]any)["value"].(map[string]any) {
				value[name] = v
			}
			for name, v := range edit {
				value[name] = v
			}
			return map[string]any{"base": base, "value": value, "on": true, "reason": "调整限额"}
		}
		expect(t, boss.get("/me"), 200, "limits.withdrawalSecondAbove", "50000.00")
		agreed(boss, second, "cashier.second", rule("cashier.second", 0, map[string]any{"withdrawal": 1_000_00}))
		expect(t, boss.get("/me"), 200, "limits.withdrawalSecondAbove", "1000.00")
		expect(t, boss.get("/withdrawals/"+ask(t, h, "ming", card, 1_000_00)), 200, "needsSecond", "false")
		expect(t, boss.get("/withdrawals/"+ask(t, h, "ming", card, 200_00)), 200, "needsSecond", "true")

		agreed(boss, second, "cashier.withdrawal", rule("cashier.withdrawal", 0, map[string]any{"daily": 1_500_00}))
		refused := func(amount money.Fen, want string) {
			t.Helper()
			if err := askErr(t, h, "ming", card, amount); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("withdraw %d: %v, want %s", amount, err, want)
			}
		}
		refused(301_00, "300.00")
		// The player has a level with limits of its own.
		h.Cashier.Withdrawals.LevelOf = levelThree
		level := map[string]any{"from1": 3, "min1": 100_00, "times1": 9, "daily1": 3_000_00}
		agreed(boss, second, "cashier.level", rule("cashier.level", 0, level))
		refused(1_801_00, "1,800.00")
		ask(t, h, "ming", card, 1_800_00)

		for name, bad := range map[string]struct {
			kind string
			edit map[string]any
			code string
		}{
			"less a day than once": {"cashier.withdrawal", map[string]any{"daily": 99_00}, "cashier.rule_daily"},
			"no times":             {"cashier.withdrawal", map[string]any{"times": 0}, "setting.field"},
			"levels that fall":     {"cashier.level", map[string]any{"from2": 2, "min2": 100, "times2": 1, "daily2": 100}, "cashier.rule_levels"},
			"an order of a second": {"cashier.deposit", map[string]any{"expiry": 1}, "setting.field"},
			"nothing changed":      {"cashier.usdt", map[string]any{}, "setting.same"},
		} {
			base := 1
			if bad.kind == "cashier.deposit" || bad.kind == "cashier.usdt" {
				base = 0
			}
			if r := proven(boss).post("/settings/"+bad.kind, rule(bad.kind, base, bad.edit)); r.at("code") != bad.code {
				t.Errorf("%s: %s, want %s", name, r, bad.code)
			}
		}
	})
}
