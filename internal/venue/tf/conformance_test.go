package tf_test

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
	"hongyun/internal/venue/tf"
	"hongyun/internal/venue/venuetest"
	"hongyun/sandbox"
	"hongyun/sandbox/play/arcade"
)

// The adapter against the sandbox's TF server, which was written separately.
func TestConformance(t *testing.T) {
	open := func(t *testing.T, o venuetest.Options) venuetest.Bench { return newFixture(t, o).Bench }
	venuetest.Run(t, venuetest.Harness{Open: open, Game: "0", NoGame: "chess", MoneyNeverStays: true, AmountsUntold: true, LaunchIsLocal: true, LimitUntold: true})
}

// fixture is the adapter, the company, and the operator's verify endpoint.
type fixture struct {
	venuetest.Bench
	adapter *tf.Venue

	mu       sync.Mutex
	admitted error // what the operator says to a good token
	asked    int   // how often the vendor asked
}

// admit sets what the operator says, and gives how often it was asked.
func (f *fixture) admit(err error) (asked int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.admitted = err
	return f.asked
}

func newFixture(t *testing.T, o venuetest.Options) *fixture {
	const private, public = "conformance-private-token", "conformance-public-token"
	clock := calendar.NewFixed(time.Date(2026, 3, 2, 12, 0, 0, 0, calendar.Beijing))
	f := &fixture{}
	operator := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		body, _ := io.ReadAll(q.Body)
		f.mu.Lock()
		defer f.mu.Unlock()
		f.asked++
		answer := f.adapter.VerifySession(body, func(string) error { return f.admitted })
		w.WriteHeader(answer.Status)
		_, _ = w.Write(answer.Body)
	}))
	var address string
	companies, err := sandbox.New(sandbox.Config{
		DataDir: t.TempDir(), Clock: o.CompanyClock(clock), Log: o.Log, BaseURL: func() string { return address },
		Games: []arcade.Venue{{Code: "tf", Games: []arcade.Game{{Code: "0", Name: "电竞大厅", Kind: arcade.KindEsports}}}},
		Venues: []sandbox.VenueConfig{{Code: "tf", PlatformID: 42, Protocol: sandbox.TF{
			PrivateToken: private, PublicToken: public, OperatorID: "1001", VerifyURL: func() string { return operator.URL },
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
	f.adapter, err = tf.New(tf.Config{
		Code: "tf", PlatformID: 42, BaseURL: address + "/venues/tf", PrivateToken: private, PublicToken: public, OperatorID: "1001",
		Sessions: venue.NewSessions(box, "tf", clock), Timeout: o.Timeout, MinGap: time.Nanosecond, Clock: clock, Log: o.Log,
	})
	if err != nil {
		t.Fatal(err)
	}
	f.Bench = venuetest.Bench{
		Venue: f.adapter, Clock: clock, Company: venuetest.Sandbox{URL: address, Venue: "tf"}, Secrets: []string{private, public, "token="},
	}
	return f
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

// A launch opens the lobby only after the vendor was told whose token it is.
func TestALaunchOpensTheLobbyAfterTheTokenIsVerified(t *testing.T) {
	f := newFixture(t, venuetest.Options{Timeout: 10 * time.Second})
	launch := func() string {
		address, err := f.Venue.Launch(t.Context(), venue.Launch{Account: "ming01", Game: "0", BackURL: "https://site.example/#/Esports"})
		if err != nil {
			t.Fatal(err)
		}
		return address
	}
	address := launch()
	if _, path := opened(t, address); !strings.HasPrefix(path, "/play/s/") || f.admit(nil) != 1 {
		t.Fatalf("the launch ends at %s", path)
	}
	if _, path := opened(t, address); !strings.HasPrefix(path, "/play/s/") { // the page may be loaded again
		t.Errorf("loaded again: %s", path)
	}
	f.admit(errors.New("no"))
	if status, path := opened(t, launch()); status != http.StatusForbidden || strings.HasPrefix(path, "/play/") {
		t.Errorf("a player who may not play: %d %s", status, path)
	}
	f.admit(nil)
	late := launch()
	f.Clock.Advance(6 * time.Minute)
	if status, _ := opened(t, late); status != http.StatusForbidden {
		t.Errorf("a token that is too old: %d", status)
	}
}
