package faults

import "net/http"

// Request is one call to a company, ready to be worked on.
type Request struct {
	// Do carries the call out and returns the function that writes its answer,
	// nil when the connection is to break off. Called twice for a duplicate.
	Do func() (write func(http.ResponseWriter))
	// Other writes an answer of the right form about something else.
	Other func(http.ResponseWriter)
	// UnknownCode is an answer of the company's own form with a code that is in no manual.
	UnknownCode string
	// TooMany writes the company's own answer to a caller who asks too often; nil is HTTP 429.
	TooMany func(http.ResponseWriter)
	// Once says that a second arrival of the request is worth nothing to test.
	Once bool
}

// Play answers a request as the fault has it, and rightly when there is none.
func (b *Box) Play(w http.ResponseWriter, stop <-chan struct{}, f Fault, r Request) {
	switch {
	case Begin(w, stop, f):
		return
	case f.Kind == TooMany: // nothing is carried out
		if r.TooMany == nil {
			r.TooMany = TooManyRequests
		}
		r.TooMany(w)
		return
	case f.Kind == Late:
		b.Later(func() { r.Do() })
		Drop(w)
		return
	}
	write := r.Do()
	if f.Kind == Duplicate && !r.Once {
		write = r.Do() // the second copy's answer is the one that arrives
	}
	alive := !f.Holds() || b.Hold(stop)
	switch {
	case !alive, write == nil, f.Kind == DropResponse:
		Drop(w)
	case f.Kind == CommitThen500:
		Fail500(w)
	case f.Kind == WrongOrder:
		r.Other(w)
	case Spoil(w, f.Kind, r.UnknownCode):
	default:
		write(w)
	}
}

// Begin plays what a fault does before a request is carried out. It reports that the
// request ends with it.
func Begin(w http.ResponseWriter, stop <-chan struct{}, f Fault) (ended bool) {
	switch f.Kind {
	case DropRequest:
		Drop(w)
	case Maintenance:
		UnderMaintenance(w)
	case Delay:
		if Wait(stop, f.Pause()) {
			return false
		}
		Drop(w)
	default:
		return false
	}
	return true
}

// End plays what a fault does instead of the answer. It reports false when the right
// answer is still to be written.
func (b *Box) End(w http.ResponseWriter, stop <-chan struct{}, f Fault, unknownCode string) (ended bool) {
	switch {
	case f.Holds() && !b.Hold(stop), f.Kind == DropResponse:
		Drop(w)
	case f.Kind == CommitThen500:
		Fail500(w)
	default:
		return Spoil(w, f.Kind, unknownCode)
	}
	return true
}
