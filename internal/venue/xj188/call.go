package xj188

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

const (
	commandLimit = 64 << 10 // bytes of an answer to a command
	recordLimit  = 64 << 20 // bytes of a window of bets
)

// The codes that decide something here.
const (
	codeOK       = "COMM0000"
	codeNoMember = "ITGR0011"
	codeExists   = "ITGR0033"
	codeShort    = "ERRG0010"
	codeOften    = "ITGR0036"
)

// reasons are the codes that say definitely that a transfer was turned away. A
// failure (ITGR9999), a duplicate refId, an order that is not found and a secret
// that is not accepted say no such thing.
var reasons = map[string]venue.Reason{
	codeNoMember: venue.Other, codeShort: venue.Insufficient, "COMM0101": venue.Other, "ITGR0012": venue.Other,
}

// settings are the codes that say that the contract's settings are not accepted.
var settings = map[string]bool{"SSO0001": true, "SSO0003": true, "ITGR0101": true}

var (
	errForm   = errors.New("xj188: answer does not have the vendor's form")
	errNoName = errors.New("xj188: not an account name")

	codeForm = regexp.MustCompile(`^[A-Z]{3,4}[0-9]{4}$`)
)

// reply is an answer.
type reply struct {
	code string
	data json.RawMessage
}

// refusal puts an answer that is no yes into the contract's words.
func (r reply) refusal() *venue.Refusal {
	reason := reasons[r.code]
	if settings[r.code] {
		reason = venue.Setup
	}
	return &venue.Refusal{Reason: reason, Code: r.code}
}

func (v *Venue) call(ctx context.Context, path string, f url.Values) (reply, error) {
	return v.ask(ctx, path, f, commandLimit)
}

// ask sends a call within the time limit and reads at most limit bytes of the
// answer. Errors name the path and never the secret.
func (v *Venue) ask(ctx context.Context, path string, f url.Values, limit int64) (reply, error) {
	ctx, cancel := context.WithTimeout(ctx, v.config.Timeout)
	defer cancel()
	f.Set("operatorId", v.config.OperatorID)
	f.Set("vendorId", v.config.VendorID)
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, v.config.BaseURL+path, strings.NewReader(f.Encode()))
	if err != nil {
		return reply{}, errors.New("xj188: the address is not well formed")
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer, err := wire.Read(v.http, request, limit)
	if err != nil {
		return reply{}, fmt.Errorf("xj188: %s: %w", path, err)
	}
	r, err := readReply(answer)
	if err != nil {
		return reply{}, fmt.Errorf("%s: %w", path, err)
	}
	if settings[r.code] {
		v.config.Log.ErrorContext(ctx, "the venue does not accept our contract's settings",
			"venue", v.config.Code, "platform", v.config.PlatformID, "call", path, "code", r.code)
	}
	return r, nil
}

// readReply reads an answer. A code of another form is not the vendor's.
func readReply(body []byte) (reply, error) {
	var e struct {
		Code wire.Text       `json:"code"`
		Data json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(body, &e); err != nil || !codeForm.MatchString(string(e.Code)) {
		return reply{}, errForm
	}
	return reply{code: string(e.Code), data: e.Data}, nil
}

func (r reply) readBalance() (money.Fen, error) {
	var d struct {
		Balance *wire.Decimal `json:"balance"`
	}
	if err := json.Unmarshal(r.data, &d); err != nil || d.Balance == nil {
		return 0, errForm
	}
	f, err := d.Balance.Fen(money.Down) // less than a fen cannot be moved
	if err != nil || f < 0 {
		return 0, errForm
	}
	return f, nil
}

func (r reply) readAddress() (address string, err error) {
	if json.Unmarshal(r.data, &address) != nil || address == "" {
		return "", errForm
	}
	return address, nil
}
