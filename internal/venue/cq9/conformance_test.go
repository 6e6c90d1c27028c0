package cq9_test

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
	"hongyun/internal/venue/cq9"
	"hongyun/internal/venue/venuetest"
	"hongyun/sandbox"
	"hongyun/sandbox/play/arcade"
)

// The adapter against the sandbox's CQ9 server, which was written separately.
func TestConformance(t *testing.T) {
	venuetest.Run(t, venuetest.Harness{Open: open, Game: "47001", NoGame: "47999", MoneyNeverStays: true, RoundGames: []string{"47001", "f01"}, LimitUntold: true})
}

// A fishing game of this vendor opens by its own code, and its shots arrive as a
// line like those of a slot game.
func TestShotsArriveAsALineOfTheirGame(t *testing.T) {
	b := open(t, venuetest.Options{Timeout: time.Second})
	account := b.Venue.AccountName("ming01")
	in := venue.Movement{Ref: b.Venue.NewRef(account, b.Clock.Now()), Account: account, Amount: 100 * money.Yuan}
	if got, err := b.Venue.Credit(t.Context(), in); got != venue.Done {
		t.Fatal(got, err)
	}
	address, err := b.Venue.Launch(t.Context(), venue.Launch{Account: account, Game: "f01"})
	if err != nil {
		t.Fatal(err)
	}
	page, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	_ = page.Body.Close()
	session := page.Request.URL.String()
	var room struct {
		Now  int64
		Fish []struct {
			ID   string
			From int64
		}
	}
	ask(t, session+"fish/room?hall=f01&room=novice", "", &room)
	var shot struct{ Balance, Bet string }
	ask(t, session+"fish/shots", fmt.Sprintf(`{"id":"request-1","hall":"f01","room":"novice","shots":[{"fish":%q,"cost":100,"at":%d}]}`,
		room.Fish[0].ID, room.Now), &shot)
	left, err := b.Venue.Balance(t.Context(), account)
	if err != nil || shot.Balance != left.String() || shot.Bet == "" {
		t.Errorf("%s left, %+v: %v", left, shot, err)
	}
	now := b.Clock.Now()
	b.Clock.Advance(30 * time.Minute)
	p, err := b.Venue.(venue.BetSource).PullBets(t.Context(), now.Add(-time.Minute), now.Add(time.Minute), "")
	if err != nil || len(p.Lines) != 1 || len(p.Unreadable) != 0 {
		t.Fatalf("%+v, %v", p, err)
	}
	if l := p.Lines[0]; l.Game != "f01" || l.Stake != money.Yuan || in.Amount-l.Stake+l.Payout != left {
		t.Errorf("line %+v", l)
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

// A round with free spins is told apart from a plain one.
func TestFreeSpinsAreTold(t *testing.T) {
	venuetest.FreeSpins(t, open, "47001", func(free int) string { return fmt.Sprintf("普通旋转、免费游戏 %d 次", free) })
}

func open(t *testing.T, o venuetest.Options) venuetest.Bench {
	const token, passwordKey = "conformance-merchant-token", "conformance-password-key"
	clock := calendar.NewFixed(time.Date(2026, 3, 2, 12, 0, 0, 0, calendar.Beijing))
	var address string
	companies, err := sandbox.New(sandbox.Config{
		DataDir: t.TempDir(), Clock: o.CompanyClock(clock), Log: o.Log, BaseURL: func() string { return address },
		Games: []arcade.Venue{{Code: "s47", Games: []arcade.Game{
			{Code: "47001", Name: "风暴灯塔", Kind: arcade.KindSlot}, {Code: "f01", Name: "渔满晴川", Kind: arcade.KindFishing, Motif: "koi", Seed: 2774},
		}}},
		Venues: []sandbox.VenueConfig{{Code: "s47", PlatformID: 47, Protocol: sandbox.CQ9{Token: token}}},
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
	v, err := cq9.New(cq9.Config{
		Code: "s47", PlatformID: 47, BaseURL: address + "/venues/s47", Token: token, PasswordKey: passwordKey,
		Timeout: o.Timeout, MinGap: time.Nanosecond, Clock: clock, Log: o.Log,
	})
	if err != nil {
		t.Fatal(err)
	}
	return venuetest.Bench{
		Venue: v, Clock: clock, Company: venuetest.Sandbox{URL: address, Venue: "s47"}, Secrets: []string{token, passwordKey, "usertoken="},
	}
}
