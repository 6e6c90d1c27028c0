package hookapi_test

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"hongyun/internal/db/dbtest"
	"hongyun/internal/door"
	"hongyun/internal/hookapi"
)

// handler is the callbacks' edge behind what every listener does first. Clients
// are named by a proxy that is trusted.
func handler() http.Handler {
	s := &hookapi.Server{Log: dbtest.Quiet()}
	return door.Wrap(door.Config{Log: dbtest.Quiet(), Proxies: []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")}}, s.Handler())
}

func send(h http.Handler, from, path, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
	r.RemoteAddr = "192.0.2.1:4000"
	r.Header.Set("X-Forwarded-For", from)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// Item 17: 600 callbacks a minute that are refused are a network's share. The next is told to come
// again, other addresses of the network with it, and other networks are not.
func TestANetworkIsRefusedSoManyCallbacksAMinute(t *testing.T) {
	h := handler()
	counts := map[int]int{}
	for i := range 610 {
		from := "2001:db8:1:1::1"
		if i%2 == 1 {
			from = "2001:db8:1:1::2" // the same /64
		}
		counts[send(h, from, "/nothing", "").Code]++
	}
	if counts[http.StatusNotFound] != 600 || counts[http.StatusTooManyRequests] != 10 {
		t.Errorf("answers %v, want 600 taken and 10 refused", counts)
	}
	if w := send(h, "2001:db8:1:1::3", "/nothing", ""); w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") == "" {
		t.Errorf("another address of the network: %d %v", w.Code, w.Header())
	}
	for _, other := range []string{"2001:db8:1:2::1", "203.0.113.9"} {
		if w := send(h, other, "/nothing", ""); w.Code != http.StatusNotFound {
			t.Errorf("network of %s: %d", other, w.Code)
		}
	}
}

// A callback above 16 KiB is refused before anything looks at it: the server has
// no cashier here, and whatever reached one would panic.
func TestACallbackIsBounded(t *testing.T) {
	w := send(handler(), "203.0.113.9", "/pay/epay/token", strings.Repeat("x", 16<<10+1))
	if w.Code != http.StatusRequestEntityTooLarge || strings.TrimSpace(w.Body.String()) != "fail" {
		t.Errorf("%d %q", w.Code, w.Body)
	}
}

// The size of a venue's call is checked before the call is read, as for every callback.
func TestACallOfAVenueIsBounded(t *testing.T) {
	w := send(handler(), "203.0.113.9", "/seamless/s10/transaction/bet", strings.Repeat("x", 16<<10+1))
	if w.Code != http.StatusRequestEntityTooLarge || strings.TrimSpace(w.Body.String()) != "fail" {
		t.Errorf("%d %q", w.Code, w.Body)
	}
}
