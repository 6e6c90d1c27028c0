package epay

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"

	"hongyun/internal/money"
	"hongyun/internal/payment/wire"
)

// errGarbage says that an answer does not have the convention's form. It
// never quotes the answer.
var errGarbage = errors.New("epay: answer does not have the convention's form")

const (
	codeOK     = 1
	statusPaid = 1
	statusOpen = 0
	paidStatus = "TRADE_SUCCESS"
)

// created is the answer to mapi.php; the gateway fills one of the three places.
// Some fill none for bank transfers and tell the payer what to do in msg.
type created struct {
	Code      *integer `json:"code"`
	Msg       string   `json:"msg"`
	TradeNo   string   `json:"trade_no"`
	PayURL    string   `json:"payurl"`
	QRCode    string   `json:"qrcode"`
	URLScheme string   `json:"urlscheme"`
}

// queried is the answer to api.php?act=order.
type queried struct {
	Code       *integer  `json:"code"`
	PID        wire.Text `json:"pid"`
	TradeNo    wire.Text `json:"trade_no"`
	OutTradeNo wire.Text `json:"out_trade_no"`
	Money      wire.Text `json:"money"`
	Status     *integer  `json:"status"`
}

// answered is the answer to a query: beside the order, when it was paid.
type answered struct {
	queried
	EndTime wire.Text `json:"endtime"`
}

// read takes an answer apart; a code is always there.
func read[T created | answered](body []byte, into *T, code func() *integer) error {
	if err := json.Unmarshal(body, into); err != nil || code() == nil {
		return errGarbage
	}
	return nil
}

// integer is a number that some gateways write as text.
type integer int64

// UnmarshalJSON reads 1 and "1".
func (n *integer) UnmarshalJSON(b []byte) error {
	v, err := strconv.ParseInt(string(bytes.Trim(b, `"`)), 10, 64)
	if err != nil {
		return errGarbage
	}
	*n = integer(v)
	return nil
}

// amount reads decimal yuan; nothing is no amount.
func amount(s string) (money.Fen, error) {
	f, err := money.ParseYuan(s)
	if err != nil || f <= 0 {
		return 0, errGarbage
	}
	return f, nil
}
