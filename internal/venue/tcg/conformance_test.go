package tcg_test

import (
	"net/http/httptest"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/venue/tcg"
	"hongyun/internal/venue/venuetest"
	"hongyun/sandbox"
	"hongyun/sandbox/play/arcade"
)

// The adapter against the sandbox's TCG server, which was written separately.
func TestConformance(t *testing.T) {
	venuetest.Run(t, venuetest.Harness{Open: open, Game: "SSC", NoGame: "ROULETTE", MoneyNeverStays: true})
}

func open(t *testing.T, o venuetest.Options) venuetest.Bench {
	const key, signKey, passwordKey, filePassword = "conf-key", "conformance-sign-key", "conformance-password-key", "conformance-file-password"
	clock := calendar.NewFixed(time.Date(2026, 3, 2, 12, 0, 0, 0, calendar.Beijing))
	var address string
	companies, err := sandbox.New(sandbox.Config{
		DataDir: t.TempDir(), Clock: o.CompanyClock(clock), Log: o.Log, BaseURL: func() string { return address },
		Games: []arcade.Venue{{Code: "tcg", Games: []arcade.Game{{Code: "SSC", Name: "时时彩", Kind: arcade.KindLottery}}}},
		Venues: []sandbox.VenueConfig{{Code: "tcg", PlatformID: 51, Protocol: sandbox.TCG{
			Merchant: "hongyun", Key: key, SignKey: signKey, FileUser: "files", FilePassword: filePassword,
		}}},
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
	v, err := tcg.New(tcg.Config{
		Code: "tcg", PlatformID: 51, BaseURL: address + "/venues/tcg", LaunchURL: address, Merchant: "hongyun", Key: key, SignKey: signKey,
		PasswordKey: passwordKey, FileURL: address + "/venues/tcg/files/ELOTTO", FileUser: "files", FilePassword: filePassword,
		Timeout: o.Timeout, MinGap: time.Nanosecond, Clock: clock, Log: o.Log,
	})
	if err != nil {
		t.Fatal(err)
	}
	return venuetest.Bench{
		Venue: v, Clock: clock, Company: venuetest.Sandbox{URL: address, Venue: "tcg"}, Secrets: []string{key, signKey, passwordKey, filePassword},
	}
}
