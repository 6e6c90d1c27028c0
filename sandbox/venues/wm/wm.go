package wm

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
	"hongyun/sandbox/venues/callers"
	"hongyun/sandbox/venues/purse"
)

// Values of errorCode. Those of the sheet are 0, 104, 107 and 10501; the others
// are this company's own.
const (
	codeOK        = 0
	codePassword  = 102
	codeParameter = 103
	codeExists    = 104
	codeNothing   = 107
	codeVendor    = 900
	codeAddress   = 901
	codeNoUser    = 10501
	codeShort     = 10801
	codeUsed      = 10802
	codeUnwanted  = 10803
)

const (
	path     = "/api/public/Gateway.php"
	maxBody  = 64 << 10
	clockOff = 10 * time.Minute
)

// Place is where a bet was put: on a spot of a table, in a hand of an event. Result is
// what was dealt, "" before that.
type Place struct {
	Event, Child       int64
	Table              string
	Code, Name, Result string
}

// Config is one operator of WM.
type Config struct {
	Code                string // our venue code
	VendorID, Signature string
	Credit              money.Fen
	AllowFrom           []netip.Prefix           // callers' addresses; empty: any
	Gid                 func(game string) string // the vendor's number of a game
	Place               func(books.Bet) Place
	BaseURL             func() string
	Clock               calendar.Clock
	Log                 *slog.Logger
	Books               *books.Books
	Faults              *faults.Box
	Stop                <-chan struct{} // closed when the sandbox stops
}

// Server answers the protocol for one operator.
type Server struct {
	Config
	purse *purse.Purse
}

// New makes a server; the configuration must be complete.
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
	code   int
	result any
	gone   bool // the connection breaks off
}

func failed(code int) reply { return reply{code: code, result: ""} }

func ok(result any) reply { return reply{result: result} }

// command is how a call is run and what the fault switches call it.
type command struct {
	run  func(*Server, context.Context, ask) (reply, error)
	call faults.Call
}

var commands = map[string]command{
	"MemberRegister":       {(*Server).register, faults.Create},
	"SigninGame":           {(*Server).signin, faults.Launch},
	"LogoutGame":           {(*Server).logout, faults.Create},
	"GetBalance":           {(*Server).balance, faults.Balance},
	"ChangeBalance":        {(*Server).changeBalance, faults.TransferIn},
	"GetMemberTradeReport": {(*Server).tradeReport, faults.Status},
	"GetDateTimeReport":    {(*Server).betReport, faults.Records},
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
	if r.URL.Path != path || r.Method != http.MethodPost && r.Method != http.MethodGet {
		http.NotFound(w, r)
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	err := r.ParseForm()
	c, known := commands[r.Form.Get("cmd")]
	code := codeOK
	switch {
	case !callers.Admit(s.AllowFrom, r.RemoteAddr):
		code = codeAddress
	case err != nil || !known:
		code = codeParameter
	case !equal(r.Form.Get("vendorId"), s.VendorID) || !equal(r.Form.Get("signature"), s.Signature) || !s.timely(r.Form.Get("timestamp")):
		code = codeVendor
	}
	if code != codeOK {
		s.Log.Warn("sandbox venue refused a request", "venue", s.Code, "cmd", r.Form.Get("cmd"), "code", code)
		s.answer(w, failed(code))
		return
	}
	a, call := ask{form: r.Form}, c.call
	if call == faults.TransferIn && isOut(a.get("money")) {
		call = faults.TransferOut
	}
	ctx := context.WithoutCancel(r.Context())
	a.fault = s.Faults.Take("venue:"+s.Code, a.get("order"), meaningless(call), call)
	s.Faults.Play(w, s.Stop, a.fault, faults.Request{
		Once: call == faults.Records,
		Do: func() func(http.ResponseWriter) {
			got, err := c.run(s, ctx, a)
			if err != nil {
				s.Log.Error("sandbox venue failed", "venue", s.Code, "err", err)
				got = failed(codeUnwanted)
			}
			s.Log.Debug("sandbox venue answered", "venue", s.Code, "cmd", a.get("cmd"), "code", got.code, "fault", a.fault.Kind)
			if got.gone {
				return nil
			}
			return func(w http.ResponseWriter) { s.answer(w, got) }
		},
		Other:       func(w http.ResponseWriter) { s.answer(w, ok(map[string]any{"version": "1"})) },
		UnknownCode: `{"errorCode":98765,"errorMessage":"?","result":""}`,
	})
}

func equal(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

func (s *Server) timely(stamp string) bool {
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	off := s.Clock.Now().Sub(time.Unix(seconds, 0))
	return err == nil && max(off, -off) <= clockOff
}

func (s *Server) answer(w http.ResponseWriter, a reply) {
	message := ""
	if a.code != codeOK {
		message = "failed"
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	_ = json.NewEncoder(w).Encode(map[string]any{"errorCode": a.code, "errorMessage": message, "result": a.result}) // a client that left needs no answer
}
