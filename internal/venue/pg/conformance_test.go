package pg_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/secret"
	"hongyun/internal/venue"
	"hongyun/internal/venue/pg"
	"hongyun/internal/venue/venuetest"
	"hongyun/sandbox"
	"hongyun/sandbox/play/arcade"
)

// The adapter against the sandbox's PG server, which was written separately.
func TestConformance(t *testing.T) {
	open := func(t *testing.T, o venuetest.Options) venuetest.Bench { return newRig(t, o).Bench }
	venuetest.Run(t, venuetest.Harness{Open: open, Game: "8001", NoGame: "no game", MoneyNeverStays: true, LaunchIsLocal: true, LimitUntold: true})
}

// rig is the adapter, the company, and the operator's side of VerifySession.
type rig struct {
	venuetest.Bench
	adapter *pg.Venue

	mu       sync.Mutex
	admitted error // what the operator says to a good session
	asked    int   // how often the vendor asked
}

// admit sets what the operator says, and gives how often it was asked.
func (r *rig) admit(err error) (asked int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.admitted = err
	return r.asked
}

func newRig(t *testing.T, o venuetest.Options) *rig {
	const operatorToken, secretKey = "conformance-operator", "conformance-secret-key"
	clock := calendar.NewFixed(time.Date(2026, 3, 2, 12, 0, 0, 0, calendar.Beijing))
	r := &rig{}
	operator := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		body, _ := io.ReadAll(q.Body)
		r.mu.Lock()
		defer r.mu.Unlock()
		r.asked++
		answer := r.adapter.VerifySession(body, func(string) error { return r.admitted })
		_, _ = w.Write(answer.Body)
	}))
	var address string
	companies, err := sandbox.New(sandbox.Config{
		DataDir: t.TempDir(), Clock: o.CompanyClock(clock), Log: o.Log, BaseURL: func() string { return address },
		Games: []arcade.Venue{{Code: "s8", Games: []arcade.Game{{Code: "8001", Name: "滚滚丰年", Kind: arcade.KindSlot}, {Code: "8002", Name: "青鳞问海", Kind: arcade.KindSlot}}}},
		Venues: []sandbox.VenueConfig{{Code: "s8", PlatformID: 8, Protocol: sandbox.PG{
			OperatorToken: operatorToken, SecretKey: secretKey, VerifyURL: func() string { return operator.URL },
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
		operator.Close()
		_ = companies.Close()
	})
	box, err := secret.NewBox(make([]byte, secret.KeySize))
	if err != nil {
		t.Fatal(err)
	}
	r.adapter, err = pg.New(pg.Config{
		Code: "s8", PlatformID: 8, BaseURL: address + "/venues/s8", OperatorToken: operatorToken, SecretKey: secretKey, Lobby: "8001",
		Sessions: venue.NewSessions(box, "s8", clock), Timeout: o.Timeout, MinGap: time.Nanosecond, Clock: clock, Log: o.Log,
	})
	if err != nil {
		t.Fatal(err)
	}
	r.Bench = venuetest.Bench{
		Venue: r.adapter, Clock: clock, Company: venuetest.Sandbox{URL: address, Venue: "s8"}, Secrets: []string{secretKey, "ops="},
	}
	return r
}

// opened follows a launch as a browser does, and gives the path of the page it ends at.
func opened(t *testing.T, address string) (status int, path string) {
	t.Helper()
	page, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	_ = page.Body.Close()
	return page.StatusCode, page.Request.URL.Path
}

// A launch opens its game only after the vendor was told whose session it is.
func TestALaunchOpensTheGameAfterTheSessionIsVerified(t *testing.T) {
	r := newRig(t, venuetest.Options{Timeout: 10 * time.Second})
	launch := func() string {
		address, err := r.Venue.Launch(t.Context(), venue.Launch{Account: "ming01", Game: "8002", BackURL: "https://site.example/#/Egame/8"})
		if err != nil {
			t.Fatal(err)
		}
		return address
	}
	address := launch()
	if _, path := opened(t, address); !strings.HasPrefix(path, "/play/s/") || r.admit(nil) != 1 {
		t.Fatalf("the launch ends at %s", path)
	}
	if _, path := opened(t, address); !strings.HasPrefix(path, "/play/s/") { // the page may be loaded again
		t.Errorf("loaded again: %s", path)
	}
	r.admit(errors.New("no"))
	if status, path := opened(t, launch()); status != http.StatusForbidden || strings.HasPrefix(path, "/play/") {
		t.Errorf("a player who may not play: %d %s", status, path)
	}
	r.admit(nil)
	late := launch()
	r.Clock.Advance(6 * time.Minute)
	if status, _ := opened(t, late); status != http.StatusForbidden {
		t.Errorf("a session that is too old: %d", status)
	}
}
