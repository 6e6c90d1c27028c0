package api

import (
	"net/http"

	"hongyun/internal/fault"
)

// Statuses gives the HTTP status of each kind of fault. The argument refused is the
// status of a refusal by a business rule. The edges differ in it: the player API
// documents 200 with a flag (D-22).
func Statuses(refused int) map[fault.Kind]int {
	return map[fault.Kind]int{
		fault.Invalid: http.StatusBadRequest, fault.Refused: refused, fault.Unauthenticated: http.StatusUnauthorized,
		fault.Denied: http.StatusForbidden, fault.NotFound: http.StatusNotFound, fault.Conflict: http.StatusConflict,
		fault.TooLarge: http.StatusRequestEntityTooLarge, fault.TooMany: http.StatusTooManyRequests,
		fault.Blocked: http.StatusUnavailableForLegalReasons, fault.Unavailable: http.StatusServiceUnavailable,
	}
}

// WriteJSON writes an answer whose body is JSON already.
func WriteJSON(w http.ResponseWriter, status int, body []byte) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(body)
}
