package vr_test

import (
	"net/http/httptest"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/venue/venuetest"
	"hongyun/internal/venue/vr"
	"hongyun/sandbox"
	"hongyun/sandbox/play/arcade"
)

// The adapter against the sandbox's VR server, which was written separately.
func TestConformance(t *testing.T) {
	venuetest.Run(t, venuetest.Harness{Open: open, Game: "2", NoGame: "no game", MoneyNeverStays: true, LaunchIsLocal: true, LimitUntold: true})
}

func open(t *testing.T, o venuetest.Options) venuetest.Bench {
	const merchant, key = "HONGYUN", "conformance-key-0123456789abcdef"
	clock := calendar.NewFixed(time.Date(2026, 3, 2, 12, 0, 0, 0, calendar.Beijing))
	var address string
	companies, err := sandbox.New(sandbox.Config{
		DataDir: t.TempDir(), Clock: o.CompanyClock(clock), Log: o.Log, BaseURL: func() string { return address },
		Games:  []arcade.Venue{{Code: "vr", Games: []arcade.Game{{Code: "2", Name: "三分时彩", Kind: "lottery"}}}},
		Venues: []sandbox.VenueConfig{{Code: "vr", PlatformID: 52, Protocol: sandbox.VR{Merchant: merchant, Key: key}}},
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
	v, err := vr.New(vr.Config{
		Code: "vr", PlatformID: 52, BaseURL: address + "/venues/vr", MerchantID: merchant, Key: key,
		Timeout: o.Timeout, MinGap: time.Nanosecond, Clock: clock, Log: o.Log,
	})
	if err != nil {
		t.Fatal(err)
	}
	return venuetest.Bench{
		Venue: v, Clock: clock, Company: venuetest.Sandbox{URL: address, Venue: "vr"}, Secrets: []string{key},
	}
}
