package im

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"sync"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
	"hongyun/sandbox/venues/callers"
	"hongyun/sandbox/venues/purse"
)

// Values of Code that this server answers.
const (
	codeOK        = 0
	codeMerchant  = 501
	codeExists    = 503
	codeNoPlayer  = 504
	codeRequired  = 505
	codePlayerID  = 506
	codeCurrency  = 507
	codeWallet    = 508
	codeOrderID   = 509
	codeShort     = 510
	codeDuplicate = 514
	codeLanguage  = 518
	codeFormat    = 519
	codeIP        = 522
	codePassword  = 524
	codeTime      = 528
	codeInactive  = 540
	codeNoOrder   = 541
	codeAmount    = 543
	codeInGame    = 544
	codeRange     = 547
	codeParallel  = 557
	codeNoData    = 558
	codeParameter = 612
	codeBusy      = 998
	codeFailed    = 999
)

const (
	currency       = "CNY"
	maxBody        = 64 << 10
	defaultPerPage = 5000
)

// Wallet is one product of the merchant.
type Wallet struct {
	ID       string // ProductWallet: "301"
	Code     string // our venue code: "im"
	GameCode string // "IMSB"
	HomeURL  func() string
}

// Leg is one pick of a bet.
type Leg struct {
	CompetitionName string
	EventName       string
	BetType         string
	Selection       string
	Odds            string
	Score           string
}

// Ticket is what was picked with a bet, as a record row shows it.
type Ticket struct {
	OddsType string
	Legs     []Leg
	Sold     money.Fen // what the bet was sold back for; 0 if it was not
}

// Config is one merchant of IM.
type Config struct {
	MerchantCode string // 32 characters
	Wallets      []Wallet
	Credit       money.Fen      // of each wallet
	AllowFrom    []netip.Prefix // callers' addresses; empty: any
	Ticket       func(books.Bet) Ticket
	BaseURL      func() string
	Clock        calendar.Clock
	Log          *slog.Logger
	Books        *books.Books
	Faults       *faults.Box
	Stop         <-chan struct{} // closed when the sandbox stops
}

// Server answers the protocol for one merchant.
type Server struct {
	Config
	purses  map[string]*purse.Purse // by venue code
	report  sync.Mutex              // held by the report call under way
	perPage int
}

// New makes a server; the configuration must be complete but for HomeURL, which
// says where the way back from a game leads.
func New(c Config) *Server {
	s := &Server{Config: c, purses: map[string]*purse.Purse{}, perPage: defaultPerPage}
	for _, w := range c.Wallets {
		s.purses[w.Code] = &purse.Purse{Venue: w.Code, Credit: c.Credit, Books: c.Books, Clock: c.Clock}
	}
	return s
}

// Reverse takes a transfer back that was done; books.ErrNotFound when none was.
func (s *Server) Reverse(ctx context.Context, id string) error {
	err := error(books.ErrNotFound)
	for _, w := range s.Wallets {
		if err = s.purses[w.Code].Reverse(ctx, id); err == nil {
			return nil
		}
	}
	return err
}

// ask is one request that passed the common checks.
type ask struct {
	body   map[string]any
	wallet Wallet // of ProductWallet; the first one where a call names none
	fault  faults.Fault
}

// get is a field as text, whether it came as text or as a number.
func (a ask) get(name string) string {
	switch v := a.body[name].(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	}
	return ""
}

// reply is the answer to a call: a code and what comes beside it.
type reply struct {
	code   int
	fields map[string]any
	gone   bool // the connection breaks off
}

func failed(code int) reply { return reply{code: code} }

func ok(fields map[string]any) reply { return reply{fields: fields} }

// command is how a call is run and its name among the fault switches; "" is met
// by a switch for any call. Calls with inWallet name a ProductWallet.
type command struct {
	run      func(*Server, context.Context, ask) (reply, error)
	call     faults.Call
	inWallet bool
}

