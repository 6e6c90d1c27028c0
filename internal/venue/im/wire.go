package im

import (
	"encoding/json"
	"errors"

	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// The codes that decide something here.
const (
	codeOK           = "0"
	codePlayerExists = "503"
	codeNoPlayer     = "504"
	codeShort        = "510"
	codeNoOrderThere = "516" // not known at the provider
	codeNoOrder      = "541"
	codeNoData       = "558"
	codeNoBets       = "579"
)

// The states of an order. Processed is the vendor's odd name for "under way".
const (
	statusApproved  = "Approved"
	statusDeclined  = "Declined"
	statusProcessed = "Processed"
)

// pending are the codes that say that an order is being worked on.
var pending = map[string]bool{"517": true, "520": true, "556": true, "557": true, "560": true, "998": true}

// busy are the codes of a report call that came too early or beside another.
var busy = map[string]bool{"556": true, "557": true, "998": true}

// reasons are the codes that say definitely that a transfer was turned away. A
// code that is not here proves nothing about one.
var reasons = map[string]venue.Reason{
	codeNoPlayer: venue.Other, codeShort: venue.Insufficient, "540": venue.Blocked, "543": venue.Limit, "544": venue.InGame,
	"603": venue.Limit, "604": venue.Limit, "605": venue.Limit,
}

// settings are the codes that say that the contract's settings are not accepted.
var settings = map[string]bool{"501": true, "507": true, "508": true, "522": true, "601": true}

// reason puts a code into the contract's words.
func reason(code string) venue.Reason {
	if settings[code] {
		return venue.Setup
	}
	return reasons[code]
}

// errForm says that an answer does not have the vendor's form.
var errForm = errors.New("im: answer does not have the vendor's form")

// reply is an answer.
type reply struct {
	code, status, gameURL string
	balance               *wire.Decimal
	pagination            *pagination
	result                *[]json.RawMessage
}

type pagination struct {
	CurrentPage *wire.Integer `json:"CurrentPage"`
	ItemPerPage *wire.Integer `json:"ItemPerPage"`
	TotalCount  *wire.Integer `json:"TotalCount"`
}

// refusal puts an answer that is no yes into the contract's words.
func (r reply) refusal() *venue.Refusal {
	if r.code == codeOK {
		return &venue.Refusal{Code: wire.Clip(r.status)}
	}
	return &venue.Refusal{Reason: reason(r.code), Code: r.code}
}

// readReply reads an answer; the vendor writes Code as text and as a number. An
// answer with a code in small letters is not the vendor's.
func readReply(body []byte) (reply, error) {
	var names map[string]json.RawMessage
	if err := json.Unmarshal(body, &names); err != nil || names["Code"] == nil {
		return reply{}, errForm
	}
	var e struct {
		Code       *wire.Text         `json:"Code"`
		Status     wire.Text          `json:"Status"`
		GameURL    wire.Text          `json:"GameUrl"`
		Balance    *wire.Decimal      `json:"Balance"`
		Pagination *pagination        `json:"Pagination"`
		Result     *[]json.RawMessage `json:"Result"`
	}
	if err := json.Unmarshal(body, &e); err != nil || e.Code == nil || *e.Code == "" {
		return reply{}, errForm
	}
	return reply{
		code: wire.Clip(string(*e.Code)), status: string(e.Status), gameURL: string(e.GameURL), balance: e.Balance,
		pagination: e.Pagination, result: e.Result,
	}, nil
}

func (r reply) readBalance() (money.Fen, error) {
	if r.balance == nil {
		return 0, errForm
	}
	f, err := r.balance.Fen(money.Down) // less than a fen cannot be moved
	if err != nil || f < 0 {
		return 0, errForm
	}
	return f, nil
}
