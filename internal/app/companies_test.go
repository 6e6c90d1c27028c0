package app

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
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
