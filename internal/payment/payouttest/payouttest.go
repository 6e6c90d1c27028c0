// Package payouttest is the conformance kit of companies that pay out: what every
// adapter must do, shown against a company on the other side of the wire. An
// adapter's own test is an Open function and one call of Run.
package payouttest

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"hongyun/internal/money"
	"hongyun/internal/payment"
	"hongyun/internal/payment/paymenttest"
)

// Bench is an adapter and the company it talks to.
type Bench struct {
	Payer   payment.Payer
	Sandbox string // address of the sandbox that plays the company
	Code    string // our code of the company
	Secrets []string
}

// Options are what the kit wants of a bench.
type Options struct {
	Log     *slog.Logger
	Timeout time.Duration
	Balance money.Fen // ours at the company
}

const (
	callTimeout = 400 * time.Millisecond
	asked       = 123*money.Yuan + 45
	balance     = 10_000 * money.Yuan
	card        = "6222020000000000017"
)

type kit struct {
	Bench
	t       *testing.T
	log     *safeBuffer
	notify  string
	notices chan payment.Raw
}

// Run puts an adapter through all cases, each with a fresh company that ends orders
// only when it is told to.
func Run(t *testing.T, open func(t *testing.T, o Options) Bench) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			k := &kit{t: t, log: &safeBuffer{}, notices: make(chan payment.Raw, 64)}
			server := httptest.NewServer(http.HandlerFunc(k.receive))
			t.Cleanup(server.Close)
			k.notify = server.URL + "/payout/x/0123456789abcdef01234567"
			k.Bench = open(t, Options{
				Log: slog.New(slog.NewTextHandler(k.log, &slog.HandlerOptions{Level: slog.LevelDebug})), Timeout: callTimeout, Balance: balance,
			})
			c.run(k)
			for _, secret := range append(k.Secrets, card) {
				if strings.Contains(k.log.String(), secret) {
					t.Error("a secret or a destination reached a log or an error")
				}
			}
		})
	}
}

