package fb_test

import (
	"net/http/httptest"
	"strconv"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/venue/fb"
	"hongyun/internal/venue/venuetest"
	"hongyun/sandbox"
	"hongyun/sandbox/play/arcade"
	company "hongyun/sandbox/venues/fb"
)

// meanings are the codes of the simulated company, as a contract lists them.
var meanings = map[string]fb.Meaning{
	strconv.Itoa(company.CodeIP): fb.Setup, strconv.Itoa(company.CodeMerchant): fb.Setup, strconv.Itoa(company.CodeSign): fb.Setup,
	strconv.Itoa(company.CodeNoUser): fb.NoUser, strconv.Itoa(company.CodeBlocked): fb.Blocked, strconv.Itoa(company.CodeShort): fb.Insufficient,
	strconv.Itoa(company.CodeCredit): fb.NoFloat, strconv.Itoa(company.CodeInGame): fb.InGame, strconv.Itoa(company.CodeRefused): fb.Refused,
	strconv.Itoa(company.CodeAmount): fb.Limit, strconv.Itoa(company.CodeOngoing): fb.Ongoing, strconv.Itoa(company.CodeNoOrder): fb.NoOrder,
}

// The adapter against the sandbox's FB server, which was written separately.
func TestConformance(t *testing.T) {
	venuetest.Run(t, venuetest.Harness{Open: open, Game: "0", NoGame: "IMSB", AmountsUntold: true, LimitUntold: true})
}

func open(t *testing.T, o venuetest.Options) venuetest.Bench {
	const merchant, secret = "1000001", "conformance-fb-secret"
	clock := calendar.NewFixed(time.Date(2026, 3, 2, 12, 0, 0, 0, calendar.Beijing))
	var address string
	companies, err := sandbox.New(sandbox.Config{
		DataDir: t.TempDir(), Clock: o.CompanyClock(clock), Log: o.Log, BaseURL: func() string { return address },
		Games:  []arcade.Venue{{Code: "fb", Games: []arcade.Game{{Code: "0", Name: "体育大厅", Kind: "sports"}}}},
		Venues: []sandbox.VenueConfig{{Code: "fb", PlatformID: 14, Protocol: sandbox.FB{MerchantID: merchant, Secret: secret}}},
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
	v, err := fb.New(fb.Config{
		Code: "fb", PlatformID: 14, BaseURL: address + "/venues/fb", MerchantID: merchant, Secret: secret, Meanings: meanings,
		Timeout: o.Timeout, MinGap: time.Nanosecond, Clock: clock, Log: o.Log,
	})
	if err != nil {
		t.Fatal(err)
	}
	return venuetest.Bench{
		Venue: v, Clock: clock, Company: venuetest.Sandbox{URL: address, Venue: "fb"}, Secrets: []string{secret},
	}
}
