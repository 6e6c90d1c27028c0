package company

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"os"
	"syscall"

	"hongyun/internal/calendar"
	"hongyun/internal/venue"
)

// metering adds the count of the calls to what carries them to one venue.
func metering(calls *venue.Calls, clock calendar.Clock, wire wiring) wiring {
	return func(next http.RoundTripper) http.RoundTripper {
		if wire != nil {
			next = wire(next)
		}
		return metered{next, calls, clock}
	}
}

// metered counts calls to a venue and how long each took until its answer began.
type metered struct {
	http.RoundTripper
	calls *venue.Calls
	clock calendar.Clock
}

func (m metered) RoundTrip(r *http.Request) (*http.Response, error) {
	begun := calendar.System().Now()
	answer, err := m.RoundTripper.RoundTrip(r)
	if errors.Is(err, context.Canceled) {
		return answer, err // we gave up, which says nothing about the venue
	}
	m.calls.Note(m.clock.Now(), calendar.System().Now().Sub(begun), failureOf(answer, err))
	return answer, err
}

// failureOf says how a call failed, without a word of its error.
func failureOf(answer *http.Response, err error) venue.CallFailure {
	var certificate *tls.CertificateVerificationError
	var record tls.RecordHeaderError
	var name *net.DNSError
	var wait net.Error
	switch {
	case err == nil && answer.StatusCode >= http.StatusBadRequest:
		return venue.CallFailure{Kind: venue.FailStatus, Status: answer.StatusCode}
	case err == nil:
		return venue.CallFailure{}
	case errors.As(err, &certificate), errors.As(err, &record):
		return venue.CallFailure{Kind: venue.FailTLS}
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, os.ErrDeadlineExceeded), errors.As(err, &wait) && wait.Timeout():
		return venue.CallFailure{Kind: venue.FailTimeout}
	case errors.As(err, &name):
		return venue.CallFailure{Kind: venue.FailName}
	case errors.Is(err, syscall.ECONNREFUSED):
		return venue.CallFailure{Kind: venue.FailRefused}
	}
	return venue.CallFailure{Kind: venue.FailBroken}
}
