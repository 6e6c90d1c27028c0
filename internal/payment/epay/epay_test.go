package epay

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"hongyun/internal/payment"
	"hongyun/internal/payment/paymenttest"
	"hongyun/internal/payment/wire"
)

// The key is made up; the vectors are the convention sheet's.
const (
	testPID = "1001"
	testKey = "demoEpayKey"
)

var orderFields = map[string]string{
	"money": "100.00", "name": "deposit", "notify_url": "https://pay.example/notify", "out_trade_no": "D20231114000001",
	"pid": testPID, "return_url": "https://pay.example/return", "type": "alipay",
}

var noticeFields = map[string]string{
	"money": "100.00", "name": "deposit", "out_trade_no": "D20231114000001", "pid": testPID, "trade_no": "E900001",
	"trade_status": "TRADE_SUCCESS", "type": "alipay",
}

func newGateway(t *testing.T, base string, change func(*Config)) *Gateway {
	t.Helper()
	c := Config{Code: "epay", BaseURL: base, PID: testPID, Key: testKey, Timeout: 2 * time.Second}
	if change != nil {
		change(&c)
	}
	g, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// answers is a gateway that always says the same and keeps the last request.
func answers(t *testing.T, body string) (*Gateway, *url.Values) {
	asked := &url.Values{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = r.ParseForm()
		*asked = r.Form
		fmt.Fprint(w, body)
	}))
	t.Cleanup(server.Close)
	return newGateway(t, server.URL, nil), asked
}

func TestSignMatchesTheSheetsVectors(t *testing.T) {
	if got := sign(orderFields, testKey); got != "759aaabcd0256728797d37b3817c4cb1" {
		t.Errorf("order sign %s", got)
	}
	if got := sign(noticeFields, testKey); got != "d87f787e26acae5546e7a4d0ba455d44" {
		t.Errorf("notice sign %s", got)
	}
	with := map[string]string{"sign": "x", "sign_type": "MD5", "param": ""}
	for k, v := range noticeFields {
		with[k] = v
	}
	if got := sign(with, testKey); got != "d87f787e26acae5546e7a4d0ba455d44" {
		t.Errorf("sign, sign_type or an empty field is signed: %s", got)
	}
}

func notice(fields map[string]string) payment.Raw {
	return payment.Raw{Method: http.MethodGet, Query: signedForm(fields, testKey)}
}

func changed(fields map[string]string, name, value string) map[string]string {
	other := map[string]string{name: value}
	for k, v := range fields {
		if k != name {
			other[k] = v
		}
	}
	return other
}

// DEP-10, trust CBK-1: what is read is what the gateway signed.
func TestANoticeIsReadFromGetAndPost(t *testing.T) {
	g := newGateway(t, "https://pay.example", nil)
	want := payment.Notice{Ref: "D20231114000001", GatewayTxn: "E900001", Amount: 10000, Paid: true}
	raw := notice(noticeFields)
	if got, err := g.ReadCallback(raw); err != nil || got != want {
		t.Errorf("get: %+v, %v", got, err)
	}
	post := payment.Raw{Method: http.MethodPost, Query: url.Values{}, Body: []byte(raw.Query.Encode())}
	if got, err := g.ReadCallback(post); err != nil || got != want {
		t.Errorf("post: %+v, %v", got, err)
	}
	closed := notice(changed(noticeFields, "trade_status", "TRADE_CLOSED"))
	if got, err := g.ReadCallback(closed); err != nil || got.Paid {
		t.Errorf("a closed order: %+v, %v", got, err)
	}
	for text, fen := range map[string]int64{"100": 10000, "100.5": 10050, "0.01": 1} {
		if got, err := g.ReadCallback(notice(changed(noticeFields, "money", text))); err != nil || int64(got.Amount) != fen {
			t.Errorf("money %s: %+v, %v", text, got, err)
		}
	}
}

// trust CBK-1: none of these may credit anybody.
func TestForgedNoticesAreRefused(t *testing.T) {
	g := newGateway(t, "https://pay.example", nil)
	forgeries := paymenttest.Forgeries(notice(noticeFields))
	if len(forgeries) < 60 {
		t.Fatalf("only %d forgeries", len(forgeries))
	}
	for _, f := range forgeries {
		if got, err := g.ReadCallback(f.Raw); err == nil || got != (payment.Notice{}) {
			t.Errorf("%s passed as %+v", f.Name, got)
		}
	}
	otherKey := payment.Raw{Method: http.MethodGet, Query: signedForm(noticeFields, "anotherKey")}
	if _, err := g.ReadCallback(otherKey); !errors.Is(err, payment.ErrForged) {
		t.Errorf("signed with another key: %v", err)
	}
	// Another merchant of the same gateway who happens to have our key still is not us.
	if _, err := g.ReadCallback(notice(changed(noticeFields, "pid", "1002"))); !errors.Is(err, payment.ErrForged) {
		t.Errorf("another merchant's notice: %v", err)
	}
}

