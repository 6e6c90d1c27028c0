package saba_test

import (
	"net/http/httptest"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/venue/saba"
	"hongyun/internal/venue/venuetest"
	"hongyun/sandbox"
	"hongyun/sandbox/play/arcade"
)

// The adapter against the sandbox's SABA server, which was written separately.
// The vendor has no answer for money on a table.
func TestConformance(t *testing.T) {
	venuetest.Run(t, venuetest.Harness{Open: open, Game: "0", NoGame: "7", MoneyNeverStays: true})
}

func open(t *testing.T, o venuetest.Options) venuetest.Bench {
	const vendor, operator, prefix = "conformance-vendor-id", "hongyun", "hy_"
	clock := calendar.NewFixed(time.Date(2026, 3, 2, 12, 0, 0, 0, calendar.Beijing))
	var address string
	companies, err := sandbox.New(sandbox.Config{
		DataDir: t.TempDir(), Clock: o.CompanyClock(clock), Log: o.Log, BaseURL: func() string { return address },
		Games:  []arcade.Venue{{Code: "saba", Games: []arcade.Game{{Code: "0", Name: "体育大厅", Kind: "sports"}}}},
		Venues: []sandbox.VenueConfig{{Code: "saba", PlatformID: 5, Protocol: sandbox.SABA{VendorID: vendor, OperatorID: operator, Prefix: prefix, Currency: 20}}},
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
	v, err := saba.New(saba.Config{
		Code: "saba", PlatformID: 5, BaseURL: address + "/venues/saba", VendorID: vendor, OperatorID: operator, Prefix: prefix, Currency: 20,
		Timeout: o.Timeout, MinGap: time.Nanosecond, Clock: clock, Log: o.Log,
	})
	if err != nil {
		t.Fatal(err)
	}
	return venuetest.Bench{
		Venue: v, Clock: clock, Company: venuetest.Sandbox{URL: address, Venue: "saba"}, Secrets: []string{vendor},
	}
}
