package company

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/venue"
)

// pacing lets at most so many calls a second leave for one venue; 0 sets no limit.
func pacing(perSecond int, wire wiring) wiring {
	if perSecond <= 0 {
		return wire
	}
	return func(next http.RoundTripper) http.RoundTripper {
		if wire != nil {
			next = wire(next)
		}
		return &paced{RoundTripper: next, every: time.Second / time.Duration(perSecond)}
	}
}

// paced sends calls at even steps. A call that would have to wait longer than its own
// time is not sent, and takes no step from the others.
type paced struct {
	http.RoundTripper
	every time.Duration

	mu   sync.Mutex
	free time.Time // from when on the next call may leave
}

// RoundTrip waits for the call's turn.
func (p *paced) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := p.wait(r.Context()); err != nil {
		if r.Body != nil {
			_ = r.Body.Close()
		}
		return nil, err
	}
	return p.RoundTripper.RoundTrip(r)
}

func (p *paced) wait(ctx context.Context) error {
	pause, err := p.turn(ctx)
	if err != nil || pause <= 0 {
		return err
	}
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// turn takes the next step and gives how long it is until then.
func (p *paced) turn(ctx context.Context) (time.Duration, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	now := calendar.System().Now()
	at := p.free
	if at.Before(now) {
		at = now
	}
	if until, limited := ctx.Deadline(); limited && !at.Before(until) {
		return 0, context.DeadlineExceeded
	}
	p.free = at.Add(p.every)
	return at.Sub(now), nil
}

// maxCallsPerSecond is the highest limit that a contract may set. Without one a
// vendor's calls are not limited.
const maxCallsPerSecond = 100

// checkPacing fails where a contract paces a vendor beyond the bounds. 0 is the standard.
func checkPacing(p venue.Pacing, gapSeconds, callsPerSecond int) error {
	gap := time.Duration(gapSeconds) * time.Second
	switch {
	case gapSeconds != 0 && p.Gap == 0:
		return errors.New("feedGapSeconds: nobody asks this vendor for bets")
	case gapSeconds != 0 && (gapSeconds > int(venue.MaxGap/time.Second) || gap < p.MinGap):
		return fmt.Errorf("feedGapSeconds must be %d to %d", int(p.MinGap/time.Second), int(venue.MaxGap/time.Second))
	case callsPerSecond < 0 || callsPerSecond > maxCallsPerSecond:
		return fmt.Errorf("callsPerSecond must be 1 to %d", maxCallsPerSecond)
	}
	return nil
}
