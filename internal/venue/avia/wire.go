package avia

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// The codes that decide something here, in capitals.
const (
	codeNoPlayer      = "NOUSER"
	codePlayerExists  = "EXISTSUSER"
	codeNoOrder       = "NOORDER"
	codeOrderNotFound = "ORDER_NOTFOUND"
)

// reasons are the codes that say clearly that a call was turned away before
// anything moved. A code that is not here (EXISTSORDER, FAILD, TIMEOUT, STATUS,
// PROCCESSING, CONTENT, unknown ones) proves nothing about a transfer.
var reasons = map[string]venue.Reason{
	"NOUSER": venue.Other, "BADNAME": venue.Other, "BADPASSWORD": venue.Other, "BADMONEY": venue.Limit, "TRANSFER_NO_ACTION": venue.Other,
	"IP": venue.Setup, "AUTHORIZATION": venue.Setup, "DOMAIN": venue.Setup, "SIGN": venue.Setup, "CONFIGERROR": venue.Setup,
	"USERLOCK": venue.Blocked, "NOBALANCE": venue.Insufficient, "NOCREDIT": venue.Float, "NOSUPPORT": venue.Other, "MAINTENANCE": venue.Maintenance,
}

// errForm says that an answer does not have the vendor's form.
var errForm = errors.New("avia: answer does not have the vendor's form")

// reply is an answer: what it holds, or the code of the failure.
type reply struct {
	ok   bool
	code string // in capitals; "" where ok
	info json.RawMessage
}

// refusal puts a code into the contract's words.
func (r reply) refusal() *venue.Refusal {
	return &venue.Refusal{Reason: reasons[r.code], Code: r.code}
}

// readReply reads the envelope of every answer.
func readReply(body []byte) (reply, error) {
	var e struct {
		Success *wire.Integer   `json:"success"`
		Info    json.RawMessage `json:"info"`
	}
	if err := json.Unmarshal(body, &e); err != nil || e.Success == nil {
		return reply{}, errForm
	}
	switch *e.Success {
	case 1:
		return reply{ok: true, info: e.Info}, nil
	case 0:
		var failure struct {
			Error wire.Text `json:"Error"`
		}
		_ = json.Unmarshal(e.Info, &failure) // a failure without a code is one all the same
		return reply{code: strings.ToUpper(wire.Or(wire.Clip(string(failure.Error)), "no code"))}, nil
	}
	return reply{}, errForm
}

// readTransfer reads the yes to an order. A yes to another order is no answer.
func readTransfer(info []byte, m venue.Movement) (venue.Outcome, error) {
	var r struct {
		OrderID  *wire.Text    `json:"OrderID"`
		UserName *wire.Text    `json:"UserName"`
		Money    *wire.Decimal `json:"Money"`
	}
	if err := json.Unmarshal(info, &r); err != nil {
		return venue.Unknown, errForm
	}
	if differs(r.OrderID, m.Ref) || differs(r.UserName, m.Account) {
		return venue.Unknown, fmt.Errorf("%w: it is about another order", errForm)
	}
	if r.Money != nil {
		if moved, err := size(*r.Money); err != nil || moved != m.Amount {
			return venue.Unknown, fmt.Errorf("%w: it is about another amount", errForm)
		}
	}
	return venue.Done, nil
}

// differs tells whether a field is there and holds something else. The vendor
// does not tell names apart by case.
func differs(field *wire.Text, want string) bool {
	return field != nil && *field != "" && !strings.EqualFold(string(*field), want)
}

// size is an amount without its sign, which the direction gives.
func size(d wire.Decimal) (money.Fen, error) {
	f, err := d.Fen(money.HalfUp)
	if err != nil {
		return 0, errForm
	}
	return max(f, -f), nil
}

// readOrder reads what became of an order.
func readOrder(info []byte, ref string) (venue.Answer, error) {
	var r struct {
		Status  *wire.Text    `json:"Status"`
		Money   *wire.Decimal `json:"Money"`
		OrderID *wire.Text    `json:"OrderID"`
	}
	if err := json.Unmarshal(info, &r); err != nil || r.Status == nil {
		return venue.Answer{}, errForm
	}
	if differs(r.OrderID, ref) {
		return venue.Answer{}, fmt.Errorf("%w: it is about another order", errForm)
	}
	switch *r.Status {
	case "None": // under way
		return venue.Answer{}, nil
	case "Faild": // as the vendor spells it
		return venue.Answer{Outcome: venue.Refused}, nil
	case "Finish":
		if r.Money == nil {
			return venue.Answer{Outcome: venue.Done}, nil
		}
		moved, err := size(*r.Money)
		if err != nil {
			return venue.Answer{}, err
		}
		return venue.Answer{Outcome: venue.Done, Amount: moved}, nil
	}
	return venue.Answer{}, fmt.Errorf("avia: order has the unknown state %q", wire.Clip(string(*r.Status)))
}

func readBalance(info []byte) (money.Fen, error) {
	var r struct {
		Money *wire.Decimal `json:"Money"`
	}
	if err := json.Unmarshal(info, &r); err != nil || r.Money == nil {
		return 0, errForm
	}
	f, err := r.Money.Fen(money.Down) // less than a fen cannot be moved
	if err != nil || f < 0 {
		return 0, errForm
	}
	return f, nil
}

func readURL(info []byte) (string, error) {
	var r struct {
		URL string `json:"Url"`
	}
	if err := json.Unmarshal(info, &r); err != nil || r.URL == "" {
		return "", errForm
	}
	return r.URL, nil
}
