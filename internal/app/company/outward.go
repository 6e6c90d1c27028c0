package company

import (
	"context"
	"net"
	"net/http"
	"net/http/httptrace"
	"os"
	"sync/atomic"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/door"
	"hongyun/internal/reach"
)

// outward is a client for one company, with connections of its own: a sick
// company must not hold those of another (trust DOS-4). It follows no
// redirect, for a signed request is meant for one address.
func outward(wire wiring) *http.Client {
	var carrier http.RoundTripper = punctual{&http.Transport{
		Proxy:        http.ProxyFromEnvironment,
		DialContext:  laned(&net.Dialer{Timeout: 5 * time.Second, KeepAlive: 30 * time.Second}),
		MaxIdleConns: 64, MaxIdleConnsPerHost: 64, IdleConnTimeout: 90 * time.Second,
		TLSHandshakeTimeout: 5 * time.Second, ResponseHeaderTimeout: 25 * time.Second,
	}}
	if wire != nil {
		carrier = wire(carrier)
	}
	return &http.Client{
		Timeout:       30 * time.Second, // the adapters' own limits are below
		Transport:     carrier,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// laned dials connections that are lanes.
func laned(dial *net.Dialer) func(ctx context.Context, network, address string) (net.Conn, error) {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial.DialContext(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return &lane{Conn: conn}, nil
	}
}

// within keeps the calls to a company that people entered out of internal networks
// that are not named, whatever its name leads to. It goes through no proxy, which
// would resolve the name itself.
func within(inside reach.Networks, wire wiring) wiring {
	return func(carrier http.RoundTripper) http.RoundTripper {
		if p, ours := carrier.(punctual); ours {
			if t, plain := p.RoundTripper.(*http.Transport); plain {
				t.Proxy = nil
				t.DialContext = laned(&net.Dialer{Timeout: 5 * time.Second, KeepAlive: 30 * time.Second, Control: inside.Control})
			}
		}
		if wire != nil {
			return wire(carrier)
		}
		return carrier
	}
}

// punctual sends nothing after a call's time is over. A process that was
// stopped for a minute and goes on has timers that have not fired yet: its
// context is still alive, while others have found that the company never heard
// of the order and have given the money back. So the time itself is asked,
// before the call and once more where its bytes leave: in between lie the wait
// for a connection and the transport's buffer, and a process can be stopped
// there as well. It takes connections on which one call is under way at a time,
// which HTTP/1.1 has.
type punctual struct{ http.RoundTripper }

func (p punctual) RoundTrip(r *http.Request) (*http.Response, error) {
	var until *time.Time
	if at, limited := r.Context().Deadline(); limited {
		until = &at
	}
	if until != nil && over(*until) {
		if r.Body != nil {
			_ = r.Body.Close()
		}
		return nil, context.DeadlineExceeded
	}
	ctx := httptrace.WithClientTrace(r.Context(), &httptrace.ClientTrace{GotConn: func(got httptrace.GotConnInfo) {
		conn := got.Conn
		if secure, ok := conn.(interface{ NetConn() net.Conn }); ok {
			conn = secure.NetConn()
		}
		if l, ok := conn.(*lane); ok {
			l.until.Store(until)
		}
	}})
	return p.RoundTripper.RoundTrip(r.WithContext(ctx))
}

// lane is a connection that lets nothing out after the time of the call it is
// used for.
type lane struct {
	net.Conn
	until atomic.Pointer[time.Time] // of the call under way; nil where it has no limit, and while the connection is being opened
}

// Write fails with os.ErrDeadlineExceeded when the call's time is over.
func (l *lane) Write(b []byte) (int, error) {
	if until := l.until.Load(); until != nil && over(*until) {
		return 0, os.ErrDeadlineExceeded
	}
	return l.Conn.Write(b)
}

// over reports whether a moment is past, by the clock that stands still while a
// machine sleeps or by the one that does not.
func over(until time.Time) bool {
	now := calendar.System().Now()
	return !now.Before(until) || !now.Round(0).Before(until.Round(0))
}

// Asked reports whether a call to a company was made for a request to one of
// our listeners, and not by a job. Config.Wire may want to know.
func Asked(ctx context.Context) bool { return door.VisitOf(ctx).Route != "" }
