package playerapi

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"hongyun/internal/calendar"
	"hongyun/internal/door"
	"hongyun/internal/player/identity"
	"hongyun/internal/playerapi/route"
	"hongyun/internal/playerapi/wire"
)

// callTime is the most a call may take, venues included; the client waits longer.
const callTime = 30 * time.Second

// Settings are the operator's choices about this edge.
type Settings struct {
	ReqTokenSecrets []string // the first is given to the pages; two while one is being replaced
	TLS             bool     // browsers reach the site by https
	Rates           Rates
	SiteURL         string // where venues send players back to
	// Serves says whether the operator's licence lets us serve this address
	// (D-19). Nil serves nobody: the licence must name its markets.
	Serves func(netip.Addr) bool
	// Metrics takes what pages report of themselves; none if nil.
	Metrics prometheus.Registerer
}

// Server serves the player API.
type Server struct {
	Nouns
	Clock    calendar.Clock
	Log      *slog.Logger
	settings Settings
	routes   map[string]map[string]*route.Prepared // path → method → call
	limits   limits
	vital    *vitals
}

// New makes the server of the player API.
func New(nouns Nouns, settings Settings, clock calendar.Clock, log *slog.Logger) *Server {
	s := &Server{
		Nouns: nouns, Clock: clock, Log: log, settings: settings,
		routes: map[string]map[string]*route.Prepared{}, limits: newLimits(settings.Rates), vital: newVitals(settings.Metrics),
	}
	reg := newRegistry()
	for _, c := range s.calls() {
		if s.routes[c.Path] == nil {
			s.routes[c.Path] = map[string]*route.Prepared{}
		}
		s.routes[c.Path][c.Method] = route.Prepare(reg, lists, c)
	}
	return s
}

// ServeHTTP answers one call, under /common or without it (API-01).
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	path := strings.TrimPrefix(r.URL.Path, "/common")
	methods := s.routes[path]
	if methods == nil {
		s.writeFailure(w, r.Context(), nil, route.ErrNoCall)
		return
	}
	door.VisitOf(r.Context()).Route = path
	p := methods[r.Method]
	if p == nil {
		for method := range methods {
			w.Header().Add("Allow", method)
		}
		s.writeMethodNotAllowed(w, r.Context())
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), callTime)
	if r.Method != http.MethodGet {
		// A client that hangs up must not turn a transfer under way into an
		// open question: what was begun is finished.
		ctx, cancel = context.WithTimeout(context.WithoutCancel(r.Context()), callTime)
	}
	defer cancel()
	out, err := s.answer(ctx, w, r, p)
	if err != nil {
		s.writeFailure(w, ctx, &p.Call, err)
		return
	}
	if flow, ok := out.(stream); ok {
		flow(r.Context(), w)
		return
	}
	writeAnswer(w, out)
}

// answer checks a request from the cheapest test to the dearest and hands it
// to its handler.
func (s *Server) answer(ctx context.Context, w http.ResponseWriter, r *http.Request, p *route.Prepared) (any, error) {
	if err := s.limits.before(w, r, &p.Call); err != nil {
		return nil, err
	}
	c := &route.Caller{Call: p, Writer: w, Client: s.clientOf(r), Accept: r.Header.Get("Accept"), Last: r.Header.Get("Last-Event-ID"), Origin: r.Header.Get("Origin")}
	if !p.Open {
		stamp, ok := checkToken(r.Header.Get("X-Req-Token"), p.Path, r.Method, s.settings.ReqTokenSecrets, s.Clock.Now())
		if !ok {
			return nil, route.ErrReqToken
		}
		c.Stamp = stamp
	}
	if p.Rests {
		if err := s.maintained(ctx, w); err != nil {
			return nil, err
		}
	}
	c.Ticket = route.TicketOf(r.Header)
	if err := s.admit(ctx, w, r, c); err != nil {
		return nil, err
	}
	if err := s.parse(r, c); err != nil {
		return nil, err
	}
	return p.Serve(ctx, c)
}

