package pg

import (
	"context"
	"net/http"
)

// loginProxy gives a session by which the operator opens the pages of rounds.
func (s *Server) loginProxy(context.Context, ask) (reply, error) {
	return ok(map[string]string{"operator_session": s.sessions.Issue(s.OperatorToken, s.Clock.Now())}), nil
}

// showRound is the page of a round. It opens for the operator alone.
func (s *Server) showRound(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	if s.Show == nil {
		http.NotFound(w, r)
		return
	}
	id := q.Get("sid")
	if s.sessions.Of(q.Get("t"), s.Clock.Now()) != s.OperatorToken || q.Get("type") != "operator" || q.Get("psid") == "" || q.Get("trace_id") == "" {
		id = ""
	}
	s.Show(w, r, id)
}
