package site

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"hongyun/internal/calendar"
)

const (
	iphone  = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15"
	desktop = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140"
)

func newSite(t *testing.T, read func(context.Context) (Boot, error)) *Site {
	t.Helper()
	s, err := New(Config{
		Files: fstest.MapFS{
			"index.html":           {Data: []byte("<head><!--boot--></head><body></body>")},
			"assets/app-abc.js":    {Data: []byte("let a = 1")},
			"assets/app-abc.js.br": {Data: []byte("brotli bytes")},
			"favicon.svg":          {Data: []byte("<svg/>")},
		},
		Clock: calendar.NewFixed(time.Date(2026, 3, 2, 4, 0, 0, 0, time.UTC)), Log: slog.New(slog.DiscardHandler), Boot: read,
		H5Hosts: map[string]string{"www.hong.example": "h5.hong.example", "hong.example": "h5.hong.example"},
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func open(s *Site, host, agent, path string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("GET", path, nil)
	r.Host = host
	r.Header.Set("User-Agent", agent)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

func bootIn(t *testing.T, page string) Boot {
	t.Helper()
	_, rest, ok := strings.Cut(page, `<script id="boot" type="application/json">`)
	text, _, ok2 := strings.Cut(rest, "</script>")
	var b Boot
	if !ok || !ok2 {
		t.Fatalf("no boot data in %q", page)
	}
	if err := json.Unmarshal([]byte(text), &b); err != nil {
		t.Fatal(err)
	}
	return b
}

// NAV-11, D-12, trust T6: a phone gets the H5 form; the operator's hosts are
// told only under the operator's hosts, and no Host leads anybody anywhere.
func TestFormFollowsHostAndUserAgent(t *testing.T) {
	s := newSite(t, func(context.Context) (Boot, error) { return Boot{SiteName: "鸿运"}, nil })
	for _, tc := range []struct {
		host, agent, form string
		hosts             int
	}{
		{"www.hong.example", iphone, "h5", 2},
		{"www.hong.example", desktop, "auto", 2},
		{"WWW.HONG.EXAMPLE:443", desktop, "auto", 2},
		{"h5.hong.example", desktop, "h5", 2},
		{"127.0.0.1:8080", iphone, "h5", 0},
		{"127.0.0.1:8080", desktop, "auto", 0},
		{"localhost", desktop, "auto", 0},
		{"evil.example", iphone, "h5", 0},
		{"www.hong.example.evil.example", desktop, "auto", 0},
		{"[::1]:8080", desktop, "auto", 0},
	} {
		w := open(s, tc.host, tc.agent, "/")
		b := bootIn(t, w.Body.String())
		if w.Code != 200 || w.Header().Get("Location") != "" || b.Form != tc.form || len(b.H5Hosts) != tc.hosts {
			t.Errorf("%s: %d, form %q, %d hosts; want %q, %d", tc.host, w.Code, b.Form, len(b.H5Hosts), tc.form, tc.hosts)
		}
		if strings.Contains(w.Body.String(), "evil") {
			t.Errorf("%s: the page repeats the Host", tc.host)
		}
	}
}

// Whatever staff write into the ticker, it stays text.
func TestBootDataCannotEndTheirBlock(t *testing.T) {
	s := newSite(t, func(context.Context) (Boot, error) {
		return Boot{Ticker: []string{`</script><script>alert(1)</script>`, "<!--", "&amp;\u2028"}}, nil
	})
	page := open(s, "x", desktop, "/").Body.String()
	if strings.Count(page, "<script") != 1 || strings.Count(page, "</script>") != 1 {
		t.Fatalf("the block was ended: %s", page)
	}
	if b := bootIn(t, page); b.Ticker[0] != `</script><script>alert(1)</script>` {
		t.Errorf("ticker %q", b.Ticker)
	}
}

func TestPageOpensWithoutBootData(t *testing.T) {
	s := newSite(t, func(context.Context) (Boot, error) { return Boot{}, errors.New("database is down") })
	if w := open(s, "x", desktop, "/"); w.Code != 200 || bootIn(t, w.Body.String()).ServerTimeMs == 0 {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

func TestFilesAreServedAsTheyWereBuilt(t *testing.T) {
	s := newSite(t, func(context.Context) (Boot, error) { return Boot{}, nil })
	w := open(s, "x", desktop, "/assets/app-abc.js", "Accept-Encoding", "gzip, br")
	if w.Body.String() != "brotli bytes" || w.Header().Get("Content-Encoding") != "br" ||
		!strings.Contains(w.Header().Get("Cache-Control"), "immutable") {
		t.Errorf("%v %q", w.Header(), w.Body)
	}
	if w := open(s, "x", desktop, "/assets/app-abc.js"); w.Body.String() != "let a = 1" {
		t.Errorf("without compression: %q", w.Body)
	}
	if w := open(s, "x", desktop, "/assets/gone.js"); w.Code != 404 || strings.Contains(w.Header().Get("Cache-Control"), "immutable") {
		t.Errorf("missing file: %d %v", w.Code, w.Header())
	}
	if w := open(s, "x", desktop, "/../go.mod"); w.Code == 200 && strings.Contains(w.Body.String(), "module") {
		t.Error("a file outside the build was served")
	}
}

// An invitation link without # must not lose its invitation.
func TestTypedRoutesGoToTheRouter(t *testing.T) {
	s := newSite(t, func(context.Context) (Boot, error) { return Boot{}, nil })
	for path, want := range map[string]string{"/register?i=ab1": "/#/register?i=ab1", "/Activity/34": "/#/Activity/34"} {
		if w := open(s, "x", desktop, path); w.Code != 302 || w.Header().Get("Location") != want {
			t.Errorf("%s: %d %s", path, w.Code, w.Header().Get("Location"))
		}
	}
	for _, path := range []string{"//evil.example", "/a//b", "/%5cevil", "/x.php"} {
		if w := open(s, "x", desktop, path); w.Code == 302 {
			t.Errorf("%s leads to %s", path, w.Header().Get("Location"))
		}
	}
}
