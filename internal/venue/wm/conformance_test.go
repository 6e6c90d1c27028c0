package wm_test

import (
	"net/http/httptest"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/venue/venuetest"
	"hongyun/internal/venue/wm"
	"hongyun/sandbox"
	"hongyun/sandbox/play/arcade"
)

// The adapter against the sandbox's WM server, which was written separately.
// Only the yes among the vendor's codes for orders is known.
func TestConformance(t *testing.T) {
	venuetest.Run(t, venuetest.Harness{Open: open, Game: "0", NoGame: "7", MoneyNeverStays: true, ReasonsUntold: true, RefusalsUntold: true, LimitUntold: true})
}

func open(t *testing.T, o venuetest.Options) venuetest.Bench {
	const vendor, signature, key = "hongyun", "conformance-signature", "conformance-password-key"
	clock := calendar.NewFixed(time.Date(2026, 3, 2, 12, 0, 0, 0, calendar.Beijing))
	var address string
	companies, err := sandbox.New(sandbox.Config{
		DataDir: t.TempDir(), Clock: o.CompanyClock(clock), Log: o.Log, BaseURL: func() string { return address },
		Games:  []arcade.Venue{{Code: "wm", Games: []arcade.Game{{Code: "0", Name: "真人大厅", Kind: "live"}}}},
		Venues: []sandbox.VenueConfig{{Code: "wm", PlatformID: 21, Protocol: sandbox.WM{VendorID: vendor, Signature: signature}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(companies.Handler())
	address = server.URL
	t.Cleanup(func() {
		companies.Stop()
		server.Close()
		_ = companies.Close()
	})
	v, err := wm.New(wm.Config{
		Code: "wm", PlatformID: 21, BaseURL: address + "/venues/wm", VendorID: vendor, Signature: signature, PasswordKey: key, Prefix: "hy",
		Timeout: o.Timeout, MinGap: time.Nanosecond, Clock: clock, Log: o.Log,
	})
	if err != nil {
		t.Fatal(err)
	}
	return venuetest.Bench{
		Venue: v, Clock: clock, Company: venuetest.Sandbox{URL: address, Venue: "wm"}, Secrets: []string{signature, key},
	}
}
