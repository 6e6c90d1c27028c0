// Package faults holds the switches with which a test makes a simulated company
// misbehave. It also holds the few faults that are the same for all companies.
// A switch waits in a queue for its target; each call takes at most one, the
// oldest that fits. Switches live in memory: a restarted company is a healthy
// one. The sandbox's package comment explains each fault for a venue and for a
// gateway.
package faults

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// Call is a kind of request to a company, the same words for all protocols.
type Call string

// The calls of the control API. Any matches each of them.
const (
	TransferIn  Call = "transfer_in"
	TransferOut Call = "transfer_out"
	Status      Call = "status"
	Balance     Call = "balance"
	Launch      Call = "launch"
	Records     Call = "records"
	Create      Call = "create"
	Any         Call = "any"
)

// Kind is a way of misbehaving.
type Kind string

// The faults of the control API. Those from Processing on are our additions:
// the package comment of the sandbox tells them.
const (
	DropRequest    Kind = "drop_request"
	DropResponse   Kind = "drop_response"
	Delay          Kind = "delay"
	CommitThen500  Kind = "commit_then_500"
	Refuse         Kind = "refuse"
	NotFoundFlap   Kind = "not_found_flap"
	Duplicate      Kind = "duplicate"
	WrongAmount    Kind = "wrong_amount"
	Maintenance    Kind = "maintenance"
	PlayerInGame   Kind = "player_in_game"
	Garbage        Kind = "garbage"
	Processing     Kind = "processing"
	SlowAnswer     Kind = "slow_answer"
	Late           Kind = "late"
	Truncated      Kind = "truncated"
	HTML           Kind = "html"
	Empty          Kind = "empty"
	UnknownCode    Kind = "unknown_code"
	WrongOrder     Kind = "wrong_order"
	WrongMerchant  Kind = "wrong_merchant"
	WrongUnit      Kind = "wrong_unit"
	SayDone        Kind = "say_done"
	SayFailed      Kind = "say_failed"
	TooMany        Kind = "too_many_requests"
	RefuseButTake  Kind = "refuse_but_take"
	WrongSign      Kind = "wrong_sign"
	defaultDelayMs      = 3000
	maxDelayMs          = 10 * 60 * 1000
)

var (
	calls = []Call{TransferIn, TransferOut, Status, Balance, Launch, Records, Create, Any}
	kinds = []Kind{DropRequest, DropResponse, Delay, CommitThen500, Refuse, NotFoundFlap, Duplicate,
		WrongAmount, Maintenance, PlayerInGame, Garbage, Processing, SlowAnswer, Late, Truncated, HTML, Empty, UnknownCode,
		WrongOrder, WrongMerchant, WrongUnit, SayDone, SayFailed, TooMany, RefuseButTake, WrongSign}

	// named are the faults that mean something to a few calls only, so that a
	// switch must name its call.
	named = []Kind{Late, WrongOrder, WrongMerchant, WrongUnit, SayDone, SayFailed, RefuseButTake, WrongSign}
)

// Fault is one switch: the next Times calls that fit go wrong. Times 0 or less
// means until the switches are cleared. DelayMs is how long a delay, a veil of
// "not found" or of "processing" lasts, in milliseconds of real time; 0 means
// three seconds. Order, where set, keeps the switch for calls about the order of
// that number. Hold keeps the answer back, whatever it is, until Release.
type Fault struct {
	Target  string `json:"target"`
	Call    Call   `json:"call"`
	Kind    Kind   `json:"fault"`
	Times   int    `json:"times"`
	DelayMs int    `json:"delayMs"`
	Order   string `json:"order,omitempty"`
	Hold    bool   `json:"hold,omitempty"`
}

// Holds tells whether the answer waits for Release.
func (f Fault) Holds() bool { return f.Hold || f.Kind == SlowAnswer }

// Pause is the fault's length.
func (f Fault) Pause() time.Duration {
	if f.DelayMs == 0 {
		return defaultDelayMs * time.Millisecond
	}
	return time.Duration(f.DelayMs) * time.Millisecond
}

// NoEffect lists the faults that would do nothing to a call of a company that
// refuses no transfer because its player is in a game. A switch set for "any" waits
// for a call to which its fault does something.
func NoEffect(call Call) []Kind {
	never := []Kind{PlayerInGame}
	switch call {
	case TransferIn, TransferOut, Status:
		return never
	case Balance, Records:
		return append(never, Processing)
	case Launch:
		return append(never, Processing, WrongAmount)
	default:
		return append(never, Processing, WrongAmount, NotFoundFlap, Refuse)
	}
}

