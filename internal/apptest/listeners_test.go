package apptest_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"hongyun/internal/app"
	"hongyun/internal/apptest"
)

// Trust CSP-2, CSP-6: every answer of every listener, errors included, tells
// browsers what they may not do.
func TestEveryAnswerCarriesSecurityHeaders(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		for _, url := range []string{
			h.URL("player") + "/", h.URL("player") + "/nothing.js", h.URL("player") + "/common/v1/Select/PlayerBalance", h.URL("player") + "/common/x",
			h.URL("admin") + "/", h.URL("admin") + "/admin/v1/me", h.URL("admin") + "/admin/v1/nothing",
			h.URL("hooks") + "/", h.URL("hooks") + "/pay/epay/wrong", h.URL("ops") + "/healthz",
		} {
			r, err := http.Get(url)
			if err != nil {
				t.Fatal(err)
			}
			_ = r.Body.Close()
			for name, want := range map[string]string{
				"Content-Security-Policy": "default-src", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "strict-origin",
				"Cross-Origin-Opener-Policy": "same-origin", "Strict-Transport-Security": "max-age=31536000", "X-Request-Id": "-",
			} {
				if got := r.Header.Get(name); !strings.Contains(got, want) {
					t.Errorf("%s: %s %q", url, name, got)
				}
			}
			policy := r.Header.Get("Content-Security-Policy")
			if strings.Contains(policy, "script-src 'self' 'unsafe") || strings.Contains(policy, "*") {
				t.Errorf("%s: policy %s", url, policy)
			}
		}
	}, func(c *app.Config) { c.TLS = true })
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
