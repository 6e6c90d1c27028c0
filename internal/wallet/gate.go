package wallet

import (
	"context"
	"errors"
	"time"

	"github.com/sony/gobreaker/v2"

	"hongyun/internal/guard"
	"hongyun/internal/venue"
)

const (
	queueFor       = 2 * time.Second  // longest wait for a place at a venue
	tripAfter      = 8                // unanswered calls in a row after which a venue is left alone
	defaultTimeout = 30 * time.Second // for a venue that names none
)

// gate is the circuit breaker of one venue. It limits concurrent calls, and all
// calls while the venue is silent. Each venue has its own, so a sick venue
// slows no other.
type gate struct {
	places  chan struct{}
	breaker *gobreaker.TwoStepCircuitBreaker[struct{}]
}

func (w *Wallets) gate(code string) *gate {
	w.mu.Lock()
	defer w.mu.Unlock()
	g := w.gates[code]
	if g == nil {
		g = &gate{
			places: make(chan struct{}, w.AtOnce),
			breaker: gobreaker.NewTwoStepCircuitBreaker[struct{}](gobreaker.Settings{
				Name: code, Timeout: w.RestFor,
				ReadyToTrip: func(c gobreaker.Counts) bool { return c.ConsecutiveFailures >= tripAfter },
				IsExcluded:  func(err error) bool { return errors.Is(err, errNotAsked) },
				OnStateChange: func(name string, from, to gobreaker.State) {
					w.Log.Warn("venue gate", "venue", name, "from", from.String(), "to", to.String())
				},
			}),
		}
		w.gates[code] = g
	}
	return g
}

// call is a place at a venue for one call.
type call struct {
	venue venue.Venue
	ctx   context.Context // ends with the venue's time limit, and not when the player goes away
	end   func()

	result error // what the breaker is told
}

var (
	errNotAsked = errors.New("the venue was not asked")
	errNoAnswer = errors.New("the venue did not answer")
)

// reserve takes a place at a venue and starts the clock of the call, before
// anything is written. ErrVenueBusy is a clear no while nothing has happened.
//
// The time limit covers the writing too. A process may be stopped between
// committing an order and sending it, and resume after the resolver found the
// venue never received it. Its time is then over and nothing is sent.
func (w *Wallets) reserve(ctx context.Context, code string) (*call, error) {
	v, ok := w.Venues.Adapter(code)
	if !ok {
		return nil, venue.ErrNoAdapter
	}
	g := w.gate(code)
	if err := g.enter(ctx); err != nil {
		return nil, err
	}
	// Asked again after the wait for a place: what is closed sends nothing more.
	if err := w.Guard.Gate.Check(ctx, guard.DoorTransfers, guard.VenueDoor(code)); err != nil {
		<-g.places
		return nil, err
	}
	done, err := g.breaker.Allow()
	if err != nil {
		<-g.places
		return nil, ErrVenueBusy
	}
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), timeout(v))
	c := &call{venue: v, ctx: limited, result: errNotAsked}
	c.end = func() {
		cancel()
		done(c.result)
		<-g.places
	}
	return c, nil
}

func (g *gate) enter(ctx context.Context) error {
	select {
	case g.places <- struct{}{}:
		return nil
	default:
	}
	wait := time.NewTimer(queueFor)
	defer wait.Stop()
	select {
	case g.places <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-wait.C:
		return ErrVenueBusy
	}
}

// heard reports the result of a call to the breaker; a refusal is an answer
// too.
func (c *call) heard(o venue.Outcome) {
	c.result = nil
	if o == venue.Unknown {
		c.result = errNoAnswer
	}
}

func timeout(v venue.Venue) time.Duration {
	if t := v.Rules().Timeout; t > 0 {
		return t
	}
	return defaultTimeout
}
