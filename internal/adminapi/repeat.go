package adminapi

import (
	"errors"
	"net/http"
	"strings"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/api"
)

// answerOnce gives a request with an Idempotency-Key the answer that was given
// to the same key and body before, and carries out one that is new. A login is
// never repeated, for its answer is the cookie as well, nor is a secret that is
// shown once.
func (s *Server) answerOnce(c *route.Call, r route.Route) (api.Answer, error) {
	given := c.Request.Header.Get("Idempotency-Key")
	if given == "" || r.Method != http.MethodPost || r.Open || r.Once {
		return s.answer(c, r)
	}
	if len(given) > 100 {
		return api.Answer{}, route.ErrInput.With("Idempotency-Key")
	}
	key := strings.Join([]string{c.By.ID, c.Request.URL.Path, given}, "\n")
	answer, err := s.answers.Once(c.Request.Context(), key, c.Posted, func() (api.Answer, error) { return s.answer(c, r) })
	if errors.Is(err, api.ErrKeyReused) {
		return answer, route.ErrChangedKey
	}
	return answer, err
}
