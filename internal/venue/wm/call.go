package wm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

const (
	commandLimit = 64 << 10 // bytes of an answer to a command
	recordLimit  = 64 << 20 // bytes of a window of bets

	path = "/api/public/Gateway.php"
)

// The values of errorCode that are known.
const (
	codeOK      = 0
	codeExists  = 104
	codeNothing = 107
	codeNoUser  = 10501
)

// The values of op_code.
const (
	movedIn  = "121"
	movedOut = "122"
)

var (
	errForm   = errors.New("wm: answer does not have the vendor's form")
	errNoName = errors.New("wm: not an account name")
)

// reply is an answer.
type reply struct {
	code   int
	result json.RawMessage
}

// refusal puts an answer that is no yes into the contract's words.
func (r reply) refusal() *venue.Refusal {
	return &venue.Refusal{Reason: venue.Other, Code: fmt.Sprint(r.code)}
}

func (v *Venue) call(ctx context.Context, cmd string, f url.Values) (reply, error) {
	return v.ask(ctx, cmd, f, commandLimit)
}

// ask sends a call within the time limit and reads at most limit bytes of the
// answer. Errors name the command and never a secret.
func (v *Venue) ask(ctx context.Context, cmd string, f url.Values, limit int64) (reply, error) {
	ctx, cancel := context.WithTimeout(ctx, v.config.Timeout)
	defer cancel()
	f.Set("cmd", cmd)
	f.Set("vendorId", v.config.VendorID)
	f.Set("signature", v.config.Signature)
	f.Set("timestamp", strconv.FormatInt(v.config.Clock.Now().Unix(), 10))
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, v.config.BaseURL+path, strings.NewReader(f.Encode()))
	if err != nil {
		return reply{}, errors.New("wm: the address is not well formed")
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer, err := wire.Read(v.http, request, limit)
	if err != nil {
		return reply{}, fmt.Errorf("wm: %s: %w", cmd, err)
	}
	var e struct {
		Code   *wire.Integer   `json:"errorCode"`
		Result json.RawMessage `json:"result"`
	}
	if err := json.Unmarshal(answer, &e); err != nil || e.Code == nil {
		return reply{}, fmt.Errorf("%s: %w", cmd, errForm)
	}
	return reply{code: int(*e.Code), result: e.Result}, nil
}

// moved reads the answer to an order. It is a text with some versions, and names
// the order with the others.
func (r reply) moved(ref string) (venue.Outcome, error) {
	var text string
	if json.Unmarshal(r.result, &text) == nil && text != "" {
		return venue.Done, nil
	}
	var o struct {
		Order wire.Text `json:"yourOrderNum"`
	}
	if json.Unmarshal(r.result, &o) != nil || !strings.EqualFold(string(o.Order), ref) {
		return venue.Unknown, fmt.Errorf("ChangeBalance: %w", errForm)
	}
	return venue.Done, nil
}

// trade reads what the report says of an order.
func (r reply) trade(ref string) (venue.Answer, error) {
	var rows []struct {
		Order wire.Text     `json:"ordernum"`
		Money *wire.Decimal `json:"money"`
		Op    wire.Text     `json:"op_code"`
	}
	if json.Unmarshal(r.result, &rows) != nil || len(rows) != 1 || !strings.EqualFold(string(rows[0].Order), ref) || rows[0].Money == nil {
		return venue.Answer{}, fmt.Errorf("GetMemberTradeReport: %w", errForm)
	}
	moved, err := rows[0].Money.Fen(money.HalfUp)
	if err != nil || moved == 0 || rows[0].Op != movedIn && rows[0].Op != movedOut {
		return venue.Answer{}, fmt.Errorf("GetMemberTradeReport: %w", errForm)
	}
	return venue.Answer{Outcome: venue.Done, Amount: max(moved, -moved)}, nil
}

func (r reply) balance() (money.Fen, error) {
	var d wire.Decimal
	if json.Unmarshal(r.result, &d) != nil || d == "" {
		return 0, fmt.Errorf("GetBalance: %w", errForm)
	}
	f, err := d.Fen(money.Down) // less than a fen cannot be moved
	if err != nil || f < 0 {
		return 0, fmt.Errorf("GetBalance: %w", errForm)
	}
	return f, nil
}

func (r reply) address() (address string, err error) {
	if json.Unmarshal(r.result, &address) != nil || address == "" {
		return "", fmt.Errorf("SigninGame: %w", errForm)
	}
	return address, nil
}
