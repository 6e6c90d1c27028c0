package avia_test

import (
	"net/http/httptest"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/venue/avia"
	"hongyun/internal/venue/venuetest"
	"hongyun/sandbox"
	"hongyun/sandbox/play/arcade"
)

// The adapter against the sandbox's AVIA server, which was written separately.
func TestConformance(t *testing.T) {
	venuetest.Run(t, venuetest.Harness{Open: open, Game: "fps", NoGame: "chess", MoneyNeverStays: true, LimitUntold: true})
}

func open(t *testing.T, o venuetest.Options) venuetest.Bench {
	const secret, passwordKey = "conformance-secret-key", "conformance-password-key"
	clock := calendar.NewFixed(time.Date(2026, 3, 2, 12, 0, 0, 0, calendar.Beijing))
	var address string
	companies, err := sandbox.New(sandbox.Config{
		DataDir: t.TempDir(), Clock: o.CompanyClock(clock), Log: o.Log, BaseURL: func() string { return address },
		Games:  []arcade.Venue{{Code: "avia", Games: []arcade.Game{{Code: "fps", Name: "枪战竞技", Kind: "esports"}}}},
		Venues: []sandbox.VenueConfig{{Code: "avia", PlatformID: 41, Protocol: sandbox.AVIA{SecretKey: secret}}},
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
	v, err := avia.New(avia.Config{
		Code: "avia", PlatformID: 41, BaseURL: address + "/venues/avia", SecretKey: secret, PasswordKey: passwordKey,
		Timeout: o.Timeout, MinGap: time.Nanosecond, Clock: clock, Log: o.Log,
	})
	if err != nil {
		t.Fatal(err)
	}
	return venuetest.Bench{
		Venue: v, Clock: clock, Company: venuetest.Sandbox{URL: address, Venue: "avia"}, Secrets: []string{secret, passwordKey},
	}
}
