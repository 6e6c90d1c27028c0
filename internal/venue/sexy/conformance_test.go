package sexy_test

import (
	"net/http/httptest"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/venue/sexy"
	"hongyun/internal/venue/venuetest"
	"hongyun/sandbox"
	"hongyun/sandbox/play/arcade"
)

// The adapter against the sandbox's AE Sexy server, which was written from the sheet too.
func TestConformance(t *testing.T) {
	venuetest.Run(t, venuetest.Harness{Open: open, Game: "MX-LIVE-001", NoGame: "MX-LIVE-999", MoneyNeverStays: true})
}

func open(t *testing.T, o venuetest.Options) venuetest.Bench {
	const cert = "conformance-cert"
	clock := calendar.NewFixed(time.Date(2026, 3, 2, 12, 0, 0, 0, calendar.Beijing))
	var address string
	companies, err := sandbox.New(sandbox.Config{
		DataDir: t.TempDir(), Clock: o.CompanyClock(clock), Log: o.Log, BaseURL: func() string { return address }, PullGap: -1,
		Games: []arcade.Venue{{Code: "sexy", Games: []arcade.Game{
			{Code: "0", Name: "真人大厅", Kind: arcade.KindLive}, {Code: "MX-LIVE-001", Name: "百家乐", Kind: arcade.KindLive},
		}}},
		Venues: []sandbox.VenueConfig{{Code: "sexy", PlatformID: 22, Protocol: sandbox.Sexy{AgentID: "hongyun", Cert: cert}}},
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
	v, err := sexy.New(sexy.Config{
		Code: "sexy", PlatformID: 22, BaseURL: address + "/venues/sexy", AgentID: "hongyun", Cert: cert, LimitIDs: []string{"260901"}, Prefix: "hy",
		Timeout: o.Timeout, MinGap: time.Nanosecond, Clock: clock, Log: o.Log,
	})
	if err != nil {
		t.Fatal(err)
	}
	return venuetest.Bench{Venue: v, Clock: clock, Company: venuetest.Sandbox{URL: address, Venue: "sexy"}, Secrets: []string{cert, "token="}}
}
