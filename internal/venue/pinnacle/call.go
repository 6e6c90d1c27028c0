package pinnacle

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

const (
	commandLimit = 64 << 10 // bytes of an answer to a command
	recordLimit  = 64 << 20 // bytes of a window of bets
)

// get asks a question.
func (v *Venue) get(ctx context.Context, path string, p url.Values) (reply, error) {
	return v.call(ctx, http.MethodGet, path, p, commandLimit)
}

// post orders something. The parameters are in the query, as with get.
func (v *Venue) post(ctx context.Context, path string, p url.Values) (reply, error) {
	return v.call(ctx, http.MethodPost, path, p, commandLimit)
}

// call performs a call within the time limit. A token that is not accepted is
// made anew once: the vendor has carried nothing out then.
func (v *Venue) call(ctx context.Context, method, path string, p url.Values, limit int64) (reply, error) {
	ctx, cancel := context.WithTimeout(ctx, v.config.Timeout)
	defer cancel()
	token := v.token()
	r, err := v.ask(ctx, method, path, p, token, limit)
	if err == nil && (r.code == codeToken || r.code == codeNoToken) {
		v.forget(token)
		r, err = v.ask(ctx, method, path, p, v.token(), limit)
	}
	if err != nil {
		return reply{}, fmt.Errorf("pinnacle: %s: %w", path, err)
	}
	if settings[r.code] {
		v.config.Log.ErrorContext(ctx, "the venue does not accept our contract's settings",
			"venue", v.config.Code, "platform", v.config.PlatformID, "call", path, "code", r.code)
	}
	return r, nil
}

func (v *Venue) ask(ctx context.Context, method, path string, p url.Values, token string, limit int64) (reply, error) {
	if err := v.paces[path].wait(ctx); err != nil {
		return reply{}, err
	}
	request, err := http.NewRequestWithContext(ctx, method, v.config.BaseURL+"/b2b"+path+"?"+p.Encode(), nil)
	if err != nil {
		return reply{}, errors.New("the address is not well formed")
	}
	request.Header.Set("userCode", v.config.Agent)
	request.Header.Set("token", token)
	answer, err := wire.Read(v.http, request, limit)
	if err != nil {
		return reply{}, err
	}
	return readReply(answer)
}

// pace keeps a call to as many in a stretch of time as the vendor answers.
type pace struct {
	most int
	over time.Duration
	mu   sync.Mutex
	seen []time.Time // calls of the stretch that ends now
}

// wait returns when the call may go. A nil pace has no limit.
func (p *pace) wait(ctx context.Context) error {
	for p != nil {
		rest := p.take(calendar.System().Now())
		if rest <= 0 {
			return nil
		}
		if err := wire.Pause(ctx, rest); err != nil {
			return err
		}
	}
	return nil
}

// take counts a call, or says how long to wait before the next try.
func (p *pace) take(now time.Time) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.seen = slices.DeleteFunc(p.seen, func(at time.Time) bool { return now.Sub(at) >= p.over })
	if len(p.seen) >= p.most {
		return p.over - now.Sub(p.seen[0])
	}
	p.seen = append(p.seen, now)
	return 0
}

// refusal puts a code into the contract's words.
func (r reply) refusal() *venue.Refusal {
	reason := reasons[r.code]
	if settings[r.code] {
		reason = venue.Setup
	}
	return &venue.Refusal{Reason: reason, Code: r.code}
}
