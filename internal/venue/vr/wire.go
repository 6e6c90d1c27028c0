package vr

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// playerAsk is a question about one player.
type playerAsk struct {
	PlayerName string `json:"playerName"`
}

// transferAsk is an order to move money.
type transferAsk struct {
	SerialNumber string      `json:"serialNumber"`
	PlayerName   string      `json:"playerName"`
	Type         int         `json:"type"`
	Amount       json.Number `json:"amount"`
	CreateTime   string      `json:"createTime"`
}

// orderAsk is a question about an order.
type orderAsk struct {
	StartTime    string `json:"startTime"`
	EndTime      string `json:"endTime"`
	SerialNumber string `json:"serialNumber"`
	PlayerName   string `json:"playerName"`
	Page         int    `json:"recordPage"`
	Count        int    `json:"recordCountPerPage"`
}

// betsAsk is a question for a page of bets.
type betsAsk struct {
	StartTime    string `json:"startTime"`
	EndTime      string `json:"endTime"`
	ChannelID    int    `json:"channelId"`
	IssueNumber  string `json:"issueNumber"`
	PlayerName   string `json:"playerName"`
	SerialNumber string `json:"serialNumber"`
	State        int    `json:"state"`
	IsUpdateTime bool   `json:"isUpdateTime"`
	Count        int    `json:"recordCountPerPage"`
	Page         int    `json:"recordPage"`
}

// The codes of account calls that decide something.
const (
	codeOK           = 0
	codePlayerExists = 18
)

// The states of a transfer that decide something.
const (
	stateOK       = 0
	stateNoPlayer = 8
)

// transferReasons are the states that say clearly that a transfer was turned
// away before anything moved. A state that is not here (14 known serial number,
// 9, unknown ones) proves nothing.
var transferReasons = map[int]venue.Reason{
	1: venue.Setup, 3: venue.Other, 4: venue.Other, 5: venue.Setup, 6: venue.Setup, 7: venue.Setup, 8: venue.Other,
	10: venue.Insufficient, 15: venue.Other, 16: venue.Other, 17: venue.Limit,
}

// accountReasons are the codes of account calls that have a reason. Only those
// about our contract are known.
var accountReasons = map[int]venue.Reason{1: venue.Setup, 2: venue.Setup, 5: venue.Setup, 6: venue.Setup, 7: venue.Setup}

// refusal puts a code of an account call into the contract's words.
func refusal(code int) *venue.Refusal {
	return &venue.Refusal{Reason: accountReasons[code], Code: strconv.Itoa(code)}
}

var (
	// errForm says that an answer does not have the vendor's form.
	errForm = errors.New("vr: answer does not have the vendor's form")
	// errNegative is the vendor's only sign that a balance cannot be read.
	errNegative = errors.New("vr: the balance is negative, which is the vendor's word for a failure")
)

func readErrorCode(body []byte) (int, error) {
	var r struct {
		ErrorCode *wire.Integer `json:"errorCode"`
	}
	if err := json.Unmarshal(body, &r); err != nil || r.ErrorCode == nil {
		return 0, errForm
	}
	return int(*r.ErrorCode), nil
}

// readTransfer reads the answer to an order; moved is 0 where it does not say.
// An answer about another order or player is no answer.
func readTransfer(body []byte, m venue.Movement) (state int, moved money.Fen, err error) {
	var r struct {
		State        *wire.Integer `json:"state"`
		SerialNumber *wire.Text    `json:"serialNumber"`
		PlayerName   *wire.Text    `json:"playerName"`
		Amount       amount        `json:"amount"`
	}
	if err := json.Unmarshal(body, &r); err != nil || r.State == nil {
		return 0, 0, errForm
	}
	if differs(r.SerialNumber, m.Ref) || differs(r.PlayerName, m.Account) {
		return 0, 0, fmt.Errorf("%w: it is about another order", errForm)
	}
	moved, err = r.Amount.moved()
	return int(*r.State), moved, err
}

// differs tells whether a field is there and holds something else. The vendor does
// not tell names apart by case.
func differs(field *wire.Text, want string) bool {
	return field != nil && *field != "" && !strings.EqualFold(string(*field), want)
}

// amount is an amount that may be missing.
type amount struct{ decimal wire.Decimal }

func (a *amount) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		return nil
	}
	return a.decimal.UnmarshalJSON(b)
}

// moved is the amount without its sign, which the direction gives.
func (a amount) moved() (money.Fen, error) {
	if a.decimal == "" {
		return 0, nil
	}
	f, err := a.decimal.Fen(money.HalfUp)
	if err != nil {
		return 0, errForm
	}
	return max(f, -f), nil
}

// orderRow is a row of the vendor's record of transfers.
type orderRow struct {
	SerialNumber *wire.Text    `json:"serialNumber"`
	State        *wire.Integer `json:"state"`
	Amount       amount        `json:"amount"`
}

// readOrder reads what became of an order: one row says that it was carried
// out, none that the vendor does not know it. The name of the list is not
// certain, so the one list of the answer is taken, whatever it is called.
func readOrder(body []byte, ref string) (venue.Answer, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(body, &fields); err != nil {
		return venue.Answer{}, errForm
	}
	var total wire.Integer
	if err := json.Unmarshal(fields["totalRecords"], &total); err != nil {
		return venue.Answer{}, errForm
	}
	var rows []orderRow
	for _, field := range fields {
		if len(field) == 0 || field[0] != '[' {
			continue
		}
		if rows != nil || json.Unmarshal(field, &rows) != nil {
			return venue.Answer{}, errForm
		}
	}
	switch {
	case total == 0 && len(rows) == 0:
		return venue.Answer{Outcome: venue.Absent}, nil
	case total != 1 || len(rows) != 1:
		return venue.Answer{}, fmt.Errorf("%w: %d orders, %d rows", errForm, total, len(rows))
	}
	row := rows[0]
	if differs(row.SerialNumber, ref) {
		return venue.Answer{}, fmt.Errorf("%w: it is about another order", errForm)
	}
	if row.State != nil && *row.State != stateOK {
		return venue.Answer{}, fmt.Errorf("vr: the order has state %d", *row.State)
	}
	moved, err := row.Amount.moved()
	if err != nil {
		return venue.Answer{}, err
	}
	return venue.Answer{Outcome: venue.Done, Amount: moved}, nil
}

func readBalance(body []byte, account string) (money.Fen, error) {
	var r struct {
		PlayerName *wire.Text    `json:"playerName"`
		Balance    *wire.Decimal `json:"balance"`
	}
	if err := json.Unmarshal(body, &r); err != nil || r.Balance == nil {
		return 0, errForm
	}
	if strings.HasPrefix(string(*r.Balance), "-") {
		return 0, errNegative
	}
	if differs(r.PlayerName, account) {
		return 0, fmt.Errorf("%w: it is about another player", errForm)
	}
	f, err := r.Balance.Fen(money.Down) // less than a fen cannot be moved
	if err != nil {
		return 0, errForm
	}
	return f, nil
}
