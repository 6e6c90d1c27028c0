package playerapi

import (
	"bufio"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"hongyun/internal/door"
	"hongyun/internal/player/access"
	"hongyun/internal/playerapi/route"
	"hongyun/internal/playerapi/wire"
)

// The listener gives requests and answers little time; a stream has all of it.
func TestStreamOutlivesTheTimeoutsOfItsListener(t *testing.T) {
	s := &Server{Nouns: Nouns{Events: NewEvents(StreamLimits{Beat: time.Hour}, nil)}}
	server := httptest.NewUnstartedServer(door.Wrap(door.Config{Name: "test", Log: slog.New(slog.DiscardHandler)},
		http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			flow, err := s.events(r.Context(), &route.Caller{Accept: streamType, Session: access.Session{PlayerID: "p"}}, wire.Nothing{})
			if err != nil {
				t.Error(err)
				return
			}
			flow(r.Context(), w)
		})))
	server.Config.ReadTimeout, server.Config.WriteTimeout = 100*time.Millisecond, 100*time.Millisecond
	server.Start()
	defer server.Close()
	defer s.Events.Close()
	r, err := http.Get(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	lines := bufio.NewScanner(r.Body)
	for range 3 {
		time.Sleep(150 * time.Millisecond)
		s.Events.Publish("p", EventDeposit)
		heard := false
		for !heard && lines.Scan() {
			heard = lines.Text() == "event: deposit"
		}
		if !heard {
			t.Fatalf("the stream ended: %v", lines.Err())
		}
	}
}

// deaf takes headers and no more.
type deaf struct{ http.ResponseWriter }

func (deaf) FlushError() error { return errors.New("the reader takes nothing") }

// Trust DOS-3: a reader who takes nothing is given up, and its place is free.
func TestStreamOfADeafReaderEnds(t *testing.T) {
	s := &Server{Nouns: Nouns{Events: NewEvents(StreamLimits{Beat: time.Hour}, nil)}}
	flow, err := s.events(t.Context(), &route.Caller{Accept: streamType, Session: access.Session{PlayerID: "p"}}, wire.Nothing{})
	if err != nil {
		t.Fatal(err)
	}
	flow(t.Context(), deaf{httptest.NewRecorder()}) // returns
	if s.Events.open != 0 || len(s.Events.listeners) != 0 {
		t.Errorf("%d streams are open", s.Events.open)
	}
}

// A page that has not looked yet hears of ten deposits once, and telling it
// waits for nobody.
func TestNewsDoesNotPileUp(t *testing.T) {
	e := NewEvents(StreamLimits{}, nil)
	l, err := e.listen("p")
	if err != nil {
		t.Fatal(err)
	}
	for range 10 {
		e.Publish("p", EventDeposit)
		e.Publish("nobody", EventDeposit)
	}
	<-l.wake
	names, _ := e.take(l)
	if again, _ := e.take(l); strings.Join(names, " ") != EventDeposit || len(again) != 0 {
		t.Errorf("news %q", names)
	}
	e.leave(l)
	e.Publish("p", EventDeposit)
}