// Signed by the gateway and still not to be used: nothing is guessed.
func TestSignedNonsenseIsUnreadable(t *testing.T) {
	g := newGateway(t, "https://pay.example", nil)
	for name, values := range map[string][]string{
		"money":        {"", "0", "0.00", "-1", "1e3", "100.001", "1,000", "１００", "NaN", " 100", "100.00元"},
		"out_trade_no": {"", "D1/../x", strings.Repeat("D", 33), "单号"},
		"trade_no":     {"", "E 1", strings.Repeat("E", 65)},
		"trade_status": {""},
		"name":         {"a&out_trade_no=D2"}, // could be signed as two fields
	} {
		for _, value := range values {
			if got, err := g.ReadCallback(notice(changed(noticeFields, name, value))); !errors.Is(err, payment.ErrUnreadable) {
				t.Errorf("%s=%q: %+v, %v", name, value, got, err)
			}
		}
	}
}

var order = payment.Order{Ref: "D1", Amount: 10000, Subject: "deposit", Method: "alipay", NotifyURL: "https://h/pay/epay/t", ReturnURL: "https://h/", ClientIP: "::ffff:1.2.3.4"}

func TestCollectSendsASignedOrderAndReadsThePlace(t *testing.T) {
	g, asked := answers(t, `{"code":"1","trade_no":"E1","payurl":"https://pay.example/c/1"}`)
	got, err := g.Collect(t.Context(), order)
	if err != nil || got != (payment.Collection{Link: "https://pay.example/c/1", GatewayTxn: "E1"}) {
		t.Fatalf("Collect = %+v, %v", got, err)
	}
	values, ok := wire.Form(*asked)
	if !ok || !authentic(values, testKey) || values["money"] != "100.00" || values["clientip"] != "1.2.3.4" || values["sign_type"] != "MD5" {
		t.Errorf("asked %v", asked)
	}
	for body, want := range map[string]payment.Collection{
		`{"code":1,"trade_no":"E1","qrcode":"wxp://x"}`:    {QR: "wxp://x", GatewayTxn: "E1"},
		`{"code":1,"trade_no":"E1","urlscheme":"weixin:"}`: {QR: "weixin:", GatewayTxn: "E1"},
		// A message counts only where there is no place, and one that hides something is none.
		`{"code":1,"trade_no":"E1","msg":" 收款账号：6222\r\n附言：7 "}`:          {Message: "收款账号：6222\n附言：7", GatewayTxn: "E1"},
		`{"code":1,"trade_no":"E1","msg":"收款账号：6222","qrcode":"wxp://x"}`: {QR: "wxp://x", GatewayTxn: "E1"},
	} {
		g, _ := answers(t, body)
		if got, err := g.Collect(t.Context(), order); err != nil || got != want {
			t.Errorf("%s: %+v, %v", body, got, err)
		}
	}
	g, _ = answers(t, `{"code":-1,"msg":"no"}`)
	if _, err := g.Collect(t.Context(), order); err == nil {
		t.Error("a no passed")
	} else if r, ok := errors.AsType[*payment.Refusal](err); !ok || r.Code != "-1" {
		t.Errorf("a clear no: %v", err)
	}
	for _, body := range []string{``, `{}`, `null`, `[]`, `<html>`, `{"code":1}`, `{"code":1,"payurl":"javascript:alert(1)"}`, `{"code":1,"payurl":"/x"}`, `{"code":1,"payurl":"https://x","trade_no":"a b"}`, `{"code":1,"payurl":1}`, `{"code":1,"msg":"success"}`, "{\"code\":1,\"msg\":\"账号：1\u202e2\"}", `{"code":1,"msg":"账号：` + strings.Repeat("1", 2000) + `"}`} {
		g, _ := answers(t, body)
		_, err := g.Collect(t.Context(), order)
		if _, no := errors.AsType[*payment.Refusal](err); err == nil || no {
			t.Errorf("%s: %v", body, err)
		}
	}
}

