package company

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"sync/atomic"
	"testing"
	"time"
)

// stale is the context of a process that was stopped and goes on: its time is
// over, and the timer that will say so has not fired yet.
type stale struct {
	context.Context
	until time.Time
}

func (s stale) Deadline() (time.Time, bool) { return s.until, true }

// Trust SAG-4: an order whose time is over has been given back by another node.
// Sent now, it would be money at the company and in the wallet.
func TestNothingIsSentAfterItsTime(t *testing.T) {
	sent := 0
	company := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { sent++ }))
	defer company.Close()
	for _, tc := range []struct {
		left time.Duration
		want int
	}{{time.Minute, 1}, {-time.Millisecond, 0}, {-time.Minute, 0}} {
		sent = 0
		r, err := http.NewRequestWithContext(stale{t.Context(), time.Now().Add(tc.left)}, http.MethodGet, company.URL, nil)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := outward(nil).Do(r)
		if err == nil {
			_ = answer.Body.Close()
		}
		if sent != tc.want || (tc.want == 0) != errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s before its end: sent %d times, %v", tc.left, sent, err)
		}
	}
}

// The same process may be stopped later: while the call waits in the
// transport's buffer. The hook is called there, before the buffer is sent.
func TestNothingLeavesTheBufferAfterItsTime(t *testing.T) {
	for name, company := range map[string]func(http.Handler) *httptest.Server{"http": httptest.NewServer, "https": httptest.NewTLSServer} {
		t.Run(name, func(t *testing.T) {
			var sent atomic.Int32
			server := company(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { sent.Add(1) }))
			defer server.Close()
			client := outward(nil)
			carrier := client.Transport.(punctual).RoundTripper.(*http.Transport)
			carrier.TLSClientConfig = server.Client().Transport.(*http.Transport).TLSClientConfig
			call := func(left, stopped time.Duration) error {
				hook := &httptrace.ClientTrace{WroteRequest: func(httptrace.WroteRequestInfo) { time.Sleep(stopped) }}
				ctx := stale{httptrace.WithClientTrace(t.Context(), hook), time.Now().Add(left)}
				r, err := http.NewRequestWithContext(ctx, http.MethodGet, server.URL, nil)
				if err != nil {
					t.Fatal(err)
				}
				answer, err := client.Transport.RoundTrip(r)
				if err == nil {
					_ = answer.Body.Close()
				}
				return err
			}
			// The first opens the connection that the second finds waiting.
			for i, stopped := range []time.Duration{0, 150 * time.Millisecond, 0} {
				before := sent.Load()
				err := call(100*time.Millisecond+10*time.Second*time.Duration(1-i%2), stopped)
				if late := stopped > 0; late != (err != nil) || late != (sent.Load() == before) {
					t.Errorf("call %d: sent %d times, %v", i+1, sent.Load()-before, err)
				}
			}
		})
	}
}
