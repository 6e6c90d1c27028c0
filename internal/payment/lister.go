package payment

import (
	"context"
	"errors"
	"time"

	"hongyun/internal/money"
)

// Lister is a gateway that gives its own list of our orders. Callers find it by
// type assertion; without it, an order is only found by asking for it.
type Lister interface {
	// List gives every order that was opened at the gateway in [from, to),
	// paid or not. An error means that nothing is known; ErrNoList that this
	// account of the gateway has no list, so each order must be looked up.
	List(ctx context.Context, from, to time.Time) ([]Line, error)
}

// Line is one order in a gateway's own list, or in its statement.
type Line struct {
	Ref        string // our order number
	GatewayTxn string
	Amount     money.Fen // what was paid, or what is asked for while it is not
	State      State
	At         time.Time // when it was paid, or opened while it is not; zero if the gateway does not say
}

// ErrNoList says that a gateway does not list orders for this account.
var ErrNoList = errors.New("the gateway gives no list of orders")
