package fourparty

import (
	"errors"
	"fmt"
	"maps"
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
	testMember = "10001"
	testKey    = "demoPayKey"
	testRef    = "D231114221320ABCDEFG"
)

// fields reads the text of a vector.
func fields(text string) map[string]string {
	list := map[string]string{}
	for pair := range strings.SplitSeq(text, "&") {
		name, value, _ := strings.Cut(pair, "=")
		list[name] = value
	}
	return list
}

func changed(values map[string]string, name, value string) map[string]string {
	other := maps.Clone(values)
	other[name] = value
	return other
}

var noticeFields = fields("amount=100.00&datetime=20231114221420&memberid=10001&orderid=" + testRef + "&returncode=00&transaction_id=P900001")

func TestSignMatchesTheSheetsVectors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{
			"pay_amount=100.00&pay_applydate=2023-11-14 22:13:20&pay_bankcode=903&pay_callbackurl=https://pay.example/return&pay_memberid=10001&pay_notifyurl=https://pay.example/notify&pay_orderid=D20231114000001",
			"EE3AA657B3150337D08E29C6F48947D0",
		},
		{"amount=100.00&datetime=20231114221420&memberid=10001&orderid=D20231114000001&returncode=00&transaction_id=P900001", "8F77E90C62793253BF008A9689A33798"},
	} {
		if got := sign(fields(c.text), testKey); got != c.want {
			t.Errorf("%s is signed %s, want %s", c.text, got, c.want)
		}
		with := fields(c.text)
		with["sign"], with["pay_md5sign"], with["attach"], with["empty"] = "x", "x", "1234|456", ""
		if got := sign(with, testKey); got != c.want {
			t.Errorf("a signature, attach or an empty field is signed: %s", got)
		}
	}
}

