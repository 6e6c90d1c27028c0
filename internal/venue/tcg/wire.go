package tcg

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// The codes that decide something.
const (
	codeOK      = 0
	codeNoUser  = 15
	codeNoOrder = 24
)

// reasons are the codes that turn a call away before anything moves. A code
// that is not here (1 unknown, 12 duplicate reference, 23 busy) proves nothing.
var reasons = map[int]venue.Reason{
	2: venue.Other, 3: venue.Setup, 4: venue.Setup, 5: venue.Setup, 6: venue.Setup, 7: venue.Setup, 8: venue.Setup, 10: venue.Setup,
	11: venue.Insufficient, 13: venue.Other, 15: venue.Other, 16: venue.Float, 21: venue.Setup, 22: venue.Other, 26: venue.Limit,
	27: venue.Maintenance, 28: venue.Blocked,
}

// The states of a transfer.
const (
	stateSuccess  = "SUCCESS"
	stateFailed   = "FAILED"
	statePending  = "PENDING"
	stateUnknown  = "UNKNOWN"
	stateNotFound = "NOT FOUND"
)

// errForm says that an answer does not have the vendor's form.
var errForm = errors.New("tcg: answer does not have the vendor's form")

// reply is an answer.
type reply struct {
	status int

	Status      *wire.Integer   `json:"status"`
	Balance     *wire.Decimal   `json:"balance"`
	Transaction wire.Text       `json:"transaction_status"`
	Details     json.RawMessage `json:"transaction_details"`
	GameURL     wire.Text       `json:"game_url"`
}

func readReply(body []byte) (reply, error) {
	var r reply
	if err := json.Unmarshal(body, &r); err != nil || r.Status == nil {
		return reply{}, errForm
	}
	r.status = int(*r.Status)
	return r, nil
}

func (r reply) ok() bool { return r.status == codeOK }

// transaction is the state of a transfer in one spelling.
func (r reply) transaction() string {
	return strings.ReplaceAll(strings.ToUpper(strings.TrimSpace(string(r.Transaction))), "_", " ")
}

// definite says whether a transfer that was answered so was turned away.
func (r reply) definite() bool {
	if r.ok() {
		return r.transaction() == stateFailed
	}
	_, there := reasons[r.status]
	return there
}

// refusal puts an answer that is no yes into the contract's words.
func (r reply) refusal() *venue.Refusal {
	code := strconv.Itoa(r.status)
	if r.ok() {
		code = wire.Clip(r.transaction())
	}
	return &venue.Refusal{Reason: reasons[r.status], Code: code}
}

func (r reply) readBalance() (money.Fen, error) {
	if r.Balance == nil {
		return 0, errForm
	}
	f, err := r.Balance.Fen(money.Down) // less than a fen cannot be moved
	if err != nil || f < 0 {
		return 0, errForm
	}
	return f, nil
}

// readOrder reads what became of an order.
func (r reply) readOrder(ref string) (venue.Answer, error) {
	moved, err := r.moved(ref)
	if err != nil {
		return venue.Answer{}, err
	}
	switch state := r.transaction(); state {
	case stateSuccess:
		return venue.Answer{Outcome: venue.Done, Amount: moved}, nil
	case stateFailed:
		return venue.Answer{Outcome: venue.Refused, Amount: moved}, nil
	case stateNotFound:
		return venue.Answer{Outcome: venue.Absent}, nil
	case statePending, stateUnknown:
		return venue.Answer{}, nil
	default:
		return venue.Answer{}, fmt.Errorf("tcg: the order has the unknown state %q", wire.Clip(state))
	}
}

// moved is the amount in the details of an order, 0 where they do not say. The
// form of the details is uncertain: what is no object says nothing, and details
// of another order are no answer.
func (r reply) moved(ref string) (money.Fen, error) {
	if len(r.Details) == 0 || r.Details[0] != '{' {
		return 0, nil
	}
	var d struct {
		Amount    *wire.Decimal `json:"amount"`
		Reference wire.Text     `json:"reference_no"`
	}
	if err := json.Unmarshal(r.Details, &d); err != nil {
		return 0, errForm
	}
	if d.Reference != "" && string(d.Reference) != ref {
		return 0, fmt.Errorf("%w: it is about another order", errForm)
	}
	if d.Amount == nil {
		return 0, nil
	}
	f, err := d.Amount.Fen(money.HalfUp)
	if err != nil {
		return 0, errForm
	}
	return max(f, -f), nil
}
