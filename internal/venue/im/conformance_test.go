package im_test

import (
	"net/http/httptest"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/venue/im"
	"hongyun/internal/venue/venuetest"
	"hongyun/sandbox"
	"hongyun/sandbox/play"
)

// The adapter against the sandbox's IM server, which was written separately.
func TestConformance(t *testing.T) {
	venuetest.Run(t, venuetest.Harness{Open: open, Game: "IMSB", NoGame: "ESPORTSBULL", AmountsUntold: true})
}

func open(t *testing.T, o venuetest.Options) venuetest.Bench {
	const merchant, passwordKey = "CONFORMANCE000000000000000000032", "conformance-password-key"
	clock := calendar.NewFixed(time.Date(2026, 3, 2, 12, 0, 0, 0, calendar.Beijing))
	var address string
	companies, err := sandbox.New(sandbox.Config{
		DataDir: t.TempDir(), Clock: clock, Log: o.Log, BaseURL: func() string { return address },
		Games:  []play.Venue{{Code: "im", Games: []play.Game{{Code: "0", Name: "体育大厅", Kind: "sports"}}}},
		Venues: []sandbox.VenueConfig{{Code: "im", PlatformID: 12, Protocol: sandbox.IM{MerchantCode: merchant}}},
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
	v, err := im.New(im.Config{
		Code: "im", PlatformID: 12, BaseURL: address + "/venues/im", MerchantCode: merchant, PasswordKey: passwordKey,
		Timeout: o.Timeout, MinGap: time.Nanosecond, Lag: time.Minute, Clock: clock, Log: o.Log,
	})
	if err != nil {
		t.Fatal(err)
	}
	return venuetest.Bench{
		Venue: v, Clock: clock, Company: venuetest.Sandbox{URL: address, Venue: "im"}, Secrets: []string{merchant, passwordKey},
	}
}
