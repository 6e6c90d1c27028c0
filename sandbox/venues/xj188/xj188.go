package xj188

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
	"hongyun/sandbox/venues/callers"
	"hongyun/sandbox/venues/purse"
)

// Values of code that this server answers.
const (
	codeOK        = "COMM0000"
	codeParameter = "COMM0101"
	codeSecret    = "SSO0001"
	codeAddress   = "SSO0003"
	codeNoMember  = "ITGR0011"
	codeRef       = "ITGR0012"
	codeExists    = "ITGR0033"
	codeTooOften  = "ITGR0036"
	codeCurrency  = "ITGR0101"
	codeDuplicate = "ITGR1001"
	codeFailed    = "ITGR9999"
	codeShort     = "ERRG0010"
)

const (
	currency = "CNY"
	maxBody  = 64 << 10
)

// Leg is one pick of a bet.
type Leg struct {
	League    string `json:"league"`
	Match     string `json:"match"`
	BetType   string `json:"betType"`
	Selection string `json:"selection"`
	Odds      string `json:"odds"`
	OddsType  string `json:"oddsType"`
	Score     string `json:"score"`
}

// Config is one operator of XJ188.
type Config struct {
	Code                 string // our venue code
	OperatorID, VendorID string
	Credit               money.Fen
	HomeURL              func() string  // where the way back from a game leads; nil for nowhere
	AllowFrom            []netip.Prefix // callers' addresses; empty: any
	Legs                 func(books.Bet) []Leg
	BaseURL              func() string
	Clock                calendar.Clock
	Log                  *slog.Logger
	Books                *books.Books
	Faults               *faults.Box
	Stop                 <-chan struct{} // closed when the sandbox stops
}

// Server answers the protocol for one operator.
type Server struct {
	Config
	purse *purse.Purse
}

// New makes a server; the configuration must be complete but for HomeURL.
func New(c Config) *Server {
	return &Server{Config: c, purse: &purse.Purse{Venue: c.Code, Credit: c.Credit, Books: c.Books, Clock: c.Clock}}
}

// Reverse takes a transfer back that was done; books.ErrNotFound when none was.
func (s *Server) Reverse(ctx context.Context, id string) error { return s.purse.Reverse(ctx, id) }

// ask is one request that passed the common checks.
type ask struct {
	form  url.Values
	fault faults.Fault
}

func (a ask) get(name string) string { return a.form.Get(name) }

// reply is the answer to a call.
type reply struct {
	code string
	data any
	gone bool // the connection breaks off
}

func failed(code string) reply { return reply{code: code} }

func ok(data any) reply { return reply{code: codeOK, data: data} }

// command is how a call is run and what the fault switches call it.
type command struct {
	run  func(*Server, context.Context, ask) (reply, error)
	call faults.Call
}

var commands = map[string]command{
	"/API/Registration":   {(*Server).register, faults.Create},
	"/API/MemberBalance":  {(*Server).balance, faults.Balance},
	"/API/DepositFund":    {(*Server).deposit, faults.TransferIn},
	"/API/WithdrawalFund": {(*Server).withdraw, faults.TransferOut},
	"/API/Launch":         {(*Server).launch, faults.Launch},
	"/API/Wagers":         {(*Server).wagers, faults.Records},
}

// meaningless lists the faults without effect on a call. A switch set for "any"
// passes over such calls.
func meaningless(call faults.Call) []faults.Kind {
	switch call {
	case faults.TransferIn, faults.TransferOut:
		return nil
	case faults.Balance, faults.Records:
		return []faults.Kind{faults.PlayerInGame, faults.Processing}
	case faults.Launch:
		return []faults.Kind{faults.PlayerInGame, faults.Processing, faults.WrongAmount}
	default:
		return []faults.Kind{faults.PlayerInGame, faults.Processing, faults.WrongAmount, faults.NotFoundFlap, faults.Refuse}
	}
}

// Handler serves every path under prefix.
func (s *Server) Handler(prefix string) http.Handler {
	return http.StripPrefix(prefix, http.HandlerFunc(s.serve))
}

// serve checks a request, lets a waiting fault have its way, and answers.
func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodGet && r.URL.Path == "/launcher" {
		s.enter(w, r)
		return
	}
	c, known := commands[r.URL.Path]
	if !known || r.Method != http.MethodPost {
		http.NotFound(w, r)
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	code := codeOK
	switch err := r.ParseForm(); {
	case !callers.Admit(s.AllowFrom, r.RemoteAddr):
		code = codeAddress
	case err != nil:
		code = codeParameter
	case !equal(r.PostForm.Get("operatorId"), s.OperatorID) || !equal(r.PostForm.Get("vendorId"), s.VendorID):
		code = codeSecret
	}
	if code != codeOK {
		s.Log.Warn("sandbox venue refused a request", "venue", s.Code, "path", r.URL.Path, "code", code)
		s.answer(w, failed(code))
		return
	}
	a := ask{form: r.PostForm}
	ctx := context.WithoutCancel(r.Context())
	a.fault = s.Faults.Take("venue:"+s.Code, a.get("refId"), meaningless(c.call), c.call)
	s.Faults.Play(w, s.Stop, a.fault, faults.Request{
		Once: c.call == faults.Records,
		Do: func() func(http.ResponseWriter) {
			got, err := c.run(s, ctx, a)
			if err != nil {
				s.Log.Error("sandbox venue failed", "venue", s.Code, "err", err)
				got = failed(codeFailed)
			}
			s.Log.Debug("sandbox venue answered", "venue", s.Code, "path", r.URL.Path, "code", got.code, "fault", a.fault.Kind)
			if got.gone {
				return nil
			}
			return func(w http.ResponseWriter) { s.answer(w, got) }
		},
		Other:       func(w http.ResponseWriter) { s.answer(w, ok(map[string]any{"version": "1"})) },
		UnknownCode: `{"code":"ZZZZ8765","data":null,"message":"?"}`,
		TooMany:     func(w http.ResponseWriter) { s.answer(w, failed(codeTooOften)) },
	})
}

func equal(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

func (s *Server) answer(w http.ResponseWriter, a reply) {
	message := "Success"
	if a.code != codeOK {
		message = "Error " + a.code
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	_ = json.NewEncoder(w).Encode(map[string]any{"code": a.code, "data": a.data, "message": message}) // a client that left needs no answer
}

// enter is the launcher: it sends a browser to the address of a launch, and to
// no other.
func (s *Server) enter(w http.ResponseWriter, r *http.Request) {
	to := r.URL.Query().Get("XJlaunchURL")
	if !strings.HasPrefix(to, s.BaseURL()+"/play/enter?") {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Referrer-Policy", "no-referrer")
	http.Redirect(w, r, to, http.StatusSeeOther)
}
