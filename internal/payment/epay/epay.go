// Package epay speaks the Epay convention of Chinese third-party payment
// gateways. See README.md for its quirks.
package epay

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"hongyun/internal/money"
	"hongyun/internal/number"
	"hongyun/internal/payment"
	"hongyun/internal/payment/wire"
)

// Config is one merchant account at one gateway. The key stays inside the package.
type Config struct {
	Code    string // our gateway code, such as "epay"; for logs
	BaseURL string // up to but without /submit.php, /mapi.php, /api.php
	PID     string // our merchant number
	Key     string

	// Page makes Collect build a submit.php address for the browser instead of
	// asking mapi.php: for gateways without the latter.
	Page bool

	MinAmount, MaxAmount money.Fen     // of one order; 0 means none
	Timeout              time.Duration // of one call; default 15 s

	HTTP *http.Client // nil makes one
	Log  *slog.Logger // nil is silent
}

// Gateway is one merchant account in use.
type Gateway struct {
	config Config
	client *wire.Client
}

var _ payment.Gateway = (*Gateway)(nil)

var (
	// beijing is the zone of the times of the convention.
	beijing   = time.FixedZone("GMT+8", 8*60*60)
	reference = regexp.MustCompile(`^[A-Za-z0-9_-]{1,32}$`)
	gatewayNo = regexp.MustCompile(`^[A-Za-z0-9_.-]{1,64}$`)
	method    = regexp.MustCompile(`^[a-z0-9]{1,16}$`)
)