func newGateway(t *testing.T, base string) *Gateway {
	t.Helper()
	g, err := New(Config{BaseURL: base, Member: testMember, Key: testKey, Timeout: 2 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// answers is a gateway that always says the same and keeps the last request.
func answers(t *testing.T, status int, location, body string) (*Gateway, *url.Values) {
	asked := &url.Values{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = r.ParseForm()
		*asked = r.PostForm
		asked.Set("path", r.URL.Path)
		if location != "" {
			w.Header().Set("Location", location)
		}
		w.WriteHeader(status)
		fmt.Fprint(w, body)
	}))
	t.Cleanup(server.Close)
	return newGateway(t, server.URL+"/shop/"), asked
}

func notice(values map[string]string) payment.Raw {
	form := url.Values{"sign": {sign(values, testKey)}}
	for name, value := range values {
		form.Set(name, value)
	}
	return payment.Raw{Method: http.MethodPost, Query: url.Values{}, Body: []byte(form.Encode())}
}

// DEP-10, trust CBK-1: what is read is what the gateway signed.
func TestANoticeIsReadFromPostAndGet(t *testing.T) {
	g := newGateway(t, "https://pay.example")
	want := payment.Notice{Ref: testRef, GatewayTxn: "P900001", Amount: 10000, Paid: true}
	raw := notice(noticeFields)
	if got, err := g.ReadCallback(raw); err != nil || got != want {
		t.Errorf("post: %+v, %v", got, err)
	}
	query, _ := url.ParseQuery(string(raw.Body))
	if got, err := g.ReadCallback(payment.Raw{Method: http.MethodGet, Query: query}); err != nil || got != want {
		t.Errorf("get: %+v, %v", got, err)
	}
	query.Set("attach", "anybody can write this") // it is not signed, and nothing is read from it
	if got, err := g.ReadCallback(payment.Raw{Method: http.MethodGet, Query: query}); err != nil || got != want {
		t.Errorf("attach: %+v, %v", got, err)
	}
	if got, err := g.ReadCallback(notice(changed(noticeFields, "trade_state", "SUCCESS"))); err != nil || got != want {
		t.Errorf("trade_state: %+v, %v", got, err)
	}
	if got, err := g.ReadCallback(notice(changed(noticeFields, "returncode", "01"))); err != nil || got.Paid {
		t.Errorf("not paid: %+v, %v", got, err)
	}
	for text, fen := range map[string]int64{"100": 10000, "100.5": 10050, "0.01": 1, "10.0000": 1000, "0.010": 1} {
		if got, err := g.ReadCallback(notice(changed(noticeFields, "amount", text))); err != nil || int64(got.Amount) != fen {
			t.Errorf("amount %s: %+v, %v", text, got, err)
		}
	}
	// The order's amount is not what came in where a gateway tells both.
	if got, err := g.ReadCallback(notice(changed(noticeFields, "true_amount", "99.99"))); err != nil || got.Amount != 9999 {
		t.Errorf("true_amount: %+v, %v", got, err)
	}
}

// trust CBK-1: none of these may credit anybody.
func TestForgedNoticesAreRefused(t *testing.T) {
	g := newGateway(t, "https://pay.example")
	forgeries := paymenttest.Forgeries(notice(noticeFields))
	if len(forgeries) < 60 {
		t.Fatalf("only %d forgeries", len(forgeries))
	}
	for _, f := range forgeries {
		if got, err := g.ReadCallback(f.Raw); err == nil || got != (payment.Notice{}) {
			t.Errorf("%s passed as %+v", f.Name, got)
		}
	}
	// Another merchant of the same gateway who happens to have our key still is not us.
	if _, err := g.ReadCallback(notice(changed(noticeFields, "memberid", "10002"))); !errors.Is(err, payment.ErrForged) {
		t.Errorf("another merchant's notice: %v", err)
	}
	other, err := New(Config{BaseURL: "https://pay.example", Member: testMember, Key: "anotherKey"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := other.ReadCallback(notice(noticeFields)); !errors.Is(err, payment.ErrForged) {
		t.Errorf("signed with another key: %v", err)
	}
}

// Signed by the gateway and still not to be used: nothing is guessed.
func TestSignedNonsenseIsUnreadable(t *testing.T) {
	g := newGateway(t, "https://pay.example")
	for name, values := range map[string][]string{
		"amount":         {"", "0", "0.00", "-1", "1e3", "100.001", "100.00001", "100.0000000", "1,000", "１００", "NaN", " 100", "100.00元"},
		"true_amount":    {"0", "-1", "x"},
		"orderid":        {"", "D1/../x", strings.Repeat("D", 33), "单号"},
		"transaction_id": {"", "E 1", strings.Repeat("E", 65)},
		"returncode":     {""},
		"trade_state":    {"NOTPAY", "REFUND", "success", "SUCCESS "}, // an answer to a query, whose returncode is always 00
		"datetime":       {"a&orderid=D2"},                            // could be signed as two fields
	} {
		for _, value := range values {
			if got, err := g.ReadCallback(notice(changed(noticeFields, name, value))); !errors.Is(err, payment.ErrUnreadable) {
				t.Errorf("%s=%q: %+v, %v", name, value, got, err)
			}
		}
	}
}

var order = payment.Order{Ref: testRef, At: time.Date(2023, 11, 14, 14, 13, 20, 0, time.UTC), Amount: 10000, Subject: "deposit", Method: "903", NotifyURL: "https://pay.example/notify", ReturnURL: "https://pay.example/return", ClientIP: "1.2.3.4"}

func TestCollectSendsASignedOrderAndReadsThePlace(t *testing.T) {
	g, asked := answers(t, 200, "", `{"status":"1","msg":"Success","order_sn":"P1","payUrl":"https://pay.example/c/1"}`)
	for range 2 { // a repetition sends the same fields: its time is in its number
		got, err := g.Collect(t.Context(), order)
		if err != nil || got != (payment.Collection{Link: "https://pay.example/c/1", GatewayTxn: "P1"}) {
			t.Fatalf("Collect = %+v, %v", got, err)
		}
		want := "pay_amount=100.00&pay_applydate=2023-11-14 22:13:20&pay_bankcode=903&pay_callbackurl=https://pay.example/return&pay_memberid=10001&pay_notifyurl=https://pay.example/notify&pay_orderid=" + testRef
		if asked.Get("path") != "/shop/Pay_Index.html" || asked.Get("type") != "json" || asked.Get("pay_md5sign") != sign(fields(want), testKey) {
			t.Errorf("asked %v", asked)
		}
		for name, value := range fields(want) {
			if asked.Get(name) != value {
				t.Errorf("%s = %q, want %q", name, asked.Get(name), value)
			}
		}
	}
	for body, want := range map[string]payment.Collection{
		`{"code":"1","msg":"Success","payurl":"https://pay.example/c"}`:    {Link: "https://pay.example/c"},
		`{"status":"success","pay_url":"http://pay.example/c","data":[]}`:  {Link: "http://pay.example/c"},
		`{"status":1,"codeUrl":"wxp://x","order_sn":20231114000001}`:       {QR: "wxp://x", GatewayTxn: "20231114000001"},
		`{"code":1,"codeUrl":"wxp://x","payUrl":"https://pay.example/c"}`:  {Link: "https://pay.example/c", QR: "wxp://x"},
		`{"status":"1","code":"77","codeUrl":"wxp://x"}`:                   {QR: "wxp://x"}, // status comes first
		`{"status":"1","payUrl":"https://pay.example/c","sign":"ignored"}`: {Link: "https://pay.example/c"},
	} {
		g, _ := answers(t, 200, "", body)
		if got, err := g.Collect(t.Context(), order); err != nil || got != want {
			t.Errorf("%s: %+v, %v", body, got, err)
		}
	}
	g, _ = answers(t, 302, "https://pay.example/cashier/1", "")
	if got, err := g.Collect(t.Context(), order); err != nil || got != (payment.Collection{Link: "https://pay.example/cashier/1"}) {
		t.Errorf("a redirect: %+v, %v", got, err)
	}
}

// Only a clear no is a refusal. What is unclear leaves the order open, and a page of
// another company is never taken over.
func TestAnswersThatAreNoClearNoAreNoRefusal(t *testing.T) {
	g, _ := answers(t, 200, "", `{"status":"error","msg":"通道已关闭","data":[]}`)
	_, err := g.Collect(t.Context(), order)
	if r, ok := errors.AsType[*payment.Refusal](err); !ok || r.Code != "error" {
		t.Errorf("a clear no: %v", err)
	}
	unclear := func(status int, location, body string) {
		t.Helper()
		g, _ := answers(t, status, location, body)
		got, err := g.Collect(t.Context(), order)
		if _, no := errors.AsType[*payment.Refusal](err); err == nil || no || got != (payment.Collection{}) {
			t.Errorf("%d %s %.80s: %+v, %v", status, location, body, got, err)
		}
	}
	unclear(200, "", `{"status":"error","msg":"10001重复订单！请尝试重新提交订单"}`) // the order is there
	for _, body := range []string{
		``, `{}`, `null`, `[]`, `<html><form action="https://x"></form></html>`, `{"status":"1"}`, `{"status":"2","payUrl":"https://x"}`, `{"payUrl":"https://x"}`,
		`{"status":"1","payUrl":"javascript:alert(1)"}`, `{"status":"1","payUrl":"/x"}`, `{"status":"1","payUrl":"https://a@x"}`, `{"status":"1","payUrl":1}`,
		`{"status":"1","payUrl":"https://x","order_sn":"a b"}`, `{"status":{},"payUrl":"https://x"}`, strings.Repeat("a", wire.Limit+1),
	} {
		unclear(200, "", body)
	}
	for _, location := range []string{"", "/cashier/1", "javascript:alert(1)", "//x", "ftp://x/1"} {
		unclear(302, location, "")
	}
	unclear(301, "https://pay.example/new-home", "") // the interface moved: that is no place to pay
	unclear(500, "", `{"status":"1","payUrl":"https://x"}`)
}

func queried(change map[string]string) string {
	values := fields("memberid=10001&orderid=" + testRef + "&amount=100.0000&time_end=2023-11-14 22:14:20&transaction_id=P900001&returncode=00&trade_state=SUCCESS")
	maps.Copy(values, change)
	parts := []string{fmt.Sprintf("%q:%q", "sign", sign(values, testKey))}
	for name, value := range values {
		parts = append(parts, fmt.Sprintf("%q:%q", name, value))
	}
	return "{" + strings.Join(parts, ",") + "}"
}

func TestTheAnswerToAQueryIsSigned(t *testing.T) {
	at := time.Date(2023, 11, 14, 22, 14, 20, 0, beijing)
	for body, want := range map[string]payment.Status{
		queried(nil): {State: payment.Paid, Amount: 10000, GatewayTxn: "P900001", PaidAt: at},
		queried(map[string]string{"trade_state": "NOTPAY", "time_end": "1970-01-01 08:00:00"}): {State: payment.Open, GatewayTxn: "P900001"},
		queried(map[string]string{"true_amount": "99.00"}):                                     {State: payment.Paid, Amount: 9900, GatewayTxn: "P900001", PaidAt: at},
		queried(map[string]string{"time_end": "soon"}):                                         {State: payment.Paid, Amount: 10000, GatewayTxn: "P900001"},
	} {
		g, asked := answers(t, 200, "", body)
		got, err := g.Lookup(t.Context(), testRef)
		if err != nil || got.State != want.State || got.Amount != want.Amount || got.GatewayTxn != want.GatewayTxn || !got.PaidAt.Equal(want.PaidAt) {
			t.Errorf("%s: %+v, %v", body, got, err)
		}
		if asked.Get("path") != "/shop/Pay_Trade_query.html" || asked.Get("pay_md5sign") != sign(map[string]string{"pay_memberid": testMember, "pay_orderid": testRef}, testKey) {
			t.Errorf("asked %v", asked)
		}
	}
	for _, body := range []string{
		``, `{}`, `null`, `<html>`, `{"status":"error","msg":"不存在的交易订单.","data":[]}`, strings.Replace(queried(nil), "100.0000", "900.0000", 1),
		strings.Replace(queried(nil), `"sign"`, `"sing"`, 1), strings.Replace(queried(nil), "{", `{"amount":"900.00",`, 1),
		queried(map[string]string{"memberid": "10002"}), queried(map[string]string{"orderid": "D231114221320ABCDEFH"}), queried(map[string]string{"returncode": "01"}),
		queried(map[string]string{"trade_state": "CLOSED"}), queried(map[string]string{"trade_state": ""}), queried(map[string]string{"amount": "0"}),
		queried(map[string]string{"transaction_id": "a b"}), strings.Repeat("a", wire.Limit+1),
	} {
		g, _ := answers(t, 200, "", body)
		if got, err := g.Lookup(t.Context(), testRef); err == nil || got.State != payment.Unknown {
			t.Errorf("%.80s: %+v, %v", body, got, err)
		}
	}
}

// The strictest gateways of the convention take 20 characters. Orders that were
// made before H-514 have exactly so many.
func TestReferencesHaveAtMostTwentyCharacters(t *testing.T) {
	g := newGateway(t, "https://pay.example")
	for _, ref := range []string{g.NewRef(time.Now()), testRef} {
		if len(ref) > 20 || !reference.MatchString(ref) {
			t.Errorf("reference %s", ref)
		}
	}
}

func TestErrorsHoldNoKeyAndNoAddress(t *testing.T) {
	g := newGateway(t, "http://127.0.0.1:1")
	_, err := g.Lookup(t.Context(), testRef)
	if err == nil || strings.Contains(err.Error(), testKey) || strings.Contains(err.Error(), "Pay_Trade") {
		t.Errorf("error %v", err)
	}
}

func TestSettingsThatCannotWorkAreRefused(t *testing.T) {
	for name, c := range map[string]Config{
		"no address": {Member: "1", Key: "k"}, "query": {BaseURL: "http://h/?a=1", Member: "1", Key: "k"}, "no member": {BaseURL: "http://h", Key: "k"},
		"no key": {BaseURL: "http://h", Member: "1"}, "password in the address": {BaseURL: "http://a:b@h", Member: "1", Key: "k"},
	} {
		if _, err := New(c); err == nil {
			t.Errorf("%s passed", name)
		}
	}
}

// Anybody may call the notice address: whatever comes is refused or was signed.
func FuzzReadCallback(f *testing.F) {
	raw := notice(noticeFields)
	f.Add("POST", "", raw.Body)
	f.Add("GET", string(raw.Body), []byte(nil))
	f.Add("POST", "a=1", []byte("amount=1&amount=2&sign[]=x"))
	g, err := New(Config{BaseURL: "https://pay.example", Member: testMember, Key: testKey})
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
		if n != (payment.Notice{Ref: testRef, GatewayTxn: "P900001", Amount: 10000, Paid: true}) {
			t.Fatalf("something nobody signed passed: %+v", n)
		}
	})
}
