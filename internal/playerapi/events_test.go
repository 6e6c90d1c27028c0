package playerapi_test

import (
	"bufio"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"hongyun/internal/app"
	"hongyun/internal/apptest"
	"hongyun/internal/playerapi"
)

const eventsCall = "/v1/Select/Events"

// eventStream is an open stream: the lines that came, and the end of them.
type eventStream struct {
	lines chan string // closed at the end
	close func()
}

// follow opens a player's stream, or gives the status that refused it.
func follow(t *testing.T, b *apptest.Browser) (*eventStream, int) {
	t.Helper()
	r := b.Request(http.MethodGet, eventsCall, "")
	r.Header.Set("Accept", "text/event-stream")
	response, err := b.Client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = response.Body.Close() })
	if response.StatusCode != http.StatusOK {
		_, _ = io.Copy(io.Discard, response.Body)
		return nil, response.StatusCode
	}
	for name, want := range map[string]string{
		"Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no", "Content-Encoding": "",
	} {
		if got := response.Header.Get(name); got != want {
			t.Errorf("%s %q, want %q", name, got, want)
		}
	}
	s := &eventStream{lines: make(chan string, 1000), close: func() { _ = response.Body.Close() }}
	go func() {
		defer close(s.lines)
		for scan := bufio.NewScanner(response.Body); scan.Scan(); {
			s.lines <- scan.Text()
		}
	}()
	if s.next(t, ": open") != ": open" {
		t.Fatal("the stream does not say that it is open")
	}
	return s, http.StatusOK
}

// next waits a second for a line that begins so, and gives "" when the stream
// ended instead.
func (s *eventStream) next(t *testing.T, prefix string) string {
	t.Helper()
	timer := time.After(3 * time.Second) // a second is what is promised; a busy machine gets three
	for {
		select {
		case line, ok := <-s.lines:
			if !ok || strings.HasPrefix(line, prefix) {
				return line
			}
		case <-timer:
			t.Fatalf("no line %q in time", prefix)
		}
	}
}

// ended waits for the end of the stream.
func (s *eventStream) ended(t *testing.T, why string) {
	t.Helper()
	if line := s.next(t, "nothing begins so"); line != "" {
		t.Errorf("%s: the stream goes on with %q", why, line)
	}
}

func beats(every time.Duration) apptest.Option {
	return func(c *app.Config) { c.Streams.Beat = every }
}

// DEP-08: a credited deposit is told to the pages of its player at once, and
// to nobody else. The notice itself stays with RecentDeposit.
func TestDepositNewsComesAtOnceAndToItsPlayerAlone(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		ming, other := h.Register("ming"), h.Register("other")
		first, _ := follow(t, ming)
		second, _ := follow(t, ming)
		theirs, _ := follow(t, other)
		order := ming.Post("/v1/Do/CallDepositPay", "payment_id", "2", "amount", "500", "device_id", "1")
		if !order.OK() {
			t.Fatal(order)
		}
		paid, err := http.Post(h.Sandbox+"/control/gateways/epay/orders/"+order.Text("Data.order_sn")+"/pay", "application/json", strings.NewReader("{}"))
		if err != nil || paid.StatusCode != http.StatusOK {
			t.Fatal(err, paid)
		}
		_ = paid.Body.Close()
		for i, s := range []*eventStream{first, second} {
			if line := s.next(t, "event:"); line != "event: deposit" {
				t.Errorf("page %d hears %q", i+1, line)
			}
			if line := s.next(t, "data:"); line != "data: now" {
				t.Errorf("page %d is told %q; news has no contents", i+1, line)
			}
		}
		if r := ming.Post("/v1/Select/RecentDeposit"); !strings.Contains(string(r.Raw), `"Amount":500.00`) {
			t.Errorf("the notice: %s", r)
		}
		theirs.next(t, ": here") // a beat, so that whatever came before it has been read
		theirs.next(t, ": here")
		select {
		case line := <-theirs.lines:
			if strings.HasPrefix(line, "event") {
				t.Errorf("another player hears %q", line)
			}
		default:
		}
	}, beats(100*time.Millisecond))
}

// Trust SES-3, SES-5: a stream lasts no longer than the login it was opened
// with, keeps none alive, and ends with the house.
func TestStreamsEndWithTheLoginAndWithTheHouse(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		leaver, idler, stayer := h.Register("leaver"), h.Register("idler"), h.Register("stayer")
		left, _ := follow(t, leaver)
		if r := leaver.Post("/v1/Do/LogOutAction"); !r.OK() {
			t.Fatal(r)
		}
		left.ended(t, "logged out")
		idle, _ := follow(t, idler)
		for range 31 {
			h.Clock.Advance(time.Minute)
			if r := stayer.Post("/v1/Select/PlayerCenterBalance"); !r.OK() {
				t.Fatal(r)
			}
			time.Sleep(60 * time.Millisecond) // a beat: it must not count as a sign of life
		}
		idle.ended(t, "half an hour idle")
		stays, _ := follow(t, stayer)
		stays.next(t, ": here")
		h.Events.Close()
		stays.ended(t, "the house stops")
		if _, status := follow(t, stayer); status != http.StatusTooManyRequests {
			t.Errorf("a house that stops opens a stream: %d", status)
		}
		if text := metrics(t, h); !strings.Contains(text, "hongyun_event_streams 0") || strings.Contains(text, `route="`+eventsCall+`",status="2xx"`) {
			t.Error("streams are still counted, or count as slow answers")
		}
	}, beats(50*time.Millisecond))
}

// Trust DOS-3: a player has three streams, and whoever is not logged in none.
func TestStreamsAreBounded(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		b, other := h.Register("ming"), h.Register("other")
		var open []*eventStream
		for range 3 {
			s, _ := follow(t, b)
			open = append(open, s)
		}
		if _, status := follow(t, b); status != http.StatusTooManyRequests {
			t.Errorf("the fourth: %d", status)
		}
		if _, status := follow(t, other); status != http.StatusOK {
			t.Errorf("another player's first: %d", status)
		}
		if _, status := follow(t, h.Register("third")); status != http.StatusTooManyRequests {
			t.Errorf("the fifth of this node: %d", status)
		}
		open[0].close()
		status := 0
		for range 50 { // the server hears of it a moment later
			if _, status = follow(t, b); status == http.StatusOK {
				break
			}
			time.Sleep(20 * time.Millisecond)
		}
		if status != http.StatusOK {
			t.Errorf("after one was closed: %d", status)
		}
		stale := h.Visitor()
		stale.Ticket = strings.Repeat("a", 43)
		if _, status := follow(t, stale); status != http.StatusUnauthorized {
			t.Errorf("stale ticket: %d", status)
		}
		if r := other.Get(eventsCall); r.Status != http.StatusBadRequest || r.Text("Code") != "http.no_stream" {
			t.Errorf("who asked for no stream waits: %s", r)
		}
	}, func(c *app.Config) { c.Streams = playerapi.StreamLimits{Total: 4} })
}

func metrics(t *testing.T, h *apptest.House) string {
	t.Helper()
	r, err := http.Get(h.URL("ops") + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
