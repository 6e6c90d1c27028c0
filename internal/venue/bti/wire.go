package bti

import (
	"encoding/json"
	"encoding/xml"
	"errors"

	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// The wallet's codes that decide something here.
const (
	codeOK         = "NoError"
	codeExists     = "DuplicateMerchantCustomerCode"
	codeLoginTaken = "DuplicateLoginName"
	codeNoPlayer   = "CustomerNotFound"
	codeNoOrder    = "TransactionCodeNotFound"
)

// The codes of the data interface that decide something here.
const (
	dataOK      = 0
	dataAuth    = -1
	dataExpired = -1000
)

// reasons are the codes that say definitely that a transfer was turned away,
// where the record of the order does not say otherwise. Exception is not here:
// the vendor answers it to a reference that it has seen, and to whatever is
// wrong with an order.
var reasons = map[string]venue.Reason{
	codeNoPlayer: venue.Other, "MerchantIsFrozen": venue.Setup, "MerchantNotActive": venue.Setup, "RefTransactionCodeIsEmpty": venue.Other,
}

// settings are the codes that say that the contract's settings are not accepted.
var settings = map[string]bool{"AuthenticationFailed": true, "MerchantIsFrozen": true, "MerchantNotActive": true}

var (
	errForm   = errors.New("bti: answer does not have the vendor's form")
	errNoName = errors.New("bti: not an account name")
)

// reply is an answer of the wallet.
type reply struct {
	code, token string
	balance     string
}

// refusal puts an answer that is no yes into the contract's words.
func (r reply) refusal() *venue.Refusal {
	reason := reasons[r.code]
	if settings[r.code] {
		reason = venue.Setup
	}
	return &venue.Refusal{Reason: reason, Code: r.code}
}

// readReply reads an answer by its local names, in whatever namespace.
func readReply(body []byte) (reply, error) {
	var e struct {
		XMLName   xml.Name `xml:"MerchantResponse"`
		ErrorCode string   `xml:"ErrorCode"`
		AuthToken string   `xml:"AuthToken"`
		Balance   string   `xml:"Balance"`
	}
	if err := xml.Unmarshal(body, &e); err != nil || e.ErrorCode == "" {
		return reply{}, errForm
	}
	return reply{code: wire.Clip(e.ErrorCode), token: e.AuthToken, balance: e.Balance}, nil
}

func (r reply) readBalance() (money.Fen, error) {
	f, err := wire.Decimal(r.balance).Fen(money.Down) // less than a fen cannot be moved
	if err != nil || f < 0 {
		return 0, errForm
	}
	return f, nil
}

// dataReply is an answer of the data interface.
type dataReply struct {
	Code  *wire.Integer     `json:"errorCode"`
	Token string            `json:"token"`
	Bets  []json.RawMessage `json:"Bets"`
	Page  *wire.Integer     `json:"currentPage"`
	Pages *wire.Integer     `json:"totalPages"`
}
