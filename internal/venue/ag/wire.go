package ag

import (
	"encoding/xml"
	"errors"
	"regexp"
	"strings"

	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// The codes that decide something.
const (
	codeOK        = "0"
	codeFailed    = "1" // failed, or not processed
	codeBadAmount = "2"
	codeDuplicate = "duplicate_transfer"
	codeError     = "error"
)

// reasons are the codes that say clearly that a call was turned away before
// anything moved: words of info, or the number in msg. A code that is not here
// (1, network_error, duplicate_transfer, error, unknown ones) proves nothing
// about a transfer.
var reasons = map[string]venue.Reason{
	codeBadAmount: venue.Limit, "10000": venue.Limit, "key_error": venue.Setup, "account_add_fail": venue.Other,
	"account_not_exist": venue.Other, "account_not_exit": venue.Other, "60001": venue.Other,
	"not_enough_credit": venue.Insufficient, "10002": venue.Insufficient,
}

// errForm says that an answer does not have the vendor's form.
var errForm = errors.New("ag: answer does not have the vendor's form")

// errorNumber is how msg begins when it has a code of its own.
var errorNumber = regexp.MustCompile(`^error:\s*([0-9]{1,6})\b`)

// reply is an answer of the command interface.
type reply struct {
	info string
	code string // info, or the number of msg, which says more
}

// readReply reads an answer. info 0 beside an error in msg is no yes.
func readReply(body []byte) (reply, error) {
	var x struct {
		XMLName xml.Name
		Info    *string `xml:"info,attr"`
		Msg     string  `xml:"msg,attr"`
	}
	if err := xml.Unmarshal(body, &x); err != nil || x.XMLName.Local != "result" || x.Info == nil || *x.Info == "" {
		return reply{}, errForm
	}
	r := reply{info: *x.Info, code: wire.Clip(*x.Info)}
	switch number := errorNumber.FindStringSubmatch(x.Msg); {
	case number != nil:
		r.code = number[1]
	case strings.HasPrefix(x.Msg, "error") && r.code == codeOK:
		r.code = codeError
	}
	return r, nil
}

func (r reply) ok() bool { return r.code == codeOK }

func (r reply) noPlayer() bool {
	return r.code == "account_not_exist" || r.code == "account_not_exit" || r.code == "60001"
}

// refusal puts a code into the contract's words.
func (r reply) refusal() *venue.Refusal {
	return &venue.Refusal{Reason: reasons[r.code], Code: r.code}
}

// balance reads info as an amount, which it is where msg holds no error.
func (r reply) balance() (money.Fen, error) {
	if r.code != wire.Clip(r.info) {
		return 0, r.refusal()
	}
	f, err := wire.Decimal(r.info).Fen(money.Down) // less than a fen cannot be moved
	if err != nil && reasons[r.code] != 0 {
		return 0, r.refusal()
	}
	if err != nil || f < 0 {
		return 0, errForm
	}
	return f, nil
}
