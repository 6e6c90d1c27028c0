package site

import (
	"context"
	"encoding/json"
	"os"
	"reflect"
	"testing"
	"testing/fstest"
)

// An operator's players find its own name on their home screens, and nothing
// else there is another: the same id, start and pictures.
func TestTheManifestHasTheOperatorsName(t *testing.T) {
	built, err := os.ReadFile("../../web/player/public/manifest.webmanifest")
	if err != nil {
		t.Fatal(err)
	}
	named := func(name string) *Site {
		return newSite(t, func(context.Context) (Boot, error) { return Boot{}, nil }, func(c *Config) {
			c.Files.(fstest.MapFS)["manifest.webmanifest"] = &fstest.MapFile{Data: built}
			c.SiteName = name
		})
	}
	fields := func(text []byte) (out map[string]any) {
		t.Helper()
		if err := json.Unmarshal(text, &out); err != nil {
			t.Fatal(err)
		}
		return out
	}
	for _, own := range []string{"", "鸿运"} {
		if w := open(named(own), "x", iphone, manifestPath); w.Body.String() != string(built) {
			t.Errorf("%q is not as it was built: %s", own, w.Body)
		}
	}

	const name = `吉祥 "8" <script>`
	s := named(name)
	w := open(s, "evil.example", iphone, manifestPath)
	want := fields(built)
	want["name"], want["short_name"] = name, name
	if got := fields(w.Body.Bytes()); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v\nwant %v", got, want)
	}
	h := w.Header()
	if w.Code != 200 || h.Get("Content-Type") != "application/manifest+json" || h.Get("Cache-Control") != "public, max-age=3600" || h.Get("Location") != "" {
		t.Errorf("%d %v", w.Code, h)
	}
	if again := open(s, "x", iphone, manifestPath, "If-None-Match", "W/"+h.Get("Etag")); again.Code != 304 || again.Body.Len() != 0 {
		t.Errorf("sent again: %d %s", again.Code, again.Body)
	}
	if other := open(named("如意"), "x", iphone, manifestPath, "If-None-Match", h.Get("Etag")); other.Code != 200 {
		t.Errorf("another name: %d", other.Code)
	}
}

// H-495: Android finds the operator's app where it looks for it, and nothing
// while none is entered.
func TestAndroidFindsTheAppOfTheSite(t *testing.T) {
	var text []byte
	s := newSite(t, func(context.Context) (Boot, error) { return Boot{}, nil }, func(c *Config) {
		c.AssetLinks = func() ([]byte, error) { return text, nil }
	})
	if w := open(s, "x", iphone, assetLinksPath); w.Code != 404 {
		t.Errorf("without an app: %d %s", w.Code, w.Body)
	}
	text = []byte(`[{"relation":[]}]`)
	w := open(s, "x", iphone, assetLinksPath)
	if w.Code != 200 || w.Body.String() != string(text) || w.Header().Get("Content-Type") != "application/json" {
		t.Errorf("%d %v %s", w.Code, w.Header(), w.Body)
	}
}
