package site

import (
	"context"
	"encoding/json"
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

func newSite(t *testing.T, read func(context.Context) (Boot, error), options ...func(*Config)) *Site {
	t.Helper()
	c := Config{
		Files: fstest.MapFS{
			"index.html":           {Data: []byte("<head><!--boot--><script>start()</script></head><body></body>")},
			"assets/app-abc.js":    {Data: []byte("let a = 1")},
			"assets/app-abc.js.br": {Data: []byte("brotli bytes")},
			"art/banner-1.svg":     {Data: []byte("<svg>1</svg>")},
			"art/banner-1.svg.gz":  {Data: []byte("gzip bytes")},
			"favicon.svg":          {Data: []byte("<svg/>")},
			"icon-192.png":         {Data: []byte("png")},
			"manifest.webmanifest": {Data: []byte("{}")},
			"sw.js":                {Data: []byte("let worker")},
			"robots.txt":           {Data: []byte("User-agent: *")},
			".vite/manifest.json":  {Data: []byte("{}")},
		},
		Clock: calendar.NewFixed(time.Date(2026, 3, 2, 4, 0, 0, 0, time.UTC)), Log: slog.New(slog.DiscardHandler), Boot: read,
		H5Hosts: map[string]string{"www.hong.example": "h5.hong.example", "hong.example": "h5.hong.example"},
		Policy:  PlayerPolicy,
	}
	for _, o := range options {
		o(&c)
	}
	s, err := New(c)
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

// Every ticker sentence by staff stays text.
func TestBootDataCannotEndTheirBlock(t *testing.T) {
	s := newSite(t, func(context.Context) (Boot, error) {
		return Boot{Ticker: []string{`</script><script>alert(1)</script>`, "<!--", "&amp;\u2028"}}, nil
	})
	page := open(s, "x", desktop, "/").Body.String()
	if strings.Count(page, "<script") != 2 || strings.Count(page, "</script>") != 2 {
		t.Fatalf("the block was ended: %s", page)
	}
	if b := bootIn(t, page); b.Ticker[0] != `</script><script>alert(1)</script>` {
		t.Errorf("ticker %q", b.Ticker)
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
