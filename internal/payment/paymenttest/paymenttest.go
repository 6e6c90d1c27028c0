// Package paymenttest is the conformance kit of payment gateways: what every
// adapter must do, shown against a company on the other side of the wire. An
// adapter's own test is a Harness and one call of Run.
package paymenttest

import (
	"bytes"
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
)

// Harness is how the kit gets at an adapter.
type Harness struct {
	// Open starts a fresh, healthy company and an adapter that talks to it.
	Open func(t *testing.T, o Options) Bench

	// Method is a way to pay that the company offers.
	Method string

	// NoQuery says that the company answers no questions about orders: Lookup is
	// payment.ErrNoQuery, and notices alone tell what became of an order.
	NoQuery bool

	// Once says that the company opens an order once and refuses its number from
	// then on. The order is there all the same, so that is no refusal of it.
	Once bool
}

// Options are what the kit wants of a bench.
type Options struct {
	Log     *slog.Logger
	Timeout time.Duration
}

// Bench is an adapter and the company it talks to.
type Bench struct {
	Gateway payment.Gateway
	Company Company
	Secrets []string // what must never be seen in a log or an error
}

// Company is the gateway's side, as a test sees and disturbs it.
type Company interface {
	// Pay pays an order; it sends its notices to the order's address.
	Pay(t *testing.T, ref string, p Payment)
	// Orders is how many orders the company has under a number of ours.
	Orders(t *testing.T, ref string) int
	// Fault makes the next calls of one kind go wrong.
	Fault(t *testing.T, call, fault string, times int, length time.Duration)
	// Heal takes all faults back.
	Heal(t *testing.T)
}

// Payment says how an order is paid.
type Payment struct {
	Amount  money.Fen // 0: what was asked for
	Times   int       // how often the notice is sent; 0: once
	BadSign bool
}

const (
	callTimeout = 400 * time.Millisecond
	asked       = 123*money.Yuan + 45
)

type kit struct {
	Bench
	t       *testing.T
	harness Harness
	log     *safeBuffer
	notify  string // address of the notices
	notices chan payment.Raw
}

// Run puts an adapter through all cases, each with a fresh company.
func Run(t *testing.T, h Harness) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			k := &kit{t: t, harness: h, log: &safeBuffer{}, notices: make(chan payment.Raw, 64)}
			server := httptest.NewServer(http.HandlerFunc(k.receive))
			t.Cleanup(server.Close)
			k.notify = server.URL + "/pay/x/0123456789abcdef01234567"
			k.Bench = h.Open(t, Options{
				Log:     slog.New(slog.NewTextHandler(k.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
				Timeout: callTimeout,
			})
			c.run(k)
			for _, secret := range k.Secrets {
				if strings.Contains(k.log.String(), secret) {
					t.Error("a secret reached a log or an error")
				}
			}
		})
	}
}

// receive keeps a notice as it arrived and acknowledges it.
func (k *kit) receive(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	k.notices <- payment.Raw{Method: r.Method, Query: r.URL.Query(), Body: body, Header: r.Header}
	contentType, text := k.Gateway.Acknowledge()
	w.Header().Set("Content-Type", contentType)
	_, _ = io.WriteString(w, text)
}

// notice waits for one.
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

// order makes a new order.
func (k *kit) order() payment.Order {
	return payment.Order{
		Ref: k.Gateway.NewRef(time.Now()), At: time.Now(), Amount: asked, Subject: "deposit", Method: k.harness.Method,
		NotifyURL: k.notify, ReturnURL: "http://127.0.0.1/back", ClientIP: "203.0.113.7",
	}
}

// opened makes an order and opens it at the company.
func (k *kit) opened() payment.Order {
	k.t.Helper()
	o := k.order()
	if _, err := k.Gateway.Collect(k.t.Context(), o); err != nil {
		k.t.Fatalf("Collect: %v", err)
	}
	return o
}

// note keeps an error for the search for secrets.
func (k *kit) note(err error) error {
	if err != nil {
		_, _ = k.log.Write([]byte(err.Error() + "\n"))
	}
	return err
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
