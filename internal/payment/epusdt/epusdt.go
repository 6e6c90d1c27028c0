// Package epusdt speaks the protocol of epusdt, a self-hosted cashier that takes
// USDT on TRON for an amount in yuan. See README.md for its quirks.
package epusdt

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"time"

	"hongyun/internal/money"
	"hongyun/internal/number"
	"hongyun/internal/payment"
	"hongyun/internal/payment/wire"
)

// Config is one installation. It has one token and no merchant number. The token
// stays inside the package.
type Config struct {
	BaseURL string // up to but without /api/v1
	Token   string // api_auth_token of the installation

	MinAmount, MaxAmount money.Fen     // of one order, in yuan; 0 means none
	Unasked              money.Fen     // see payment.Rules
	Timeout              time.Duration // of one call; default 15 s

	HTTP *http.Client // nil makes one
}

// Gateway is one installation in use.
type Gateway struct {
	config Config
	client *wire.Client
}

var _ payment.Gateway = (*Gateway)(nil)

var (
	beijing   = time.FixedZone("GMT+8", 8*60*60) // of the times of the convention
	reference = regexp.MustCompile(`^[A-Za-z0-9_-]{1,32}$`)
	gatewayNo = regexp.MustCompile(`^[A-Za-z0-9_.-]{1,64}$`)
	method    = regexp.MustCompile(`^[a-z0-9]{1,16}$`)
)

const pathOrder = "/api/v1/order/create-transaction"

// New checks the settings of an installation. It calls nobody.
func New(c Config) (*Gateway, error) {
	base, err := wire.Base(c.BaseURL)
	if err != nil {
		return nil, fmt.Errorf("epusdt: %w", err)
	}
	if c.Token == "" {
		return nil, errors.New("epusdt: Token is needed")
	}
	c.BaseURL = base
	if c.Timeout == 0 {
		c.Timeout = 15 * time.Second
	}
	return &Gateway{config: c, client: wire.NewClient(c.HTTP, c.Timeout)}, nil
}

// Rules gives the installation's limits.
func (g *Gateway) Rules() payment.Rules {
	return payment.Rules{MinAmount: g.config.MinAmount, MaxAmount: g.config.MaxAmount, Timeout: g.config.Timeout, NoQuery: true, Unasked: g.config.Unasked}
}

// NewRef is the number of any deposit: 18 letters and digits of the 32 that are
// allowed.
func (g *Gateway) NewRef(at time.Time) string { return number.NewOrder("D", at) }

// Collect opens an order and gives its cashier page, and as a message the exact
// coins, the address and the deadline. The company knows one way to pay, so the
// order's method and subject are not sent. It refuses a number that it has; that
// is an error and no refusal, for the order is there.
func (g *Gateway) Collect(ctx context.Context, o payment.Order) (payment.Collection, error) {
	if !reference.MatchString(o.Ref) || !method.MatchString(o.Method) || o.Amount <= 0 || strings.ContainsAny(o.Subject, "&=") {
		return payment.Collection{}, &payment.Refusal{Code: "not sent"}
	}
	amount, _ := wire.Shortest(o.Amount.String())
	values := map[string]string{"order_id": o.Ref, "amount": amount, "notify_url": o.NotifyURL, "redirect_url": o.ReturnURL}
	body, err := json.Marshal(ask{
		OrderID: o.Ref, Amount: json.Number(amount), NotifyURL: o.NotifyURL, RedirectURL: o.ReturnURL, Signature: sign(values, g.config.Token),
	})
	if err != nil {
		return payment.Collection{}, fmt.Errorf("epusdt: create order: %w", err)
	}
	answer, err := g.client.PostJSON(ctx, g.config.BaseURL+pathOrder, body)
	if err == nil {
		body, err = answer.Text()
	}
	if err != nil {
		return payment.Collection{}, fmt.Errorf("epusdt: create order: %w", err)
	}
	return readCreated(body, o)
}

// Lookup learns nothing: the document has no question about an order by our
// number. The page that a browser asks while it waits is neither signed nor does
// it tell an amount, so it proves nothing.
func (g *Gateway) Lookup(ctx context.Context, _ string) (payment.Status, error) {
	if err := ctx.Err(); err != nil {
		return payment.Status{}, err
	}
	return payment.Status{}, payment.ErrNoQuery
}

// ReadCallback checks and reads a notice, a JSON POST. Its amount is the order's
// in yuan, which is what is credited; the coins are not.
func (g *Gateway) ReadCallback(raw payment.Raw) (payment.Notice, error) {
	if raw.Method != http.MethodPost {
		return payment.Notice{}, payment.ErrUnreadable
	}
	values, ok := wire.Object(raw.Body)
	if !ok {
		return payment.Notice{}, payment.ErrUnreadable
	}
	if !authentic(values, g.config.Token) {
		return payment.Notice{}, payment.ErrForged
	}
	amount, ok := wire.Yuan(values["amount"])
	coins, err := money.ParseCoins(values["actual_amount"])
	state := values["status"]
	if !ok || err != nil || coins <= 0 || !reference.MatchString(values["order_id"]) || !gatewayNo.MatchString(values["trade_id"]) ||
		(state != statusWaiting && state != statusPaid && state != statusExpired) {
		return payment.Notice{}, payment.ErrUnreadable
	}
	return payment.Notice{Ref: values["order_id"], GatewayTxn: values["trade_id"], Amount: amount, Paid: state == statusPaid}, nil
}

// Acknowledge is the word that ends the repetitions; nothing may stand around it.
func (g *Gateway) Acknowledge() (contentType, body string) {
	return "text/plain; charset=utf-8", "ok"
}
