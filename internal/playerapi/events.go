package playerapi

import (
	"slices"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"hongyun/internal/playerapi/route"
)

// The names of news.
const (
	EventDeposit = "deposit" // ask RecentDeposit at once (DEP-08)
	EventInbox   = "inbox"   // ask InboxUnread at once; its id is the newest message
)

// StreamLimits bound the event streams of this node. Zero values mean the
// documented figures.
type StreamLimits struct {
	PerPlayer int           // one tab each: a browser has six connections to a host without HTTP/2
	Total     int           // each holds a connection
	Beat      time.Duration // how often a stream says that it lives, and looks whether its ticket still does
}

// DefaultStreamLimits are the documented figures.
func DefaultStreamLimits() StreamLimits {
	return StreamLimits{PerPlayer: 3, Total: 5000, Beat: 20 * time.Second}
}

func (l StreamLimits) orDefault() StreamLimits {
	d := DefaultStreamLimits()
	if l.PerPlayer <= 0 {
		l.PerPlayer = d.PerPlayer
	}
	if l.Total <= 0 {
		l.Total = d.Total
	}
	if l.Beat <= 0 {
		l.Beat = d.Beat
	}
	return l
}

// Events brings news to the pages that players have open on this node. News is
// a name and never its contents: the page asks the call that has them, so a
// piece of news that is lost costs a few seconds until the page asks anyway,
// and one that is told twice costs a question.
type Events struct {
	limits StreamLimits
	done   chan struct{} // closed when the house stops

	mu        sync.Mutex
	closed    bool
	open      int
	listeners map[string][]*listener // by player
}

// listener is one open stream.
type listener struct {
	player  string
	wake    chan struct{} // holds one: there is something pending
	pending []string      // each name once, so this cannot grow; guarded by Events.mu
	newest  string        // id of the newest message; guarded by Events.mu
}

// NewEvents makes the distributor of news. metrics may be nil.
func NewEvents(limits StreamLimits, metrics prometheus.Registerer) *Events {
	e := &Events{limits: limits.orDefault(), done: make(chan struct{}), listeners: map[string][]*listener{}}
	if metrics != nil {
		metrics.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "hongyun_event_streams", Help: "Event streams that players have open on this node.",
		}, func() float64 {
			e.mu.Lock()
			defer e.mu.Unlock()
			return float64(e.open)
		}))
	}
	return e
}

// Publish tells every open page of a player, and waits for none of them. Call
// it after the commit of what it tells about.
func (e *Events) Publish(player, name string) { e.publish(player, name, "") }

// PublishMessage is Publish for a new message of the inbox.
func (e *Events) PublishMessage(player, newest string) { e.publish(player, EventInbox, newest) }

// Listening reports whether any page listens on this node.
func (e *Events) Listening() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.open > 0
}

func (e *Events) publish(player, name, newest string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, l := range e.listeners[player] {
		if newest != "" {
			l.newest = newest
		}
		if !slices.Contains(l.pending, name) {
			l.pending = append(l.pending, name)
		}
		select {
		case l.wake <- struct{}{}:
		default: // it was woken and has not looked yet
		}
	}
}

// Close ends every stream, and no more are opened: a server that waits for its
// requests to finish would wait for these for ever.
func (e *Events) Close() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.closed {
		e.closed = true
		close(e.done)
	}
}

// listen opens a stream, or fails with ErrStreams.
func (e *Events) listen(player string) (*listener, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed || e.open >= e.limits.Total || len(e.listeners[player]) >= e.limits.PerPlayer {
		return nil, route.ErrStreams
	}
	l := &listener{player: player, wake: make(chan struct{}, 1)}
	e.listeners[player] = append(e.listeners[player], l)
	e.open++
	return l, nil
}

func (e *Events) leave(l *listener) {
	e.mu.Lock()
	defer e.mu.Unlock()
	rest := slices.DeleteFunc(e.listeners[l.player], func(other *listener) bool { return other == l })
	if e.listeners[l.player] = rest; len(rest) == 0 {
		delete(e.listeners, l.player)
	}
	e.open--
}

func (e *Events) take(l *listener) (news []string, newest string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	news, newest = l.pending, l.newest
	l.pending, l.newest = nil, ""
	return news, newest
}
