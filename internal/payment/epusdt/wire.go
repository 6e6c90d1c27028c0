package epusdt

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"hongyun/internal/money"
	"hongyun/internal/payment"
	"hongyun/internal/payment/wire"
)

var (
	// errGarbage says that an answer does not have the document's form. It never
	// quotes the answer.
	errGarbage = errors.New("epusdt: answer does not have the document's form")
	// errKnown says that the company has the order already, and does not say again
	// where it is paid.
	errKnown = errors.New("epusdt: the company knows the order already")
)

// The states of an order in a notice.
const (
	statusWaiting = "1"
	statusPaid    = "2"
	statusExpired = "3"
)

const (
	codeDone  = 200
	codeKnown = 10002
)

// refusals are the codes that say for certain that no order was made: signature,
// no wallet, amount too small, no free amount, no rate, not readable. 400 is any
// failure and says nothing.
var refusals = []int64{401, 10003, 10004, 10005, 10006, 10009}

// ask is the call that opens an order. The amount is a number of yuan.
type ask struct {
	OrderID     string      `json:"order_id"`
	Amount      json.Number `json:"amount"`
	NotifyURL   string      `json:"notify_url"`
	RedirectURL string      `json:"redirect_url"`
	Signature   string      `json:"signature"`
}

// created is its answer. Some installations write amounts as text.
type created struct {
	StatusCode *int64 `json:"status_code"`
	Data       *struct {
		TradeID        string      `json:"trade_id"`
		OrderID        string      `json:"order_id"`
		Amount         json.Number `json:"amount"`
		ActualAmount   json.Number `json:"actual_amount"` // USDT
		Token          string      `json:"token"`         // the address
		ExpirationTime int64       `json:"expiration_time"`
		PaymentURL     string      `json:"payment_url"`
	} `json:"data"`
}

func readCreated(body []byte, o payment.Order) (payment.Collection, error) {
	var c created
	if err := json.Unmarshal(body, &c); err != nil || c.StatusCode == nil {
		return payment.Collection{}, errGarbage
	}
	switch code := *c.StatusCode; {
	case code == codeKnown:
		return payment.Collection{}, errKnown
	case slices.Contains(refusals, code):
		return payment.Collection{}, &payment.Refusal{Code: strconv.FormatInt(code, 10)}
	case code != codeDone:
		return payment.Collection{}, fmt.Errorf("epusdt: create order answered code %d", code)
	case c.Data == nil:
		return payment.Collection{}, errGarbage
	}
	d := c.Data
	amount, ok := wire.Yuan(d.Amount.String())
	if d.OrderID != o.Ref || !ok || amount != o.Amount {
		return payment.Collection{}, fmt.Errorf("%w: it is about another order", errGarbage)
	}
	coins, err := money.ParseCoins(d.ActualAmount.String())
	address, bad := payment.ParseAddress(payment.TRC20, d.Token)
	if err != nil || coins <= 0 || bad != nil || !gatewayNo.MatchString(d.TradeID) || !wire.WebAddress(d.PaymentURL) {
		return payment.Collection{}, errGarbage
	}
	return payment.Collection{Link: d.PaymentURL, Message: message(coins, address, d.ExpirationTime), GatewayTxn: d.TradeID}, nil
}

// message tells the payer what to send where. A code of the address alone would
// hide the amount, which must be exact, so there is none.
func message(coins money.Coins, to payment.Address, until int64) string {
	lines := []string{"网络：TRC20（波场）", "转账数量：" + coins.String() + " USDT", "收款地址：" + to.String()}
	if until > firstDeadline { // some installations write a length of time here
		lines = append(lines, "付款期限："+time.Unix(until, 0).In(beijing).Format(time.DateTime))
	}
	return strings.Join(append(lines, "转账数量必须完全一致，否则无法自动到账"), "\n")
}

// firstDeadline is a second of 2001: a smaller number is no point in time.
const firstDeadline = 1_000_000_000