// Box is where the switches lie.
type Box struct {
	targets []string
	mu      sync.Mutex
	line    []Fault
	gate    chan struct{} // closed by Release
	held    int           // answers behind the gate
	later   []func()      // work put off until Release
}

// NewBox makes an empty box for the targets named, such as "venue:ky".
func NewBox(targets ...string) *Box { return &Box{targets: targets, gate: make(chan struct{})} }

// Set puts a switch at the end of the line, or says what is wrong with it.
func (b *Box) Set(f Fault) error {
	switch {
	case !slices.Contains(b.targets, f.Target):
		return fmt.Errorf("target %q is not one of %v", f.Target, b.targets)
	case !slices.Contains(calls, f.Call):
		return fmt.Errorf("call %q is not one of %v", f.Call, calls)
	case !slices.Contains(kinds, f.Kind):
		return fmt.Errorf("fault %q is not one of %v", f.Kind, kinds)
	case f.Kind == Processing && strings.HasPrefix(f.Target, "gateway:"):
		return fmt.Errorf("fault %q is for venues and chains", f.Kind)
	case f.Kind == TooMany && !strings.HasPrefix(f.Target, "venue:"):
		return fmt.Errorf("fault %q is for venues", f.Kind)
	case f.Kind == WrongMerchant && strings.HasPrefix(f.Target, "venue:"):
		return fmt.Errorf("fault %q is for gateways and chains", f.Kind)
	case (f.Kind == RefuseButTake || f.Kind == WrongSign) && !strings.HasPrefix(f.Target, "payer:"):
		return fmt.Errorf("fault %q is for companies that pay out", f.Kind)
	case f.Call == Any && slices.Contains(named, f.Kind):
		return fmt.Errorf("fault %q needs the name of a call", f.Kind)
	case (f.Kind == SayDone || f.Kind == SayFailed) && f.Call != Status:
		return fmt.Errorf("fault %q is for status", f.Kind)
	case f.DelayMs < 0 || f.DelayMs > maxDelayMs:
		return fmt.Errorf("delayMs %d is not between 0 and %d", f.DelayMs, maxDelayMs)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.line = append(b.line, f)
	return nil
}

// Clear removes every switch.
func (b *Box) Clear() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.line = nil
}

// List is the present queue, with the remaining count of each switch.
func (b *Box) List() []Fault {
	b.mu.Lock()
	defer b.mu.Unlock()
	return append([]Fault{}, b.line...)
}

// TakeOf is Take for a moment at which only some kinds of fault can strike.
func (b *Box) TakeOf(target, order string, call Call, only ...Kind) Fault {
	return b.take(order, func(f Fault) bool {
		return f.Target == target && (f.Call == call || f.Call == Any) && slices.Contains(only, f.Kind)
	})
}

// Take hands out the oldest switch that fits a call to target about an order
// ("" if about none), and counts it down. It returns the zero Fault when none
// does. A request may be two calls at once (a launch that creates the player).
// A switch set for "any" is passed over where skip names its kind: there it
// would mean nothing and be used up unseen.
func (b *Box) Take(target, order string, skip []Kind, asked ...Call) Fault {
	return b.take(order, func(f Fault) bool {
		if f.Call == Any {
			return f.Target == target && !slices.Contains(skip, f.Kind)
		}
		return f.Target == target && slices.Contains(asked, f.Call)
	})
}

func (b *Box) take(order string, fits func(Fault) bool) Fault {
	b.mu.Lock()
	defer b.mu.Unlock()
	i := slices.IndexFunc(b.line, func(f Fault) bool { return (f.Order == "" || f.Order == order) && fits(f) })
	if i < 0 {
		return Fault{}
	}
	f := b.line[i]
	if f.Times == 1 {
		b.line = slices.Delete(b.line, i, i+1)
	} else if f.Times > 1 {
		b.line[i].Times--
	}
	return f
}

// Hold waits until Release; false means that the sandbox stopped.
func (b *Box) Hold(stop <-chan struct{}) bool {
	b.mu.Lock()
	gate := b.gate
	b.held++
	b.mu.Unlock()
	select {
	case <-gate:
		return true
	case <-stop:
		return false
	}
}

// Later puts work off until Release.
func (b *Box) Later(work func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.later = append(b.later, work)
}

// Held is how many answers and pieces of work wait for Release.
func (b *Box) Held() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.held + len(b.later)
}

// Release does the work that was put off, lets the answers go that were held
// back, and says how many of both there were.
func (b *Box) Release() int {
	b.mu.Lock()
	work, n := b.later, b.held+len(b.later)
	gate := b.gate
	b.later, b.held, b.gate = nil, 0, make(chan struct{})
	b.mu.Unlock()
	for _, do := range work {
		do()
	}
	close(gate)
	return n
}