// New checks an account's settings. It calls nobody.
func New(c Config) (*Gateway, error) {
	u, err := url.Parse(c.BaseURL)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || u.RawQuery != "" {
		return nil, errors.New("epay: BaseURL must be an http address without a query")
	}
	if c.PID == "" || c.Key == "" {
		return nil, errors.New("epay: PID and Key are needed")
	}
	c.BaseURL = strings.TrimSuffix(c.BaseURL, "/")
	if c.Timeout == 0 {
		c.Timeout = 15 * time.Second
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	return &Gateway{config: c, client: wire.NewClient(c.HTTP, c.Timeout)}, nil
}

// Rules gives the account's limits.
func (g *Gateway) Rules() payment.Rules {
	return payment.Rules{MinAmount: g.config.MinAmount, MaxAmount: g.config.MaxAmount, Timeout: g.config.Timeout}
}

// NewRef is the number of any deposit: 18 letters and digits of the 32 that are
// allowed.
func (g *Gateway) NewRef(at time.Time) string { return number.NewOrder("D", at) }

// Collect opens an order and gives the place to pay. The gateway answers a
// repetition with the same order.
func (g *Gateway) Collect(ctx context.Context, o payment.Order) (payment.Collection, error) {
	if !reference.MatchString(o.Ref) || !method.MatchString(o.Method) || o.Amount <= 0 || strings.ContainsAny(o.Subject, "&=") {
		return payment.Collection{}, &payment.Refusal{Code: "not sent"}
	}
	fields := map[string]string{
		"pid": g.config.PID, "type": o.Method, "out_trade_no": o.Ref, "notify_url": o.NotifyURL, "return_url": o.ReturnURL,
		"name": o.Subject, "money": o.Amount.String(),
	}
	if g.config.Page {
		return payment.Collection{Link: g.config.BaseURL + "/submit.php?" + signedForm(fields, g.config.Key).Encode()}, nil
	}
	fields["clientip"] = "127.0.0.1"
	if a, err := netip.ParseAddr(o.ClientIP); err == nil {
		fields["clientip"] = a.Unmap().WithZone("").String()
	}
	fields["device"] = "pc"
	body, err := g.ask(ctx, http.MethodPost, "/mapi.php", signedForm(fields, g.config.Key))
	if err != nil {
		return payment.Collection{}, fmt.Errorf("epay: create order: %w", err)
	}
	return readCreated(body)
}

func readCreated(body []byte) (payment.Collection, error) {
	var c created
	if err := read(body, &c, func() *integer { return c.Code }); err != nil {
		return payment.Collection{}, err
	}
	if *c.Code != codeOK {
		return payment.Collection{}, &payment.Refusal{Code: strconv.FormatInt(int64(*c.Code), 10)}
	}
	place := payment.Collection{QR: c.QRCode, GatewayTxn: c.TradeNo}
	if place.QR == "" {
		place.QR = c.URLScheme // opens a wallet app; scanned, it does the same
	}
	if c.PayURL != "" {
		u, err := url.Parse(c.PayURL)
		if err != nil || (u.Scheme != "https" && u.Scheme != "http") || u.Host == "" {
			return payment.Collection{}, errGarbage
		}
		place.Link = c.PayURL
	}
	if place.Link == "" && place.QR == "" {
		place.Message = message(c.Msg)
	}
	if (place.Link == "" && place.QR == "" && place.Message == "") || (place.GatewayTxn != "" && !gatewayNo.MatchString(place.GatewayTxn)) {
		return payment.Collection{}, errGarbage
	}
	return place, nil
}

// message is what an answer without a place tells the payer: plain text of a
// bounded length, or nothing. A bare "success" tells nothing.
func message(text string) string {
	text = strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
	hidden := func(r rune) bool { return r != '\n' && unicode.Is(unicode.C, r) }
	if len(text) > messageLimit || !utf8.ValidString(text) || strings.ContainsFunc(text, hidden) || !strings.ContainsAny(text, "：:\n") {
		return ""
	}
	return text
}

// messageLimit is the most bytes of a message.
const messageLimit = 2000

// Lookup asks for an order. The convention has one code for every kind of no,
// so "no such order" cannot be told from "query refused": both stay Unknown.
func (g *Gateway) Lookup(ctx context.Context, ref string) (payment.Status, error) {
	if !reference.MatchString(ref) {
		return payment.Status{}, errors.New("epay: not an order number of this gateway")
	}
	// The convention wants the key itself here, so this call goes over https in
	// production and its address must never be shown.
	body, err := g.ask(ctx, http.MethodGet, "/api.php", url.Values{
		"act": {"order"}, "pid": {g.config.PID}, "key": {g.config.Key}, "out_trade_no": {ref},
	})
	if err != nil {
		return payment.Status{}, fmt.Errorf("epay: query order: %w", err)
	}
	return readQueried(body, ref, g.config.PID)
}

func readQueried(body []byte, ref, pid string) (payment.Status, error) {
	var q answered
	if err := read(body, &q, func() *integer { return q.Code }); err != nil {
		return payment.Status{}, err
	}
	switch {
	case *q.Code != codeOK:
		return payment.Status{}, fmt.Errorf("epay: query answered code %d", int64(*q.Code))
	case q.OutTradeNo != "" && string(q.OutTradeNo) != ref, q.PID != "" && string(q.PID) != pid:
		return payment.Status{}, fmt.Errorf("%w: it is about another order", errGarbage)
	case q.Status == nil || (q.TradeNo != "" && !gatewayNo.MatchString(string(q.TradeNo))):
		return payment.Status{}, errGarbage
	}
	s := payment.Status{GatewayTxn: string(q.TradeNo)}
	switch *q.Status {
	case statusOpen:
		s.State = payment.Open
	case statusPaid:
		paid, err := amount(string(q.Money))
		if err != nil {
			return payment.Status{}, err
		}
		s.State, s.Amount = payment.Paid, paid
		// A form nobody promised: a time that cannot be read is no time.
		if at, err := time.ParseInLocation(time.DateTime, string(q.EndTime), beijing); err == nil {
			s.PaidAt = at
		}
	default:
		return payment.Status{}, fmt.Errorf("epay: order has the unknown status %d", int64(*q.Status))
	}
	return s, nil
}

// ReadCallback checks and reads a notice: a GET by the convention, a form POST
// from some gateways. Only the place the method names is read.
func (g *Gateway) ReadCallback(raw payment.Raw) (payment.Notice, error) {
	form := raw.Query
	switch raw.Method {
	case http.MethodGet:
	case http.MethodPost:
		if len(raw.Body) > wire.Limit {
			return payment.Notice{}, payment.ErrUnreadable
		}
		parsed, err := url.ParseQuery(string(raw.Body))
		if err != nil {
			return payment.Notice{}, payment.ErrUnreadable
		}
		form = parsed
	default:
		return payment.Notice{}, payment.ErrUnreadable
	}
	values, ok := wire.Form(form)
	if !ok {
		return payment.Notice{}, payment.ErrUnreadable
	}
	if t := values["sign_type"]; t != "" && t != "MD5" {
		return payment.Notice{}, payment.ErrForged
	}
	if !authentic(values, g.config.Key) || subtle.ConstantTimeCompare([]byte(values["pid"]), []byte(g.config.PID)) != 1 {
		return payment.Notice{}, payment.ErrForged
	}
	paid, err := amount(values["money"])
	if err != nil || !reference.MatchString(values["out_trade_no"]) || !gatewayNo.MatchString(values["trade_no"]) || values["trade_status"] == "" {
		return payment.Notice{}, payment.ErrUnreadable
	}
	return payment.Notice{
		Ref: values["out_trade_no"], GatewayTxn: values["trade_no"], Amount: paid, Paid: values["trade_status"] == paidStatus,
	}, nil
}

// Acknowledge is the word that ends the repetitions.
func (g *Gateway) Acknowledge() (contentType, body string) {
	return "text/plain; charset=utf-8", "success"
}

// ask performs one call within the time limit and reads a bounded answer.
// Errors never hold the address, which may carry the key.
func (g *Gateway) ask(ctx context.Context, verb, path string, form url.Values) ([]byte, error) {
	var answer wire.Answer
	var err error
	if verb == http.MethodPost {
		answer, err = g.client.PostForm(ctx, g.config.BaseURL+path, form)
	} else {
		answer, err = g.client.Get(ctx, g.config.BaseURL+path+"?"+form.Encode())
	}
	if err != nil {
		return nil, err
	}
	return answer.Text()
}
