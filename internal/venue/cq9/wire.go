package cq9

import (
	"encoding/json"
	"errors"
	"fmt"

	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// The codes that decide something here; the rest of the vendor's list is in
// reasons.
const (
	codeOK           = "0"
	codeNoPlayer     = "2"
	codePlayerExists = "6"
	codeNoData       = "8"
	codeNoGame       = "13"
	codeBadLogin     = "14"
	codeInProgress   = "33"
)

// reasons are the codes that say clearly that a call was turned away before
// anything moved. A code that is not here (9 known reference, 33 under way,
// 100 to 113 internal faults, unknown ones) proves nothing about a transfer.
var reasons = map[string]venue.Reason{
	"1": venue.Insufficient, "2": venue.Other, "3": venue.Setup, "4": venue.Setup, "5": venue.Other, "7": venue.Setup,
	"10": venue.Other, "11": venue.Other, "12": venue.Setup, "13": venue.Other, "14": venue.Other, "15": venue.Other,
	"23": venue.Maintenance, "24": venue.Other, "28": venue.Setup, "31": venue.Setup,
	"200": venue.Setup, "201": venue.Setup, "202": venue.Blocked,
}

// refusal puts a code into the contract's words.
func refusal(code string) *venue.Refusal {
	return &venue.Refusal{Reason: reasons[code], Code: wire.Clip(code)}
}

// errForm says that an answer does not have the vendor's form.
var errForm = errors.New("cq9: answer does not have the vendor's form")

// reply is an answer with its code taken out of the envelope.
type reply struct {
	code string
	data json.RawMessage
}

// readReply reads the envelope of every answer.
func readReply(body []byte) (reply, error) {
	var e struct {
		Data   json.RawMessage `json:"data"`
		Status *struct {
			Code *wire.Text `json:"code"`
		} `json:"status"`
	}
	if err := json.Unmarshal(body, &e); err != nil || e.Status == nil || e.Status.Code == nil || *e.Status.Code == "" {
		return reply{}, errForm
	}
	return reply{code: string(*e.Status.Code), data: e.Data}, nil
}

// readRecord reads what became of an order. An answer about another order is
// no answer.
func readRecord(data []byte, ref string) (venue.Answer, error) {
	var r struct {
		MTCode *wire.Text    `json:"mtcode"`
		Status *wire.Text    `json:"status"`
		Amount *wire.Decimal `json:"amount"`
	}
	if err := json.Unmarshal(data, &r); err != nil || r.Status == nil {
		return venue.Answer{}, errForm
	}
	if r.MTCode != nil && string(*r.MTCode) != ref {
		return venue.Answer{}, fmt.Errorf("%w: it is about another order", errForm)
	}
	var a venue.Answer
	switch *r.Status {
	case "success":
		a.Outcome = venue.Done
	case "failed":
		a.Outcome = venue.Refused
	case "pending": // stays Unknown
	default:
		return venue.Answer{}, fmt.Errorf("cq9: order has the unknown state %q", wire.Clip(string(*r.Status)))
	}
	if r.Amount != nil && a.Outcome == venue.Done {
		moved, err := r.Amount.Fen(money.HalfUp)
		if err != nil {
			return venue.Answer{}, errForm
		}
		if a.Amount = moved; moved < 0 { // a withdrawal may be written as a negative amount
			a.Amount = -moved
		}
	}
	return a, nil
}

func readBalance(data []byte) (money.Fen, error) {
	var r struct {
		Balance *wire.Decimal `json:"balance"`
	}
	if err := json.Unmarshal(data, &r); err != nil || r.Balance == nil {
		return 0, errForm
	}
	f, err := r.Balance.Fen(money.Down) // less than a fen cannot be moved
	if err != nil {
		return 0, errForm
	}
	return f, nil
}

func readToken(data []byte) (string, error) {
	var r struct {
		UserToken string `json:"usertoken"`
	}
	if err := json.Unmarshal(data, &r); err != nil || r.UserToken == "" {
		return "", errForm
	}
	return r.UserToken, nil
}

func readURL(data []byte) (string, error) {
	var r struct {
		URL string `json:"url"`
	}
	if err := json.Unmarshal(data, &r); err != nil || r.URL == "" {
		return "", errForm
	}
	return r.URL, nil
}
