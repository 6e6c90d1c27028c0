package site

import (
	"compress/gzip"
	"context"
	"errors"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"hongyun/internal/calendar"
)

// Trust CSP-2, NAV-12: staff change the hosts of the frame viewer, and pages
// follow within two seconds. Nothing that is stored can end the policy.
func TestPolicyFollowsTheFramesOfStaff(t *testing.T) {
	frames := []string{"pay.example.com"}
	clock := calendar.NewFixed(time.Date(2026, 3, 2, 4, 0, 0, 0, time.UTC))
	s := newSite(t, func(context.Context) (Boot, error) { return Boot{Frames: frames}, nil }, func(c *Config) { c.Clock = clock })
	policy := func() string { return open(s, "x", desktop, "/").Header().Get("Content-Security-Policy") }
	if got := policy(); !strings.Contains(got, "; frame-src 'self' https://pay.example.com; ") {
		t.Errorf("policy %s", got)
	}
	frames = []string{"games.example.com", "x.example; script-src *", "*", "'unsafe-inline'", "http://plain.example"}
	clock.Advance(2 * time.Second)
	if got := policy(); !strings.Contains(got, "; frame-src 'self' https://games.example.com; ") || strings.Contains(got, "*") {
		t.Errorf("two seconds later %s", got)
	}
}

// Trust CSP-2: no script runs that is not ours: files, and the page's own by
// its hash. Markup from elsewhere brings neither handlers nor styles.
func TestPolicyNamesTheOneInlineScript(t *testing.T) {
	s := newSite(t, func(context.Context) (Boot, error) { return Boot{}, nil })
	got := open(s, "x", desktop, "/").Header().Get("Content-Security-Policy")
	// printf 'start()' | openssl dgst -sha256 -binary | base64
	const hash = "'sha256-DIm7WJS6ZKDYe5qFLPy+h4JFI9Bol5QmYC57mt3Fb00='"
	for _, want := range []string{
		"default-src 'self'; script-src 'self' " + hash + "; script-src-attr 'none'; ", "style-src-attr 'none'", "connect-src 'self'", "worker-src 'self'",
		"manifest-src 'self'", "form-action 'self'", "base-uri 'none'", "object-src 'none'", "frame-ancestors 'self'", "img-src 'self' data: blob:",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in %s", want, got)
		}
	}
	scripts, _, _ := strings.Cut(got[strings.Index(got, "script-src"):], ";")
	if strings.Contains(scripts, "unsafe") {
		t.Errorf("scripts: %s", scripts)
	}
}

// The operator's accent comes with the page, before any style sheet, and is no part
// of the data.
func TestThePageBringsTheOperatorsAccent(t *testing.T) {
	const style = ":root{--color-gold:#7fb2ff}"
	s := newSite(t, func(context.Context) (Boot, error) {
		return Boot{SiteName: "吉祥", Logo: "/files/logo.png", Style: style}, nil
	})
	text := open(s, "x", desktop, "/").Body.String()
	if !strings.Contains(text, `<style id="brand">`+style+`</style>`) || strings.Count(text, "--color-gold:") != 1 || bootIn(t, text).Logo != "/files/logo.png" {
		t.Errorf("the page: %s", text)
	}
	plain := newSite(t, func(context.Context) (Boot, error) { return Boot{SiteName: "鸿运"}, nil })
	if text := open(plain, "x", desktop, "/").Body.String(); strings.Contains(text, `id="brand"`) {
		t.Errorf("a page of the built-in brand: %s", text)
	}
}

func TestPageIsPackedForBrowsersThatTakeIt(t *testing.T) {
	s := newSite(t, func(context.Context) (Boot, error) { return Boot{SiteName: "鸿运"}, nil })
	w := open(s, "x", desktop, "/", "Accept-Encoding", "gzip, br")
	unpack, err := gzip.NewReader(w.Body)
	if err != nil || w.Header().Get("Content-Encoding") != "gzip" || !strings.Contains(w.Header().Get("Vary"), "Accept-Encoding") {
		t.Fatal(err, w.Header())
	}
	text, err := io.ReadAll(unpack)
	if err != nil || bootIn(t, string(text)).SiteName != "鸿运" {
		t.Errorf("%s, %v", text, err)
	}
}

