package adminapi

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"
	"sync"
)

// answer is what a request was answered with.
type answer struct {
	status int
	body   []byte
	sum    string // of the request's body
	once   bool   // it holds a secret, and is kept nowhere
	sent   bool   // it was written already: a file
}

// answerOnce gives a request with an Idempotency-Key the answer that was given
// to the same key and body before, and carries out one that is new. A repeated
// click waits for the first one's answer. Refusals are not kept: what was
// wrong may be right the next time. A login is never repeated, for its answer
// is the cookie as well, nor is a secret that is shown once.
func (s *Server) answerOnce(c *call, r route) (answer, error) {
	given := c.r.Header.Get("Idempotency-Key")
	if given == "" || r.method != http.MethodPost || r.open || r.once {
		return s.answer(c, r)
	}
	if len(given) > 100 {
		return answer{}, errInput.With("Idempotency-Key")
	}
	digest := sha256.Sum256(c.posted)
	sum := hex.EncodeToString(digest[:])
	key := strings.Join([]string{c.by.ID, c.r.URL.Path, given}, "\n")
	end, err := s.turns.take(c.r.Context(), key)
	if err != nil {
		return answer{}, err
	}
	defer end()
	if a, known := s.answers.GetIfPresent(key); known {
		if a.sum != sum {
			return answer{}, errChangedKey
		}
		return a, nil
	}
	a, err := s.answer(c, r)
	if err == nil && !a.once {
		a.sum = sum
		s.answers.Set(key, a)
	}
	return a, err
}

// turns lets one request at a time work under a key.
type turns struct {
	mu   sync.Mutex
	busy map[string]chan struct{} // closed when its turn is over
}

// take waits until the key is free, as long as ctx allows, and holds it until
// end is called.
func (t *turns) take(ctx context.Context, key string) (end func(), err error) {
	for {
		t.mu.Lock()
		over, taken := t.busy[key]
		if !taken {
			if t.busy == nil {
				t.busy = map[string]chan struct{}{}
			}
			over = make(chan struct{})
			t.busy[key] = over
			t.mu.Unlock()
			return func() {
				t.mu.Lock()
				delete(t.busy, key)
				t.mu.Unlock()
				close(over)
			}, nil
		}
		t.mu.Unlock()
		select {
		case <-over:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}
