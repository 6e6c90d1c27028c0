// Package fourparty speaks the pay_* convention of Chinese four-party payment
// gateways (四方支付). See README.md for its quirks.
package fourparty

import (
	"context"
	"crypto/subtle"
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

// Config is one merchant account at one gateway. The key stays inside the package.
type Config struct {
	BaseURL string // up to but without /Pay_Index.html and /Pay_Trade_query.html
	Member  string // our merchant number, pay_memberid
	Key     string

	MinAmount, MaxAmount money.Fen     // of one order; 0 means none
	Timeout              time.Duration // of one call; default 15 s

	HTTP *http.Client // nil makes one
}

// Gateway is one merchant account in use.
type Gateway struct {
	config Config
	client *wire.Client
}

var _ payment.Gateway = (*Gateway)(nil)

var (
	// beijing is the zone of the convention's times.
	beijing   = time.FixedZone("GMT+8", 8*60*60)
	reference = regexp.MustCompile(`^D[A-Z0-9]{1,19}$`)
	gatewayNo = regexp.MustCompile(`^[A-Za-z0-9_.-]{1,64}$`)
	method    = regexp.MustCompile(`^[a-z0-9]{1,16}$`)
)

const (
	pathOrder = "/Pay_Index.html"
	pathQuery = "/Pay_Trade_query.html"
)

// New checks an account's settings. It calls nobody.
func New(c Config) (*Gateway, error) {
	base, err := wire.Base(c.BaseURL)
	if err != nil {
		return nil, fmt.Errorf("fourparty: %w", err)
	}
	if c.Member == "" || c.Key == "" {
		return nil, errors.New("fourparty: Member and Key are needed")
	}
	c.BaseURL = base
	if c.Timeout == 0 {
		c.Timeout = 15 * time.Second
	}
	return &Gateway{config: c, client: wire.NewClient(c.HTTP, c.Timeout)}, nil
}

// Rules gives the account's limits.
func (g *Gateway) Rules() payment.Rules {
	return payment.Rules{MinAmount: g.config.MinAmount, MaxAmount: g.config.MaxAmount, Timeout: g.config.Timeout}
}

// NewRef is the number of any deposit: 18 letters and digits of the 20 that the
// strictest gateways of the convention accept.
func (g *Gateway) NewRef(at time.Time) string { return number.NewOrder("D", at) }

// Collect opens an order and gives the place to pay. The order's own time is
// signed, so a repetition sends the same fields. Many gateways refuse a number
// that they know already; that is an error and no refusal, for the order is
// there.
func (g *Gateway) Collect(ctx context.Context, o payment.Order) (payment.Collection, error) {
	if !reference.MatchString(o.Ref) || !method.MatchString(o.Method) || o.Amount <= 0 || o.At.IsZero() || strings.ContainsAny(o.Subject, "&=") {
		return payment.Collection{}, &payment.Refusal{Code: "not sent"}
	}
	form := signedOrder(map[string]string{
		"pay_memberid": g.config.Member, "pay_orderid": o.Ref, "pay_applydate": o.At.In(beijing).Format(time.DateTime), "pay_bankcode": o.Method,
		"pay_notifyurl": o.NotifyURL, "pay_callbackurl": o.ReturnURL, "pay_amount": o.Amount.String(),
	}, g.config.Key)
	// Neither is signed. The first is shown to the payer; the second asks for JSON
	// where a gateway would else answer with a page for a browser.
	form.Set("pay_productname", o.Subject)
	form.Set("type", "json")
	answer, err := g.client.PostForm(ctx, g.config.BaseURL+pathOrder, form)
	if err != nil {
		return payment.Collection{}, fmt.Errorf("fourparty: create order: %w", err)
	}
	return readCreated(answer)
}

// Lookup asks for an order. The convention answers an unknown order and a
// refused question alike, so both stay Unknown.
func (g *Gateway) Lookup(ctx context.Context, ref string) (payment.Status, error) {
	if !reference.MatchString(ref) {
		return payment.Status{}, errors.New("fourparty: not an order number of this gateway")
	}
	answer, err := g.client.PostForm(ctx, g.config.BaseURL+pathQuery, signedOrder(map[string]string{
		"pay_memberid": g.config.Member, "pay_orderid": ref,
	}, g.config.Key))
	if err != nil {
		return payment.Status{}, fmt.Errorf("fourparty: query order: %w", err)
	}
	body, err := answer.Text()
	if err != nil {
		return payment.Status{}, fmt.Errorf("fourparty: query order: %w", err)
	}
	return g.readQueried(body, ref)
}

// ReadCallback checks and reads a notice: a form POST by the convention, a GET
// from some gateways. A trade_state, which answers to queries have, must say paid. attach is the one field that is not signed; it is not read.
func (g *Gateway) ReadCallback(raw payment.Raw) (payment.Notice, error) {
	values, ok := wire.FormOf(raw)
	if !ok {
		return payment.Notice{}, payment.ErrUnreadable
	}
	if !authentic(values, g.config.Key) || !g.ours(values["memberid"]) {
		return payment.Notice{}, payment.ErrForged
	}
	// A player could send the signed answer to a query as a notice: the state counts.
	if state := values["trade_state"]; state != "" && state != statePaid {
		return payment.Notice{}, payment.ErrUnreadable
	}
	paid, ok := received(values)
	if !ok || !reference.MatchString(values["orderid"]) || !gatewayNo.MatchString(values["transaction_id"]) || values["returncode"] == "" {
		return payment.Notice{}, payment.ErrUnreadable
	}
	return payment.Notice{
		Ref: values["orderid"], GatewayTxn: values["transaction_id"], Amount: paid, Paid: values["returncode"] == codePaid,
	}, nil
}

// ours compares a merchant number with ours in constant time.
func (g *Gateway) ours(member string) bool {
	return subtle.ConstantTimeCompare([]byte(member), []byte(g.config.Member)) == 1
}

// Acknowledge is the word that ends the repetitions.
func (g *Gateway) Acknowledge() (contentType, body string) {
	return "text/plain; charset=utf-8", "OK"
}
