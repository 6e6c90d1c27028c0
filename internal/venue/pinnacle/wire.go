package pinnacle

import (
	"bytes"
	"encoding/json"
	"errors"
	"regexp"
	"strings"

	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// The codes that decide something here.
const (
	codeNoPlayer  = "104"
	codeNoPlayer2 = "115"
	codeExists    = "111"
	codeToken     = "401"
	codeNoToken   = "403"
)

// The states of an order.
const (
	statusSuccess   = "SUCCESS"
	statusFailed    = "FAILED"
	statusNotExists = "NOT_EXISTS"
)

// reasons are the codes that say definitely that a transfer was turned away. A
// code that is not here proves nothing about one. 306 is not here: the vendor
// does not say what it answers to a reference it has seen.
var reasons = map[string]venue.Reason{
	"103": venue.Blocked, codeNoPlayer: venue.Other, "106": venue.Blocked, codeNoPlayer2: venue.Other, "307": venue.Other, "308": venue.Limit,
	"309": venue.Insufficient, "310": venue.Float, "311": venue.Limit, "405": venue.Other, "406": venue.Blocked,
}

// settings are the codes that say that the contract's settings are not accepted.
var settings = map[string]bool{
	"107": true, "108": true, "109": true, "110": true, "113": true, "116": true, "305": true, codeToken: true, codeNoToken: true, "407": true, "423": true,
}

var (
	// errForm says that an answer does not have the vendor's form.
	errForm = errors.New("answer does not have the vendor's form")

	// errTrace says that the vendor answered with a trace: it had an unexpected
	// fault, and nothing is known about the call. The trace may hold a token.
	errTrace = errors.New("the vendor had an unexpected fault")

	errorCode = regexp.MustCompile(`^[0-9]{1,6}$`)
)

// reply is an answer: an error's code, the fields of a success, or rows.
type reply struct {
	code   string
	fields fields
	rows   *[]json.RawMessage
}

type fields struct {
	LoginID          wire.Text     `json:"loginId"`
	AvailableBalance *wire.Decimal `json:"availableBalance"`
	Amount           *wire.Decimal `json:"amount"`
	Status           wire.Text     `json:"status"`
	LoginURL         wire.Text     `json:"loginUrl"`
}

// readReply reads an answer. An object with a code is an error, one with a trace
// an unexpected fault, and a list the rows of a report.
func readReply(body []byte) (reply, error) {
	if body = bytes.TrimSpace(body); len(body) > 0 && body[0] == '[' {
		var rows []json.RawMessage
		if err := json.Unmarshal(body, &rows); err != nil {
			return reply{}, errForm
		}
		return reply{rows: &rows}, nil
	}
	var e struct {
		Code  *wire.Text      `json:"code"`
		Trace json.RawMessage `json:"trace"`
		fields
	}
	if err := json.Unmarshal(body, &e); err != nil {
		return reply{}, errForm
	}
	switch {
	case e.Code != nil && !errorCode.MatchString(string(*e.Code)):
		return reply{}, errForm
	case e.Code != nil:
		return reply{code: string(*e.Code)}, nil
	case e.Trace != nil:
		return reply{}, errTrace
	case e.fields == fields{}:
		return reply{}, errForm
	}
	return reply{fields: e.fields}, nil
}

// isOf says whether a success is about an account.
func (r reply) isOf(account string) bool { return strings.EqualFold(string(r.fields.LoginID), account) }

// readAmount reads an amount that an answer must have.
func readAmount(d *wire.Decimal) (money.Fen, error) {
	if d == nil {
		return 0, errForm
	}
	f, err := d.Fen(money.Down) // less than a fen cannot be moved
	if err != nil || f < 0 {
		return 0, errForm
	}
	return f, nil
}
