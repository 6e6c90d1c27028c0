package adminapi

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/api"
	"hongyun/internal/calendar"
	"hongyun/internal/door"
	"hongyun/internal/fault"
	"hongyun/internal/staff"
)

// New is the handler of everything under /admin/v1.
func New(c Config) http.Handler {
	if c.Log == nil {
		c.Log = slog.Default()
	}
	s := &Server{Config: c, answers: api.NewAnswers(), pace: defaultPace}
	return s.handler(routesOf(c))
}

// handler serves a table. A route that names no permission and is not for
// everybody stops the program: what is forgotten is denied (trust AUT-2).
func (s *Server) handler(table []route.Route) http.Handler {
	mux := http.NewServeMux()
	for _, r := range table {
		if r.Permission == route.Anybody && !r.Open && !forEverybody[r.Path] {
			panic("adminapi: no permission is named for " + r.Path)
		}
		mux.HandleFunc(r.Method+" "+route.Base+r.Path, func(w http.ResponseWriter, req *http.Request) { s.serve(r, w, req) })
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, req *http.Request) { s.fail(w, req, s.missing(mux, req)) })
	own := http.NewCrossOriginProtection()
	own.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) { s.fail(w, req, route.ErrForeign) }))
	return own.Handler(mux)
}

// forEverybody are the routes that every member of staff may call.
var forEverybody = map[string]bool{
	"/logout": true, "/me": true, "/badges": true, "/requests": true, "/step-up": true,
	"/approvals/{id}/withdraw": true, // of one's own request
	"/profile/password":        true, "/profile/authenticator": true, "/profile/authenticator/confirm": true,
	"/views": true, "/views/{id}/remove": true, "/views/{id}/start": true, // of lists that the caller may read
	"/profile": true, "/profile/sessions": true, "/profile/sessions/end": true, "/profile/sessions/{session}/end": true,
}

// bodyStep is how long a body that holds a file may take to come.
const bodyStep = time.Minute

// Server serves the table of routes.
type Server struct {
	Config
	// answers are kept a while by Idempotency-Key, so that a click whose answer
	// was lost hears it again. What happens once is the nouns' own promise.
	answers *api.Answers
	places  exportPlaces // of exports that keep the keys of all their rows
	pace    exportPace
}

// missing tells a wrong method from a wrong path.
func (s *Server) missing(mux *http.ServeMux, req *http.Request) error {
	for _, method := range []string{http.MethodGet, http.MethodPost} {
		other := req.Clone(req.Context())
		other.Method = method
		if _, pattern := mux.Handler(other); pattern != "" && pattern != "/" {
			return route.ErrMethod
		}
	}
	return route.ErrNoRoute
}

func (s *Server) serve(r route.Route, w http.ResponseWriter, req *http.Request) {
	visit := door.VisitOf(req.Context())
	visit.Route = r.Method + " " + route.Base + r.Path
	w.Header().Set("Cache-Control", "no-store")
	c := &route.Call{Writer: w, Request: req, Query: r.Query, MaxBody: route.BodyMost}
	if !utf8.ValidString(req.URL.Path) || strings.ContainsRune(req.URL.Path, 0) { // PostgreSQL stores neither, and no id has them
		s.fail(w, req, route.ErrPath)
		return
	}
	if r.File { // a stranger sends no large body
		if err := s.admit(c, r); err != nil {
			s.fail(w, req, err)
			return
		}
		c.MaxBody = route.FileBodyMost
		_ = http.NewResponseController(w).SetReadDeadline(calendar.System().Now().Add(bodyStep)) // a server that cannot keeps its own
	}
	if r.Raw {
		c.Admit = func() error { return s.admit(c, r) }
	} else if err := c.ReadBody(); err != nil {
		s.fail(w, req, err)
		return
	}
	if err := s.admit(c, r); err != nil {
		s.fail(w, req, err)
		return
	}
	visit.Who = c.By.ID
	given, err := s.answerOnce(c, r)
	if err != nil {
		s.fail(w, req, err)
		return
	}
	if given.Written {
		return
	}
	if given.Status == http.StatusNoContent {
		w.WriteHeader(given.Status)
		return
	}
	api.WriteJSON(w, given.Status, given.Body)
}

// answer carries a request out.
func (s *Server) answer(c *route.Call, r route.Route) (api.Answer, error) {
	if r.Fixes {
		human, err := staff.HumanOf(c.Request.Context(), s.Read, c.By)
		if err != nil {
			return api.Answer{}, err
		}
		leave, err := s.places.take(human)
		if err != nil {
			return api.Answer{}, err
		}
		defer leave()
	}
	out, err := r.Serve(c.Request.Context(), c)
	if err == nil {
		err = c.Checked()
	}
	if err != nil {
		return api.Answer{}, err
	}
	if f, ok := out.(*route.File); ok {
		return api.Answer{Written: true}, s.send(c.Request.Context(), c, f)
	}
	if _, nothing := out.(route.None); nothing {
		return api.Answer{Status: http.StatusNoContent}, nil
	}
	body, err := json.Marshal(out)
	a := api.Answer{Status: r.Status, Body: body}
	if o, ok := out.(interface{ Waits() bool }); ok && o.Waits() {
		a.Status = http.StatusAccepted
	}
	if o, ok := out.(interface{ HoldsSecret() bool }); ok {
		a.Once = o.HoldsSecret()
	}
	return a, err
}

// admit finds out who asks and whether they may.
func (s *Server) admit(c *route.Call, r route.Route) error {
	visit := door.VisitOf(c.Request.Context())
	c.By = staff.Actor{IP: visit.IPText(), RequestID: visit.ID}
	if err := s.Staff.CheckAddress(c.Request.Context(), c.By.IP); err != nil {
		return err
	}
	if r.Open {
		return nil
	}
	cookie, err := c.Request.Cookie(route.CookieName)
	if err != nil || cookie.Value == "" || len(cookie.Value) > 200 {
		return staff.ErrNoSession
	}
	session, err := s.Staff.Authenticate(c.Request.Context(), cookie.Value, c.Request.Header.Get("X-Poll") == "")
	if err != nil {
		return err
	}
	c.Token, c.Session, c.By = cookie.Value, session, session.Actor
	c.By.IP, c.By.RequestID = visit.IPText(), visit.ID
	c.Session.Actor = c.By
	if r.Permission != route.Anybody && !s.Staff.Can(c.By, r.Permission) {
		s.Log.WarnContext(c.Request.Context(), "staff refused", "staff", c.By.ID, "permission", string(r.Permission), "request", visit.ID)
		return staff.ErrDenied
	}
	if r.Fresh {
		return c.Fresh(s.Clock.Now())
	}
	return nil
}

// fail is the one place where an error becomes an answer.
func (s *Server) fail(w http.ResponseWriter, req *http.Request, err error) {
	f, known := fault.Of(err)
	visit := door.VisitOf(req.Context())
	if !known {
		f = route.ErrServer
		if !errors.Is(err, context.Canceled) {
			s.Log.ErrorContext(req.Context(), "staff request failed", "route", visit.Route, "request", visit.ID, "err", err)
		}
	}
	visit.Fault = f.Code
	answer := wire.Failure{Code: f.Code, Message: f.Message(), Fields: route.FieldsOf(err, f)}
	body, _ := json.Marshal(answer)
	code := route.Status(f)
	if !known {
		code = http.StatusInternalServerError
	}
	w.Header().Set("Cache-Control", "no-store")
	api.WriteJSON(w, code, body)
}

// now is the house's time.
func (s *Server) now() time.Time { return s.Clock.Now() }
