package bbin

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// The codes that decide something here.
const (
	codeCreated     = "21100"
	codeExists      = "21001"
	codeTransferred = "11100"
	codeName        = "47005"
)

// reasons are the codes that say clearly that a call was turned away before
// anything moved. A code that is not here (10011, 44003, unknown ones) proves
// nothing about a transfer.
var reasons = map[string]venue.Reason{
	"10002": venue.Insufficient, "10008": venue.Limit, codeName: venue.Other,
	"44000": venue.Setup, "44900": venue.Setup, "40014": venue.Setup,
}

// errForm says that an answer does not have the vendor's form.
var errForm = errors.New("bbin: answer does not have the vendor's form")

// reply is an answer: its data, and the code where the data hold one.
type reply struct {
	ok    bool
	code  string
	data  json.RawMessage
	pages json.RawMessage
}

// refusal puts a code into the contract's words.
func (r reply) refusal() *venue.Refusal {
	return &venue.Refusal{Reason: reasons[r.code], Code: wire.Or(r.code, "no code")}
}

// readReply reads the envelope of every answer.
func readReply(body []byte) (reply, error) {
	var e struct {
		Result     *bool           `json:"result"`
		Data       json.RawMessage `json:"data"`
		Pagination json.RawMessage `json:"pagination"`
	}
	if err := json.Unmarshal(body, &e); err != nil || e.Result == nil || len(e.Data) == 0 {
		return reply{}, errForm
	}
	var said struct {
		Code wire.Text `json:"Code"`
	}
	_ = json.Unmarshal(e.Data, &said) // a list and an order have no code
	return reply{ok: *e.Result, code: wire.Clip(string(said.Code)), data: e.Data, pages: e.Pagination}, nil
}

// readOrder reads what became of an order.
func readOrder(data []byte, ref string) (venue.Answer, error) {
	var r struct {
		TransID wire.Text     `json:"TransID"`
		Status  *wire.Integer `json:"Status"`
	}
	if err := json.Unmarshal(data, &r); err != nil || r.Status == nil {
		return venue.Answer{}, errForm
	}
	if r.TransID != "" && string(r.TransID) != ref {
		return venue.Answer{}, fmt.Errorf("%w: it is about another order", errForm)
	}
	switch *r.Status {
	case 1:
		return venue.Answer{Outcome: venue.Done}, nil
	case -1:
		return venue.Answer{Outcome: venue.Absent}, nil
	}
	return venue.Answer{}, nil // under way, or a state that no source knows
}

// readBalance reads the balance of the player who was asked for.
func readBalance(data []byte, account string) (money.Fen, error) {
	var list []struct {
		LoginName wire.Text     `json:"LoginName"`
		Currency  wire.Text     `json:"Currency"`
		Balance   *wire.Decimal `json:"Balance"`
	}
	if err := json.Unmarshal(data, &list); err != nil || len(list) != 1 || list[0].Balance == nil {
		return 0, errForm
	}
	r := list[0]
	if (r.LoginName != "" && !strings.EqualFold(string(r.LoginName), account)) || !isYuan(r.Currency) {
		return 0, fmt.Errorf("%w: it is about another account", errForm)
	}
	f, err := r.Balance.Fen(money.Down) // less than a fen cannot be moved
	if err != nil || f < 0 {
		return 0, errForm
	}
	return f, nil
}

// isYuan tells whether a currency is the contract's. Both names are in use.
func isYuan(currency wire.Text) bool { return currency == "" || currency == "RMB" || currency == "CNY" }