func TestAPageGatewayIsOpenedByTheBrowser(t *testing.T) {
	g := newGateway(t, "https://pay.example/epay/", func(c *Config) { c.Page = true })
	got, err := g.Collect(t.Context(), payment.Order{Ref: "D20231114000001", Amount: 10000, Subject: "deposit", Method: "alipay", NotifyURL: "https://pay.example/notify", ReturnURL: "https://pay.example/return"})
	if err != nil || !strings.HasPrefix(got.Link, "https://pay.example/epay/submit.php?") || !strings.Contains(got.Link, "sign=759aaabcd0256728797d37b3817c4cb1") {
		t.Errorf("Collect = %+v, %v", got, err)
	}
}

func TestWhatTheQueryProves(t *testing.T) {
	for body, want := range map[string]payment.Status{
		`{"code":1,"status":1,"money":"100.00","trade_no":"E1","out_trade_no":"D1","pid":1001}`: {State: payment.Paid, Amount: 10000, GatewayTxn: "E1"},
		`{"code":"1","status":"1","money":99.5,"trade_no":"E1"}`:                                {State: payment.Paid, Amount: 9950, GatewayTxn: "E1"},
		`{"code":1,"status":0,"money":"100.00","trade_no":"E1"}`:                                {State: payment.Open, GatewayTxn: "E1"},
	} {
		g, asked := answers(t, body)
		if got, err := g.Lookup(t.Context(), "D1"); err != nil || got != want || asked.Get("act") != "order" || asked.Get("out_trade_no") != "D1" {
			t.Errorf("%s: %+v, %v", body, got, err)
		}
	}
	for _, body := range []string{
		``, `{}`, `null`, `{"code":-1,"msg":"no"}`, `{"code":1}`, `{"code":1,"status":2}`, `{"code":1,"status":1}`, `{"code":1,"status":1,"money":"0"}`,
		`{"code":1,"status":1,"money":"1e2"}`, `{"code":1,"status":1,"money":"100","out_trade_no":"D2"}`, `{"code":1,"status":1,"money":"100","pid":"1002"}`,
		`{"code":1,"status":1,"money":{}}`, `<html>`, strings.Repeat("a", wire.Limit+1),
	} {
		g, _ := answers(t, body)
		if got, err := g.Lookup(t.Context(), "D1"); err == nil || got.State != payment.Unknown {
			t.Errorf("%.60s: %+v, %v", body, got, err)
		}
	}
}

func TestErrorsHoldNoKey(t *testing.T) {
	g := newGateway(t, "http://127.0.0.1:1", nil)
	_, err := g.Lookup(t.Context(), "D1") // its address holds the key
	if err == nil || strings.Contains(err.Error(), testKey) || strings.Contains(err.Error(), "key=") {
		t.Errorf("error %v", err)
	}
}

func TestSettingsThatCannotWorkAreRefused(t *testing.T) {
	for name, c := range map[string]Config{
		"no address": {PID: "1", Key: "k"}, "query": {BaseURL: "http://h/?a=1", PID: "1", Key: "k"}, "no pid": {BaseURL: "http://h", Key: "k"}, "no key": {BaseURL: "http://h", PID: "1"},
	} {
		if _, err := New(c); err == nil {
			t.Errorf("%s passed", name)
		}
	}
}

// Anybody may call the notice address: whatever comes is refused or was signed.
func FuzzReadCallback(f *testing.F) {
	raw := notice(noticeFields)
	f.Add("GET", raw.Query.Encode(), []byte(nil))
	f.Add("POST", "", []byte(raw.Query.Encode()))
	f.Add("POST", "a=1", []byte("money=1&money=2&sign[]=x"))
	g, err := New(Config{Code: "epay", BaseURL: "https://pay.example", PID: testPID, Key: testKey})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, method, query string, body []byte) {
		values, _ := url.ParseQuery(query)
		n, err := g.ReadCallback(payment.Raw{Method: method, Query: values, Body: body})
		if err != nil {
			if n != (payment.Notice{}) {
				t.Fatalf("an error came with %+v", n)
			}
			return
		}
		if n.Amount <= 0 || n.Ref == "" || n.GatewayTxn == "" {
			t.Fatalf("notice %+v", n)
		}
		if n != (payment.Notice{Ref: "D20231114000001", GatewayTxn: "E900001", Amount: 10000, Paid: true}) {
			t.Fatalf("something nobody signed passed: %+v", n)
		}
	})
}
