package breaker

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/sony/gobreaker/v2"

	"hongyun/internal/guard"
	"hongyun/internal/venue"
)

const (
	queueFor         = 2 * time.Second  // longest wait for a place at a venue
	tripAfter        = 8                // unanswered calls in a row after which a venue is left alone
	defaultTimeLimit = 30 * time.Second // for a venue that names none
)

// Config holds the dependencies and bounds of New.
type Config struct {
	Venues  *venue.Venues
	Guard   *guard.Guard
	Log     *slog.Logger
	AtOnce  int           // calls that one venue is given at the same time
	RestFor time.Duration // how long a venue is left alone that answered nothing several times in a row
}

// Breakers are the circuit breakers of all venues in this process. They are safe
// for concurrent use.
type Breakers struct {
	Config

	mu      sync.Mutex
	byVenue map[string]*breaker
}

// New makes a breaker for each venue when it is called first.
func New(c Config) *Breakers {
	return &Breakers{Config: c, byVenue: map[string]*breaker{}}
}

// breaker is the circuit breaker of one venue. It limits concurrent calls, and all
// calls while the venue is silent. Each venue has its own, so a sick venue
// slows no other.
type breaker struct {
	places  chan struct{}
	circuit *gobreaker.TwoStepCircuitBreaker[struct{}]
}

func (b *Breakers) of(code string) *breaker {
	b.mu.Lock()
	defer b.mu.Unlock()
	v := b.byVenue[code]
	if v == nil {
		v = &breaker{
			places: make(chan struct{}, b.AtOnce),
			circuit: gobreaker.NewTwoStepCircuitBreaker[struct{}](gobreaker.Settings{
				Name: code, Timeout: b.RestFor,
				ReadyToTrip: func(c gobreaker.Counts) bool { return c.ConsecutiveFailures >= tripAfter },
				IsExcluded:  func(err error) bool { return errors.Is(err, errNotAsked) },
				OnStateChange: func(name string, from, to gobreaker.State) {
					b.Log.Warn("venue gate", "venue", name, "from", from.String(), "to", to.String())
				},
			}),
		}
		b.byVenue[code] = v
	}
	return v
}

// Call is a place at a venue for one call.
type Call struct {
	Venue venue.Venue
	Ctx   context.Context // ends with the venue's time limit, and not when the player goes away
	End   func()          // gives the place back

	result error // what the breaker is told
}

var (
	errNotAsked = errors.New("the venue was not asked")
	errNoAnswer = errors.New("the venue did not answer")
)

// Reserve takes a place at a venue and starts the clock of the call, before
// anything is written. ErrBusy is a clear no while nothing has happened.
//
// The time limit covers the writing too. A process may be stopped between
// committing an order and sending it, and resume after the resolver found the
// venue never received it. Its time is then over and nothing is sent.
func (b *Breakers) Reserve(ctx context.Context, code string) (*Call, error) {
	v, ok := b.Venues.Adapter(code)
	if !ok {
		return nil, venue.ErrNoAdapter
	}
	own := b.of(code)
	if err := own.enter(ctx); err != nil {
		return nil, err
	}
	// Asked again after the wait for a place: what is closed sends nothing more.
	if err := b.Guard.Gate.Check(ctx, guard.DoorTransfers, guard.VenueDoor(code)); err != nil {
		<-own.places
		return nil, err
	}
	done, err := own.circuit.Allow()
	if err != nil {
		<-own.places
		return nil, ErrBusy
	}
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), TimeLimit(v))
	c := &Call{Venue: v, Ctx: limited, result: errNotAsked}
	c.End = func() {
		cancel()
		done(c.result)
		<-own.places
	}
	return c, nil
}

func (b *breaker) enter(ctx context.Context) error {
	select {
	case b.places <- struct{}{}:
		return nil
	default:
	}
	wait := time.NewTimer(queueFor)
	defer wait.Stop()
	select {
	case b.places <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-wait.C:
		return ErrBusy
	}
}

// Answered reports the result of the call to the breaker; a refusal is an answer
// too.
func (c *Call) Answered(o venue.Outcome) {
	c.result = nil
	if o == venue.Unknown {
		c.result = errNoAnswer
	}
}

// TimeLimit is how long one call to a venue may take.
func TimeLimit(v venue.Venue) time.Duration {
	if t := v.Rules().Timeout; t > 0 {
		return t
	}
	return defaultTimeLimit
}

// Status is the circuit breaker of one venue in this process, as staff see it.
type Status struct {
	State            State
	Failing          int // calls in a row without an answer
	UnderWay, AtOnce int // calls now, and at most
}

// State says whether transfers are sent to a venue.
type State string

// The states of a breaker. A trial lets one call through, which decides.
const (
	Closed State = "closed" // calls go through
	Open   State = "open"   // none does
	Trial  State = "trial"
)

// States are the states of a breaker.
var States = []State{Closed, Open, Trial}

// Status gives the state of a venue's circuit breaker.
func (b *Breakers) Status(code string) Status {
	own := b.of(code)
	s := Status{
		State: Closed, Failing: int(own.circuit.Counts().ConsecutiveFailures), UnderWay: len(own.places), AtOnce: cap(own.places),
	}
	switch own.circuit.State() {
	case gobreaker.StateOpen:
		s.State = Open
	case gobreaker.StateHalfOpen:
		s.State = Trial
	}
	return s
}
