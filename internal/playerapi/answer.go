package playerapi

import (
	"bytes"
	"context"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"net"
	"net/http"

	"hongyun/internal/api"
	"hongyun/internal/door"
	"hongyun/internal/fault"
	"hongyun/internal/playerapi/route"
	"hongyun/internal/playerapi/wire"
)

// statusOf is the one place where a kind of failure becomes a status (D-22).
// 401 means only that there is no valid ticket: the documented client wipes
// its login on any 401.
var statusOf = api.Statuses(http.StatusOK)

// withdrawPrefix stands before the Message of every 400 of the bank withdrawal:
// the documented page cuts the first 15 characters off (D-06).
const withdrawPrefix = "WithdrawAction:"

// writeAnswer writes what a handler returned.
func writeAnswer(w http.ResponseWriter, out any) {
	if png, ok := out.(route.Picture); ok {
		w.Header().Set("Content-Type", "image/png")
		_, _ = w.Write(png)
		return
	}
	writeJSON(w, http.StatusOK, out)
}

// writeFailure turns any error into its answer. What is no fault is ours: the
// client learns the request's id, the log the rest (trust LOG-3).
func (s *Server) writeFailure(w http.ResponseWriter, ctx context.Context, c *route.Call, err error) {
	v := door.VisitOf(ctx)
	f, told := fault.Of(err)
	status := 0
	switch {
	case told:
		status = statusOf[f.Kind]
	case outOfReach(err):
		f, status = route.ErrInternal, http.StatusServiceUnavailable
	default:
		f, status = route.ErrInternal, http.StatusInternalServerError
	}
	v.Fault = f.Code
	if status >= 500 && !v.Meant {
		s.Log.ErrorContext(ctx, "call failed", "route", v.Route, "request", v.ID, "err", err)
	}
	body := wire.Failure{
		Answer:  wire.Answer{ErrorMessage: f.Message(), ResultMessage: f.Message()},
		Message: f.Message(), Code: f.Code, RequestId: v.ID,
	}
	if c != nil && c.RefusedAs400 && (status == http.StatusOK || status == http.StatusBadRequest) {
		status = http.StatusBadRequest
		body.Message = withdrawPrefix + f.Message()
	}
	if status == http.StatusTooManyRequests && w.Header().Get("Retry-After") == "" {
		w.Header().Set("Retry-After", "60")
	}
	if errors.Is(err, route.ErrReqToken) {
		body.ServerTime = s.Clock.Now().UnixMilli()
	}
	writeJSON(w, status, body)
}

// outOfReach tells a database or a company that does not answer, which may
// work again in a moment, from a fault in the house.
func outOfReach(err error) bool {
	var network net.Error
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) ||
		errors.Is(err, driver.ErrBadConn) || errors.As(err, &network)
}

func writeJSON(w http.ResponseWriter, status int, body any) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(body); err != nil {
		status = http.StatusInternalServerError
		text.Reset()
		text.WriteString(`{"IsSuc":false,"Message":"系统繁忙，请稍后再试","ErrorMessage":"系统繁忙，请稍后再试","ResultMessage":"系统繁忙，请稍后再试"}`)
	}
	api.WriteJSON(w, status, text.Bytes())
}

// Broken answers a request that went wrong beyond repair, in the wire's own
// form.
func Broken(w http.ResponseWriter, r *http.Request) {
	writeJSON(w, http.StatusInternalServerError, wire.Failure{
		Answer:  wire.Answer{ErrorMessage: route.ErrInternal.Message(), ResultMessage: route.ErrInternal.Message()},
		Message: route.ErrInternal.Message(), Code: route.ErrInternal.Code, RequestId: door.VisitOf(r.Context()).ID,
	})
}
