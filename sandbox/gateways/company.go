package gateways

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"math/big"
	"net/http"
	"net/netip"
	"net/url"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
)

const (
	maxForm    = 64 << 10
	maxOrderNo = 64
	maxAmount  = 1_000_000 * money.Yuan
)

// The conventions that a gateway may speak.
const (
	Epay      = "epay"
	FourParty = "fourparty"
	Epusdt    = "epusdt"
)

// Protocols are all of them.
var Protocols = []string{Epay, FourParty, Epusdt}

// Config is one gateway.
type Config struct {
	Code     string // our gateway code: "epay"
	Protocol string // one of Protocols; "" is Epay
	PID      string // merchant number; an epusdt has none
	Key      string
	BaseURL  func() string
	Clock    calendar.Clock
	Log      *slog.Logger
	Books    *books.Books
	Faults   *faults.Box
	Stop     <-chan struct{} // closed when the sandbox stops
	Notices  *Notices
}

// convention is what the protocols differ in.
type convention interface {
	// routes adds the addresses at which merchants order and ask.
	routes(mux *http.ServeMux, prefix string)
	// write is the message that tells a merchant of a payment.
	write(n notice) message
	// heard reports whether the body of an answer ends the repetitions.
	heard(body string) bool
	// repeats is how often a notice that was not heard is sent again at most.
	repeats() int
	// way is the name of an order's way to pay, on the cashier page.
	way(o books.PayOrder) string
	// facts are further lines of the cashier page.
	facts(o books.PayOrder) []fact
	// back is where the payer goes after paying.
	back(o books.PayOrder) string
	// cashierPath is the path of an order's cashier page below the gateway's.
	cashierPath(tradeNo string) string
	// odd is an answer of the convention's form with a code that is in no manual.
	odd() string
}

// fact is a line of the cashier page.
type fact struct{ Label, Value string }

// Company is one gateway: its orders, its cashier page and its notices.
type Company struct {
	Config
	speaks convention
}

// New makes a gateway; the configuration must be complete.
func New(c Config) *Company {
	if c.PID == "" {
		c.PID = c.Code // a name for whom a notice is; no message carries it
	}
	made := &Company{Config: c}
	switch c.Protocol {
	case FourParty:
		made.speaks = &fourParty{made}
	case Epusdt:
		made.speaks = &epusdt{made}
	default:
		made.speaks = &epay{made}
	}
	c.Notices.serve(made)
	return made
}

// Handler serves the gateway's addresses below prefix ("/gateways/epay").
func (c *Company) Handler(prefix string) http.Handler {
	mux := http.NewServeMux()
	c.speaks.routes(mux, prefix)
	page := prefix + c.speaks.cashierPath("{trade}")
	mux.HandleFunc("GET "+page, c.cashier)
	mux.HandleFunc("POST "+page, c.pay)
	mux.HandleFunc("GET "+prefix+"/cashier.css", c.style)
	return mux
}

// path is an address of the gateway without its host.
func (c *Company) path(below string) string { return "/gateways/" + c.Code + below }

func (c *Company) cashierURL(tradeNo string) string {
	return c.BaseURL() + c.path(c.speaks.cashierPath(tradeNo))
}

// refusal is a request the gateway says no to, in words for the merchant.
type refusal string

func (r refusal) Error() string { return string(r) }

// tradeNo is the gateway's own number: it opens the cashier page, so it cannot
// be guessed.
func (c *Company) tradeNo() string {
	n, err := rand.Int(rand.Reader, big.NewInt(1_000_000_000_000))
	if err != nil {
		panic(err) // the system has no randomness: nothing can go on
	}
	return c.Clock.Now().In(calendar.Beijing).Format("20060102150405") + fmt.Sprintf("%012d", n)
}

// loopbackURL tells whether a notice may go there.
func loopbackURL(text string) bool {
	u, err := url.Parse(text)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") {
		return false
	}
	if u.Hostname() == "localhost" {
		return true
	}
	ip, err := netip.ParseAddr(u.Hostname())
	return err == nil && ip.Unmap().IsLoopback()
}

func webURL(text string) bool {
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}

// form reads a request's fields, from the address or the body.
func form(w http.ResponseWriter, r *http.Request) (url.Values, error) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		return nil, refusal("请求格式不正确")
	}
	return r.Form, nil
}

// met takes the fault that waits for a call and plays its first act; done means
// that nothing more is to be answered.
func (c *Company) met(w http.ResponseWriter, order string, call faults.Call) (fault faults.Fault, done bool) {
	fault = c.Faults.Take("gateway:"+c.Code, order, meaningless(call), call)
	return fault, faults.Begin(w, c.Stop, fault)
}

// spoil plays the last act of a fault instead of the answer; false when there
// is nothing to spoil.
func (c *Company) spoil(w http.ResponseWriter, fault faults.Fault) bool {
	return c.Faults.End(w, c.Stop, fault, c.speaks.odd())
}

// meaningless lists the faults that a switch set for "any" keeps for another
// call, because this one would not show them.
func meaningless(call faults.Call) []faults.Kind {
	switch call {
	case faults.Create:
		return []faults.Kind{faults.Duplicate, faults.PlayerInGame, faults.Processing, faults.NotFoundFlap, faults.WrongAmount}
	case faults.Status:
		return []faults.Kind{faults.Duplicate, faults.PlayerInGame, faults.WrongAmount}
	default:
		return nil
	}
}

// spoilt applies the faults that change a new order.
func spoilt(o books.PayOrder, fault faults.Fault) books.PayOrder {
	switch fault.Kind {
	case faults.WrongAmount:
		o.Charged++
	case faults.NotFoundFlap:
		o.VeilUntil = calendar.System().Now().Add(fault.Pause())
	}
	return o
}

// another is a number of the same form that belongs to somebody else.
func another(number string) string {
	last := byte('7')
	if number[len(number)-1] == '7' {
		last = '3'
	}
	return number[:len(number)-1] + string(last)
}

// words are what a merchant is told of a failure.
func (c *Company) words(err error) string {
	var no refusal
	if errors.As(err, &no) {
		return string(no)
	}
	c.Log.Error("sandbox gateway failed", "gateway", c.Code, "err", err)
	return "系统异常"
}

// keep keeps a new order, or gives the refusal of one that is there.
func (c *Company) keep(ctx context.Context, o books.PayOrder, known error) (books.PayOrder, error) {
	kept, err := c.Books.CreateOrder(ctx, o)
	if errors.Is(err, books.ErrDuplicate) || (err == nil && kept.TradeNo != o.TradeNo) {
		return kept, known
	}
	return kept, err
}
