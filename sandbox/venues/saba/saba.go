package saba

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

// Values of error_code. The meaning of 2 to 8 and 12 depends on the call.
const (
	codeOK        = 0
	codeSystem    = 1
	codeNoMember  = 2 // CreateMember: the username is taken
	codeNoOrder   = 2 // CheckFundTransfer
	codeOperator  = 3 // CreateMember
	codeShort     = 3 // FundTransfer
	codeOngoing   = 3 // CheckFundTransfer
	codeOddsType  = 4 // CreateMember
	codeBounds    = 4 // FundTransfer
	codeCurrency  = 5 // CreateMember
	codeDuplicate = 5 // FundTransfer
	codeExists    = 6 // CreateMember
	codeMoney     = 6 // FundTransfer: the currency
	codeLimits    = 7 // CreateMember: mintransfer above maxtransfer
	codeParameter = 7
	codePrefix    = 8
	codeVendor    = 9
	codeBusy      = 11
	codeTooLong   = 12
)

// Values of status.
const (
	statusDone    = 0
	statusFailed  = 1
	statusPending = 2
)

const maxBody = 64 << 10

// Ticket is what was picked with a bet.
type Ticket struct {
	OddsType int // 1 Malay, 2 Hong Kong, 3 decimal
	Odds     string
	Legs     []Leg
}

// Leg is one pick.
type Leg struct {
	LeagueID, SportType  int
	MatchID              string
	League, Home, Away   string
	BetType              int
	BetTeam, Odds        string
	HomeScore, AwayScore int // at the time of the bet
}

// Config is one operator of SABA.
type Config struct {
	Code       string // our venue code
	VendorID   string // the secret
	OperatorID string
	Prefix     string // of every vendor_member_id
	Currency   int    // the vendor's number
	Credit     money.Fen
	HomeURL    func() string  // where the way back from a game leads; nil for nowhere
	AllowFrom  []netip.Prefix // callers' addresses; empty: any
	Ticket     func(books.Bet) Ticket
	BaseURL    func() string
	Clock      calendar.Clock
	Log        *slog.Logger
	Books      *books.Books
	Faults     *faults.Box
	Stop       <-chan struct{} // closed when the sandbox stops
}

// Server answers the protocol for one operator.
type Server struct {
	Config
	purse *purse.Purse
}

// New makes a server; the configuration must be complete but for HomeURL and Prefix.
func New(c Config) *Server {
	return &Server{Config: c, purse: &purse.Purse{Venue: c.Code, Credit: c.Credit, Books: c.Books, Clock: c.Clock}}
}

// Reverse takes a transfer back that was done; books.ErrNotFound when none was.
func (s *Server) Reverse(ctx context.Context, id string) error { return s.purse.Reverse(ctx, id) }

// ask is one request that passed the common checks.
type ask struct {
	form  url.Values // names in lower case
	fault faults.Fault
}

func (a ask) get(name string) string { return a.form.Get(name) }

// reply is the answer to a call.
type reply struct {
	code int
	data any
	gone bool // the connection breaks off
}

func failed(code int) reply { return reply{code: code} }

func ok(data any) reply { return reply{data: data} }

// command is how a call is run and what the fault switches call it.
type command struct {
	run  func(*Server, context.Context, ask) (reply, error)
	call faults.Call
}

var commands = map[string]command{
	"CreateMember":            {(*Server).createMember, faults.Create},
	"CheckUserBalance":        {(*Server).checkUserBalance, faults.Balance},
	"FundTransfer":            {(*Server).fundTransfer, faults.TransferIn},
	"CheckFundTransfer":       {(*Server).checkFundTransfer, faults.Status},
	"GetSabaUrl":              {(*Server).getSabaURL, faults.Launch},
	"GetBetDetail":            {(*Server).getBetDetail, faults.Records},
	"GetBetDetailByTimeframe": {(*Server).getBetDetailByTimeframe, faults.Records},
}

// meaningless lists the faults without effect on a call. A switch set for "any"
// passes over such calls.
func meaningless(call faults.Call) []faults.Kind {
	switch call {
	case faults.TransferIn, faults.TransferOut, faults.Status:
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
	method, api := strings.CutPrefix(r.URL.Path, "/api/")
	c, known := commands[method]
	if !api || !known || r.Method != http.MethodPost {
		http.NotFound(w, r)
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	a := ask{form: url.Values{}}
	err := r.ParseForm()
	for name, values := range r.PostForm {
		a.form[strings.ToLower(name)] = values
	}
	if err != nil || !callers.Admit(s.AllowFrom, r.RemoteAddr) || subtle.ConstantTimeCompare([]byte(a.get("vendor_id")), []byte(s.VendorID)) != 1 {
		s.Log.Warn("sandbox venue refused a request", "venue", s.Code, "path", r.URL.Path)
		s.answer(w, failed(codeVendor))
		return
	}
	call := c.call
	if call == faults.TransferIn && a.get("direction") == outward {
		call = faults.TransferOut
	}
	ctx := context.WithoutCancel(r.Context())
	a.fault = s.Faults.Take("venue:"+s.Code, a.get("vendor_trans_id"), meaningless(call), call)
	s.Faults.Play(w, s.Stop, a.fault, faults.Request{
		Once: call == faults.Records,
		Do: func() func(http.ResponseWriter) {
			got, err := c.run(s, ctx, a)
			if err != nil {
				s.Log.Error("sandbox venue failed", "venue", s.Code, "err", err)
				got = failed(codeSystem)
			}
			s.Log.Debug("sandbox venue answered", "venue", s.Code, "path", r.URL.Path, "code", got.code, "fault", a.fault.Kind)
			if got.gone {
				return nil
			}
			return func(w http.ResponseWriter) { s.answer(w, got) }
		},
		Other:       func(w http.ResponseWriter) { s.answer(w, ok(map[string]any{"version": "1"})) },
		UnknownCode: `{"error_code":98765,"message":"?","Data":null}`,
		TooMany:     func(w http.ResponseWriter) { s.answer(w, failed(codeBusy)) },
	})
}

func (s *Server) answer(w http.ResponseWriter, a reply) {
	message := ""
	if a.code != codeOK {
		message = "failed"
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	_ = json.NewEncoder(w).Encode(map[string]any{"error_code": a.code, "message": message, "Data": a.data}) // a client that left needs no answer
}