var commands = map[string]command{
	"/Player/Register":                 {(*Server).register, faults.Create, false},
	"/Player/CheckExists":              {(*Server).checkExists, "", false},
	"/Player/GetBalance":               {(*Server).balance, faults.Balance, true},
	"/Transaction/PerformTransfer":     {(*Server).transfer, faults.TransferIn, true},
	"/Transaction/CheckTransferStatus": {(*Server).transferStatus, faults.Status, true},
	"/Game/NewLaunchGame":              {(*Server).launch, faults.Launch, true},
	"/Game/NewLaunchMobileGame":        {(*Server).launch, faults.Launch, true},
	"/Report/GetBetLog":                {(*Server).betLog, faults.Records, true},
}

// meaningless lists the faults without effect on a call. A switch set for "any"
// passes over such calls.
func meaningless(call faults.Call) []faults.Kind {
	switch call {
	case faults.TransferIn, faults.TransferOut:
		return nil
	case faults.Status:
		return []faults.Kind{faults.PlayerInGame, faults.WrongAmount}
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
	c := commands[r.URL.Path]
	a, code := s.open(w, r, c)
	if code != codeOK {
		s.Log.Warn("sandbox venue refused a request", "merchant", s.Wallets[0].Code, "path", r.URL.Path, "code", code)
		s.answer(w, c, failed(code))
		return
	}
	call := c.call
	if call == faults.TransferIn && strings.HasPrefix(a.get("Amount"), "-") {
		call = faults.TransferOut
	}
	ctx := context.WithoutCancel(r.Context())
	a.fault = s.Faults.Take("venue:"+a.wallet.Code, a.get("TransactionId"), meaningless(call), call)
	s.Faults.Play(w, s.Stop, a.fault, faults.Request{
		Once: call == faults.Records,
		Do: func() func(http.ResponseWriter) {
			got, err := c.run(s, ctx, a)
			if err != nil {
				s.Log.Error("sandbox venue failed", "venue", a.wallet.Code, "err", err)
				got = failed(codeFailed)
			}
			s.Log.Debug("sandbox venue answered", "venue", a.wallet.Code, "path", r.URL.Path, "code", got.code, "fault", a.fault.Kind)
			if got.gone {
				return nil
			}
			return func(w http.ResponseWriter) { s.answer(w, c, got) }
		},
		Other:       func(w http.ResponseWriter) { s.answer(w, c, ok(map[string]any{"Version": "1"})) },
		UnknownCode: `{"Code":"98765","Message":"?"}`,
		TooMany:     func(w http.ResponseWriter) { s.answer(w, c, failed(codeBusy)) },
	})
}

// open makes the checks that all calls have in common.
func (s *Server) open(w http.ResponseWriter, r *http.Request, c command) (a ask, code int) {
	if !callers.Admit(s.AllowFrom, r.RemoteAddr) {
		return a, codeIP
	}
	if c.run == nil || r.Method != http.MethodPost || !strings.HasPrefix(r.Header.Get("Content-Type"), "application/json") {
		return a, codeParameter
	}
	reader := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody))
	reader.UseNumber()
	if reader.Decode(&a.body) != nil {
		return a, codeParameter
	}
	if subtle.ConstantTimeCompare([]byte(a.get("MerchantCode")), []byte(s.MerchantCode)) != 1 {
		return a, codeMerchant
	}
	a.wallet = s.Wallets[0]
	if !c.inWallet {
		return a, codeOK
	}
	for _, wallet := range s.Wallets {
		if wallet.ID == a.get("ProductWallet") {
			a.wallet = wallet
			return a, codeOK
		}
	}
	return a, codeWallet
}

func (s *Server) answer(w http.ResponseWriter, c command, a reply) {
	body := map[string]any{"Code": fmt.Sprint(a.code), "Message": "Successful."}
	if a.code != codeOK {
		body["Message"] = fmt.Sprintf("Error %d", a.code)
	}
	if c.call == faults.Records {
		body["Code"] = a.code
	}
	for name, value := range a.fields {
		body[name] = value
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	_ = json.NewEncoder(w).Encode(body) // a client that left needs no answer
}
