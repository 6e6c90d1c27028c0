package bbin_test

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/venue/bbin"
	"hongyun/internal/venue/venuetest"
	"hongyun/sandbox"
	"hongyun/sandbox/play/arcade"
	company "hongyun/sandbox/venues/bbin"
)

const secret = "conformance-key-b"

// The adapter against the sandbox's BBIN server, which was written separately.
func TestConformance(t *testing.T) {
	venuetest.Run(t, venuetest.Harness{Open: open, Game: "ball", NoGame: "chess", MoneyNeverStays: true, AmountsUntold: true, LaunchIsLocal: true, RoundGames: []string{"3001"}, LimitUntold: true})
}

// Each page of the site opens the lobby it is called from, over one wallet.
func TestEachPageOpensItsOwnLobby(t *testing.T) {
	b := open(t, venuetest.Options{Timeout: time.Second})
	account := b.Venue.AccountName("ming01")
	m := venue.Movement{Ref: b.Venue.NewRef(account, b.Clock.Now()), Account: account, Amount: 100 * money.Yuan}
	if got, err := b.Venue.Credit(t.Context(), m); got != venue.Done {
		t.Fatal(got, err)
	}
	for game, kind := range map[string]string{"live": "live", "ball": "sport", "Ltlottery": "lottery", "": "live"} {
		address, err := b.Venue.Launch(t.Context(), venue.Launch{Account: account, Game: game})
		if err != nil {
			t.Fatal(err)
		}
		page, err := http.Get(address)
		if err != nil {
			t.Fatal(err)
		}
		_ = page.Body.Close()
		state, err := http.Get(page.Request.URL.String() + "state")
		if err != nil {
			t.Fatal(err)
		}
		var opened struct {
			Game    struct{ Kind string }
			Balance string
		}
		decode(t, state, &opened)
		if opened.Game.Kind != kind || opened.Balance != "100.00" {
			t.Errorf("%q opens %+v, want %s", game, opened, kind)
		}
	}
}

// Bets of all three kinds are three lists of the vendor and one feed, and each
// counts by the kind of its page.
func TestBetsOfAllKindsArriveInOneWindowOverMidnight(t *testing.T) {
	b := open(t, venuetest.Options{Timeout: time.Second})
	b.Clock.Set(time.Date(2026, 3, 2, 11, 59, 50, 0, calendar.Beijing)) // ten seconds before the vendor's midnight
	account := b.Venue.AccountName("ming01")
	m := venue.Movement{Ref: b.Venue.NewRef(account, b.Clock.Now()), Account: account, Amount: 100 * money.Yuan}
	if got, err := b.Venue.Credit(t.Context(), m); got != venue.Done {
		t.Fatal(got, err)
	}
	midnight := b.Clock.Now().Add(10 * time.Second)
	b.Clock.Set(midnight.Add(10 * time.Minute))
	want := map[string]venuetest.Bet{}
	for _, game := range []string{"ball", "3001", "Ltlottery"} {
		for _, at := range []time.Duration{-time.Minute, -500 * time.Millisecond, 0, time.Minute} {
			bet := venuetest.Bet{Player: account, Game: game, Stake: 1050, Payout: 2029, Valid: -1, Status: venue.BetSettled, At: midnight.Add(at)}
			want[b.Company.Bet(t, bet)] = bet
		}
	}
	read := 0
	for page, pages := "", 0; ; pages++ {
		p, err := b.Venue.(venue.BetSource).PullBets(t.Context(), midnight.Add(-5*time.Minute), midnight.Add(5*time.Minute), page)
		if err != nil || pages > 5 || len(p.Unreadable) != 0 {
			t.Fatalf("page %q: %+v, %v", page, p, err)
		}
		for _, l := range p.Lines {
			if bet := want[l.BetID]; l.Game != bet.Game || l.Stake != bet.Stake || l.Payout != bet.Payout || l.SettledAt.Sub(bet.At).Abs() > time.Second {
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
	clock := calendar.NewFixed(time.Date(2026, 3, 2, 15, 0, 0, 0, calendar.Beijing))
	ours, theirs := map[string]bbin.Key{}, map[string]company.Key{}
	for i, m := range bbin.Methods {
		ours[m] = bbin.Key{Secret: secret + m, Before: i + 2, After: 9 - i}
		theirs[m] = company.Key{Secret: secret + m, Before: i + 2, After: 9 - i}
	}
	var address string
	companies, err := sandbox.New(sandbox.Config{
		DataDir: t.TempDir(), Clock: o.CompanyClock(clock), Log: o.Log, BaseURL: func() string { return address },
		Games: []arcade.Venue{{Code: "bbin", Games: []arcade.Game{
			{Code: "live", Name: "真人大厅", Kind: arcade.KindLive}, {Code: "3001", Name: "百家乐", Kind: arcade.KindLive},
			{Code: "ball", Name: "体育大厅", Kind: arcade.KindSports}, {Code: "Ltlottery", Name: "彩票大厅", Kind: arcade.KindLottery},
		}}},
		Venues: []sandbox.VenueConfig{{Code: "bbin", PlatformID: 3, Protocol: sandbox.BBIN{Website: "demosite", Upper: "dhongyun", Keys: theirs}}},
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
	v, err := bbin.New(bbin.Config{
		Code: "bbin", PlatformID: 3, BaseURL: address + "/venues/bbin", Website: "demosite", Upper: "dhongyun", Keys: ours,
		Timeout: o.Timeout, MinGap: time.Nanosecond, PageGap: time.Nanosecond, Clock: clock, Log: o.Log,
	})
	if err != nil {
		t.Fatal(err)
	}
	return venuetest.Bench{
		Venue: v, Clock: clock, Company: venuetest.Sandbox{URL: address, Venue: "bbin"}, Secrets: []string{secret, "key="},
	}
}
