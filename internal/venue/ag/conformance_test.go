package ag_test

import (
	"encoding/json"
	"fmt"
	"net/http"
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
	"hongyun/sandbox/play/arcade"
)

// The adapter against the sandbox's AG server, which was written separately.
func TestConformance(t *testing.T) {
	venuetest.Run(t, venuetest.Harness{Open: open, Game: "BAC", NoGame: "no game", MoneyNeverStays: true, AmountsUntold: true, LaunchIsLocal: true, RoundGames: []string{"BAC", "6"}, LimitUntold: true})
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

// A hall opens from its launch address. Shots fired in it arrive in the feed as
// one line with their cost and catch.
func TestShotsArriveAsOneLineOfFishing(t *testing.T) {
	b := open(t, venuetest.Options{Timeout: time.Second})
	account := b.Venue.AccountName("ming01")
	in := venue.Movement{Ref: b.Venue.NewRef(account, b.Clock.Now()), Account: account, Amount: 100 * money.Yuan}
	if got, err := b.Venue.Credit(t.Context(), in); got != venue.Done {
		t.Fatal(got, err)
	}
	address, err := b.Venue.Launch(t.Context(), venue.Launch{Account: account, Game: "6-hall5"})
	if err != nil || !strings.HasSuffix(address, "#6-hall5") {
		t.Fatal(address, err)
	}
	page, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	_ = page.Body.Close()
	session := page.Request.URL
	session.Fragment = ""
	var room struct {
		Now  int64
		Fish []struct {
			ID   string
			From int64
		}
	}
	ask(t, session.String()+"fish/room?hall=6-hall5&room=novice", "", &room)
	var shots []string
	for _, f := range room.Fish {
		if f.From <= room.Now && len(shots) < 12 {
			shots = append(shots, fmt.Sprintf(`{"fish":%q,"cost":100,"at":%d}`, f.ID, room.Now))
		}
	}
	var shot struct {
		Balance, Bet string
		Shots        []struct {
			Cost, Paid int64 // fen
			Gone       bool
		}
	}
	ask(t, session.String()+"fish/shots", `{"id":"request-1","hall":"6-hall5","room":"novice","shots":[`+strings.Join(shots, ",")+`]}`, &shot)
	var stake, paid money.Fen
	for _, one := range shot.Shots {
		if !one.Gone {
			stake += money.Fen(one.Cost)
			paid += money.Fen(one.Paid)
		}
	}
	if left, err := b.Venue.Balance(t.Context(), account); err != nil || stake == 0 || left != in.Amount-stake+paid || shot.Balance != left.String() {
		t.Errorf("%s left after %s for %s: %v", left, stake, paid, err)
	}
	now := b.Clock.Now()
	b.Clock.Advance(5 * time.Minute)
	p, err := b.Venue.(venue.BetSource).PullBets(t.Context(), now.Add(-time.Minute), now.Add(time.Minute), "hunter:")
	if err != nil || len(p.Lines) != 1 || len(p.Unreadable) != 0 {
		t.Fatalf("%+v, %v", p, err)
	}
	l := p.Lines[0]
	if l.BetID != "hunter:"+shot.Bet || l.Account != account || l.Stake != stake || l.Payout != paid || l.Status != venue.BetSettled {
		t.Errorf("line %+v for %+v", l, shot)
	}
	if !strings.Contains(string(l.Raw), `"roomid":"浅滩"`) || !strings.Contains(string(l.Raw), `"betx":"1.00"`) {
		t.Errorf("raw line %s", l.Raw)
	}
}

// ask calls the games' page interface, with a body by POST.
func ask(t *testing.T, address, body string, into any) {
	t.Helper()
	var answer *http.Response
	var err error
	if body == "" {
		answer, err = http.Get(address)
	} else {
		answer, err = http.Post(address, "application/json", strings.NewReader(body))
	}
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if err := json.NewDecoder(answer.Body).Decode(into); err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d %v", address, answer.StatusCode, err)
	}
}

func open(t *testing.T, o venuetest.Options) venuetest.Bench {
	const agent, desKey, md5Key, recordKey, passwordKey = "DEMO_AGIN", "desKey-8", "conformance-md5-key", "conformance-record-key", "conformance-password-key"
	clock := calendar.NewFixed(time.Date(2026, 3, 2, 12, 0, 0, 0, calendar.Beijing))
	var address string
	companies, err := sandbox.New(sandbox.Config{
		DataDir: t.TempDir(), Clock: o.CompanyClock(clock), Log: o.Log, BaseURL: func() string { return address }, PullGap: -1,
		Games: []arcade.Venue{{Code: "ag", Games: []arcade.Game{
			{Code: "BAC", Name: "百家乐", Kind: arcade.KindLive}, {Code: "6", Name: "沧海捕鱼", Kind: arcade.KindFishing},
			{Code: "6-hall5", Name: "蟹王海湾", Kind: arcade.KindFishing, Motif: "crab", Seed: 3721},
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
