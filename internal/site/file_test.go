package site

import (
	"context"
	"strings"
	"testing"
)

func TestFilesAreServedAsTheyWereBuilt(t *testing.T) {
	s := newSite(t, func(context.Context) (Boot, error) { return Boot{}, nil })
	w := open(s, "x", desktop, "/assets/app-abc.js", "Accept-Encoding", "gzip, br")
	if w.Body.String() != "brotli bytes" || w.Header().Get("Content-Encoding") != "br" {
		t.Errorf("%v %q", w.Header(), w.Body)
	}
	if w := open(s, "x", desktop, "/assets/app-abc.js"); w.Body.String() != "let a = 1" {
		t.Errorf("without compression: %q", w.Body)
	}
	if w := open(s, "x", desktop, "/../go.mod"); w.Code == 200 && strings.Contains(w.Body.String(), "module") {
		t.Error("a file outside the build was served")
	}
	if w := open(s, "x", desktop, "/.vite/manifest.json"); w.Code != 404 {
		t.Errorf("a file of the build's own: %d", w.Code)
	}
}

// Browsers keep hashed names for ever, ask whether pictures are still the same,
// and never keep the page and the worker.
func TestEveryKindOfFileSaysHowLongItKeeps(t *testing.T) {
	s := newSite(t, func(context.Context) (Boot, error) { return Boot{}, nil })
	for _, tc := range []struct {
		path, kind, cache string
		status            int
	}{
		{"/", "text/html; charset=utf-8", "no-cache", 200},
		{"/assets/app-abc.js", "application/javascript", "public, max-age=31536000, immutable", 200},
		{"/art/banner-1.svg", "image/svg+xml", "public, max-age=86400, stale-while-revalidate=604800", 200},
		{"/manifest.webmanifest", "application/manifest+json", "public, max-age=3600", 200},
		{"/sw.js", "application/javascript", "no-cache", 200},
		{"/icon-192.png", "image/png", "public, max-age=86400", 200},
		{"/favicon.svg", "image/svg+xml", "public, max-age=86400", 200},
		{"/robots.txt", "text/plain; charset=utf-8", "public, max-age=86400", 200},
		{"/assets/gone-1.js", "text/plain; charset=utf-8", "no-cache", 404},
		{"/art/gone.svg", "text/plain; charset=utf-8", "no-cache", 404},
	} {
		w := open(s, "x", desktop, tc.path)
		h := w.Header()
		if w.Code != tc.status || h.Get("Content-Type") != tc.kind || h.Get("Cache-Control") != tc.cache {
			t.Errorf("%s: %d %q %q, want %d %q %q", tc.path, w.Code, h.Get("Content-Type"), h.Get("Cache-Control"), tc.status, tc.kind, tc.cache)
		}
		if (h.Get("Service-Worker-Allowed") == "/") != (tc.path == "/sw.js") {
			t.Errorf("%s: Service-Worker-Allowed %q", tc.path, h.Get("Service-Worker-Allowed"))
		}
		if file := tc.path != "/" && tc.status == 200; file && !strings.HasPrefix(h.Get("Etag"), `"`) {
			t.Errorf("%s: ETag %q", tc.path, h.Get("Etag"))
		}
	}
}

// An unchanged picture is not sent again, however it was packed on the way.
func TestPicturesAreAskedAboutAndNotSentAgain(t *testing.T) {
	s := newSite(t, func(context.Context) (Boot, error) { return Boot{}, nil })
	for _, packing := range []string{"", "gzip"} {
		first := open(s, "x", desktop, "/art/banner-1.svg", "Accept-Encoding", packing)
		tag := first.Header().Get("Etag")
		for _, asked := range []string{tag, "W/" + tag} {
			w := open(s, "x", desktop, "/art/banner-1.svg", "Accept-Encoding", packing, "If-None-Match", asked)
			if w.Code != 304 || w.Body.Len() != 0 || !strings.Contains(w.Header().Get("Cache-Control"), "86400") {
				t.Errorf("%s packed %q: %d %v", asked, packing, w.Code, w.Header())
			}
		}
		if w := open(s, "x", desktop, "/art/banner-1.svg", "Accept-Encoding", packing, "If-None-Match", `"other"`); w.Code != 200 || w.Body.Len() == 0 {
			t.Errorf("another picture: %d", w.Code)
		}
	}
}

// The operator's way back from a service worker that does harm.
func TestServiceWorkerCanBeTakenBack(t *testing.T) {
	s := newSite(t, func(context.Context) (Boot, error) { return Boot{}, nil }, func(c *Config) { c.NoWorker = true })
	if w := open(s, "x", desktop, "/sw.js"); w.Code != 404 {
		t.Errorf("the worker is served: %d", w.Code)
	}
	if w := open(s, "x", desktop, "/"); w.Header().Get("X-Worker") != "off" {
		t.Errorf("the page says nothing: %v", w.Header())
	}
	if w := open(newSite(t, func(context.Context) (Boot, error) { return Boot{}, nil }), "x", desktop, "/"); w.Header().Get("X-Worker") != "" {
		t.Error("the worker is taken back without being asked to")
	}
}