var cases = []struct {
	name string
	run  func(k *kit)
}{
	{"references are never repeated and short enough", func(k *kit) {
		seen := map[string]bool{}
		for range 2000 {
			ref := k.Payer.NewRef(time.Now())
			if seen[ref] || ref == "" || len(ref) > 20 {
				k.t.Fatalf("reference %q again, empty or too long", ref)
			}
			seen[ref] = true
		}
	}},
	{"an order is open until the company ends it, and paid with its amount", func(k *kit) {
		o := k.ordered()
		k.says(o.Ref, payment.Open, 0)
		k.settle(o.Ref, map[string]any{"state": "paid"})
		k.says(o.Ref, payment.Paid, asked)
		n, err := k.Payer.ReadCallback(k.notice())
		if err != nil || n.Ref != o.Ref || n.State != payment.Paid || n.Amount != asked || n.Txn == "" {
			k.t.Errorf("notice %+v, %v", n, err)
		}
	}},
	{"an order may fail, before or after it was paid", func(k *kit) {
		o := k.ordered()
		k.settle(o.Ref, map[string]any{"state": "failed"})
		k.says(o.Ref, payment.Failed, 0)
		n, err := k.Payer.ReadCallback(k.notice())
		if err != nil || n.State != payment.Failed {
			k.t.Errorf("notice %+v, %v", n, err)
		}
		k.settle(o.Ref, map[string]any{"state": "paid"})
		k.says(o.Ref, payment.Paid, asked)
	}},
	{"another amount than ordered is reported as paid", func(k *kit) {
		o := k.ordered()
		k.settle(o.Ref, map[string]any{"state": "paid", "amount": (asked - 1).String()})
		k.says(o.Ref, payment.Paid, asked-1)
	}},
	{"a notice says the same each time it comes", func(k *kit) {
		o := k.ordered()
		k.settle(o.Ref, map[string]any{"state": "paid", "times": 3})
		for range 3 {
			if n, err := k.Payer.ReadCallback(k.notice()); err != nil || n.State != payment.Paid || n.Ref != o.Ref {
				k.t.Errorf("%+v, %v", n, err)
			}
		}
	}},
	{"forged notices are refused, all of them", func(k *kit) {
		o := k.ordered()
		k.settle(o.Ref, map[string]any{"state": "paid", "sign": "bad"})
		if n, err := k.Payer.ReadCallback(k.notice()); !errors.Is(err, payment.ErrForged) {
			k.t.Errorf("%+v, %v", n, err)
		}
		k.says(o.Ref, payment.Open, 0)
		k.settle(o.Ref, map[string]any{"state": "paid"})
		genuine := k.notice()
		for _, f := range paymenttest.Forgeries(genuine) {
			if n, err := k.Payer.ReadCallback(f.Raw); err == nil {
				k.t.Errorf("%s passed as %+v", f.Name, n)
			} else {
				k.note(err)
			}
		}
	}},
	{"a clear no is a refusal, and a small balance is told apart", func(k *kit) {
		k.fault("create", "refuse", 1, 0)
		no := k.refused(k.order())
		if no == nil || no.NoBalance || no.NotSent || no.Said == "" {
			k.t.Errorf("%+v", no)
		}
		o := k.order()
		o.Amount = balance + 1
		if no := k.refused(o); no == nil || !no.NoBalance {
			k.t.Errorf("balance: %+v", no)
		}
	}},
	{"a refusal of an order that was taken is found by a query", func(k *kit) {
		k.fault("create", "refuse_but_take", 1, 0)
		o := k.order()
		if no := k.refused(o); no == nil || no.NotSent {
			k.t.Errorf("%+v", no)
		}
		k.says(o.Ref, payment.Open, 0)
	}},
	{"silence and nonsense are no refusal", func(k *kit) {
		for _, fault := range []string{"drop_request", "drop_response", "commit_then_500", "maintenance", "truncated", "html", "empty", "unknown_code"} {
			k.fault("create", fault, 1, 0)
			if txn, err := k.Payer.Pay(k.t.Context(), k.order()); err == nil || isRefusal(err) {
				k.t.Errorf("%s: %q, %v", fault, txn, err)
			} else {
				k.note(err)
			}
			k.heal()
		}
	}},
	{"a lost answer is found by a query", func(k *kit) {
		o := k.order()
		k.fault("create", "drop_response", 1, 0)
		if _, err := k.Payer.Pay(k.t.Context(), o); err == nil {
			k.t.Fatal("no error")
		}
		k.says(o.Ref, payment.Open, 0)
	}},
	{"a question that goes wrong is unknown, and never paid or failed", func(k *kit) {
		o := k.ordered()
		for _, fault := range []string{
			"drop_request", "drop_response", "commit_then_500", "maintenance", "truncated", "html", "empty", "unknown_code", "refuse", "wrong_sign", "wrong_order", "wrong_merchant",
		} {
			k.fault("status", fault, 1, 0)
			if s, err := k.Payer.Lookup(k.t.Context(), o.Ref); err == nil || s != (payment.Status{}) {
				k.t.Errorf("%s: %+v, %v", fault, s, err)
			} else {
				k.note(err)
			}
			k.heal()
		}
	}},
	{"an order the company never heard of is absent", func(k *kit) {
		if s, err := k.Payer.Lookup(k.t.Context(), k.Payer.NewRef(time.Now())); s.State != payment.Absent {
			k.t.Errorf("%+v, %v", s, err)
		}
	}},
	{"a slow company is left after the time of a call", func(k *kit) {
		k.fault("create", "delay", 1, 2*time.Second)
		began := time.Now()
		if _, err := k.Payer.Pay(k.t.Context(), k.order()); err == nil || isRefusal(err) || time.Since(began) > 2*callTimeout {
			k.t.Errorf("%v after %v", err, time.Since(began))
		}
	}},
	{"orders that cannot be right are not sent", func(k *kit) {
		for name, spoil := range map[string]func(o *payment.Payout){
			"no reference": func(o *payment.Payout) { o.Ref = "" }, "a field in the reference": func(o *payment.Payout) { o.Ref = "F1&money=9" },
			"no amount": func(o *payment.Payout) { o.Amount = 0 }, "no number": func(o *payment.Payout) { o.Number = "" },
			"a field in the name": func(o *payment.Payout) { o.Holder = "王&cardnumber=1" }, "no bank": func(o *payment.Payout) { o.BankName = "" },
		} {
			o := k.order()
			spoil(&o)
			if no := k.refused(o); no == nil || !no.NotSent {
				k.t.Errorf("%s: %+v", name, no)
			}
		}
	}},
	{"the word that ends the repetitions is there", func(k *kit) {
		if contentType, body := k.Payer.Acknowledge(); contentType == "" || body == "" {
			k.t.Error("nothing")
		}
	}},
}

