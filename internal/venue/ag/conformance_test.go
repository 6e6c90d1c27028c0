package ag_test

import (
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/venue/ag"
	"hongyun/internal/venue/venuetest"
	"hongyun/sandbox"
	"hongyun/sandbox/play"
)

// The adapter against the sandbox's AG server, which was written separately.
func TestConformance(t *testing.T) {
	venuetest.Run(t, venuetest.Harness{Open: open, Game: "BAC", NoGame: "no game", MoneyNeverStays: true, AmountsUntold: true, LaunchIsLocal: true})
}

// Bets of live tables and of fishing are two lists of the vendor and one feed.
func TestLiveAndFishingBetsArriveInOneWindow(t *testing.T) {
	b := open(t, venuetest.Options{Timeout: time.Second})
	account := b.Venue.AccountName("ming01")
	m := venue.Movement{Ref: b.Venue.NewRef(account, b.Clock.Now()), Account: account, Amount: 100 * money.Yuan}
	if got, err := b.Venue.Credit(t.Context(), m); got != venue.Done {
		t.Fatal(got, err)
	}
	want := map[string]venuetest.Bet{}
	for _, bet := range []venuetest.Bet{
		{Game: "BAC", Stake: 1050, Payout: 2029}, {Game: "6", Stake: 777, Payout: 1234}, {Game: "6", Stake: 99},
	} {
		bet.Player, bet.Valid, bet.Status = "ming01", -1, venue.BetSettled
		want[b.Company.Bet(t, bet)] = bet
	}
	now := b.Clock.Now()
	b.Clock.Advance(5 * time.Minute)
	source := b.Venue.(venue.BetSource)
	read := 0
	for page, pages := "", 0; ; pages++ {
		p, err := source.PullBets(t.Context(), now.Add(-time.Minute), now.Add(time.Minute), page)
		if err != nil || pages > 1 || len(p.Unreadable) != 0 {
			t.Fatalf("page %q: %+v, %v", page, p, err)
		}
		for _, l := range p.Lines {
			bet := want[strings.TrimPrefix(l.BetID, "hunter:")]
			if l.Stake != bet.Stake || l.Payout != bet.Payout || l.Game != bet.Game || (bet.Game == "6") != strings.HasPrefix(l.BetID, "hunter:") || l.SettledAt.Sub(now).Abs() > time.Second {
				t.Errorf("line %+v for %+v", l, bet)
			}
			read++
		}
		if page = p.Next; page == "" {
			break
		}
	}
	if read != len(want) {
		t.Errorf("%d lines of %d", read, len(want))
	}
}

func open(t *testing.T, o venuetest.Options) venuetest.Bench {
	const agent, desKey, md5Key, recordKey, passwordKey = "DEMO_AGIN", "desKey-8", "conformance-md5-key", "conformance-record-key", "conformance-password-key"
	clock := calendar.NewFixed(time.Date(2026, 3, 2, 12, 0, 0, 0, calendar.Beijing))
	var address string
	companies, err := sandbox.New(sandbox.Config{
		DataDir: t.TempDir(), Clock: clock, Log: o.Log, BaseURL: func() string { return address }, PullGap: -1,
		Games: []play.Venue{{Code: "ag", Games: []play.Game{
			{Code: "BAC", Name: "百家乐", Kind: play.KindLive}, {Code: "6", Name: "沧海捕鱼", Kind: play.KindFishing},
		}}},
		Venues: []sandbox.VenueConfig{{Code: "ag", PlatformID: 2, Protocol: sandbox.AG{Agent: agent, DESKey: desKey, MD5Key: md5Key, RecordKey: recordKey}}},
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
	v, err := ag.New(ag.Config{
		Code: "ag", PlatformID: 2, BaseURL: address + "/venues/ag", Agent: agent, DESKey: desKey, MD5Key: md5Key, RecordKey: recordKey, PasswordKey: passwordKey,
		Timeout: o.Timeout, MinGap: time.Nanosecond, PageGap: time.Nanosecond, Clock: clock, Log: o.Log,
	})
	if err != nil {
		t.Fatal(err)
	}
	return venuetest.Bench{
		Venue: v, Clock: clock, Company: venuetest.Sandbox{URL: address, Venue: "ag"},
		Secrets: []string{desKey, md5Key, recordKey, passwordKey, "params=", "key="},
	}
}
