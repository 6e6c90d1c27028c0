package fourparty

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"hongyun/internal/money"
	"hongyun/internal/payment"
	"hongyun/internal/payment/wire"
)

var (
	// errGarbage says that an answer does not have the convention's form. It never
	// quotes the answer.
	errGarbage = errors.New("fourparty: answer does not have the convention's form")
	// errKnown says that the gateway has the order already, and does not say again
	// where it is paid.
	errKnown = errors.New("fourparty: the gateway knows the order already")
)

const (
	codePaid    = "00"
	stateOpen   = "NOTPAY"
	statePaid   = "SUCCESS"
	statusError = "error"
	repeated    = "重复订单" // in the message of an order that is there already
)

// created is the answer to an order. Its success is told in status or in code,
// and the place to pay stands under one of several names (see README.md). Names
// are read in upper and lower case alike.
type created struct {
	Status  wire.Text `json:"status"`
	Code    wire.Text `json:"code"`
	Msg     wire.Text `json:"msg"`
	PayURL  string    `json:"payUrl"`
	PayURL2 string    `json:"pay_url"`
	CodeURL string    `json:"codeUrl"` // the text of a code to scan
	OrderSN wire.Text `json:"order_sn"`
}

// done reports whether an answer says success.
func (c created) done() bool {
	said := string(c.Status)
	if said == "" {
		said = string(c.Code)
	}
	return said == "1" || said == "success"
}

// readCreated reads the place to pay: the address of a redirect, or a JSON answer.
// A page of another company is never taken over: it is an answer without form.
func readCreated(answer wire.Answer) (payment.Collection, error) {
	switch answer.Status {
	case http.StatusFound, http.StatusSeeOther:
		if !wire.WebAddress(answer.Location) {
			return payment.Collection{}, errGarbage
		}
		return payment.Collection{Link: answer.Location}, nil
	}
	body, err := answer.Text()
	if err != nil {
		return payment.Collection{}, fmt.Errorf("fourparty: create order: %w", err)
	}
	var c created
	if err := json.Unmarshal(body, &c); err != nil || (c.Status == "" && c.Code == "") {
		return payment.Collection{}, errGarbage
	}
	switch {
	case c.Status == statusError && strings.Contains(string(c.Msg), repeated):
		return payment.Collection{}, errKnown
	case c.Status == statusError:
		return payment.Collection{}, &payment.Refusal{Code: statusError}
	case !c.done():
		return payment.Collection{}, fmt.Errorf("%w: it has an unknown code", errGarbage)
	}
	place := payment.Collection{Link: c.PayURL, QR: c.CodeURL, GatewayTxn: string(c.OrderSN)}
	if place.Link == "" {
		place.Link = c.PayURL2
	}
	if (place.Link == "" && place.QR == "") || (place.Link != "" && !wire.WebAddress(place.Link)) ||
		(place.GatewayTxn != "" && !gatewayNo.MatchString(place.GatewayTxn)) {
		return payment.Collection{}, errGarbage
	}
	return place, nil
}

// readQueried reads the answer to a query, which is signed like a notice.
// returncode only says that the question was answered.
func (g *Gateway) readQueried(body []byte, ref string) (payment.Status, error) {
	var no struct{ Status wire.Text }
	if json.Unmarshal(body, &no) == nil && no.Status == statusError {
		return payment.Status{}, errors.New("fourparty: the query was not answered")
	}
	values, ok := wire.Object(body)
	switch {
	case !ok || !authentic(values, g.config.Key):
		return payment.Status{}, errGarbage
	case values["orderid"] != ref || !g.ours(values["memberid"]):
		return payment.Status{}, fmt.Errorf("%w: it is about another order", errGarbage)
	case values["returncode"] != codePaid, values["transaction_id"] != "" && !gatewayNo.MatchString(values["transaction_id"]):
		return payment.Status{}, errGarbage
	}
	s := payment.Status{GatewayTxn: values["transaction_id"]}
	switch values["trade_state"] {
	case stateOpen:
		s.State = payment.Open
	case statePaid:
		paid, ok := received(values)
		if !ok {
			return payment.Status{}, errGarbage
		}
		s.State, s.Amount = payment.Paid, paid
		// A form that nobody promised: a time that cannot be read is no time.
		if at, err := time.ParseInLocation(time.DateTime, values["time_end"], beijing); err == nil {
			s.PaidAt = at
		}
	default:
		return payment.Status{}, fmt.Errorf("%w: the order has an unknown state", errGarbage)
	}
	return s, nil
}

// received is what was paid: true_amount where a gateway has it, else amount,
// which is the order's.
func received(values map[string]string) (money.Fen, bool) {
	if values["true_amount"] != "" {
		return wire.Yuan(values["true_amount"])
	}
	return wire.Yuan(values["amount"])
}
