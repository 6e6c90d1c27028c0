package saba

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

const (
	commandLimit = 64 << 10 // bytes of an answer to a command
	recordLimit  = 64 << 20 // bytes of a list of bets

	inward  = "1" // of direction
	outward = "0"
)

// The values of error_code that decide something here. 2, 3 and 6 say another
// thing with each call.
const (
	codeOK       = 0
	codeNoMember = 2 // FundTransfer, GetSabaUrl, and of a member in CheckUserBalance
	codeNoOrder  = 2 // CheckFundTransfer
	codePending  = 3 // CheckFundTransfer
	codeExists   = 6 // CreateMember
)

// The values of status.
const (
	statusDone    = 0
	statusFailed  = 1
	statusPending = 2
)

// reasons are the codes of FundTransfer that say that this sending was turned
// away. A system error (1), a duplicate id (5) and a busy vendor (11) say no such
// thing.
var reasons = map[int]venue.Reason{
	2: venue.Other, 3: venue.Insufficient, 4: venue.Limit, 6: venue.Setup, 7: venue.Other, 8: venue.Limit, 9: venue.Setup, 10: venue.Maintenance,
	12: venue.Setup, 13: venue.Blocked, 15: venue.Blocked,
}

// Codes of every call.
const (
	codeVendor      = 9
	codeMaintenance = 10
)

var (
	errForm   = errors.New("saba: answer does not have the vendor's form")
	errNoName = errors.New("saba: not an account name")
)

// reply is an answer.
type reply struct {
	code int
	data json.RawMessage
}

// refusal puts an answer that is no yes into the contract's words. by are the
// meanings of the call's own codes.
func (r reply) refusal(by map[int]venue.Reason) *venue.Refusal {
	reason := by[r.code]
	switch r.code {
	case codeVendor:
		reason = venue.Setup
	case codeMaintenance:
		reason = venue.Maintenance
	}
	return &venue.Refusal{Reason: reason, Code: fmt.Sprint(r.code)}
}

func (v *Venue) call(ctx context.Context, method string, f url.Values) (reply, error) {
	return v.ask(ctx, method, f, commandLimit)
}

// ask sends a call within the time limit and reads at most limit bytes of the
// answer. Errors name the method and never the secret.
func (v *Venue) ask(ctx context.Context, method string, f url.Values, limit int64) (reply, error) {
	ctx, cancel := context.WithTimeout(ctx, v.config.Timeout)
	defer cancel()
	f.Set("vendor_id", v.config.VendorID)
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, v.config.BaseURL+"/api/"+method, strings.NewReader(f.Encode()))
	if err != nil {
		return reply{}, errors.New("saba: the address is not well formed")
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer, err := wire.Read(v.http, request, limit)
	if err != nil {
		return reply{}, fmt.Errorf("saba: %s: %w", method, err)
	}
	var e struct {
		Code *wire.Integer   `json:"error_code"`
		Data json.RawMessage `json:"Data"`
	}
	if err := json.Unmarshal(answer, &e); err != nil || e.Code == nil {
		return reply{}, fmt.Errorf("%s: %w", method, errForm)
	}
	if *e.Code == codeVendor {
		v.config.Log.ErrorContext(ctx, "the venue does not accept our contract's settings",
			"venue", v.config.Code, "platform", v.config.PlatformID, "call", method, "code", int64(*e.Code))
	}
	return reply{code: int(*e.Code), data: e.Data}, nil
}

// order is Data of FundTransfer and of CheckFundTransfer.
type order struct {
	Status *wire.Integer `json:"status"`
	Amount *wire.Decimal `json:"amount"`
}

// outcome is what a transfer that was accepted came to.
func (r reply) outcome() (venue.Outcome, error) {
	var o order
	if json.Unmarshal(r.data, &o) != nil || o.Status == nil {
		return venue.Unknown, errForm
	}
	switch *o.Status {
	case statusDone:
		return venue.Done, nil
	case statusFailed:
		return venue.Refused, &venue.Refusal{Reason: venue.Other, Code: "status 1"}
	case statusPending:
		return venue.Unknown, errors.New("saba: the order is under way")
	}
	return venue.Unknown, fmt.Errorf("saba: order has the unknown state %d", *o.Status)
}

// answer is what a question about an order is told. The amount of one that took
// money out may be written below zero.
func (r reply) answer() (venue.Answer, error) {
	var o order
	if json.Unmarshal(r.data, &o) != nil || o.Status == nil {
		return venue.Answer{}, fmt.Errorf("CheckFundTransfer: %w", errForm)
	}
	switch *o.Status {
	case statusFailed:
		return venue.Answer{Outcome: venue.Refused}, nil
	case statusPending:
		return venue.Answer{}, nil
	case statusDone:
		if o.Amount == nil {
			return venue.Answer{}, fmt.Errorf("CheckFundTransfer: %w", errForm)
		}
		moved, err := o.Amount.Fen(money.HalfUp)
		if err != nil || moved == 0 {
			return venue.Answer{}, fmt.Errorf("CheckFundTransfer: %w", errForm)
		}
		return venue.Answer{Outcome: venue.Done, Amount: max(moved, -moved)}, nil
	}
	return venue.Answer{}, fmt.Errorf("saba: order has the unknown state %d", *o.Status)
}

// balanceOf is what a member has. A balance of null is that of a member who
// never had money there.
func (r reply) balanceOf(account string) (money.Fen, error) {
	var members []struct {
		ID      wire.Text       `json:"vendor_member_id"`
		Balance json.RawMessage `json:"balance"`
		Code    wire.Integer    `json:"error_code"`
	}
	if json.Unmarshal(r.data, &members) != nil || len(members) != 1 || !strings.EqualFold(string(members[0].ID), account) {
		return 0, errForm
	}
	m := members[0]
	switch {
	case m.Code == codeNoMember:
		return 0, nil
	case m.Code != codeOK:
		return 0, reply{code: int(m.Code)}.refusal(nil)
	case m.Balance == nil:
		return 0, errForm
	case bytes.Equal(m.Balance, []byte("null")):
		return 0, nil
	}
	var d wire.Decimal
	if json.Unmarshal(m.Balance, &d) != nil {
		return 0, errForm
	}
	f, err := d.Fen(money.Down) // less than a fen cannot be moved
	if err != nil || f < 0 {
		return 0, errForm
	}
	return f, nil
}

func (r reply) address() (address string, err error) {
	if json.Unmarshal(r.data, &address) != nil || address == "" {
		return "", fmt.Errorf("GetSabaUrl: %w", errForm)
	}
	return address, nil
}
