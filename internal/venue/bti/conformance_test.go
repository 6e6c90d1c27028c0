package bti_test

import (
	"net/http/httptest"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/venue/bti"
	"hongyun/internal/venue/venuetest"
	"hongyun/sandbox"
	"hongyun/sandbox/play/arcade"
)

// The adapter against the sandbox's BTI server, which was written separately.
func TestConformance(t *testing.T) {
	venuetest.Run(t, venuetest.Harness{Open: open, Game: "0", NoGame: "7", AmountsUntold: true, MoneyNeverStays: true, ReasonsUntold: true, LimitUntold: true})
}

func open(t *testing.T, o venuetest.Options) venuetest.Bench {
	const agent, password = "hongyun", "conformance-agent-password"
	clock := calendar.NewFixed(time.Date(2026, 3, 2, 12, 0, 0, 0, calendar.Beijing))
	var address string
	companies, err := sandbox.New(sandbox.Config{
		DataDir: t.TempDir(), Clock: o.CompanyClock(clock), Log: o.Log, BaseURL: func() string { return address },
		Games:  []arcade.Venue{{Code: "bti", Games: []arcade.Game{{Code: "0", Name: "体育大厅", Kind: "sports"}}}},
		Venues: []sandbox.VenueConfig{{Code: "bti", PlatformID: 15, Protocol: sandbox.BTI{AgentName: agent, AgentSecret: password}}},
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
	v, err := bti.New(bti.Config{
		Code: "bti", PlatformID: 15, BaseURL: address + "/venues/bti", Agent: agent, Password: password,
		Timeout: o.Timeout, MinGap: time.Nanosecond, Lag: time.Minute, Clock: clock, Log: o.Log,
	})
	if err != nil {
		t.Fatal(err)
	}
	return venuetest.Bench{
		Venue: v, Clock: clock, Company: venuetest.Sandbox{URL: address, Venue: "bti"}, Secrets: []string{password},
	}
}
