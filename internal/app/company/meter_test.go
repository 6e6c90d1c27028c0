package company

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"syscall"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/venue"
)

// An error of a call may hold its address with a signature: only a word of ours
// is kept of it.
func TestAFailedCallIsOneWord(t *testing.T) {
	server := httptest.NewTLSServer(http.NotFoundHandler())
	defer server.Close()
	calls := &venue.Calls{}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+"/?sign=secret", nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := outward(metering(calls, calendar.System(), nil)).Do(request)
	if err == nil {
		answer.Body.Close()
		t.Fatal("a certificate that nobody knows was taken")
	}
	if f := calls.Figures(calendar.System().Now()); len(f.Failures) != 1 || f.Failures[0].Kind != venue.FailTLS {
		t.Errorf("figures %+v after %v", f, err)
	}
	hidden := errors.New("sign=secret")
	for _, tc := range []struct {
		err  error
		want venue.FailureKind
	}{
		{fmt.Errorf("%w: %w", hidden, context.DeadlineExceeded), venue.FailTimeout},
		{&url.Error{Op: "Get", URL: "https://x/?sign=secret", Err: syscall.ECONNREFUSED}, venue.FailRefused},
		{&net.DNSError{Name: "api.example", Err: "no such host"}, venue.FailName},
		{hidden, venue.FailBroken},
	} {
		if got := failureOf(nil, tc.err); got != (venue.CallFailure{Kind: tc.want}) {
			t.Errorf("%v is noted as %+v, want %s", tc.err, got, tc.want)
		}
	}
}

// A player who closes the page says nothing about the venue.
func TestACallThatWeGiveUpIsNotCounted(t *testing.T) {
	ended := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-ended }))
	defer server.Close()
	defer close(ended)
	ctx, cancel := context.WithCancel(t.Context())
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, server.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	calls := &venue.Calls{}
	time.AfterFunc(20*time.Millisecond, cancel)
	answer, err := outward(metering(calls, calendar.System(), nil)).Do(request)
	if err == nil {
		answer.Body.Close()
		t.Fatal("the call was answered")
	}
	if f := calls.Figures(calendar.System().Now()); f.Calls != 0 || len(f.Failures) != 0 {
		t.Errorf("figures %+v", f)
	}
}
