package fb

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

const codeOK = "0"

// Meaning is what a code of the vendor says, in a contract's own table.
type Meaning string

// The meanings a contract may give. Those that say definitely that a transfer
// was turned away are believed when the order's record does not say otherwise.
const (
	NoUser       Meaning = "no user"
	NoOrder      Meaning = "no order"
	Ongoing      Meaning = "ongoing" // the order is being worked on
	TooSoon      Meaning = "too soon"
	Insufficient Meaning = "insufficient"
	NoFloat      Meaning = "float"
	InGame       Meaning = "in game"
	Limit        Meaning = "limit"
	Blocked      Meaning = "blocked"
	Refused      Meaning = "refused"
	Setup        Meaning = "setup" // the vendor does not accept the contract's settings
)

var reasons = map[Meaning]venue.Reason{
	Insufficient: venue.Insufficient, NoFloat: venue.Float, InGame: venue.InGame, Limit: venue.Limit, Blocked: venue.Blocked,
	Refused: venue.Other, NoUser: venue.Other,
}

// definite says whether a transfer that was answered so was turned away.
func (m Meaning) definite() bool { _, there := reasons[m]; return there }

func (m Meaning) reason() venue.Reason {
	if m == Setup {
		return venue.Setup
	}
	return reasons[m]
}

func (m Meaning) known() bool {
	return m.definite() || m == NoOrder || m == Ongoing || m == TooSoon || m == Setup
}

// errForm says that an answer does not have the vendor's form.
var errForm = errors.New("fb: answer does not have the vendor's form")

// reply is an answer.
type reply struct {
	success bool
	code    string
	data    json.RawMessage
}

func (r reply) ok() bool { return r.success && r.code == codeOK }

// empty says that an answer holds nothing beside its code.
func (r reply) empty() bool { return len(r.data) == 0 || bytes.Equal(r.data, []byte("null")) }

// means looks a code up in the contract's table. "" is a code that proves nothing.
func (v *Venue) means(r reply) Meaning {
	if r.ok() {
		return ""
	}
	return v.config.Meanings[r.code]
}

// refusal puts an answer that is no yes into the contract's words.
func (v *Venue) refusal(r reply) *venue.Refusal {
	return &venue.Refusal{Reason: v.means(r).reason(), Code: r.code}
}

// readReply reads an answer. One whose success and code contradict each other
// is neither yes nor no.
func readReply(body []byte) (reply, error) {
	var e struct {
		Success *bool           `json:"success"`
		Code    *wire.Text      `json:"code"`
		Data    json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(body, &e); err != nil || e.Success == nil || e.Code == nil || *e.Code == "" || *e.Success != (*e.Code == codeOK) {
		return reply{}, errForm
	}
	return reply{success: *e.Success, code: wire.Clip(string(*e.Code)), data: e.Data}, nil
}

// readStatus reads the record of an order.
func (r reply) readStatus() (venue.Outcome, error) {
	var d struct {
		Status *wire.Integer `json:"status"`
	}
	if err := json.Unmarshal(r.data, &d); err != nil || d.Status == nil {
		return venue.Unknown, errForm
	}
	switch *d.Status {
	case 0:
		return venue.Refused, nil
	case 1:
		return venue.Done, nil
	}
	return venue.Unknown, fmt.Errorf("fb: order has the unknown status %d", *d.Status)
}

// readBalance reads /user/detail. One source of the sheet reads a list of
// wallets instead, in an undocumented form, which is not understood.
func (r reply) readBalance() (money.Fen, error) {
	var d struct {
		Balance *wire.Decimal `json:"balance"`
	}
	if err := json.Unmarshal(r.data, &d); err != nil || d.Balance == nil {
		return 0, errForm
	}
	f, err := d.Balance.Fen(money.Down) // less than a fen cannot be moved
	if err != nil || f < 0 {
		return 0, errForm
	}
	return f, nil
}

// token is what opens the book, and where.
type token struct {
	Token  wire.Text `json:"token"`
	Server struct {
		PC      wire.Text `json:"pcAddress"`
		H5      wire.Text `json:"h5Address"`
		API     wire.Text `json:"apiServerAddress"`
		Push    wire.Text `json:"pushServerAddress"`
		Virtual wire.Text `json:"virtualAddress"`
	} `json:"serverInfo"`
}

func (r reply) readToken() (token, error) {
	var t token
	if err := json.Unmarshal(r.data, &t); err != nil || t.Token == "" {
		return token{}, errForm
	}
	return t, nil
}
