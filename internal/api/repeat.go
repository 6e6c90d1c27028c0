package api

import (
	"context"
	"crypto/sha256"
	"errors"
	"sync"
	"time"

	"github.com/maypok86/otter/v2"
)

// ErrKeyReused says that a request has the idempotency key of another request with
// another body.
var ErrKeyReused = errors.New("api: idempotency key with another body")

// Answer is the answer to a request, kept for the same request sent again.
type Answer struct {
	Status  int
	Body    []byte
	Once    bool // it holds a secret, and is kept nowhere
	Written bool // the handler wrote it already: a file
}

// Answers keeps answers for ten minutes by idempotency key, at most 10,000 of them.
// A click whose answer was lost gets it again. The nouns themselves make sure that
// an order exists once.
type Answers struct {
	kept  *otter.Cache[string, keptAnswer]
	turns turns
}

// keptAnswer is an answer with the digest of the body that it answers.
type keptAnswer struct {
	Answer
	request [sha256.Size]byte
}

// NewAnswers returns an empty cache of answers.
func NewAnswers() *Answers {
	return &Answers{kept: otter.Must(&otter.Options[string, keptAnswer]{
		MaximumSize: 10_000, ExpiryCalculator: otter.ExpiryWriting[string, keptAnswer](10 * time.Minute),
	})}
}

// Once returns the answer that the same key and body got before, or else carries
// the request out. A repeated request waits for the first one's answer. Failures
// are not kept, because the next attempt may succeed.
func (a *Answers) Once(ctx context.Context, key string, body []byte, carryOut func() (Answer, error)) (Answer, error) {
	request := sha256.Sum256(body)
	end, err := a.turns.take(ctx, key)
	if err != nil {
		return Answer{}, err
	}
	defer end()
	if kept, known := a.kept.GetIfPresent(key); known {
		if kept.request != request {
			return Answer{}, ErrKeyReused
		}
		return kept.Answer, nil
	}
	answer, err := carryOut()
	if err == nil && !answer.Once {
		a.kept.Set(key, keptAnswer{answer, request})
	}
	return answer, err
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
