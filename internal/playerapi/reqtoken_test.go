package playerapi

import (
	"strings"
	"testing"
	"time"
)

var tokenNow = time.Date(2026, 3, 2, 4, 0, 0, 0, time.UTC)

// API-02, D-13, trust SIG-1.
func TestRequestTokenIsCheckedInEveryPart(t *testing.T) {
	const path, secret = "/v1/Select/PlayerBalance", "site"
	now := tokenNow.Unix()
	good := RequestToken(now, path, "POST", secret)
	for _, tc := range []struct {
		name, token string
		ok          bool
	}{
		{"right", good, true},
		{"method in lower case when made", RequestToken(now, path, "post", secret), true},
		{"299 s behind", RequestToken(now-299, path, "POST", secret), true},
		{"299 s ahead", RequestToken(now+299, path, "POST", secret), true},
		{"old secret while it is replaced", RequestToken(now, path, "POST", "before"), true},
		{"301 s behind", RequestToken(now-301, path, "POST", secret), false},
		{"301 s ahead", RequestToken(now+301, path, "POST", secret), false},
		{"another path", RequestToken(now, "/v1/Select/PlayerInfoItem", "POST", secret), false},
		{"path with /common", RequestToken(now, "/common"+path, "POST", secret), false},
		{"path with a query", RequestToken(now, path+"?a=1", "POST", secret), false},
		{"another method", RequestToken(now, path, "GET", secret), false},
		{"another secret", RequestToken(now, path, "POST", "other"), false},
		{"upper-case hash", good[:11] + strings.ToUpper(good[11:]), false},
		{"seconds changed", "1" + good[1:9] + "9" + good[10:], false},
		{"hash only", good[11:], false},
		{"seconds only", good[:11], false},
		{"another separator", strings.Replace(good, ".", "|", 1), false},
		{"milliseconds", RequestToken(now*1000, path, "POST", secret), false},
		{"negative", "-5" + good, false},
		{"exponent", "1e9" + good[10:], false},
		{"empty", "", false},
		{"a dot", ".", false},
		{"longer", good + "0", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if _, ok := checkToken(tc.token, path, "POST", []string{secret, "before"}, tokenNow); ok != tc.ok {
				t.Errorf("checkToken(%q) = %v, want %v", tc.token, ok, tc.ok)
			}
		})
	}
}

// The front end makes the same token; this is the agreed example.
func TestRequestTokenExample(t *testing.T) {
	const want = "1772424000.119eea20a554d083b05b91a8078c75e70a42b5ee9c0d2b897aea34bdaa6d0886"
	if got := RequestToken(1772424000, "/v1/Select/PlayerBalance", "POST", "site"); got != want {
		t.Errorf("token %q, want %q", got, want)
	}
}

func FuzzRequestToken(f *testing.F) {
	f.Add(RequestToken(tokenNow.Unix(), "/v1/x", "POST", "s"))
	f.Add("1.2")
	f.Add("9999999999999.")
	f.Fuzz(func(t *testing.T, token string) {
		seconds, ok := checkToken(token, "/v1/x", "POST", []string{"s"}, tokenNow)
		if ok && token != RequestToken(seconds, "/v1/x", "POST", "s") {
			t.Fatalf("%q was accepted", token)
		}
	})
}
