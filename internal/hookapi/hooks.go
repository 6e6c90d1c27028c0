package hookapi

import (
	"io"
	"log/slog"
	"net/http"
	"time"

	"github.com/go-chi/httprate"

	"hongyun/internal/cashier/deposit"
	"hongyun/internal/door"
	"hongyun/internal/fault"
	"hongyun/internal/payment"
	"hongyun/internal/payout"
	"hongyun/internal/seamless"
	"hongyun/internal/venue"
)

// maxBody is the most a callback may hold, in bytes.
const maxBody = 16 << 10

// refusedAMinute is how many callbacks of a network may be refused before the
// next are told to come again. Right ones are never counted: on a busy evening a
// gateway sends more than strangers may.
const refusedAMinute = 600

var errTooMany = fault.New(fault.TooMany, "hook.too_many", "请求过于频繁")

var errNoVenue = fault.New(fault.NotFound, "hook.no_venue", "没有该场馆的回调")

var errTooLarge = fault.New(fault.TooLarge, "hook.too_large", "请求内容过大")

// Server takes the callbacks.
type Server struct {
	Deposits *deposit.Deposits
	Payouts  *payout.Payouts
	Launches *venue.Launches
	Seamless *seamless.Seamless
	Log      *slog.Logger

	// unknown counts questions of vendors about sessions that are none of ours, by network.
	unknown *httprate.RateLimiter
}

// Handler serves /pay/{gateway}/{token}, by GET or POST as gateways please, and
// /payout/{company}/{token}, the notices of companies that pay out. It serves
// /venue/{code}/session, by which vendors ask who opened a game. Venues that play
// on the centre wallet call /seamless/{venue}/….
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /pay/{gateway}/{token}", s.pay)
	mux.HandleFunc("POST /pay/{gateway}/{token}", s.pay)
	mux.HandleFunc("GET /payout/{company}/{token}", s.payout)
	mux.HandleFunc("POST /payout/{company}/{token}", s.payout)
	mux.HandleFunc("POST /venue/{code}/session", s.session)
	mux.HandleFunc("POST /seamless/{venue}/{call...}", s.seamless)
	refused := newLimiter()
	s.unknown = newLimiter()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		network := door.Network(door.VisitOf(r.Context()).IP)
		if _, n, err := refused.Status(network); err == nil && n >= refusedAMinute {
			w.Header().Set("Retry-After", "60")
			s.refuse(w, r, errTooMany)
			return
		}
		answer := &answer{ResponseWriter: w}
		mux.ServeHTTP(answer, r)
		if answer.refused || answer.status >= http.StatusBadRequest && answer.status < http.StatusInternalServerError && !answer.excused {
			refused.OnLimit(w, r, network) // counts it; the answer has been sent
		}
	})
}

// newLimiter counts refused callbacks by network.
func newLimiter() *httprate.RateLimiter {
	return httprate.NewRateLimiter(refusedAMinute, time.Minute, httprate.WithResponseHeaders(httprate.ResponseHeaders{}))
}

// answer remembers the status of an answer.
type answer struct {
	http.ResponseWriter
	status  int
	refused bool // with a status that does not say so
	excused bool // the count of sessions has it, which must not shut a vendor out
}

// WriteHeader notes the status.
func (a *answer) WriteHeader(status int) {
	a.status = status
	a.ResponseWriter.WriteHeader(status)
}

// pay hands one payment callback to the cashier. The path holds the order's
// own token, so it is never logged (trust CBK-5).
func (s *Server) pay(w http.ResponseWriter, r *http.Request) {
	v := door.VisitOf(r.Context())
	v.Route = "/pay/{gateway}/{token}"
	w.Header().Set("Cache-Control", "no-store")
	body, err := read(r)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	kind, text, err := s.Deposits.ReceiveCallback(r.Context(), r.PathValue("gateway"), r.PathValue("token"), v.IPText(), payment.Raw{
		Method: r.Method, Query: r.URL.Query(), Body: body, Header: r.Header,
	})
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	w.Header().Set("Content-Type", kind)
	_, _ = io.WriteString(w, text)
}

// payout hands one callback about a pay-out to its noun. The path holds the
// attempt's own token, so it is never logged.
func (s *Server) payout(w http.ResponseWriter, r *http.Request) {
	v := door.VisitOf(r.Context())
	v.Route = "/payout/{company}/{token}"
	w.Header().Set("Cache-Control", "no-store")
	body, err := read(r)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	kind, text, err := s.Payouts.ReceiveCallback(r.Context(), r.PathValue("company"), r.PathValue("token"), v.IPText(), payment.Raw{
		Method: r.Method, Query: r.URL.Query(), Body: body, Header: r.Header,
	})
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	w.Header().Set("Content-Type", kind)
	_, _ = io.WriteString(w, text)
}

// read gives the body of a callback, or errTooLarge.
func read(r *http.Request) ([]byte, error) {
	body, err := io.ReadAll(io.LimitReader(r.Body, maxBody+1))
	if err == nil && len(body) > maxBody {
		err = errTooLarge
	}
	return body, err
}

// seamless hands one call of a venue to the centre wallet. The answer is always
// 200 with the venue's own status. A call that is not the venue's counts as refused.
func (s *Server) seamless(w http.ResponseWriter, r *http.Request) {
	v := door.VisitOf(r.Context())
	v.Route = "/seamless/{venue}"
	w.Header().Set("Cache-Control", "no-store")
	body, err := read(r)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	kind, text, verdict, err := s.Seamless.Receive(r.Context(), r.PathValue("venue"), r.PathValue("call"), r.Header, body)
	if err != nil {
		s.refuse(w, r, errNoVenue)
		return
	}
	switch verdict {
	case venue.VerdictSignature, venue.VerdictSyntax, venue.VerdictTypes:
		v.Fault = "hook." + verdict.String()
		// A signed call is the vendor's own, and a player can have it send such calls.
		if counted, ok := w.(*answer); ok && verdict == venue.VerdictSignature {
			counted.refused = true
		}
	}
	w.Header().Set("Content-Type", kind)
	_, _ = w.Write(text)
}

// refuse answers anything but 200, and says nothing a forger could learn from.
func (s *Server) refuse(w http.ResponseWriter, r *http.Request, err error) {
	v := door.VisitOf(r.Context())
	status := http.StatusServiceUnavailable
	if f, told := fault.Of(err); told {
		v.Fault = f.Code
		switch f.Kind {
		case fault.NotFound:
			status = http.StatusNotFound
		case fault.Denied:
			status = http.StatusForbidden
		case fault.TooMany:
			status = http.StatusTooManyRequests
		case fault.TooLarge:
			status = http.StatusRequestEntityTooLarge
		case fault.Invalid, fault.Refused, fault.Conflict:
			status = http.StatusBadRequest
		}
	} else {
		s.Log.ErrorContext(r.Context(), "callback failed", "request", v.ID, "err", err)
	}
	http.Error(w, "fail", status)
}
