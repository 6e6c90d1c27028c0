package sandbox

import (
	"crypto/md5"
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

// Every gateway company has a cashier page that says it is play money, shows what to pay,
// and is paid with one button.
func TestEveryConventionHasACashierPageWithoutScript(t *testing.T) {
	var address string
	heard := make(chan *http.Request, 8)
	merchant := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = r.ParseForm()
		heard <- r
		_, _ = io.WriteString(w, map[string]string{"/four": "OK", "/coins": "ok"}[r.URL.Path])
	}))
	defer merchant.Close()
	s, err := New(Config{DataDir: t.TempDir(), BaseURL: func() string { return address }, Gateways: []GatewayConfig{
		{Code: "four", Protocol: "fourparty", PID: "10001", Key: "demoPayKey"}, {Code: "coins", Protocol: "epusdt", Key: "demoToken"},
	}})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(s.Handler())
	address = server.URL
	defer func() {
		s.Stop()
		server.Close()
		_ = s.Close()
	}()
	page := func(answer *http.Response, err error) string {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		body, _ := io.ReadAll(answer.Body)
		if answer.StatusCode != 200 || strings.Contains(string(body), "<script") {
			t.Fatalf("%d %s", answer.StatusCode, body)
		}
		return string(body)
	}
	pay := func(name, cashier string, shows ...string) {
		t.Helper()
		for _, want := range append(shows, "演示·试玩币", "100.00", "立即支付") {
			if !strings.Contains(cashier, want) {
				t.Errorf("%s: the cashier page lacks %q", name, want)
			}
		}
		form := regexp.MustCompile(`<form method="post" action="([^"]+)">`).FindStringSubmatch(cashier)
		if form == nil {
			t.Fatalf("%s: no form", name)
		}
		if paid := page(http.Post(server.URL+form[1], "application/x-www-form-urlencoded", nil)); !strings.Contains(paid, "支付成功") {
			t.Errorf("%s: %s", name, paid)
		}
		if r := <-heard; r.Method != http.MethodPost || r.URL.Path != "/"+name {
			t.Errorf("%s: notice by %s %s", name, r.Method, r.URL.Path)
		}
	}

	// A browser that posts the pay_* form is taken to the cashier. The signature is the test's own.
	form := url.Values{
		"pay_memberid": {"10001"}, "pay_orderid": {"D1"}, "pay_applydate": {"2023-11-14 22:13:20"}, "pay_bankcode": {"903"},
		"pay_notifyurl": {merchant.URL + "/four"}, "pay_callbackurl": {"http://127.0.0.1/back"}, "pay_amount": {"100.00"}, "pay_productname": {"deposit"},
	}
	form.Set("pay_md5sign", md5Hex("pay_amount=100.00&pay_applydate=2023-11-14 22:13:20&pay_bankcode=903&pay_callbackurl=http://127.0.0.1/back&pay_memberid=10001&pay_notifyurl="+merchant.URL+"/four&pay_orderid=D1&key=demoPayKey", true))
	pay("four", page(http.PostForm(server.URL+"/gateways/four/Pay_Index.html", form)), "支付宝扫码", "D1")

	notify := merchant.URL + "/coins"
	sign := md5Hex("amount=100&notify_url="+notify+"&order_id=D2&redirect_url=http://127.0.0.1/backdemoToken", false)
	created := page(http.Post(server.URL+"/gateways/coins/api/v1/order/create-transaction", "application/json", strings.NewReader(
		`{"order_id":"D2","amount":100,"notify_url":"`+notify+`","redirect_url":"http://127.0.0.1/back","signature":"`+sign+`"}`)))
	link := regexp.MustCompile(`"payment_url":"([^"]+)"`).FindStringSubmatch(created)
	if link == nil || !strings.Contains(created, `"actual_amount":13.8889`) || !strings.Contains(created, `"status_code":200`) {
		t.Fatalf("created: %s", created)
	}
	pay("coins", page(http.Get(link[1])), "USDT-TRC20", "13.8889 USDT", "T9yZXXENpbqxic72funvcNeQuM4bnKkDAS")
	status := page(http.Get(strings.Replace(link[1], "checkout-counter", "check-status", 1)))
	if !strings.Contains(status, `"status":2`) {
		t.Errorf("status: %s", status)
	}
}

// md5Hex is the MD5 of a text in hex.
func md5Hex(text string, upper bool) string {
	sum := md5.Sum([]byte(text))
	digits := hex.EncodeToString(sum[:])
	if upper {
		return strings.ToUpper(digits)
	}
	return digits
}