// maintained refuses a call while the whole site is under maintenance (MNT-01).
// It is asked before anything is begun: a call that passed is finished, however
// soon the maintenance comes.
func (s *Server) maintained(ctx context.Context, w http.ResponseWriter) error {
	m, err := s.Content.MaintenanceNow(ctx)
	if err != nil || !m.On {
		return err
	}
	door.VisitOf(ctx).Meant = true
	if m.To.IsZero() {
		return route.ErrMaintenance.With("以公告为准")
	}
	left := m.To.Sub(s.Clock.Now())
	w.Header().Set("Retry-After", strconv.Itoa(int(left.Seconds())+1))
	return route.ErrMaintenance.With(wire.StampOf(m.To) + "（GMT+8）")
}

// admit finds out who calls and whether they may.
func (s *Server) admit(ctx context.Context, w http.ResponseWriter, r *http.Request, c *route.Caller) error {
	if c.Call.Who == route.Anyone {
		return nil // a stale ticket is none of our business here (D-30)
	}
	if c.Ticket == "" {
		return route.ErrNoTicket
	}
	// A page that refreshes by itself may say so: that too is no sign of life.
	activity := !c.Call.Poll && r.Header.Get("X-Poll") == ""
	session, err := s.Players.Authenticate(ctx, c.Ticket, c.Client.DeviceCookie, activity)
	if err != nil {
		return err
	}
	c.Session = session
	door.VisitOf(ctx).Who = session.PlayerID
	if err := s.limits.after(w, r, &c.Call.Call, session.ID); err != nil {
		return err
	}
	if c.Call.Who == route.DevicePlayer && !session.DeviceBound {
		return route.ErrDevice
	}
	return nil
}

// parse reads the parameters: of a GET from its query, of a POST from its body
// and from nowhere else.
func (s *Server) parse(r *http.Request, c *route.Caller) error {
	encoded := r.URL.RawQuery
	if r.Method != http.MethodGet {
		most := int64(route.MaxBody)
		if c.Call.Beacon {
			most = route.MaxBeacon
		}
		if c.Call.Upload {
			most = route.MaxUpload
		}
		body, err := route.ReadBody(r, most)
		if err != nil {
			return err
		}
		c.Body, encoded = body, string(body)
	}
	var err error
	if c.Key, err = route.IdempotencyKey(r.Header); err != nil {
		return err
	}
	if c.Values, err = route.ParseForm(encoded, c.Call.Input.Known, c.Call.Input.Lines); err != nil {
		return err
	}
	name := c.Values[route.PlayerNameField]
	if c.Call.Who != route.Anyone && name != "" && !strings.EqualFold(name, c.Session.Name) {
		s.Log.WarnContext(r.Context(), "another player's name in a request", "route", c.Call.Path, "request", door.VisitOf(r.Context()).ID)
		return route.ErrOtherPlayer
	}
	return nil
}

func (s *Server) clientOf(r *http.Request) identity.Client {
	client := identity.Client{IP: door.VisitOf(r.Context()).IPText(), UserAgent: cut(r.UserAgent(), 300)}
	if cookie, err := r.Cookie(route.CookieName(s.settings.TLS)); err == nil && len(cookie.Value) <= 200 {
		client.DeviceCookie = cookie.Value
	}
	return client
}

// cut keeps what strangers send about themselves short and printable.
func cut(s string, most int) string {
	if !route.CleanText(s) {
		return ""
	}
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "")
	}
	return s
}

func (s *Server) writeMethodNotAllowed(w http.ResponseWriter, ctx context.Context) {
	v := door.VisitOf(ctx)
	v.Fault = route.ErrMethod.Code
	writeJSON(w, http.StatusMethodNotAllowed, wire.Failure{
		Answer:  wire.Answer{ErrorMessage: route.ErrMethod.Message(), ResultMessage: route.ErrMethod.Message()},
		Message: route.ErrMethod.Message(), Code: route.ErrMethod.Code, RequestId: v.ID,
	})
}
