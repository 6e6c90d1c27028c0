package playerapi_test

import (
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"hongyun/internal/app"
	"hongyun/internal/apptest"
	"hongyun/internal/playerapi"
)

const vitalsCall = "/v1/PubInterface/Vitals"

// Whatever pages report becomes a metric whose labels the house has chosen.
func TestVitalsBecomeMetricsOfKnownRoutes(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		b := h.Visitor()
		report := func(name, value, route, form string) apptest.Reply {
			return b.Post(vitalsCall, "name", name, "value", value, "route", route, "form", form)
		}
		for _, good := range [][4]string{
			{"LCP", "812.5", "/deposit", "h5"}, {"LCP", "2600", "/Deposit/", "h5"}, {"INP", "40", "/activity/35?from=1", "desktop"},
			{"CLS", "0.002", "/", "desktop"}, {"TTFB", "90", "/../etc/passwd", "desktop"}, {"FCP", "1", strings.Repeat("/x", 50), "h5"},
		} {
			if r := report(good[0], good[1], good[2], good[3]); !r.OK() {
				t.Errorf("%v: %s", good, r)
			}
		}
		for _, bad := range [][4]string{
			{"XSS", "1", "/", "h5"}, {"LCP", "-1", "/", "h5"}, {"LCP", "NaN", "/", "h5"}, {"LCP", "1e9", "/", "h5"}, {"LCP", "10000000", "/", "h5"},
			{"LCP", "1", "/", "tv"}, {"LCP", "1", "", "h5"},
		} {
			if r := report(bad[0], bad[1], bad[2], bad[3]); r.Status != http.StatusBadRequest {
				t.Errorf("%v: %s", bad, r)
			}
		}
		text := metrics(t, h)
		for _, want := range []string{
			`hongyun_web_vital_seconds_count{form="h5",name="LCP",route="/Deposit"} 2`,
			`hongyun_web_vital_seconds_bucket{form="h5",name="LCP",route="/Deposit",le="1.2"} 1`,
			`hongyun_web_vital_seconds_count{form="desktop",name="INP",route="/Activity/:id"} 1`,
			`hongyun_web_layout_shift_bucket{form="desktop",route="/",le="0.01"} 1`,
			`hongyun_web_vital_seconds_count{form="desktop",name="TTFB",route="other"} 1`,
			`hongyun_web_vital_seconds_count{form="h5",name="FCP",route="other"} 1`,
		} {
			if !strings.Contains(text, want) {
				t.Errorf("the metrics lack %s", want)
			}
		}
		if strings.Contains(text, "passwd") {
			t.Error("a stranger chose a label")
		}
	})
}

// Trust DOS-1: the beacon takes a kilobyte, and few of them.
func TestVitalsAreSmallAndFew(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		b := h.Visitor()
		good := []string{"name", "LCP", "value", "1", "route", "/", "form", "h5"}
		if r := b.Post(vitalsCall, append(good, "x", strings.Repeat("x", 1024))...); r.Status != http.StatusRequestEntityTooLarge {
			t.Errorf("more than a kilobyte: %s", r)
		}
		if r := b.Post(vitalsCall, good...); !r.OK() {
			t.Error(r)
		}
		if r := b.Post(vitalsCall, good...); r.Status != http.StatusTooManyRequests || r.Header.Get("Retry-After") == "" {
			t.Errorf("one too many: %s", r)
		}
		if r := b.Get("/v1/PubInterface/HomePaggeContent"); !r.OK() {
			t.Errorf("beacons use up what calls may do: %s", r)
		}
	}, func(c *app.Config) { c.Rates = playerapi.Rates{Beacon: 2} })
}

// The routes of the metrics are those of the site.
func TestVitalsKnowEveryRouteOfTheSite(t *testing.T) {
	text, err := os.ReadFile("../../web/player/src/paths.ts")
	if err != nil {
		t.Fatal(err)
	}
	table, _, _ := strings.Cut(string(text), "} as const")
	found := regexp.MustCompile(`(?m)^  \w+: '(/[^']*)'`).FindAllStringSubmatch(table, -1)
	if len(found) < 50 {
		t.Fatalf("%d routes found in paths.ts", len(found))
	}
	for _, m := range found {
		if label := playerapi.RouteLabel(m[1]); label == "other" {
			t.Errorf("route %s of the site counts as other", m[1])
		}
	}
}
