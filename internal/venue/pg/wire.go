package pg

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// The values of error.code that decide something here. An answer without an error has
// none.
const (
	codeOK         = ""
	codeRequest    = "1034"
	codeInternal   = "1200"
	codeOperator   = "1204"
	codeExists     = "1305"
	codeMissing    = "3001"
	codeNoWallet   = "3005"
	codeShort      = "3013"
	codeNoOrder    = "3040"
	codeFailed     = "3100"
	codeProcessing = "3101"
)

// reasons are the codes that say clearly that a call was turned away before anything
// moved. A code that is not here (1035 action failed, 1200 internal, 3101 under way,
// unknown ones) proves nothing about a transfer.
var reasons = map[string]venue.Reason{
	codeRequest: venue.Other, codeOperator: venue.Setup, codeMissing: venue.Other, codeNoWallet: venue.Other, codeShort: venue.Insufficient, codeFailed: venue.Other,
}

var (
	errForm   = errors.New("pg: answer does not have the vendor's form")
	errNoName = errors.New("pg: not an account name")
)

// reply is an answer: a code, or data where there is none.
type reply struct {
	code string
	data json.RawMessage
}

// readReply reads the envelope of every answer.
func readReply(body []byte) (reply, error) {
	var e struct {
		Data  json.RawMessage `json:"data"`
		Error *struct {
			Code wire.Text `json:"code"`
		} `json:"error"`
	}
	switch err := json.Unmarshal(body, &e); {
	case err != nil:
		return reply{}, errForm
	case e.Error != nil && e.Error.Code == "":
		return reply{}, errForm
	case e.Error != nil:
		return reply{code: wire.Clip(string(e.Error.Code))}, nil
	case len(e.Data) == 0 || bytes.Equal(e.Data, []byte("null")):
		return reply{}, errForm
	}
	return reply{data: e.Data}, nil
}

// refusal puts a code into the contract's words.
func (r reply) refusal() *venue.Refusal {
	return &venue.Refusal{Reason: reasons[r.code], Code: r.code}
}

// said is what an answer says, for an error.
func (r reply) said() string {
	if r.code == codeOK {
		return "without a proof"
	}
	return "code " + r.code
}

// moved says whether the answer to a transfer proves that so much was moved. Money that
// was taken out may be written below zero.
func (r reply) moved(amount money.Fen) bool {
	var m struct {
		TransactionID wire.Text     `json:"transactionId"`
		Amount        *wire.Decimal `json:"amount"`
	}
	if json.Unmarshal(r.data, &m) != nil || m.TransactionID == "" || m.Amount == nil {
		return false
	}
	got, err := m.Amount.Fen(money.HalfUp)
	return err == nil && max(got, -got) == amount
}

// transaction reads a transfer that was carried out. The answer must be about the
// account that was asked about.
func (r reply) transaction(account string) (venue.Answer, error) {
	var t struct {
		TransactionID     wire.Text     `json:"transactionId"`
		PlayerName        wire.Text     `json:"playerName"`
		TransactionAmount *wire.Decimal `json:"transactionAmount"`
		Amount            *wire.Decimal `json:"amount"`
	}
	if json.Unmarshal(r.data, &t) != nil || t.TransactionID == "" || t.PlayerName != "" && !strings.EqualFold(string(t.PlayerName), account) {
		return venue.Answer{}, fmt.Errorf("GetSingleTransaction: %w", errForm)
	}
	told := wire.Or(t.TransactionAmount, t.Amount)
	if told == nil {
		return venue.Answer{}, fmt.Errorf("GetSingleTransaction: %w", errForm)
	}
	moved, err := told.Fen(money.HalfUp)
	if err != nil || moved == 0 {
		return venue.Answer{}, fmt.Errorf("GetSingleTransaction: %w", errForm)
	}
	return venue.Answer{Outcome: venue.Done, Amount: max(moved, -moved)}, nil
}

// cash is the part of a wallet that can be taken out.
func (r reply) cash() (money.Fen, error) {
	var w struct {
		CashBalance *wire.Decimal `json:"cashBalance"`
	}
	if json.Unmarshal(r.data, &w) != nil || w.CashBalance == nil {
		return 0, fmt.Errorf("GetPlayerWallet: %w", errForm)
	}
	f, err := w.CashBalance.Fen(money.Down) // less than a fen cannot be moved
	if err != nil || f < 0 {
		return 0, fmt.Errorf("GetPlayerWallet: %w", errForm)
	}
	return f, nil
}
