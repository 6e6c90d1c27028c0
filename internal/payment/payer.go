package payment

import (
	"context"
	"time"

	"hongyun/internal/money"
)

// Payer is a company that pays bank cards for us (代付). All methods are safe for
// concurrent use, obey ctx and never put a secret or a destination into an error;
// none may be called inside a database transaction.
type Payer interface {
	// Rules gives the company's limits; it asks nobody and never changes.
	Rules() Rules

	// NewRef makes our number of a pay-out in a form the company accepts. It is
	// unique, asks nobody, and is stored before Pay is called.
	NewRef(at time.Time) string

	// Pay orders a pay-out. It is called at most once for a reference. No error
	// means that the company took the order, not that it has paid. A *PayoutRefusal
	// is the company's no; after any other error the order may exist there.
	Pay(ctx context.Context, p Payout) (txn string, err error)

	// Lookup asks what became of a pay-out. An error always comes with the state
	// Unknown. In the state Paid, Amount is what the company says it paid.
	Lookup(ctx context.Context, ref string) (Status, error)

	// ReadCallback checks that a callback was made by the company for our merchant
	// account and reads it. It asks nobody. An error (ErrForged or ErrUnreadable)
	// means: not authentic, change nothing.
	ReadCallback(raw Raw) (PayoutNotice, error)

	// Acknowledge gives the answer that stops the company's repetitions. Send it
	// only after the commit.
	Acknowledge() (contentType, body string)
}

// Payout is a pay-out to order.
type Payout struct {
	Ref       string // made by NewRef and stored before the call
	Amount    money.Fen
	Bank      string // our code of the bank, such as ICBC
	BankName  string // Chinese
	Branch    string
	Holder    string
	Number    string // of the card, digits
	Province  string // Chinese
	City      string
	NotifyURL string // carries the pay-out's own random token
}

// PayoutNotice is what an authentic callback about a pay-out says.
type PayoutNotice struct {
	Ref    string
	Txn    string // the company's own number
	Amount money.Fen
	State  State  // Open, Paid or Failed
	Said   string // the company's words, plain and bounded; for staff
}

// PayoutRefusal is a company's no to Pay. Where NotSent is set, the order never
// left us. Otherwise the caller asks what became of it before it pays another way:
// companies are known that refused and paid.
type PayoutRefusal struct {
	Code      string // of the company, for people
	Said      string // the company's words, plain and bounded; for staff
	NoBalance bool   // our balance at the company is too small
	NotSent   bool
}

// Error names the company's code, never its words.
func (r *PayoutRefusal) Error() string { return "the company refused the pay-out (" + r.Code + ")" }
