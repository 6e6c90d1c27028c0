package cq9

import (
	"context"
	"errors"
	"net/http"
	"net/url"

	"hongyun/sandbox/books"
)

// detail is GET /order/detail/v2: the address of a page that shows a round of an account.
func (s *Server) detail(ctx context.Context, a ask) (reply, error) {
	bet, err := s.Books.Bet(ctx, s.Code, a.get("roundid"))
	if errors.Is(err, books.ErrNotFound) || err == nil && (bet.Player != books.Key(a.get("account")) || bet.Status == books.BetOpen) {
		return failed(codeNoData), nil
	}
	if err != nil {
		return reply{}, err
	}
	query := url.Values{"token": {s.tickets.Issue(bet.ID, s.Clock.Now())}, "language": {"zh-cn"}}
	return ok(s.BaseURL() + "/venues/" + s.Code + "/detail?" + query.Encode()), nil
}

// page shows the round of a token to a browser.
func (s *Server) page(w http.ResponseWriter, r *http.Request) {
	if s.Show == nil {
		http.NotFound(w, r)
		return
	}
	s.Show(w, r, s.tickets.Of(r.URL.Query().Get("token"), s.Clock.Now()))
}
