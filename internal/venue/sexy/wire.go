package sexy

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// Values of status that decide something here.
const (
	codeOK     = "0000"
	codeExists = "1001"
	codeNoUser = "1002"
	codeNoTx   = "1017"
	codeNoData = "1019"
	codeLater  = "1028"
)

// reasons are what some values of status mean for an operator.
var reasons = map[string]venue.Reason{
	"1004": venue.Setup, "1005": venue.Setup, "1027": venue.Setup, "1029": venue.Setup, "1035": venue.Setup, "1054": venue.Setup,
	"1010": venue.Limit, "1013": venue.Blocked, "1014": venue.Blocked, "1018": venue.Insufficient,
	"1031": venue.Maintenance, "1047": venue.Maintenance,
}

// errForm says that an answer does not have the vendor's form.
var errForm = errors.New("sexy: answer does not have the vendor's form")

// reply is an answer.
type reply struct {
	status string
	body   []byte
}

// said is the status in short, for logs.
func (r reply) said() string { return wire.Clip(r.status) }

// refusal puts an answer that is no yes into the contract's words.
func (r reply) refusal() *venue.Refusal {
	return &venue.Refusal{Reason: reasons[r.status], Code: r.said()}
}

// definite says whether the answer to a transfer clearly tells why nothing moved.
func (r reply) definite() bool {
	switch reasons[r.status] {
	case venue.Limit, venue.Blocked, venue.Insufficient:
		return true
	}
	return false
}

// moved reads the answer to a transfer that says yes. It must be about the order and its
// amount.
func (r reply) moved(m venue.Movement) (venue.Outcome, error) {
	var o struct {
		TxCode wire.Text    `json:"txCode"`
		Amount wire.Decimal `json:"amount"`
	}
	if json.Unmarshal(r.body, &o) != nil || string(o.TxCode) != m.Ref {
		return venue.Unknown, fmt.Errorf("transfer: %w", errForm)
	}
	amount, err := amountOf(o.Amount)
	if err != nil {
		return venue.Unknown, fmt.Errorf("transfer: %w", errForm)
	}
	if amount != m.Amount {
		return venue.Unknown, errors.New("sexy: the vendor moved another amount than ordered")
	}
	return venue.Done, nil
}

// amountOf is the size of an amount.
func amountOf(d wire.Decimal) (money.Fen, error) {
	amount, err := d.Fen(money.HalfUp)
	return max(amount, -amount), err
}

// Values of txStatus of a transfer.
const (
	txDone   = 1
	txFailed = 0
)

// order reads what the vendor's record says of an order.
func (r reply) order(ref string) (venue.Answer, error) {
	var o struct {
		TxCode wire.Text     `json:"txCode"`
		Status *wire.Integer `json:"txStatus"`
		Amount wire.Decimal  `json:"transferAmount"`
	}
	bad := fmt.Errorf("%s: %w", checkTransfer, errForm)
	if json.Unmarshal(r.body, &o) != nil || o.Status == nil || o.TxCode != "" && string(o.TxCode) != ref {
		return venue.Answer{}, bad
	}
	switch *o.Status {
	case txFailed:
		return venue.Answer{Outcome: venue.Absent}, nil
	case txDone:
		amount, err := amountOf(o.Amount)
		if err != nil || amount == 0 {
			return venue.Answer{}, bad
		}
		return venue.Answer{Outcome: venue.Done, Amount: amount}, nil
	}
	return venue.Answer{}, fmt.Errorf("sexy: %s tells the unknown state %d", checkTransfer, *o.Status)
}

// balance reads the one row of an account.
func (r reply) balance(account string) (money.Fen, error) {
	var list struct {
		Results []struct {
			UserID  wire.Text     `json:"userId"`
			Balance *wire.Decimal `json:"balance"`
		} `json:"results"`
	}
	bad := fmt.Errorf("%s: %w", getBalance, errForm)
	if json.Unmarshal(r.body, &list) != nil || len(list.Results) != 1 {
		return 0, bad
	}
	one := list.Results[0]
	if one.Balance == nil || !strings.EqualFold(string(one.UserID), account) {
		return 0, bad
	}
	balance, err := one.Balance.Fen(money.Down) // less than a fen cannot be moved
	if err != nil || balance < 0 {
		return 0, bad
	}
	return balance, nil
}

// address reads the address of a game.
func (r reply) address() (string, error) {
	var o struct {
		URL string `json:"url"`
	}
	if json.Unmarshal(r.body, &o) != nil || o.URL == "" {
		return "", fmt.Errorf("launch: %w", errForm)
	}
	return o.URL, nil
}
