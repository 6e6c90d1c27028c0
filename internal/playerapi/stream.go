package playerapi

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/door"
	"hongyun/internal/player/identity"
	"hongyun/internal/playerapi/route"
	"hongyun/internal/playerapi/wire"
)

const streamType = "text/event-stream"

// readerTime is how long a reader may take for a few bytes before its stream
// is given up; its page opens another and asks what it missed.
const readerTime = 10 * time.Second

// stream is an answer that goes on until one side ends it. It gets the
// request's own context: the time that a call may take is not meant for it.
type stream func(ctx context.Context, w http.ResponseWriter)

// events serves Events. Only who asks for a stream gets one, so that a client
// that waits for the end of an answer does not wait for ever.
func (s *Server) events(_ context.Context, c *route.Caller, _ wire.Nothing) (stream, error) {
	if !strings.Contains(c.Accept, streamType) {
		return nil, route.ErrNoStream
	}
	l, err := s.Events.listen(c.Session.PlayerID)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, w http.ResponseWriter) {
		defer s.Events.leave(l)
		s.follow(ctx, w, c, l)
	}, nil
}

// follow writes what happens until the page leaves, the ticket ends or the
// house stops.
func (s *Server) follow(ctx context.Context, w http.ResponseWriter, c *route.Caller, l *listener) {
	door.VisitOf(ctx).Stream = true
	to := http.NewResponseController(w)
	// The listener's limit on reading a request would end the wait for the
	// reader's leaving, and the context with it.
	_ = to.SetReadDeadline(time.Time{})
	w.Header().Set("Content-Type", streamType)
	w.Header().Set("X-Accel-Buffering", "no") // nginx would keep the news back until it has a page full
	watch := calendar.System()                // deadlines of the network are the machine's time
	say := func(text string) bool {
		_ = to.SetWriteDeadline(watch.Now().Add(readerTime))
		_, err := io.WriteString(w, text)
		return err == nil && to.Flush() == nil
	}
	beat := time.NewTicker(s.Events.limits.Beat)
	defer beat.Stop()
	here := say(": open\n\n") && s.resume(ctx, c, say)
	for here {
		select {
		case <-ctx.Done():
			return
		case <-s.Events.done:
			return
		case <-l.wake:
			names, newest := s.Events.take(l)
			for _, name := range names {
				here = here && say(eventText(name, newest))
			}
		case <-beat.C:
			here = s.stillIn(ctx, c) && say(": here\n\n")
		}
	}
}

// eventText is one piece of news. That of a message carries the message's id,
// by which a page resumes.
func eventText(name, newest string) string {
	text := "event: " + name + "\ndata: now\n\n"
	if name == EventInbox && newest != "" {
		return "id: " + newest + "\n" + text
	}
	return text
}

// resume tells a page that came back whether messages arrived since the last
// one that it knows. A database that does not answer ends no stream: the page
// polls.
func (s *Server) resume(ctx context.Context, c *route.Caller, say func(string) bool) bool {
	if c.Last == "" || len(c.Last) > 100 {
		return true
	}
	_, newest, err := s.Inbox.Unread(ctx, c.Session.PlayerID)
	if err != nil || newest == "" || newest == c.Last {
		return true
	}
	return say(eventText(EventInbox, newest))
}

// stillIn says whether the ticket of a stream still counts. A database that
// does not answer for a moment ends nobody's stream.
func (s *Server) stillIn(ctx context.Context, c *route.Caller) bool {
	_, err := s.Players.Authenticate(ctx, c.Ticket, c.Client.DeviceCookie, false)
	return !errors.Is(err, identity.ErrNoTicket)
}
