// Package faults holds the switches with which a test makes a simulated company
// misbehave, and the few ways of misbehaving that are the same for all of them.
// A switch waits in a line for its target; each call takes at most one, the
// oldest that fits. Switches live in memory: a restarted company is a healthy
// one. What each fault means for a venue and for a gateway is told in the
// sandbox's package comment.
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

// The calls of the control API. Any stands for each of them.
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

// The faults of the control API. Processing is our addition: a transfer that is
// answered "still being processed" for a while.
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
	defaultDelayMs      = 3000
	maxDelayMs          = 10 * 60 * 1000
)

var (
	calls = []Call{TransferIn, TransferOut, Status, Balance, Launch, Records, Create, Any}
	kinds = []Kind{DropRequest, DropResponse, Delay, CommitThen500, Refuse, NotFoundFlap, Duplicate,
		WrongAmount, Maintenance, PlayerInGame, Garbage, Processing}
)

// Fault is one switch: the next Times calls that fit go wrong. Times 0 or less
// means until the switches are cleared. DelayMs is how long a delay, a veil of
// "not found" or of "processing" lasts, in milliseconds of real time; 0 means
// three seconds.
type Fault struct {
	Target  string `json:"target"`
	Call    Call   `json:"call"`
	Kind    Kind   `json:"fault"`
	Times   int    `json:"times"`
	DelayMs int    `json:"delayMs"`
}

// Pause is the fault's length.
func (f Fault) Pause() time.Duration {
	if f.DelayMs == 0 {
		return defaultDelayMs * time.Millisecond
	}
	return time.Duration(f.DelayMs) * time.Millisecond
}

// Box is where the switches lie.
type Box struct {
	targets []string
	mu      sync.Mutex
	line    []Fault
}

// NewBox makes an empty box for the targets named, such as "venue:ky".
func NewBox(targets ...string) *Box { return &Box{targets: targets} }

// Set puts a switch at the end of the line, or says what is wrong with it.
func (b *Box) Set(f Fault) error {
	switch {
	case !slices.Contains(b.targets, f.Target):
		return fmt.Errorf("target %q is not one of %v", f.Target, b.targets)
	case !slices.Contains(calls, f.Call):
		return fmt.Errorf("call %q is not one of %v", f.Call, calls)
	case !slices.Contains(kinds, f.Kind):
		return fmt.Errorf("fault %q is not one of %v", f.Kind, kinds)
	case f.Kind == Processing && !strings.HasPrefix(f.Target, "venue:"):
		return fmt.Errorf("fault %q is for venues", f.Kind)
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

// List is the line as it stands, with what is left of each switch.
func (b *Box) List() []Fault {
	b.mu.Lock()
	defer b.mu.Unlock()
	return append([]Fault{}, b.line...)
}

// TakeOf is Take for a moment at which only some kinds of fault can strike.
func (b *Box) TakeOf(target string, call Call, only ...Kind) Fault {
	return b.take(func(f Fault) bool {
		return f.Target == target && (f.Call == call || f.Call == Any) && slices.Contains(only, f.Kind)
	})
}

// Take hands out the oldest switch that fits a call to target, and counts it
// down; the zero Fault when none does. A request may be two calls at once (a
// launch that creates the player). A switch set for "any" is passed over where
// skip names its kind: there it would mean nothing and be used up unseen.
func (b *Box) Take(target string, skip []Kind, asked ...Call) Fault {
	return b.take(func(f Fault) bool {
		if f.Call == Any {
			return f.Target == target && !slices.Contains(skip, f.Kind)
		}
		return f.Target == target && slices.Contains(asked, f.Call)
	})
}

func (b *Box) take(fits func(Fault) bool) Fault {
	b.mu.Lock()
	defer b.mu.Unlock()
	i := slices.IndexFunc(b.line, fits)
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
