package jdb

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/netip"
	"regexp"
	"strings"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
	"hongyun/sandbox/venues/callers"
	"hongyun/sandbox/venues/purse"
)

// Codes of the sheet.
const (
	codeOK        = "0000"
	codeNothing   = "6002"
	codeShort     = "6006"
	codeOffline   = "7405"
	codeNoMember  = "7501"
	codeExists    = "7602"
	codeDuplicate = "9011"
	codeNoData    = "9015"
)

// Codes of our own, for which the sheet has none.
const (
	codeStranger = "9901"
	codeField    = "9902"
	codeClosed   = "9903"
	codeOngoing  = "9904"
	codeWindow   = "9905"
	codeNoGame   = "9906"
	codeFailed   = "9999"
)

const maxBody = 64 << 10

// Game is one game by the vendor's two numbers.
type Game struct {
	Code  string // as a bet keeps it
	GType string // kind: 0 slot, 7 fishing, 9 arcade, 12 lottery, 18 card
	MType string
}

// Config is one agent of JDB.
type Config struct {
	Code      string // our venue code
	DC        string // of the agent
	Parent    string // the agent
	Key, IV   string // 16 characters each
	Credit    money.Fen
	AllowFrom []netip.Prefix // callers' addresses; empty: any
	Games     []Game
	Spins     func(books.Bet) (free int, known bool) // of a slot round; nil: not known
	Rich      func(books.Bet) bool                   // whether a fishing bet was made in a dear room
	BaseURL   func() string
	Clock     calendar.Clock
	Log       *slog.Logger
	Books     *books.Books
	Faults    *faults.Box
	Stop      <-chan struct{} // closed when the sandbox stops
}

// Server answers the protocol for one agent.
type Server struct {
	Config
	purse *purse.Purse
}

// New makes a server; the configuration must be complete.
func New(c Config) *Server {
	return &Server{Config: c, purse: &purse.Purse{Venue: c.Code, Credit: c.Credit, Books: c.Books, Clock: c.Clock}}
}

// Reverse takes a transfer back that was done; books.ErrNotFound when none was.
func (s *Server) Reverse(ctx context.Context, serial string) error {
	return s.purse.Reverse(ctx, serial)
}

// ask is one request that passed the common checks.
type ask struct {
	fields map[string]any
	fault  faults.Fault
}

// get is a field that is a text or a number, "" where it is neither.
func (a ask) get(name string) string { return text(a.fields[name]) }

func text(value any) string {
	switch value := value.(type) {
	case string:
		return value
	case json.Number:
		return value.String()
	}
	return ""
}

// reply is an answer; nil breaks the connection off.
type reply map[string]any

func failed(code string) reply { return reply{"status": code, "err_text": "Error " + code} }

func done() reply { return reply{"status": codeOK, "err_text": ""} }

// told is a yes with a list of data.
func told(data any) reply { return reply{"status": codeOK, "err_text": "", "data": data} }

// command is how an action is run, its name among the fault switches, and an
// answer of the right form about something else. A switch for any call meets
// the name "".
type command struct {
	run   func(*Server, context.Context, ask) (reply, error)
	call  faults.Call
	other reply
}

var (
	someBalance  = told([]map[string]any{{"balance": money.Yuan}})
	someTransfer = reply{"status": codeOK, "err_text": "", "userBalance": money.Yuan, "pid": 1}
)

var commands = map[string]command{
	"11": {(*Server).launch, faults.Launch, someBalance},
	"12": {(*Server).create, faults.Create, failed(codeNoData)},
	"15": {(*Server).balance, faults.Balance, someTransfer},
	"17": {(*Server).kick, "", someBalance},
	"19": {(*Server).transfer, faults.TransferIn, someBalance},
	"29": {(*Server).recent, faults.Records, someTransfer},
	"55": {(*Server).status, faults.Status, someTransfer},
	"64": {(*Server).older, faults.Records, someTransfer},
}

// Handler serves {prefix}/api.
func (s *Server) Handler(prefix string) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /api", s.serve)
	return http.StripPrefix(prefix, mux)
}

// serve checks a request, lets a waiting fault have its way, and answers.
func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	a, c, code := s.admit(r)
	if code != codeOK {
		s.Log.Warn("sandbox venue refused a request", "venue", s.Code, "action", a.get("action"), "code", code)
		answer(w, failed(code))
		return
	}
	if c.call == faults.TransferIn && isOut(a) {
		c.call = faults.TransferOut
	}
	ctx := context.WithoutCancel(r.Context())
	a.fault = s.Faults.Take("venue:"+s.Code, a.get("serialNo"), faults.NoEffect(c.call), c.call)
	s.Faults.Play(w, s.Stop, a.fault, faults.Request{
		Once: c.call == faults.Records,
		Do: func() func(http.ResponseWriter) {
			got, err := c.run(s, ctx, a)
			if err != nil {
				s.Log.Error("sandbox venue failed", "venue", s.Code, "err", err)
				got = failed(codeFailed)
			}
			s.Log.Debug("sandbox venue answered", "venue", s.Code, "action", a.get("action"), "status", got["status"], "fault", a.fault.Kind)
			if got == nil {
				return nil
			}
			return func(w http.ResponseWriter) { answer(w, got) }
		},
		Other:       func(w http.ResponseWriter) { answer(w, c.other) },
		UnknownCode: `{"status":"98765","err_text":"?"}`,
	})
}

var stampShape = regexp.MustCompile(`^[1-9][0-9]{12}$`) // milliseconds

// admit checks who calls and opens the request. It gives the code that refuses it, or
// codeOK.
func (s *Server) admit(r *http.Request) (ask, command, string) {
	if r.FormValue("dc") != s.DC || !callers.Admit(s.AllowFrom, r.RemoteAddr) {
		return ask{}, command{}, codeStranger
	}
	plain, err := open(r.PostFormValue("x"), s.Key, s.IV)
	if err != nil {
		return ask{}, command{}, codeStranger
	}
	var a ask
	read := json.NewDecoder(strings.NewReader(string(plain)))
	read.UseNumber()
	if read.Decode(&a.fields) != nil || a.get("parent") != s.Parent {
		return ask{}, command{}, codeStranger
	}
	c, known := commands[a.get("action")]
	if !known || !stampShape.MatchString(a.get("ts")) {
		return a, c, codeField
	}
	return a, c, codeOK
}

func answer(w http.ResponseWriter, r reply) {
	w.Header().Set("Content-Type", "application/json;charset=UTF-8")
	_ = json.NewEncoder(w).Encode(r) // a client that left needs no answer
}

// zone is the vendor's: GMT−4 all year.
var zone = time.FixedZone("GMT-4", -4*60*60)

const stamp = "02-01-2006 15:04:05"
