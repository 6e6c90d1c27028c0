package hookapi

import (
	"io"
	"log/slog"
	"net/http"
	"time"

	"github.com/go-chi/httprate"

	"hongyun/internal/cashier"
	"hongyun/internal/door"
	"hongyun/internal/fault"
	"hongyun/internal/payment"
)

// maxBody is the most a callback may hold, in bytes.
const maxBody = 16 << 10

// perMinute is how many callbacks a network may send. A gateway's own servers
// stay far below it; one it refuses comes again.
const perMinute = 600

var errTooMany = fault.New(fault.TooMany, "hook.too_many", "请求过于频繁")

var errTooLarge = fault.New(fault.TooLarge, "hook.too_large", "请求内容过大")

// Server takes the callbacks.
type Server struct {
	Deposits *cashier.Deposits
	Log      *slog.Logger
}

// Handler serves /pay/{gateway}/{token}, by GET or POST as gateways please.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /pay/{gateway}/{token}", s.pay)
	mux.HandleFunc("POST /pay/{gateway}/{token}", s.pay)
	limit := httprate.NewRateLimiter(perMinute, time.Minute, httprate.WithResponseHeaders(httprate.ResponseHeaders{RetryAfter: "Retry-After"}))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if limit.OnLimit(w, r, door.Network(door.VisitOf(r.Context()).IP)) {
			s.refuse(w, r, errTooMany)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

// pay hands one payment callback to the cashier. The path holds the order's
// own token, so it is never logged (trust CBK-5).
func (s *Server) pay(w http.ResponseWriter, r *http.Request) {
	v := door.VisitOf(r.Context())
	v.Route = "/pay/{gateway}/{token}"
	w.Header().Set("Cache-Control", "no-store")
	body, err := io.ReadAll(io.LimitReader(r.Body, maxBody+1))
	if err == nil && len(body) > maxBody {
		err = errTooLarge
	}
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
