package apptest_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"hongyun/internal/app"
	"hongyun/internal/apptest"
	"hongyun/internal/db/dbtest"
)

// answersOfEveryKind are requests that end in every kind of answer: pages,
// files, calls, redirects, and all the ways to be refused.
var answersOfEveryKind = []struct{ listener, method, path string }{
	{"player", "GET", "/"}, {"player", "HEAD", "/"}, {"player", "GET", "/index.html"}, {"player", "POST", "/"},
	{"player", "GET", "/nothing.js"}, {"player", "GET", "/assets/nothing.js"}, {"player", "GET", "/art/banner-1.svg"}, {"player", "GET", "/art/nothing.svg"},
	{"player", "GET", "/sw.js"}, {"player", "GET", "/manifest.webmanifest"}, {"player", "GET", "/robots.txt"}, {"player", "GET", "/icon-192.png"},
	{"player", "GET", "/register?i=ab1"}, {"player", "GET", "/.vite/manifest.json"}, {"player", "GET", "/..%2fgo.mod"}, {"player", "DELETE", "/art/banner-1.svg"},
	{"player", "GET", "/promotion/1"}, {"player", "GET", "/promotion/nothing"}, {"player", "GET", "/promotion.css"},
	{"player", "GET", "/common/v1/PubInterface/HomePaggeContent"}, {"player", "GET", "/token"}, {"player", "OPTIONS", "/common/v1/Select/PlayerBalance"},
	{"player", "POST", "/common/v1/Select/PlayerBalance"}, {"player", "GET", "/v1/Select/PlayerBalance"}, {"player", "GET", "/v1/Select/Events"},
	{"player", "POST", "/v1/PubInterface/Vitals"}, {"player", "GET", "/common/x"},
	{"admin", "GET", "/"}, {"admin", "GET", "/admin/v1/me"}, {"admin", "GET", "/admin/v1/nothing"}, {"admin", "POST", "/players/ming"}, {"admin", "GET", "/x.php"},
	{"hooks", "GET", "/"}, {"hooks", "GET", "/pay/epay/wrong"}, {"hooks", "DELETE", "/pay/epay/x"},
	{"ops", "GET", "/healthz"}, {"ops", "GET", "/metrics"}, {"ops", "GET", "/nothing"},
}

// Trust CSP-2, CSP-5, CSP-6: every answer of every listener, errors included,
// tells browsers what they may not do, and lets no other site read it.
func TestEveryAnswerCarriesSecurityHeaders(t *testing.T) {
	for _, tls := range []bool{true, false} {
		h := apptest.Open(t, dbtest.SQLite(t), func(c *app.Config) { c.TLS = tls })
		wanted := map[string]string{
			"Content-Security-Policy": "default-src", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "strict-origin-when-cross-origin",
			"Cross-Origin-Opener-Policy": "same-origin", "Permissions-Policy": "camera=()", "X-Request-Id": "-",
		}
		if tls {
			wanted["Strict-Transport-Security"] = "max-age=31536000"
		}
		for _, a := range answersOfEveryKind {
			name := a.method + " " + a.listener + " " + a.path
			r, err := http.NewRequestWithContext(t.Context(), a.method, h.URL(a.listener)+a.path, nil)
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Origin", "https://evil.example")
			answer, err := http.DefaultTransport.RoundTrip(r)
			if err != nil {
				t.Fatal(err)
			}
			_ = answer.Body.Close()
			for header, want := range wanted {
				if header == "Cross-Origin-Opener-Policy" && strings.HasPrefix(a.path, "/promotion") {
					want = "unsafe-none" // a browser refuses a sandboxed page of its own with any other
				}
				if got := answer.Header.Get(header); !strings.Contains(got, want) {
					t.Errorf("%s (%d): %s %q", name, answer.StatusCode, header, got)
				}
			}
			if got := answer.Header.Get("Strict-Transport-Security"); !tls && got != "" {
				t.Errorf("%s: by plain http, HSTS %q", name, got)
			}
			for header := range answer.Header {
				if strings.HasPrefix(header, "Access-Control-") {
					t.Errorf("%s: %s %q", name, header, answer.Header.Get(header))
				}
			}
			policy := answer.Header.Get("Content-Security-Policy")
			scripts, _, _ := strings.Cut(policy[max(strings.Index(policy, "script-src"), 0):], ";")
			if strings.Contains(scripts, "unsafe") || strings.Contains(policy, "*") {
				t.Errorf("%s: policy %s", name, policy)
			}
			if to := answer.Header.Get("Location"); strings.Contains(to, "//") || strings.Contains(to, "127.0.0.1") {
				t.Errorf("%s leads to %s", name, to)
			}
		}
	}
}

// The cookie a ticket is bound to is out of reach of scripts, and where the
// site is reached by https it never travels without.
func TestDeviceCookieIsOutOfReach(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		b := h.Visitor()
		r := b.Post("/v1/PubInterface/CallRegAction", "PlayerName", "ming", "password", "secret88", "withdrawpassword", "secret88",
			"tell", "13812345678", "verifyCode", apptest.Captcha, "vRand", b.Captcha(), "regDomain", "x", "invitePeopleId", "")
		cookie := r.Header.Get("Set-Cookie")
		if !r.OK() || !strings.HasPrefix(cookie, "__Host-dev=") {
			t.Fatalf("%s, cookie %q", r, cookie)
		}
		for _, part := range []string{"HttpOnly", "Secure", "SameSite=Lax", "Path=/"} {
			if !strings.Contains(cookie, part) {
				t.Errorf("cookie without %s: %s", part, cookie)
			}
		}
	}, func(c *app.Config) { c.TLS = true })
}

// Callbacks: a wrong token learns nothing, a flood is cut off, and nothing
// but an accepted callback is answered 200 (trust CBK-4, CBK-5).
func TestForgedCallbacksGetNothing(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		b := h.Register("ming")
		started := must(t, "order", b.Post("/v1/Do/CallDepositPay", "payment_id", "2", "amount", "500", "device_id", "1"))
		before := h.Book("ming")
		for _, tc := range []struct {
			name, method, path, body string
			status                   int
		}{
			{"wrong token", "GET", "/pay/epay/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA?money=500&trade_status=TRADE_SUCCESS", "", http.StatusNotFound},
			{"unknown gateway", "POST", "/pay/nobody/AAAAAAAAAAAAAAAAAAAAAAAA", "a=1", http.StatusNotFound},
			{"order number as token", "POST", "/pay/epay/" + started.Text("Data.order_sn"), "money=500", http.StatusNotFound},
			{"no token", "POST", "/pay/epay/", "", http.StatusNotFound},
			{"another method", "DELETE", "/pay/epay/x", "", http.StatusMethodNotAllowed},
			{"too large", "POST", "/pay/epay/x", strings.Repeat("x", 65<<10), http.StatusRequestEntityTooLarge},
		} {
			r, err := http.NewRequestWithContext(t.Context(), tc.method, h.URL("hooks")+tc.path, strings.NewReader(tc.body))
			if err != nil {
				t.Fatal(err)
			}
			response, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			text, _ := io.ReadAll(response.Body)
			_ = response.Body.Close()
			if response.StatusCode != tc.status || strings.Contains(string(text), "success") {
				t.Errorf("%s: %s %s, want %d", tc.name, response.Status, text, tc.status)
			}
		}
		if after := h.Book("ming"); after != before {
			t.Errorf("book\n got %s\nwant %s", after, before)
		}
	})
}
