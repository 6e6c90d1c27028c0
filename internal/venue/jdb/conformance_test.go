package jdb_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/venue"
	"hongyun/internal/venue/jdb"
	"hongyun/internal/venue/venuetest"
	"hongyun/sandbox"
	"hongyun/sandbox/play/arcade"
)

// The adapter against the sandbox's JDB server, which was written from the sheet. The
// sheet has no code for a refusal that is not about money, and none for money on a table.
func TestConformance(t *testing.T) {
	venuetest.Run(t, venuetest.Harness{Open: open, Game: "9001", NoGame: "9999", MoneyNeverStays: true, RefusalsUntold: true, RoundGames: []string{"9001", "f01"}, LimitUntold: true})
}

// A round with free spins is told apart from a plain one.
func TestFreeSpinsAreTold(t *testing.T) {
	venuetest.FreeSpins(t, open, "9001", func(int) string { return "普通旋转、免费游戏" })
}

func open(t *testing.T, o venuetest.Options) venuetest.Bench {
	const dc, parent, key, iv = "HY", "conformanceagent", "conformance-key1", "conformance-iv-2"
	clock := calendar.NewFixed(time.Date(2026, 3, 2, 12, 0, 0, 0, calendar.Beijing))
	var address string
	companies, err := sandbox.New(sandbox.Config{
		DataDir: t.TempDir(), Clock: o.CompanyClock(clock), Log: o.Log, BaseURL: func() string { return address },
		Games:  []arcade.Venue{{Code: "s9", Games: []arcade.Game{{Code: "9001", Name: "团圆甜席", Kind: arcade.KindSlot}, {Code: "f01", Name: "鲸吞四海", Kind: arcade.KindFishing}}}},
		Venues: []sandbox.VenueConfig{{Code: "s9", PlatformID: 9, Protocol: sandbox.JDB{DC: dc, Parent: parent, Key: key, IV: iv}}},
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
	v, err := jdb.New(jdb.Config{
		Code: "s9", PlatformID: 9, BaseURL: address + "/venues/s9/api", DC: dc, Parent: parent, Key: key, IV: iv,
		LaunchHosts: []string{"127.0.0.1"}, Timeout: o.Timeout, MinGap: time.Nanosecond, Clock: clock, Log: o.Log,
	})
	if err != nil {
		t.Fatal(err)
	}
	return venuetest.Bench{
		Venue: v, Clock: clock, Company: venuetest.Sandbox{URL: address, Venue: "s9"}, Secrets: []string{key, iv, "x="},
	}
}

// A launch opens the page of its game, that of the lobby, and that of a fishing hall.
func TestALaunchOpensAPlayableGame(t *testing.T) {
	b := open(t, venuetest.Options{Timeout: 10 * time.Second})
	for _, game := range []string{"9001", "f01", "0"} {
		address, err := b.Venue.Launch(t.Context(), venue.Launch{Account: "ming01", Game: game, BackURL: "https://site.example/#/Egame"})
		if err != nil {
			t.Fatal(err)
		}
		page, err := http.Get(address)
		if err != nil {
			t.Fatal(err)
		}
		_ = page.Body.Close()
		if at := page.Request.URL.Path; !strings.HasPrefix(at, "/play/s/") {
			t.Errorf("%s opens %s", game, at)
		}
	}
}

// The bets of slots and of fishing come with the codes of the catalogue, whichever list
// has them.
func TestBetsOfEachKindComeFromBothLists(t *testing.T) {
	b := open(t, venuetest.Options{Timeout: 10 * time.Second})
	source := b.Venue.(venue.BetSource)
	account := b.Venue.AccountName("ming01")
	if err := b.Venue.EnsurePlayer(t.Context(), account); err != nil {
		t.Fatal(err)
	}
	at := b.Clock.Now()
	want := map[string]string{}
	for _, game := range []string{"9001", "f01"} {
		id := b.Company.Bet(t, venuetest.Bet{Player: account, Game: game, Stake: 100, Payout: 250, Valid: -1, Status: venue.BetSettled, At: at})
		if game == "f01" {
			id = "7-" + id
		}
		want[id] = game
	}
	for _, age := range []time.Duration{5 * time.Minute, 2*time.Hour - 30*time.Second, 2 * time.Hour, 2*time.Hour + 30*time.Second, 2*time.Hour + 90*time.Second, 30 * time.Hour} {
		b.Clock.Set(at.Add(age))
		got := map[string]string{}
		for page, first := "", true; first || page != ""; first = false {
			p, err := source.PullBets(t.Context(), at.Add(-2*time.Minute), at.Add(2*time.Minute), page)
			if err != nil {
				t.Fatalf("after %v: %v", age, err)
			}
			for _, l := range p.Lines {
				got[l.BetID] = l.Game
			}
			page = p.Next
		}
		for id, game := range want {
			if got[id] != game || len(got) != len(want) {
				t.Errorf("after %v: %v, want %v", age, got, want)
			}
		}
	}
}
