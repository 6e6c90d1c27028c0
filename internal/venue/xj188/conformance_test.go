package xj188_test

import (
	"net/http/httptest"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/venue/venuetest"
	"hongyun/internal/venue/xj188"
	"hongyun/sandbox"
	"hongyun/sandbox/play/arcade"
)

// The adapter against the sandbox's XJ188 server, which was written separately.
func TestConformance(t *testing.T) {
	venuetest.Run(t, venuetest.Harness{Open: open, Game: "0", NoGame: "7", AmountsUntold: true, MoneyNeverStays: true, RefusalsUntold: true})
}

func open(t *testing.T, o venuetest.Options) venuetest.Bench {
	const operator, vendor = "hongyun", "conformance-vendor-id"
	clock := calendar.NewFixed(time.Date(2026, 3, 2, 12, 0, 0, 0, calendar.Beijing))
	var address string
	companies, err := sandbox.New(sandbox.Config{
		DataDir: t.TempDir(), Clock: o.CompanyClock(clock), Log: o.Log, BaseURL: func() string { return address },
		Games:  []arcade.Venue{{Code: "xj", Games: []arcade.Game{{Code: "0", Name: "体育大厅", Kind: "sports"}}}},
		Venues: []sandbox.VenueConfig{{Code: "xj", PlatformID: 17, Protocol: sandbox.XJ188{OperatorID: operator, VendorID: vendor}}},
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
	v, err := xj188.New(xj188.Config{
		Code: "xj", PlatformID: 17, BaseURL: address + "/venues/xj", OperatorID: operator, VendorID: vendor,
		Timeout: o.Timeout, MinGap: time.Nanosecond, Lag: time.Minute, Clock: clock, Log: o.Log,
	})
	if err != nil {
		t.Fatal(err)
	}
	return venuetest.Bench{
		Venue: v, Clock: clock, Company: venuetest.Sandbox{URL: address, Venue: "xj"}, Secrets: []string{vendor},
	}
}
