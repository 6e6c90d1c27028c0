package site

import (
	"context"
	"strings"
	"testing"
)

const (
	ipad    = "Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605.1.15"
	android = "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140 Mobile"
)

// NAV-11, D-12, trust T6: the form follows host and user agent. The operator's
// hosts are shown only under the operator's hosts, and no Host header redirects
// a visitor.
func TestFormFollowsHostAndUserAgent(t *testing.T) {
	s := newSite(t, func(context.Context) (Boot, error) { return Boot{SiteName: "鸿运"}, nil })
	for _, tc := range []struct {
		host, agent, form string
		hosts             int
	}{
		{"www.hong.example", iphone, "h5", 2},
		{"www.hong.example", ipad, "h5", 2},
		{"www.hong.example", android, "h5", 2},
		{"www.hong.example", desktop, "auto", 2},
		{"hong.example", android, "h5", 2},
		{"h5.hong.example", desktop, "h5", 2},
		{"h5.hong.example", iphone, "h5", 2},
		{"www.hong.example:8443", iphone, "h5", 2},
		{"h5.hong.example:8443", desktop, "h5", 2},
		{"www.hong.example.", desktop, "auto", 2},
		{"h5.hong.example.:443", desktop, "h5", 2},
		{"WWW.HONG.EXAMPLE:443", desktop, "auto", 2},
		{"H5.Hong.Example", desktop, "h5", 2},
		{"m.hong.example", iphone, "h5", 0},
		{"m.hong.example", desktop, "auto", 0},
		{"127.0.0.1:8080", iphone, "h5", 0},
		{"127.0.0.1:8080", desktop, "auto", 0},
		{"203.0.113.7", desktop, "auto", 0},
		{"[::1]:8080", desktop, "auto", 0},
		{"[2001:db8::1]", iphone, "h5", 0},
		{"localhost", desktop, "auto", 0},
		{"localhost:5173", android, "h5", 0},
		{"evil.example", iphone, "h5", 0},
		{"evil.example", desktop, "auto", 0},
		{"www.hong.example.evil.example", desktop, "auto", 0},
		{"evilwww.hong.example", desktop, "auto", 0},
		{"www.hong.example@evil.example", desktop, "auto", 0},
		{"evil.example#www.hong.example", desktop, "auto", 0},
		{"www.hong.example..", desktop, "auto", 0},
		{"", desktop, "auto", 0},
	} {
		w := open(s, tc.host, tc.agent, "/", "X-Forwarded-Host", "h5.hong.example", "Forwarded", "host=evil.example")
		b := bootIn(t, w.Body.String())
		if w.Code != 200 || w.Header().Get("Location") != "" || b.Form != tc.form || len(b.H5Hosts) != tc.hosts {
			t.Errorf("%s: %d, form %q, %d hosts; want %q, %d", tc.host, w.Code, b.Form, len(b.H5Hosts), tc.form, tc.hosts)
		}
		if strings.Contains(w.Body.String(), "evil") {
			t.Errorf("%s: the page repeats the Host", tc.host)
		}
	}
}

// A mistake in the operator's map is told at the start and not by a phone that
// goes in a circle.
func TestHostsOfTheConfigurationAreChecked(t *testing.T) {
	got, err := CleanHosts(map[string]string{"WWW.Hong.example ": "H5.hong.example"})
	if err != nil || got["www.hong.example"] != "h5.hong.example" || len(got) != 1 {
		t.Errorf("%v, %v", got, err)
	}
	for www, h5 := range map[string]string{
		"https://www.hong.example": "h5.hong.example", "www.hong.example": "h5.hong.example/x", "www.hong.example:8080": "h5.hong.example",
		"localhost": "h5.hong.example", "127.0.0.1": "h5.hong.example", "a.example": "a.example", "*.hong.example": "h5.hong.example", "": "",
	} {
		if got, err := CleanHosts(map[string]string{www: h5}); err == nil {
			t.Errorf("%q to %q became %v", www, h5, got)
		}
	}
	if got, err := CleanHosts(map[string]string{"a.example": "b.example", "b.example": "c.example"}); err == nil {
		t.Errorf("a chain became %v", got)
	}
	frames, err := CleanFrames([]string{"https://Pay.example/", "games.example"})
	if err != nil || strings.Join(frames, " ") != "pay.example games.example" {
		t.Errorf("%v, %v", frames, err)
	}
	for _, bad := range []string{"http://pay.example", "*.example", "pay.example:444", "pay.example/x", "'unsafe-inline'", "a.example; script-src *", "data:"} {
		if got, err := CleanFrames([]string{bad}); err == nil {
			t.Errorf("%q became %v", bad, got)
		}
	}
}
