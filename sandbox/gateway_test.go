package sandbox

import (
	"crypto/md5"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// signEpay is the merchant's side, written here once more from the convention.
func signEpay(v url.Values) url.Values {
	v.Del("sign")
	v.Del("sign_type")
	var parts []string
	for name := range v {
		if v.Get(name) != "" {
			parts = append(parts, name+"="+v.Get(name))
		}
	}
	slices.Sort(parts)
	sum := md5.Sum([]byte(strings.Join(parts, "&") + "demoEpayKey"))
	v.Set("sign", hex.EncodeToString(sum[:]))
	v.Set("sign_type", "MD5")
	return v
}

func (r *rig) form(order, money string) url.Values {
	return signEpay(url.Values{
		"pid": {"1001"}, "type": {"alipay"}, "out_trade_no": {order}, "notify_url": {r.merchant.URL + "/notify"},
		"return_url": {"http://127.0.0.1:8080/back?x=1"}, "name": {"deposit"}, "money": {money}, "clientip": {"127.0.0.1"}, "param": {"p1"},
	})
}

// post sends a form and returns what came back; err tells of a torn connection.
func (r *rig) post(path string, v url.Values) (int, string, error) {
	answer, err := http.PostForm(r.http.URL+path, v)
	if err != nil {
		return 0, "", err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	return answer.StatusCode, string(body), err
}

// order creates an order by mapi.php and returns the cashier's address.
func (r *rig) order(number, money string) string {
	r.t.Helper()
	_, body, err := r.post("/gateways/epay/mapi.php", r.form(number, money))
	var got struct {
		Code   int
		Msg    string
		PayURL string `json:"payurl"`
	}
	if err != nil || json.Unmarshal([]byte(body), &got) != nil || got.Code != 1 {
		r.t.Fatalf("mapi: %s, %v", body, err)
	}
	return got.PayURL
}

// query asks api.php and returns "code status money".
func (r *rig) query(order string) string {
	r.t.Helper()
	answer, err := http.Get(r.http.URL + "/gateways/epay/api.php?act=order&pid=1001&key=demoEpayKey&out_trade_no=" + order)
	if err != nil {
		return "torn"
	}
	defer answer.Body.Close()
	var got map[string]any
	if err := json.NewDecoder(answer.Body).Decode(&got); err != nil {
		return fmt.Sprint("no JSON ", answer.StatusCode)
	}
	return fmt.Sprint(got["code"], " ", got["status"], " ", got["money"])
}

// The payer's whole way without a script: submit, cashier, one form,
// one button, and the way back.
func TestTheCashierPageWorksWithoutScript(t *testing.T) {
	r := newRig(t)
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
	cashier := page(http.Get(r.http.URL + "/gateways/epay/submit.php?" + r.form("D1", "100.00").Encode()))
	for _, want := range []string{"收银台", "D1", "100.00", "演示·试玩币", "支付宝", "立即支付"} {
		if !strings.Contains(cashier, want) {
			t.Errorf("the cashier page lacks %q", want)
		}
	}
	if got := r.query("D1"); got != "1 0 100.00" {
		t.Errorf("before paying: %s", got)
	}
	forms := regexp.MustCompile(`<form method="post" action="([^"]+)"><button type="submit"`).FindAllStringSubmatch(cashier, -1)
	if len(forms) != 1 {
		t.Fatalf("%d forms", len(forms))
	}
	paid := page(http.Post(r.http.URL+forms[0][1], "application/x-www-form-urlencoded", nil))
	back := regexp.MustCompile(`<a class="button" href="([^"]+)">返回商户`).FindStringSubmatch(paid)
	if !strings.Contains(paid, "支付成功") || len(back) != 2 || !strings.Contains(back[1], "trade_status=TRADE_SUCCESS") || !strings.Contains(back[1], "x=1") {
		t.Errorf("paid page: %s", paid)
	}
	heard := r.merchant.waitFor(t, 1)[0]
	if heard.Get("out_trade_no") != "D1" || heard.Get("money") != "100.00" || heard.Get("trade_status") != "TRADE_SUCCESS" || heard.Get("param") != "p1" {
		t.Errorf("notice %v", heard)
	}
	if claimed := heard.Get("sign"); signEpay(heard).Get("sign") != claimed {
		t.Error("the notice's signature is wrong")
	}
	if got := r.query("D1"); got != "1 1 100.00" {
		t.Errorf("after paying: %s", got)
	}
	page(http.Post(r.http.URL+forms[0][1], "application/x-www-form-urlencoded", nil)) // pressed twice
	time.Sleep(50 * time.Millisecond)
	if n := len(r.merchant.notices()); n != 1 {
		t.Errorf("%d notices after a second press", n)
	}
}

func TestOrdersTheGatewayRefuses(t *testing.T) {
	r := newRig(t)
	r.order("D1", "100.00")
	for name, change := range map[string]func(url.Values){
		"merchant":      func(v url.Values) { v.Set("pid", "1002"); signEpay(v) },
		"signature":     func(v url.Values) { v.Set("sign", strings.Repeat("0", 32)) },
		"changed money": func(v url.Values) { v.Set("money", "1.00") },
		"no money":      func(v url.Values) { v.Del("money"); signEpay(v) },
		"zero":          func(v url.Values) { v.Set("money", "0.00"); signEpay(v) },
		"minus":         func(v url.Values) { v.Set("money", "-1"); signEpay(v) },
		"type":          func(v url.Values) { v.Set("type", "gold"); signEpay(v) },
		"notify abroad": func(v url.Values) { v.Set("notify_url", "https://pay.example/n"); signEpay(v) },
		"return":        func(v url.Values) { v.Set("return_url", "javascript:alert(1)"); signEpay(v) },
		"no clientip":   func(v url.Values) { v.Del("clientip"); signEpay(v) },
		"taken number":  func(v url.Values) { v.Set("out_trade_no", "D1"); v.Set("money", "99.00"); signEpay(v) },
	} {
		v := r.form("D2", "100.00")
		change(v)
		status, body, err := r.post("/gateways/epay/mapi.php", v)
		if err != nil || status != 200 || !strings.Contains(body, `"code":-1`) {
			t.Errorf("%s: %d %s %v", name, status, body, err)
		}
		if name == "no clientip" {
			continue // submit.php does not ask for it
		}
		if status, body, _ := r.post("/gateways/epay/submit.php", v); status != 400 || !strings.Contains(body, "无法支付") {
			t.Errorf("%s at submit.php: %d", name, status)
		}
	}
	if first, again := r.order("D1", "100.00"), r.order("D1", "100.00"); first != again {
		t.Error("the same order got two cashier pages")
	}
	if got := r.query("D2"); got != "-1 <nil> <nil>" {
		t.Errorf("an order that was refused: %s", got)
	}
}

func TestTheGatewayTellsAgainUntilItIsHeard(t *testing.T) {
	r := newRig(t)
	r.order("D1", "10.00")
	r.merchant.reply("busy")
	if got := r.control("POST", "/gateways/epay/orders/D1/pay", "", 200); got["delivered"] != 0.0 || got["status"] != "paid" {
		t.Error(got)
	}
	r.merchant.waitFor(t, 2)
	r.merchant.reply("success")
	heard := len(r.merchant.waitFor(t, 3))
	time.Sleep(150 * time.Millisecond)
	if now := len(r.merchant.notices()); now != heard {
		t.Errorf("%d notices after it was heard", now-heard)
	}
}

// F8: a notice that was still owed when the company's process died is
// sent in its next life.
func TestOwedNoticesSurviveARestart(t *testing.T) {
	r := newRig(t)
	r.order("D1", "10.00")
	r.control("POST", "/gateways/epay/orders/D1/pay", `{"delayMs":400}`, 200)
	r.end()
	if n := len(r.merchant.notices()); n != 0 {
		t.Fatalf("%d notices too early", n)
	}
	r.start()
	if heard := r.merchant.waitFor(t, 1)[0]; heard.Get("money") != "10.00" {
		t.Error(heard)
	}
}

// A merchant who does not answer must not keep the sandbox from stopping.
func TestASilentMerchantDoesNotHoldUpTheStop(t *testing.T) {
	r := newRig(t)
	r.order("D1", "10.00")
	r.merchant.mu.Lock() // his handler now waits
	r.control("POST", "/gateways/epay/orders/D1/pay", `{"delayMs":1}`, 200)
	time.Sleep(100 * time.Millisecond)
	begun := time.Now()
	r.end()
	if took := time.Since(begun); took > 2*time.Second {
		t.Errorf("the stop took %s", took)
	}
	r.merchant.mu.Unlock()
	r.start()
}

func TestPaymentsByControl(t *testing.T) {
	r := newRig(t)
	order := func(number string) { r.order(number, "100.00") }
	order("D1")
	if got := r.control("POST", "/gateways/epay/orders/D1/pay", `{"amount":"99.99","times":5}`, 200); got["delivered"] != 5.0 || got["paid"] != "99.99" {
		t.Error(got)
	}
	for _, heard := range r.merchant.notices() { // F11, F7
		if heard.Get("money") != "99.99" {
			t.Error(heard)
		}
	}
	if got := r.query("D1"); got != "1 1 99.99" {
		t.Errorf("query %s", got)
	}
	order("D2")
	if got := r.control("POST", "/gateways/epay/orders/D2/pay", `{"sign":"bad","times":2}`, 200); got["status"] != "unpaid" {
		t.Error(got)
	}
	forged := r.merchant.notices()[5:]
	if len(forged) != 2 {
		t.Fatalf("%d forged notices", len(forged))
	}
	if claimed := forged[0].Get("sign"); signEpay(forged[0]).Get("sign") == claimed {
		t.Error("the forged signature is right")
	}
	if got := r.query("D2"); got != "1 0 100.00" {
		t.Errorf("query after the forgery: %s", got)
	}
	books := r.control("GET", "/books", "", 200)["gateways"]
	if got := fmt.Sprint(books); got != "map[epay:[map[amount:100.00 order:D1 paid:99.99 status:paid] map[amount:100.00 order:D2 paid:0.00 status:unpaid]]]" {
		t.Error(got)
	}
}

func TestFaultsOfTheGateway(t *testing.T) {
	for _, c := range []struct {
		call, fault string
		create      string // "ok", "no" or "torn"
		pay         int    // status of the control call
		query       string
		notices     int // heard at once
	}{
		{"create", "drop_request", "torn", 404, "-1 <nil> <nil>", 0},
		{"create", "drop_response", "torn", 200, "1 1 10.00", 1},
		{"create", "commit_then_500", "torn", 200, "1 1 10.00", 1},
		{"create", "maintenance", "torn", 404, "-1 <nil> <nil>", 0},
		{"create", "garbage", "torn", 200, "1 1 10.00", 1},
		{"create", "refuse", "no", 404, "-1 <nil> <nil>", 0},
		{"create", "delay", "ok", 200, "1 1 10.00", 1},
		{"create", "duplicate", "ok", 200, "1 1 10.00", 1},
		{"create", "wrong_amount", "ok", 200, "1 1 10.01", 1},
		{"create", "not_found_flap", "ok", 200, "-1 <nil> <nil>", 1},
		{"status", "drop_request", "ok", 200, "torn", 1},
		{"status", "drop_response", "ok", 200, "torn", 1},
		{"status", "commit_then_500", "ok", 200, "no JSON 500", 1},
		{"status", "maintenance", "ok", 200, "no JSON 503", 1},
		{"status", "refuse", "ok", 200, "-1 <nil> <nil>", 1},
		{"status", "not_found_flap", "ok", 200, "-1 <nil> <nil>", 1},
		{"status", "wrong_amount", "ok", 200, "1 1 10.01", 1},
		{"transfer_in", "refuse", "ok", 409, "1 0 10.00", 0},
		{"transfer_in", "player_in_game", "ok", 409, "1 0 10.00", 0},
		{"transfer_in", "maintenance", "ok", 409, "1 0 10.00", 0},
		{"transfer_in", "commit_then_500", "ok", 500, "1 1 10.00", 1},
		{"transfer_in", "duplicate", "ok", 200, "1 1 10.00", 2},
		{"transfer_in", "wrong_amount", "ok", 200, "1 1 10.01", 1},
		{"transfer_in", "not_found_flap", "ok", 200, "-1 <nil> <nil>", 1},
		{"any", "wrong_amount", "ok", 200, "1 1 10.01", 1},
	} {
		t.Run(c.call+" "+c.fault, func(t *testing.T) {
			r := newRig(t)
			r.control("POST", "/faults", fmt.Sprintf(`{"target":"gateway:epay","call":%q,"fault":%q,"delayMs":200}`, c.call, c.fault), 200)
			status, body, err := r.post("/gateways/epay/mapi.php", r.form("D1", "10.00"))
			create := "torn"
			if err == nil && status == 200 && strings.Contains(body, `"payurl"`) {
				create = "ok"
			} else if strings.Contains(body, `"code":-1,`) {
				create = "no"
			}
			if create != c.create {
				t.Errorf("create: %s (%d %s %v), want %s", create, status, body, err, c.create)
			}
			r.control("POST", "/gateways/epay/orders/D1/pay", "", c.pay)
			if got := r.query("D1"); got != c.query {
				t.Errorf("query: %s, want %s", got, c.query)
			}
			if n := len(r.merchant.notices()); n != c.notices {
				t.Errorf("%d notices, want %d", n, c.notices)
			}
		})
	}
}

func TestFaultsOfANotice(t *testing.T) {
	for _, c := range []struct {
		fault string
		good  int // notices with a good signature in the end
		total int
	}{
		{"drop_request", 1, 1}, {"drop_response", 2, 2}, {"garbage", 1, 2}, {"delay", 1, 1},
	} {
		t.Run(c.fault, func(t *testing.T) {
			r := newRig(t)
			r.order("D1", "10.00")
			r.control("POST", "/faults", fmt.Sprintf(`{"target":"gateway:epay","call":"transfer_in","fault":%q,"delayMs":150}`, c.fault), 200)
			got := r.control("POST", "/gateways/epay/orders/D1/pay", "", 200)
			if got["delivered"] != 0.0 {
				t.Error(got)
			}
			good := 0
			for _, heard := range r.merchant.waitFor(t, c.total) {
				claimed := heard.Get("sign")
				if signEpay(heard).Get("sign") == claimed && heard.Get("money") == "10.00" {
					good++
				}
			}
			if good != c.good {
				t.Errorf("%d good notices, want %d", good, c.good)
			}
		})
	}
}
