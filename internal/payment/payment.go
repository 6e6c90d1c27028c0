package payment

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"hongyun/internal/money"
)

// Gateway is what every payment gateway must be able to do for us. All
// methods are safe for concurrent use, obey ctx and never put a secret into
// an error; none may be called inside a database transaction.
type Gateway interface {
	// Rules gives the gateway's limits; it asks nobody and never changes.
	Rules() Rules

	// NewRef makes our order number in a form the gateway accepts. It is
	// unique, asks nobody, and is stored before Collect is called.
	NewRef(at time.Time) string

	// Collect opens the order at the gateway and gives the place where the
	// player pays. An error of type *Refusal is a clear no; after any other
	// error the order may exist there, so it stays open with us and Lookup or
	// a callback decides.
	Collect(ctx context.Context, o Order) (Collection, error)

	// Lookup asks what became of an order. An error always comes with the
	// state Unknown. It is ErrNoQuery, at once and for every order, where the
	// company answers no questions about orders.
	Lookup(ctx context.Context, ref string) (Status, error)

	// ReadCallback checks that a callback was made by the gateway for our
	// merchant account and reads it. It asks nobody. An error (ErrForged or
	// ErrUnreadable) means: not authentic, change nothing. It says nothing
	// about whether the order exists or the amount is the one asked for.
	ReadCallback(raw Raw) (Notice, error)

	// Acknowledge gives the answer that stops the gateway's repetitions. Send
	// it only after the commit (trust CBK-4).
	Acknowledge() (contentType, body string)
}

// Rules are the limits of one gateway.
type Rules struct {
	MinAmount money.Fen     // smallest order; 0 means none
	MaxAmount money.Fen     // largest order; 0 means none
	Timeout   time.Duration // longest time one call may take

	// NoQuery says that the gateway answers no questions about orders: Lookup is
	// ErrNoQuery for every order.
	NoQuery bool

	// Unasked is for a gateway that answers no questions about orders: a signed
	// notice of less is credited on its signature alone, one of this amount or
	// more is checked by a person. 0 leaves every notice to a person.
	Unasked money.Fen
}

// Order is a collection to open.
type Order struct {
	Ref       string    // made by NewRef and stored before the call
	At        time.Time // when the order was made, the same in a repetition
	Amount    money.Fen
	Subject   string // shown on the cashier page
	Method    string // the gateway's own code of the way to pay, such as "alipay"
	NotifyURL string // carries the order's own random token (trust CBK-5)
	ReturnURL string
	ClientIP  string
}

// Collection is how the player pays: an address to open, the text of a QR code,
// or a message that says what to do. At least one of them is there; which one is
// shown depends on the channel's style.
type Collection struct {
	Link string // an http address, opened in a window of its own
	QR   string // drawn as a code, which the payer scans
	// Message is plain text for the payer, such as an account to transfer to. A line
	// may be "name：value". It is shown as it came and is never markup.
	Message string
	// GatewayTxn is the gateway's own number, "" when it gives none yet.
	GatewayTxn string
}

// State is what a gateway says about an order.
type State int

// The zero State is Unknown, so that forgetting to decide decides nothing.
const (
	Unknown State = iota
	Open          // known there and not paid yet
	Paid
	Failed // closed there, will not be paid
	Absent // the gateway has never heard of it
)

// String gives the state in lower case, as logs write it.
func (s State) String() string {
	switch s {
	case Unknown:
		return "unknown"
	case Open:
		return "open"
	case Paid:
		return "paid"
	case Failed:
		return "failed"
	case Absent:
		return "absent"
	}
	return fmt.Sprintf("state(%d)", int(s))
}

// Status is the answer of Lookup. Amount is what was really paid, as far as
// the gateway says; it counts only in the state Paid.
type Status struct {
	State      State
	Amount     money.Fen
	GatewayTxn string
	PaidAt     time.Time // by the gateway's clock; zero where it does not say
}

// Raw is a callback as it arrived.
type Raw struct {
	Method string
	Query  url.Values
	Body   []byte
	Header http.Header
}

// Notice is what an authentic callback says.
type Notice struct {
	Ref        string // our order number
	GatewayTxn string // the gateway's own number; one credits once (trust CBK-3)
	Amount     money.Fen
	Paid       bool
}

// ErrForged says that a callback does not carry the gateway's signature for
// our merchant account.
var ErrForged = errors.New("callback is not signed by the gateway for us")

// ErrUnreadable says that a callback does not have the gateway's form.
var ErrUnreadable = errors.New("callback does not have the gateway's form")

// ErrNoQuery says that a gateway answers no questions about orders: what its
// notices say is all that can be learned.
var ErrNoQuery = errors.New("the gateway answers no questions about orders")

// Refusal is a gateway's clear no to Collect.
type Refusal struct {
	Code string // the gateway's own code, for operators
}

// Error names the gateway's code, never its text.
func (r *Refusal) Error() string { return "gateway refused the order (code " + r.Code + ")" }
