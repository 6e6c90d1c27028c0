// Package dfpay speaks the pay-out call (代付) of Chinese four-party gateways, whose
// addresses begin with Payment_Dfpay. See README.md for its facts and quirks.
package dfpay

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/internal/payment"
	"hongyun/internal/payment/wire"
)

// Config is one merchant account at one company. The key stays inside the package.
type Config struct {
	Code     string // our code of the company; for logs
	BaseURL  string // up to but without /Payment_Dfpay_add.html
	Merchant string
	Key      string

	MinAmount, MaxAmount money.Fen     // of one pay-out; 0 means none
	Timeout              time.Duration // of one call; default 20 s

	HTTP *http.Client // nil makes one
	Log  *slog.Logger // nil is silent
}

// Payer is one merchant account in use.
type Payer struct {
	config Config
	client *wire.Client
}

var _ payment.Payer = (*Payer)(nil)

const (
	addPath   = "/Payment_Dfpay_add.html"
	queryPath = "/Payment_Dfpay_query.html"
	maxFields = 40
	maxSaid   = 200 // bytes of the company's words that are kept
)

var (
	reference = regexp.MustCompile(`^[A-Za-z0-9]{1,20}$`)
	companyNo = regexp.MustCompile(`^[A-Za-z0-9_.-]{1,64}$`)
	digits    = regexp.MustCompile(`^[0-9]{8,32}$`)
)

