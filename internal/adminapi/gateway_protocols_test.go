package adminapi_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"hongyun/internal/apptest"
)

// protocolEntry is a gateway of a protocol, as two people enter it.
func protocolEntry(h *apptest.House, code, protocol, merchant, key string, unasked int) map[string]any {
	return change(code, map[string]any{
		"name": "测试网关", "protocol": protocol, "baseURL": h.Sandbox + "/gateways/" + code, "merchant": merchant, "page": false, "min": 0, "max": 0, "unasked": unasked,
	}, map[string]any{"key": key})
}

// DEP-05, DEP-10: two people enter a gateway of each protocol and channels of each style in
// the back office, and what players pay through them is credited on the gateway's own notice.
func TestGatewaysOfEveryProtocolAreEnteredAndCredit(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		boss, second := sit(t, h, "boss", "owner"), sit(t, h, "lin", "owner")
		agreed(boss, second, "pay.gateway", protocolEntry(h, "epay", "epay", "1001", payKey, 0))
		agreed(boss, second, "pay.gateway", protocolEntry(h, "four", "fourparty", "10001", "test-four-key-01", 0))
		agreed(boss, second, "pay.gateway", protocolEntry(h, "coins", "epusdt", "", "test-coins-token", 1_000_00))
		bank := methodEntry("bank", "在线网银")
		bank["value"].(map[string]any)["showBanks"] = true
		agreed(boss, second, "pay.method", bank)
		b := h.Register("ming")
		credited := 0
		for _, c := range []struct{ channel, style, gateway, way, says string }{
			{"a", "Link_Open", "epay", "alipay", "/gateways/epay/cashier/"},
			{"b", "MSG", "epay", "bank", "收款账号：6222020000000000000"},
			{"c", "Link", "four", "907", "/gateways/four/cashier/"},
			{"d", "Qr", "four", "902", "/gateways/four/cashier/"},
			{"e", "Link", "coins", "usdt", "/gateways/coins/pay/checkout-counter/"},
			{"f", "MSG", "coins", "usdt", "转账数量：69.4444 USDT"},
			{"g", "Qr", "coins", "usdt", ""},
		} {
			agreed(boss, second, "pay.channel", channelEntry(c.channel, "bank", c.style, c.gateway, c.way))
			list := b.Post("/v1/Do/GetPayment", "channel_code", "bank")
			fields := []string{"payment_id", idOf(t, list, "通道"+c.channel), "amount", "500", "device_id", "1"}
			if r := b.Post("/v1/Do/CallDepositPay", fields...); r.OK() {
				t.Errorf("%s: an order without the payer's bank: %s", c.channel, r)
			}
			started := b.Post("/v1/Do/CallDepositPay", append(fields, "deposit_bank_id", "ICBC")...)
			shown := started.Text("Data.link")
			if c.style == "Qr" || c.style == "MSG" {
				shown = started.Text("Data.msg")
			}
			if !started.OK() || started.Text("Data.style") != c.style || shown == "" && started.Text("Data.link") == "" || !strings.Contains(shown, c.says) {
				t.Fatalf("%s through %s: %s", c.style, c.gateway, started)
			}
			paysAt(t, h, c.gateway, started.Text("Data.order_sn"))
			credited += 500
			if got := h.Book("ming"); got != fmt.Sprintf("centre %d.00 locked 0.00 transit 0.00", credited) {
				t.Fatalf("%s through %s: %s", c.style, c.gateway, got)
			}
		}
		// A gateway without a query is believed below its limit only.
		list := b.Post("/v1/Do/GetPayment", "channel_code", "bank")
		started := b.Post("/v1/Do/CallDepositPay", "payment_id", idOf(t, list, "通道e"), "amount", "1000", "device_id", "1", "deposit_bank_id", "ICBC")
		paysAt(t, h, "coins", started.Text("Data.order_sn"))
		if got := h.Book("ming"); got != fmt.Sprintf("centre %d.00 locked 0.00 transit 0.00", credited) {
			t.Errorf("at the limit: %s", got)
		}
		expect(t, second.get("/deposits/"+started.Text("Data.order_sn")), 200, "state", "review", "callbacks.0.verdict", "unconfirmed")
		// The banks to choose from stand beside the channels of the method that asks for one.
		if r := b.Post("/v1/Select/ThirdPayItems"); !strings.Contains(string(r.Raw), `"BankId":"ICBC"`) {
			t.Errorf("no bank to choose: %.300s", r.Raw)
		}
	}, bare)
}

// idOf is the number of a channel of a list, by its name.
func idOf(t *testing.T, r apptest.Reply, name string) string {
	t.Helper()
	list, _ := r.Body["Data"].([]any)
	for _, it := range list {
		if c, ok := it.(map[string]any); ok && c["ShowName"] == name {
			return fmt.Sprintf("%.0f", c["Id"])
		}
	}
	t.Fatalf("no channel %s: %s", name, r)
	return ""
}

// paysAt has a simulated gateway take the money of an order.
func paysAt(t *testing.T, h *apptest.House, gateway, sn string) {
	t.Helper()
	r, err := http.Post(h.Sandbox+"/control/gateways/"+gateway+"/orders/"+sn+"/pay", "application/json", strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if r.StatusCode != http.StatusOK {
		t.Fatalf("pay %s: %s", sn, r.Status)
	}
}

// Each protocol has its own fields, and what does not fit is told in words.
func TestFieldsThatDoNotFitAProtocolAreRefused(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		boss := sit(t, h, "boss", "owner")
		with := func(entry map[string]any, name string, v any) map[string]any {
			entry["value"].(map[string]any)[name] = v
			return entry
		}
		four := func() map[string]any { return protocolEntry(h, "four", "fourparty", "10001", "test-four-key-01", 0) }
		coins := func() map[string]any { return protocolEntry(h, "coins", "epusdt", "", "test-coins-token", 0) }
		for name, c := range map[string]struct {
			body       map[string]any
			code, text string
		}{
			"no merchant number":                {with(four(), "merchant", ""), "channel.merchant", "四方支付（pay_*）必须填写商户号"},
			"a merchant number of nothing":      {with(coins(), "merchant", "1"), "channel.no_merchant", "epusdt没有商户号，请留空"},
			"a page where there is none":        {with(four(), "page", true), "channel.no_page", "四方支付（pay_*）由服务器下单，“只支持网页跳转”须为否"},
			"a page of epusdt":                  {with(coins(), "page", true), "channel.no_page", ""},
			"belief where the gateway is asked": {with(four(), "unasked", 100), "channel.asked", "四方支付（pay_*）可以查询订单，“免核对金额”须为 0"},
			"belief below zero":                 {with(coins(), "unasked", -1), "setting.field", ""},
		} {
			r := proven(boss).post("/settings/pay.gateway", c.body)
			if r.Status != http.StatusBadRequest || r.at("code") != c.code || !strings.Contains(string(r.Raw), c.text) {
				t.Errorf("%s: %s, want %s", name, r, c.code)
			}
		}
	}, bare)
}