// Trust DOS-1: asking for pages costs no megabyte each time.
func TestPackersAreUsedAgain(t *testing.T) {
	s := newSite(t, func(context.Context) (Boot, error) { return Boot{SiteName: "鸿运"}, nil })
	ask := func() { open(s, "x", desktop, "/", "Accept-Encoding", "gzip") }
	ask()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	const pages = 100
	for range pages {
		ask()
	}
	runtime.ReadMemStats(&after)
	// The race detector has the pool forget some of them.
	if each := (after.TotalAlloc - before.TotalAlloc) / pages; each > 400<<10 {
		t.Errorf("a page takes %d KB", each>>10)
	}
}

// A database that is away for a moment must not take the site with it. Pages go
// on with the last data read, and do not queue for the next.
func TestPagesOutliveTheDatabase(t *testing.T) {
	clock := calendar.NewFixed(time.Date(2026, 3, 2, 4, 0, 0, 0, time.UTC))
	down, reads := errors.New("database is down"), 0
	var err error
	s := newSite(t, func(ctx context.Context) (Boot, error) {
		reads++
		if _, limited := ctx.Deadline(); !limited {
			t.Error("the read may last for ever")
		}
		return Boot{ReqTokenSecret: "s"}, err
	}, func(c *Config) { c.Clock = clock })
	page := func() Boot {
		w := open(s, "x", desktop, "/")
		if w.Code != 200 {
			t.Errorf("status %d", w.Code)
		}
		return bootIn(t, w.Body.String())
	}
	if page(); reads != 1 {
		t.Errorf("%d reads", reads)
	}
	if page(); reads != 1 {
		t.Errorf("%d reads for two visitors at once", reads)
	}
	clock.Advance(2 * time.Second)
	err = down
	for range 3 {
		if b := page(); b.ReqTokenSecret != "s" || b.ServerTimeMs != clock.Now().UnixMilli() {
			t.Errorf("while it is down: %+v", b)
		}
	}
	if reads != 2 {
		t.Errorf("%d reads: every visitor waits for a database that is down", reads)
	}
}

func TestPageOpensWithoutBootData(t *testing.T) {
	s := newSite(t, func(context.Context) (Boot, error) { return Boot{}, errors.New("database is down") })
	if w := open(s, "x", desktop, "/"); w.Code != 200 || bootIn(t, w.Body.String()).ServerTimeMs == 0 {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// A program that starts without its database still gives pages the data of its
// settings. Without the request token no call of theirs would ever pass.
func TestPagesOfAStartWithoutTheDatabase(t *testing.T) {
	s := newSite(t, func(context.Context) (Boot, error) {
		return Boot{SiteName: "鸿运", ReqTokenSecret: "s", Demo: true}, errors.New("database is down")
	})
	for range 2 {
		if b := bootIn(t, open(s, "x", desktop, "/").Body.String()); b.ReqTokenSecret != "s" || !b.Demo {
			t.Errorf("pages say %+v", b)
		}
	}
}

// Search engines and previews of links read the page without its scripts: the name
// of the setting is in its head too. The scripts stay the ones that the policy names.
func TestThePageHasTheOperatorsName(t *testing.T) {
	index, err := os.ReadFile("../../web/player/index.html")
	if err != nil {
		t.Fatal(err)
	}
	name := ""
	clock := calendar.NewFixed(time.Date(2026, 3, 2, 4, 0, 0, 0, time.UTC))
	s := newSite(t, func(context.Context) (Boot, error) { return Boot{SiteName: name}, nil }, func(c *Config) {
		c.Clock = clock
		c.Files.(fstest.MapFS)["index.html"] = &fstest.MapFile{Data: index}
	})
	for _, c := range []struct{ name, shown string }{{"", "鸿运"}, {"吉祥", "吉祥"}, {"如意 '8'", "如意 &#39;8&#39;"}, {"鸿运", "鸿运"}} {
		name = c.name
		clock.Advance(2 * time.Second)
		text := open(s, "x", desktop, "/").Body.String()
		for _, want := range []string{"<title>" + c.shown + "</title>", `name="description" content="` + c.shown + "：", "<b>" + c.shown + "</b>"} {
			if !strings.Contains(text, want) {
				t.Errorf("%q: no %s in the page", c.name, want)
			}
		}
		if c.shown != "鸿运" && strings.Contains(text, "鸿运") {
			t.Errorf("%q: the built name is still in the page", c.name)
		}
		if !slices.Equal(scriptHashes([]byte(text)), s.hashes) {
			t.Errorf("%q: the policy does not name the scripts of the page", c.name)
		}
	}
}