// New checks an account's settings. It calls nobody.
func New(c Config) (*Payer, error) {
	base, err := wire.Base(c.BaseURL)
	if err != nil {
		return nil, fmt.Errorf("dfpay: %w", err)
	}
	if c.Merchant == "" || c.Key == "" {
		return nil, errors.New("dfpay: Merchant and Key are needed")
	}
	c.BaseURL = base
	if c.Timeout == 0 {
		c.Timeout = 20 * time.Second
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	return &Payer{config: c, client: wire.NewClient(c.HTTP, c.Timeout)}, nil
}

// Rules gives the account's limits.
func (p *Payer) Rules() payment.Rules {
	return payment.Rules{MinAmount: p.config.MinAmount, MaxAmount: p.config.MaxAmount, Timeout: p.config.Timeout}
}

// NewRef is F, the day in GMT+8 and 13 random characters: 20 letters and digits,
// which is the length that the convention's documents allow.
func (p *Payer) NewRef(at time.Time) string {
	return "F" + at.In(calendar.Beijing).Format("060102") + rand.Text()[:13]
}

// Pay orders a pay-out. Our HTTP client never repeats the call by itself.
func (p *Payer) Pay(ctx context.Context, o payment.Payout) (string, error) {
	fields := map[string]string{
		"mchid": p.config.Merchant, "out_trade_no": o.Ref, "money": o.Amount.String(), "bankname": o.BankName,
		"subbranch": fallback(o.Branch), "accountname": o.Holder, "cardnumber": o.Number,
		"province": fallback(o.Province), "city": fallback(o.City), "notifyurl": o.NotifyURL,
	}
	if !reference.MatchString(o.Ref) || !digits.MatchString(o.Number) || o.Amount <= 0 || o.BankName == "" || o.Holder == "" || ambiguous(fields) {
		return "", &payment.PayoutRefusal{Code: "not sent", Said: "资料不符合接口要求，未发送", NotSent: true}
	}
	body, err := p.ask(ctx, addPath, fields)
	if err != nil {
		return "", fmt.Errorf("dfpay: order a pay-out: %w", err)
	}
	a, err := read(body)
	switch {
	case err != nil:
		return "", err
	case a["status"] == "error":
		said := plain(a["msg"])
		return "", &payment.PayoutRefusal{Code: "error", Said: said, NoBalance: strings.Contains(said, "余额")}
	case a["status"] != "success", a["transaction_id"] != "" && !companyNo.MatchString(a["transaction_id"]):
		return "", errGarbage
	}
	return a["transaction_id"], nil
}

// fallback stands for a field that the convention requires and an order lacks.
func fallback(s string) string {
	if s == "" {
		return "无"
	}
	return s
}

// Lookup asks for a pay-out. The answer is signed; one without the right signature
// says nothing. "Request failed" (status error) cannot be told from "no such
// order", so it is unknown. Absent is the convention's own code for it.
func (p *Payer) Lookup(ctx context.Context, ref string) (payment.Status, error) {
	if !reference.MatchString(ref) {
		return payment.Status{}, errors.New("dfpay: not a number of this company")
	}
	body, err := p.ask(ctx, queryPath, map[string]string{"mchid": p.config.Merchant, "out_trade_no": ref})
	if err != nil {
		return payment.Status{}, fmt.Errorf("dfpay: query a pay-out: %w", err)
	}
	a, err := read(body)
	switch {
	case err != nil:
		return payment.Status{}, err
	case a["status"] != "success":
		return payment.Status{}, errors.New("dfpay: the query was not answered")
	case !authentic(a, signatureField, p.config.Key):
		return payment.Status{}, fmt.Errorf("%w: its signature is wrong", errGarbage)
	case a["out_trade_no"] != ref || a["mchid"] != p.config.Merchant:
		return payment.Status{}, fmt.Errorf("%w: it is about another order", errGarbage)
	case a["transaction_id"] != "" && !companyNo.MatchString(a["transaction_id"]):
		return payment.Status{}, errGarbage
	}
	s := payment.Status{State: stateOf(a["refCode"]), GatewayTxn: a["transaction_id"]}
	if s.State == payment.Unknown {
		return payment.Status{}, errors.New("dfpay: the pay-out has no known state")
	}
	if s.State == payment.Paid {
		if s.Amount, err = amount(a["amount"]); err != nil {
			return payment.Status{}, err
		}
		if at, err := time.ParseInLocation(time.DateTime, a["success_time"], calendar.Beijing); err == nil {
			s.PaidAt = at
		}
	}
	return s, nil
}

// ReadCallback checks and reads a notice: a form POST.
func (p *Payer) ReadCallback(raw payment.Raw) (payment.PayoutNotice, error) {
	if raw.Method != http.MethodPost || len(raw.Body) > wire.Limit {
		return payment.PayoutNotice{}, payment.ErrUnreadable
	}
	form, err := url.ParseQuery(string(raw.Body))
	if err != nil {
		return payment.PayoutNotice{}, payment.ErrUnreadable
	}
	v, ok := readable(form)
	if !ok {
		return payment.PayoutNotice{}, payment.ErrUnreadable
	}
	if !authentic(v, "sign", p.config.Key) || subtle.ConstantTimeCompare([]byte(v["memberid"]), []byte(p.config.Merchant)) != 1 {
		return payment.PayoutNotice{}, payment.ErrForged
	}
	n := payment.PayoutNotice{Ref: v["orderid"], Txn: v["transaction_id"], State: stateOf(v["refCode"]), Said: plain(v["refMsg"])}
	if n.State == payment.Paid && v["returncode"] != codePaid {
		n.State = payment.Open // the two fields disagree: only the query decides
	}
	if n.Amount, err = amount(v["amount"]); err != nil || !reference.MatchString(n.Ref) || !companyNo.MatchString(n.Txn) ||
		n.State == payment.Unknown || n.State == payment.Absent {
		return payment.PayoutNotice{}, payment.ErrUnreadable
	}
	return n, nil
}

// Acknowledge is the word that ends the repetitions.
func (p *Payer) Acknowledge() (contentType, body string) { return "text/plain; charset=utf-8", "OK" }

// ask signs and posts one call.
func (p *Payer) ask(ctx context.Context, path string, fields map[string]string) ([]byte, error) {
	answer, err := p.client.PostOnce(ctx, p.config.BaseURL+path, signedForm(fields, p.config.Key))
	if err != nil {
		return nil, err
	}
	return answer.Text()
}

// plain is a company's text without what hides on a screen, and not too long.
func plain(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.C, r) || r == utf8.RuneError {
			return -1
		}
		return r
	}, s)
	for len(s) > maxSaid {
		_, size := utf8.DecodeLastRuneInString(s)
		s = s[:len(s)-size]
	}
	return s
}
