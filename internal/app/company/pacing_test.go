package company

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/secret"
	"hongyun/internal/venue"
)

// Calls to a venue leave at even steps, also those that come at once.
func TestCallsToAVenueArePaced(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer server.Close()
	client := outward(pacing(50, nil))
	begun := time.Now()
	var calls sync.WaitGroup
	for range 11 {
		calls.Go(func() {
			answer, err := client.Get(server.URL)
			if err != nil {
				t.Error(err)
				return
			}
			answer.Body.Close()
		})
	}
	calls.Wait()
	if took := time.Since(begun); took < 200*time.Millisecond {
		t.Errorf("11 calls at 50 a second took %v", took)
	}
}

// A call whose time ends before its turn is not sent, and delays no other call.
func TestACallThatCannotWaitIsNotSent(t *testing.T) {
	sent := 0
	p := &paced{every: time.Hour, RoundTripper: roundTrip(func(*http.Request) (*http.Response, error) { sent++; return nil, errors.New("sent") })}
	ask := func(ctx context.Context) error {
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://127.0.0.1/", strings.NewReader("x"))
		if err != nil {
			t.Fatal(err)
		}
		_, err = p.RoundTrip(r)
		return err
	}
	_ = ask(t.Context())
	free := p.free
	short, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for range 3 {
		if err := ask(short); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a call that cannot wait: %v", err)
		}
	}
	gone, end := context.WithCancel(t.Context())
	end()
	if err := ask(gone); !errors.Is(err, context.Canceled) {
		t.Errorf("a call that was given up: %v", err)
	}
	if sent != 1 || p.free != free {
		t.Errorf("%d calls were sent, the next may leave at %v, want %v", sent, p.free, free)
	}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// A contract paces a venue within the bounds of its adapter, in the file as on the screen.
func TestAContractPacesItsVenueWithinBounds(t *testing.T) {
	box, err := secret.NewBox(make([]byte, secret.KeySize))
	if err != nil {
		t.Fatal(err)
	}
	build := func(gap, calls int) (venue.Venue, venue.Link, error) {
		c := Companies{Venues: []VenueContract{{
			Code: "s47", Protocol: "cq9", BaseURL: "https://api.example.com", Token: "t", PasswordKey: "k", FeedGapSeconds: gap, CallsPerSecond: calls,
		}}}
		adapters, links, err := c.VenueAdapters(box, calendar.System(), slog.New(slog.DiscardHandler), nil)
		return adapters["s47"], links["s47"], err
	}
	for _, tc := range []struct {
		gap, calls int
		want       time.Duration // 0: the contract is refused
	}{
		{0, 0, time.Minute}, {60, 1, time.Minute}, {180, 100, 3 * time.Minute}, {59, 0, 0}, {181, 0, 0}, {-1, 0, 0}, {0, 101, 0}, {0, -1, 0}, {1 << 62, 0, 0},
	} {
		adapter, link, err := build(tc.gap, tc.calls)
		if (err == nil) != (tc.want > 0) {
			t.Errorf("%d seconds, %d calls: %v", tc.gap, tc.calls, err)
			continue
		}
		if err == nil && (adapter.(venue.BetSource).FeedRules().MinGap != tc.want || link.PerSecond != tc.calls) {
			t.Errorf("%d seconds, %d calls: %+v, %+v", tc.gap, tc.calls, adapter.(venue.BetSource).FeedRules(), link)
		}
	}
}

// Every protocol states its pacing, and its longest pause is shorter than a window of its
// feed. A vendor gives a list of games, or its adapter says that it gives none.
func TestEveryAdapterStatesItsPacingAndItsGameList(t *testing.T) {
	samples := sampleKeys(t)
	box, err := secret.NewBox(make([]byte, secret.KeySize))
	if err != nil {
		t.Fatal(err)
	}
	for protocol, speak := range protocols {
		p, stated := pacings[protocol]
		contract := sampleContract(t, protocol, samples)
		adapter, err := speak(contract, means{
			sessions: venue.NewSessions(box, "ky", calendar.System()), http: http.DefaultClient, clock: calendar.System(), log: slog.New(slog.DiscardHandler),
		})
		if err != nil || !stated {
			t.Errorf("%s: %v, pacing stated: %v", protocol, err, stated)
			continue
		}
		_, lists := adapter.(venue.GameLister)
		if lists == adapter.Rules().NoGameList {
			t.Errorf("%s: lists its games %v, says it does not %v", protocol, lists, adapter.Rules().NoGameList)
		}
		if _, shows := adapter.(venue.Replayer); shows != (adapter.Rules().NoReplay == "") || adapter.Rules().ReplayForStaff && !shows {
			t.Errorf("%s: shows rounds once more %v, says why not %q", protocol, shows, adapter.Rules().NoReplay)
		}
		source, reports := adapter.(venue.BetSource)
		if reports != (p.Gap > 0) || p.MinGap > p.Gap {
			t.Errorf("%s: reports bets %v, pacing %+v", protocol, reports, p)
		}
		if reports && (source.FeedRules().MinGap != p.Gap || source.FeedRules().MaxWindow <= venue.MaxGap) {
			t.Errorf("%s: %+v, pacing %+v", protocol, source.FeedRules(), p)
		}
	}
}
