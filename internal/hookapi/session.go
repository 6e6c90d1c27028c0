package hookapi

import (
	"cmp"
	"net/http"

	"hongyun/internal/door"
	"hongyun/internal/venue"
)

// faultOf names what became of a question about a session, for the access log.
var faultOf = map[venue.SessionResult]string{
	venue.SessionStranger: "hook.session_stranger", venue.SessionUnknown: "hook.session_unknown",
	venue.SessionRefused: "hook.session_refused", venue.SessionFailed: "hook.session_failed",
}

// session answers a vendor who asks whose session a launch has. The token is
// part of the body alone and is never logged.
//
// A question with other keys than the vendor's is refused like a false callback
// of a gateway. A question with the right keys about an unknown session is
// counted apart. A player can make the vendor ask about invented sessions, and
// must not shut the vendor out by it (H-220). Wrong questions of a vendor
// without keys are counted in the same way (H-270).
func (s *Server) session(w http.ResponseWriter, r *http.Request) {
	v := door.VisitOf(r.Context())
	v.Route = "/venue/{code}/session"
	w.Header().Set("Cache-Control", "no-store")
	body, err := read(r)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	found, err := s.Launches.Verify(r.Context(), r.PathValue("code"), body)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	v.Fault = faultOf[found.Result]
	standard := http.StatusOK
	if found.Result == venue.SessionStranger {
		standard = http.StatusForbidden
	} else if counted, ok := w.(*answer); ok {
		counted.excused = true
	}
	if found.Result == venue.SessionUnknown && s.unknown.OnLimit(w, r, door.Network(v.IP)) {
		s.refuse(w, r, errTooMany)
		return
	}
	w.Header().Set("Content-Type", found.Type)
	w.WriteHeader(cmp.Or(found.Status, standard))
	_, _ = w.Write(found.Body)
}
