package door

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
)

// A client that invents X-Forwarded-For must not escape its limits (trust DOS-1).
func TestClientAddressComesFromTrustedProxiesOnly(t *testing.T) {
	proxies := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
	for _, tc := range []struct{ name, peer, forwarded, want string }{
		{"no proxy", "203.0.113.9:1000", "", "203.0.113.9"},
		{"header from a stranger", "203.0.113.9:1000", "198.51.100.1", "203.0.113.9"},
		{"header from the proxy", "10.1.1.1:1000", "198.51.100.1", "198.51.100.1"},
		{"client put one in front", "10.1.1.1:1000", "192.0.2.7, 198.51.100.1", "198.51.100.1"},
		{"two proxies", "10.1.1.1:1000", "192.0.2.7, 198.51.100.1, 10.2.2.2", "198.51.100.1"},
		{"rubbish before", "10.1.1.1:1000", "evil, 198.51.100.1", "198.51.100.1"},
		{"rubbish last", "10.1.1.1:1000", "198.51.100.1, evil", "10.1.1.1"},
		{"mapped address", "[::ffff:203.0.113.9]:1000", "", "203.0.113.9"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := httptest.NewRequest("GET", "/", nil)
			r.RemoteAddr = tc.peer
			if tc.forwarded != "" {
				r.Header.Set("X-Forwarded-For", tc.forwarded)
			}
			if got := clientIP(r, proxies); got.String() != tc.want {
				t.Errorf("clientIP = %s, want %s", got, tc.want)
			}
		})
	}
}

// A bug in one call must not stop the program, nor show internals (trust
// LOG-3).
func TestAPanicIsAnAnswerAndALogLine(t *testing.T) {
	var log bytes.Buffer
	h := Wrap(Config{Name: "test", Log: slog.New(slog.NewJSONHandler(&log, nil))},
		http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("secret inside") }))
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("GET", "/x?ticket=abc", nil))
	if w.Code != 500 || strings.Contains(w.Body.String(), "secret inside") {
		t.Errorf("answer %d %q", w.Code, w.Body)
	}
	id := w.Header().Get("X-Request-Id")
	if id == "" || !strings.Contains(log.String(), id) || !strings.Contains(log.String(), "secret inside") {
		t.Errorf("the log does not tell about request %s:\n%s", id, log.String())
	}
	if strings.Contains(log.String(), "ticket=abc") {
		t.Error("the log holds a query")
	}
}

// Calls to a part that staff closed get 503. An error line for each would hide
// the real ones.
func TestAMeantRefusalIsNoErrorInTheLog(t *testing.T) {
	for _, meant := range []bool{false, true} {
		var log bytes.Buffer
		h := Wrap(Config{Name: "test", Log: slog.New(slog.NewJSONHandler(&log, nil))},
			http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				VisitOf(r.Context()).Meant = meant
				w.WriteHeader(http.StatusServiceUnavailable)
			}))
		h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/x", nil))
		if strings.Contains(log.String(), `"level":"ERROR"`) == meant || !strings.Contains(log.String(), `"status":503`) {
			t.Errorf("meant %v: %s", meant, log.String())
		}
	}
}

func TestIPv6ClientsAreCountedByTheirNetwork(t *testing.T) {
	a, b := netip.MustParseAddr("2001:db8::1"), netip.MustParseAddr("2001:db8::ffff:1")
	if Network(a) != Network(b) {
		t.Errorf("%s and %s are counted apart", Network(a), Network(b))
	}
}
