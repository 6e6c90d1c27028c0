package cq9_test

import (
	"net/http/httptest"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/venue/cq9"
	"hongyun/internal/venue/venuetest"
	"hongyun/sandbox"
	"hongyun/sandbox/play"
)

// The adapter against the sandbox's CQ9 server, which was written separately.
func TestConformance(t *testing.T) {
	venuetest.Run(t, venuetest.Harness{Open: open, Game: "47001", NoGame: "47999", MoneyNeverStays: true})
}

func open(t *testing.T, o venuetest.Options) venuetest.Bench {
	const token, passwordKey = "conformance-merchant-token", "conformance-password-key"
	clock := calendar.NewFixed(time.Date(2026, 3, 2, 12, 0, 0, 0, calendar.Beijing))
	var address string
	companies, err := sandbox.New(sandbox.Config{
		DataDir: t.TempDir(), Clock: clock, Log: o.Log, BaseURL: func() string { return address },
		Games:  []play.Venue{{Code: "s47", Games: []play.Game{{Code: "47001", Name: "风暴灯塔", Kind: play.KindSlot}}}},
		Venues: []sandbox.VenueConfig{{Code: "s47", PlatformID: 47, Protocol: sandbox.CQ9{Token: token}}},
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
	v, err := cq9.New(cq9.Config{
		Code: "s47", PlatformID: 47, BaseURL: address + "/venues/s47", Token: token, PasswordKey: passwordKey,
		Timeout: o.Timeout, MinGap: time.Nanosecond, Clock: clock, Log: o.Log,
	})
	if err != nil {
		t.Fatal(err)
	}
	return venuetest.Bench{
		Venue: v, Clock: clock, Company: venuetest.Sandbox{URL: address, Venue: "s47"}, Secrets: []string{token, passwordKey, "usertoken="},
	}
}
