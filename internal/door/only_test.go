package door

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
)

// The back office answers its own networks alone, whatever a client claims to be.
func TestOnlyTheNetworksNamedAreLetIn(t *testing.T) {
	office := []netip.Prefix{netip.MustParsePrefix("203.0.113.0/24"), netip.MustParsePrefix("2001:db8:1::/48")}
	proxies := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
	for _, c := range []struct {
		name, peer, forwarded string
		networks              []netip.Prefix
		want                  int
	}{
		{"no list", "198.51.100.1:9", "", nil, 204},
		{"of the office", "203.0.113.7:9", "", office, 204},
		{"of the office by IPv6", "[2001:db8:1:2::7]:9", "", office, 204},
		{"mapped to IPv6", "[::ffff:203.0.113.7]:9", "", office, 204},
		{"from outside", "198.51.100.1:9", "", office, 403},
		{"next to the office", "203.0.114.1:9", "", office, 403},
		{"from outside, with an invented address", "198.51.100.1:9", "203.0.113.7", office, 403},
		{"of the office, through the proxy", "10.1.1.1:9", "203.0.113.7", office, 204},
		{"from outside, through the proxy", "10.1.1.1:9", "203.0.113.7, 198.51.100.1", office, 403},
		{"the proxy itself", "10.1.1.1:9", "", office, 403},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := Wrap(Config{Name: "admin", Proxies: proxies, Log: slog.New(slog.NewTextHandler(io.Discard, nil))},
				Only(c.networks, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })))
			r := httptest.NewRequest("GET", "/", nil)
			r.RemoteAddr = c.peer
			if c.forwarded != "" {
				r.Header.Set("X-Forwarded-For", c.forwarded)
			}
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if w.Code != c.want {
				t.Errorf("%d, want %d", w.Code, c.want)
			}
		})
	}
}