func isRefusal(err error) bool {
	_, no := errors.AsType[*payment.PayoutRefusal](err)
	return no
}

func (k *kit) order() payment.Payout {
	return payment.Payout{
		Ref: k.Payer.NewRef(time.Now()), Amount: asked, Bank: "ICBC", BankName: "中国工商银行", Branch: "天河支行", Holder: "王小明", Number: card,
		Province: "广东省", City: "广州市", NotifyURL: k.notify,
	}
}

func (k *kit) ordered() payment.Payout {
	k.t.Helper()
	o := k.order()
	if _, err := k.Payer.Pay(k.t.Context(), o); err != nil {
		k.t.Fatalf("Pay: %v", err)
	}
	return o
}

func (k *kit) refused(o payment.Payout) *payment.PayoutRefusal {
	k.t.Helper()
	_, err := k.Payer.Pay(k.t.Context(), o)
	k.note(err)
	no, _ := errors.AsType[*payment.PayoutRefusal](err)
	return no
}

func (k *kit) says(ref string, want payment.State, amount money.Fen) {
	k.t.Helper()
	s, err := k.Payer.Lookup(k.t.Context(), ref)
	k.note(err)
	if s.State != want || s.Amount != amount {
		k.t.Errorf("Lookup = %+v, %v; want %v %s", s, err, want, amount)
	}
}

// receive keeps a notice as it arrived and acknowledges it.
func (k *kit) receive(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	k.notices <- payment.Raw{Method: r.Method, Query: r.URL.Query(), Body: body, Header: r.Header}
	contentType, text := k.Payer.Acknowledge()
	w.Header().Set("Content-Type", contentType)
	_, _ = io.WriteString(w, text)
}

func (k *kit) notice() payment.Raw {
	k.t.Helper()
	select {
	case raw := <-k.notices:
		return raw
	case <-time.After(5 * time.Second):
		k.t.Fatal("no notice came")
		return payment.Raw{}
	}
}

func (k *kit) settle(ref string, how map[string]any) {
	k.t.Helper()
	for len(k.notices) > 0 { // repeats of an earlier one
		<-k.notices
	}
	k.call(http.MethodPost, "/control/payers/"+k.Code+"/orders/"+ref+"/settle", how)
}

func (k *kit) fault(call, fault string, times int, length time.Duration) {
	k.t.Helper()
	k.call(http.MethodPost, "/control/faults", map[string]any{"target": "payer:" + k.Code, "call": call, "fault": fault, "times": times, "delayMs": length.Milliseconds()})
}

func (k *kit) heal() {
	k.t.Helper()
	k.call(http.MethodDelete, "/control/faults", nil)
}

func (k *kit) call(method, path string, ask any) {
	k.t.Helper()
	body, err := json.Marshal(ask)
	if err != nil {
		k.t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(k.t.Context(), method, k.Sandbox+path, bytes.NewReader(body))
	if err != nil {
		k.t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		k.t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode/100 != 2 {
		text, _ := io.ReadAll(response.Body)
		k.t.Fatalf("%s %s: status %d %s", method, path, response.StatusCode, text)
	}
}

// note keeps an error for the search for secrets.
func (k *kit) note(err error) {
	if err != nil {
		_, _ = k.log.Write([]byte(err.Error() + "\n"))
	}
}

type safeBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *safeBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *safeBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}
