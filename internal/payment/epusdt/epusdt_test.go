package epusdt

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"hongyun/internal/money"
	"hongyun/internal/payment"
	"hongyun/internal/payment/paymenttest"
	"hongyun/internal/payment/wire"
)

// The token is made up; the vectors are the protocol sheet's.
const (
	testToken   = "demoToken"
	testAddress = "T9yZXXENpbqxic72funvcNeQuM4bnKkDAS"
)

func newGateway(t *testing.T, base string) *Gateway {
	t.Helper()
	g, err := New(Config{BaseURL: base, Token: testToken, Timeout: 2 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

const sheetNotice = `{"trade_id":"U900001","order_id":"D20231114000001","amount":100,"actual_amount":15.63,"token":"TADDR","block_transaction_id":"ab12","signature":"d9b90b5d15a057576798845ca79ee976","status":2}`

func TestSignMatchesTheSheetsVectors(t *testing.T) {
	order, ok := wire.Object([]byte(`{"order_id":"D20231114000001","amount":100.00,"notify_url":"https://pay.example/notify","redirect_url":"https://pay.example/return"}`))
	if got := sign(order, testToken); !ok || got != "98c318328b1be8c24b6a85fb7f0725f4" {
		t.Errorf("order sign %s", got)
	}
	notice, ok := wire.Object([]byte(sheetNotice))
	if got := sign(notice, testToken); !ok || got != "d9b90b5d15a057576798845ca79ee976" {
		t.Errorf("notice sign %s", got)
	}
}

// notice is a notice with some fields changed, signed rightly.
func notice(change map[string]any) payment.Raw {
	var fields map[string]any
	d := json.NewDecoder(strings.NewReader(sheetNotice))
	d.UseNumber()
	_ = d.Decode(&fields)
	maps.Copy(fields, change)
	delete(fields, "signature")
	body, _ := json.Marshal(fields)
	values, _ := wire.Object(body)
	fields["signature"] = sign(values, testToken)
	body, _ = json.Marshal(fields)
	return payment.Raw{Method: http.MethodPost, Query: url.Values{}, Body: body}
}

// DEP-10, trust CBK-1: the yuan of the order are read, never the coins.
func TestANoticeIsReadFromJSON(t *testing.T) {
	g := newGateway(t, "https://pay.example")
	want := payment.Notice{Ref: "D20231114000001", GatewayTxn: "U900001", Amount: 10000, Paid: true}
	if got, err := g.ReadCallback(payment.Raw{Method: http.MethodPost, Body: []byte(sheetNotice)}); err != nil || got != want {
		t.Errorf("the sheet's notice: %+v, %v", got, err)
	}
	for _, text := range []string{"100.0", "100.00"} { // signed in the shortest form, however it is written
		if got, err := g.ReadCallback(payment.Raw{Method: http.MethodPost, Body: []byte(strings.Replace(sheetNotice, "100", text, 1))}); err != nil || got != want {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
	for state, paid := range map[int]bool{1: false, 2: true, 3: false} {
		if got, err := g.ReadCallback(notice(map[string]any{"status": state})); err != nil || got.Paid != paid {
			t.Errorf("status %d: %+v, %v", state, got, err)
		}
	}
	if got, err := g.ReadCallback(notice(map[string]any{"amount": 0.01, "actual_amount": 9999})); err != nil || got.Amount != 1 {
		t.Errorf("a fen: %+v, %v", got, err)
	}
}

// trust CBK-1: none of these may credit anybody.
func TestForgedNoticesAreRefused(t *testing.T) {
	g := newGateway(t, "https://pay.example")
	forgeries := paymenttest.Forgeries(notice(nil))
	if len(forgeries) < 80 {
		t.Fatalf("only %d forgeries", len(forgeries))
	}
	for _, f := range forgeries {
		if got, err := g.ReadCallback(f.Raw); err == nil || got != (payment.Notice{}) {
			t.Errorf("%s passed as %+v", f.Name, got)
		}
	}
	other, err := New(Config{BaseURL: "https://pay.example", Token: "anotherToken"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := other.ReadCallback(notice(nil)); !errors.Is(err, payment.ErrForged) {
		t.Errorf("signed with another token: %v", err)
	}
}

// Signed by the company and still not to be used: nothing is guessed.
func TestSignedNonsenseIsUnreadable(t *testing.T) {
	g := newGateway(t, "https://pay.example")
	for name, values := range map[string][]any{
		"amount":        {"", 0, "x", "1,000", " 100", "100.001"},
		"actual_amount": {"", 0, "x"},
		"order_id":      {"", "D1/../x", strings.Repeat("D", 33), "单号"},
		"trade_id":      {"", "E 1", strings.Repeat("E", 65)},
		"status":        {"", 0, 4, 77, "paid"},
		"token":         {"a&trade_id=U2"}, // could be signed as two fields
	} {
		for _, value := range values {
			if got, err := g.ReadCallback(notice(map[string]any{name: value})); !errors.Is(err, payment.ErrUnreadable) {
				t.Errorf("%s=%v: %+v, %v", name, value, got, err)
			}
		}
	}
}

// answers is a company that always says the same and keeps the last request.
func answers(t *testing.T, body string) (*Gateway, *map[string]string) {
	asked := &map[string]string{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sent, _ := io.ReadAll(r.Body)
		*asked, _ = wire.Object(sent)
		(*asked)["path"], (*asked)["sent"] = r.URL.Path, string(sent)
		fmt.Fprint(w, body)
	}))
	t.Cleanup(server.Close)
	return newGateway(t, server.URL+"/"), asked
}

var order = payment.Order{Ref: "D20231114000001", Amount: 10000, Subject: "deposit", Method: "usdt", NotifyURL: "https://pay.example/notify", ReturnURL: "https://pay.example/return"}

const createdBody = `{"status_code":200,"message":"success","data":{"trade_id":"U900001","order_id":"D20231114000001","amount":100,"actual_amount":15.63,"token":"` + testAddress + `","expiration_time":1699971200,"payment_url":"https://pay.example/pay/checkout-counter/U900001"},"request_id":"b"}`

func TestCollectSendsASignedOrderAndReadsThePlace(t *testing.T) {
	g, asked := answers(t, createdBody)
	got, err := g.Collect(t.Context(), order)
	want := payment.Collection{
		Link: "https://pay.example/pay/checkout-counter/U900001", GatewayTxn: "U900001",
		Message: "网络：TRC20（波场）\n转账数量：15.63 USDT\n收款地址：" + testAddress + "\n付款期限：2023-11-14 22:13:20\n转账数量必须完全一致，否则无法自动到账",
	}
	if err != nil || got != want {
		t.Fatalf("Collect = %+v, %v", got, err)
	}
	if a := *asked; a["path"] != "/api/v1/order/create-transaction" || a["signature"] != "98c318328b1be8c24b6a85fb7f0725f4" || !strings.Contains(a["sent"], `"amount":100,`) {
		t.Errorf("asked %v", a)
	}
	// Some installations write amounts as text, and a length of time for the deadline.
	g, _ = answers(t, strings.NewReplacer(`"amount":100`, `"amount":"100.00"`, "1699971200", "600").Replace(createdBody))
	if got, err := g.Collect(t.Context(), order); err != nil || got.Link != want.Link || strings.Contains(got.Message, "付款期限") {
		t.Errorf("text: %+v, %v", got, err)
	}
}

// Only a clear no is a refusal. 10002 says that the order is there, and 400 says nothing.
func TestAnswersThatAreNoClearNoAreNoRefusal(t *testing.T) {
	for code, clear := range map[int]bool{401: true, 10003: true, 10004: true, 10005: true, 10006: true, 10009: true, 400: false, 500: false, 10002: false, 10007: false, 10008: false, 0: false} {
		g, _ := answers(t, fmt.Sprintf(`{"status_code":%d,"message":"x","data":null}`, code))
		_, err := g.Collect(t.Context(), order)
		if r, no := errors.AsType[*payment.Refusal](err); err == nil || no != clear || (no && r.Code != fmt.Sprint(code)) {
			t.Errorf("code %d: %v", code, err)
		}
	}
	for name, body := range map[string]string{
		"nothing": ``, "null": `null`, "empty": `{}`, "page": `<html>`, "no data": `{"status_code":200}`, "long": strings.Repeat("a", wire.Limit+1),
		"another order":   strings.Replace(createdBody, "D20231114000001", "D20231114000002", 1),
		"another amount":  strings.Replace(createdBody, `"amount":100`, `"amount":99.99`, 1),
		"no coins":        strings.Replace(createdBody, "15.63", "0", 1),
		"broken coins":    strings.Replace(createdBody, "15.63", "15.63e1", 1),
		"mistyped":        strings.Replace(createdBody, testAddress, testAddress[:33]+"T", 1),
		"another network": strings.Replace(createdBody, testAddress, "0x00112233445566778899AABbCCdDeeFf00112233", 1),
		"script":          strings.Replace(createdBody, "https://pay.example/pay", "javascript:alert(1)", 1),
		"trade":           strings.Replace(createdBody, "U900001", "U 1", 1),
	} {
		g, _ := answers(t, body)
		got, err := g.Collect(t.Context(), order)
		if _, no := errors.AsType[*payment.Refusal](err); err == nil || no || got != (payment.Collection{}) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

// The document has no query, so nobody is called.
func TestNoQuestionIsAsked(t *testing.T) {
	g := newGateway(t, "http://127.0.0.1:1")
	if s, err := g.Lookup(t.Context(), "D20231114000001"); !errors.Is(err, payment.ErrNoQuery) || s != (payment.Status{}) {
		t.Errorf("%+v, %v", s, err)
	}
}

func TestAmountsAreSentInTheirShortestForm(t *testing.T) {
	for fen, want := range map[money.Fen]string{10000: "100", 10050: "100.5", 10005: "100.05", 1: "0.01"} {
		g, asked := answers(t, `{}`)
		o := order
		o.Amount = fen
		_, _ = g.Collect(t.Context(), o)
		a := *asked
		if !strings.Contains(a["sent"], `"amount":`+want+",") || a["signature"] != sign(map[string]string{"order_id": a["order_id"], "amount": want, "notify_url": a["notify_url"], "redirect_url": a["redirect_url"]}, testToken) {
			t.Errorf("%s: %v", want, a)
		}
	}
}

func TestSettingsThatCannotWorkAreRefused(t *testing.T) {
	for name, c := range map[string]Config{"no address": {Token: "k"}, "query": {BaseURL: "http://h/?a=1", Token: "k"}, "no token": {BaseURL: "http://h"}} {
		if _, err := New(c); err == nil {
			t.Errorf("%s passed", name)
		}
	}
}

// Anybody may call the notice address: whatever comes is refused or was signed.
func FuzzReadCallback(f *testing.F) {
	f.Add("POST", []byte(sheetNotice))
	f.Add("POST", []byte(strings.Replace(sheetNotice, "100", "1e2", 1)))
	f.Add("GET", []byte(sheetNotice))
	g, err := New(Config{BaseURL: "https://pay.example", Token: testToken})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, method string, body []byte) {
		n, err := g.ReadCallback(payment.Raw{Method: method, Query: url.Values{}, Body: body})
		if err != nil {
			if n != (payment.Notice{}) {
				t.Fatalf("an error came with %+v", n)
			}
			return
		}
		if n != (payment.Notice{Ref: "D20231114000001", GatewayTxn: "U900001", Amount: 10000, Paid: true}) {
			t.Fatalf("something nobody signed passed: %+v", n)
		}
	})
}
