package adminapi_test

import (
	"net/http"
	"testing"
	"time"

	"hongyun/internal/app"
	"hongyun/internal/apptest"
	"hongyun/internal/db/dbtest"
)

// Whoever guesses must not learn which of the three was wrong (trust CAP-5).
func TestWrongLoginsAreAnsweredAlike(t *testing.T) {
	h := one(t)
	d := seat(t, h, "lin", "finance")
	right := map[string]any{"name": "lin", "password": d.staff.Password, "code": d.code()}
	var first string
	for _, wrong := range []map[string]any{
		{"name": "nobody", "password": d.staff.Password, "code": d.code()},
		{"name": "lin", "password": "wrong-password", "code": d.code()},
		{"name": "lin", "password": d.staff.Password, "code": "000000"},
		{"name": "lin", "password": d.staff.Password, "code": ""},
	} {
		r := expect(t, d.post("/login", wrong), http.StatusForbidden, "code", "staff.login_refused")
		if first == "" {
			first = string(r.Raw)
		}
		if string(r.Raw) != first || len(r.Cookies) != 0 {
			t.Errorf("%v is told apart: %s", wrong, r)
		}
	}
	r := expect(t, d.post("/login", right), http.StatusOK, "name", "lin", "idleSeconds", "900", "limits.depositSecondAbove", "50000.00")
	if len(r.Cookies) != 2 { // the session, and the mark of a known browser
		t.Fatalf("cookies: %v", r.Cookies)
	}
	c := r.Cookies[0]
	if !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Path != "/" || c.Secure || c.MaxAge != 0 {
		t.Errorf("cookie %v", c)
	}
	if got := r.Header.Get("Cache-Control"); got != "no-store" {
		t.Errorf("Cache-Control %q", got)
	}
}

func TestACodeOpensOneSession(t *testing.T) {
	h := one(t)
	d := sit(t, h, "lin", "finance")
	expect(t, d.logIn(), http.StatusForbidden, "code", "staff.login_refused")
	h.Clock.Advance(31 * time.Second)
	expect(t, d.logIn(), http.StatusOK)
}

func TestFiveWrongLoginsHoldTheName(t *testing.T) {
	h := one(t)
	d := seat(t, h, "lin", "finance")
	for range 5 {
		expect(t, d.post("/login", map[string]any{"name": "LIN", "password": "wrong", "code": "000000"}), http.StatusForbidden)
	}
	expect(t, d.logIn(), http.StatusTooManyRequests, "code", "staff.login_locked")
	h.Clock.Advance(31 * time.Minute)
	expect(t, d.logIn(), http.StatusOK)
}

// Over TLS the cookie must not travel in clear text.
func TestTheCookieIsSecureBehindTLS(t *testing.T) {
	d := seat(t, apptest.Open(t, dbtest.SQLite(t), func(c *app.Config) { c.TLS = true }), "lin", "owner")
	r := expect(t, d.logIn(), http.StatusOK)
	if !r.Cookies[0].Secure {
		t.Errorf("cookie %v", r.Cookies[0])
	}
}

// A screen that nobody sits at goes dark, however often it refreshes itself
// (trust SES-3).
func TestPollsKeepNoSessionAlive(t *testing.T) {
	h := one(t)
	d := sit(t, h, "lin", "finance")
	poll := func() reply {
		r := d.request(http.MethodGet, "/badges", nil)
		r.Header.Set("X-Poll", "1")
		return d.send(r)
	}
	h.Clock.Advance(10 * minute)
	expect(t, poll(), http.StatusOK)
	h.Clock.Advance(4 * minute)
	expect(t, d.get("/me"), http.StatusOK) // a person
	h.Clock.Advance(14 * minute)
	expect(t, poll(), http.StatusOK)
	h.Clock.Advance(2 * minute)
	expect(t, poll(), http.StatusUnauthorized, "code", "staff.no_session")
	expect(t, d.get("/me"), http.StatusUnauthorized)
}

func TestASessionEndsAfterEightHours(t *testing.T) {
	h := one(t)
	d := sit(t, h, "lin", "finance")
	for range 47 {
		h.Clock.Advance(10 * minute)
		expect(t, d.get("/me"), http.StatusOK)
	}
	h.Clock.Advance(10 * minute)
	expect(t, d.get("/me"), http.StatusUnauthorized)
}

func TestLogoutEndsTheSessionOnTheServer(t *testing.T) {
	h := one(t)
	d := sit(t, h, "lin", "finance")
	r := expect(t, d.post("/logout", nil), http.StatusNoContent)
	if len(r.Cookies) != 1 || r.Cookies[0].MaxAge >= 0 {
		t.Errorf("the cookie stays: %v", r.Cookies)
	}
	expect(t, d.get("/me"), http.StatusUnauthorized) // the old cookie, kept by a thief
}
