package adminapi

import (
	"errors"
	"net/http"
	"strings"

	"hongyun/internal/api"
)

// answerOnce gives a request with an Idempotency-Key the answer that was given
// to the same key and body before, and carries out one that is new. A login is
// never repeated, for its answer is the cookie as well, nor is a secret that is
// shown once.
func (s *Server) answerOnce(c *call, r route) (api.Answer, error) {
	given := c.r.Header.Get("Idempotency-Key")
	if given == "" || r.Method != http.MethodPost || r.open || r.once {
		return s.answer(c, r)
	}
	if len(given) > 100 {
		return api.Answer{}, errInput.With("Idempotency-Key")
	}
	key := strings.Join([]string{c.by.ID, c.r.URL.Path, given}, "\n")
	answer, err := s.answers.Once(c.r.Context(), key, c.posted, func() (api.Answer, error) { return s.answer(c, r) })
	if errors.Is(err, api.ErrKeyReused) {
		return answer, errChangedKey
	}
	return answer, err
}
