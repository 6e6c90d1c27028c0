package cq9

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
	"hongyun/sandbox/venues/callers"
	"hongyun/sandbox/venues/purse"
	"hongyun/sandbox/venues/tickets"
)

// Codes of status.code that this server answers.
const (
	codeOK        = "0"
	codeShort     = "1"
	codeNoPlayer  = "2"
	codeToken     = "3"
	codeNotAllow  = "4"
	codeParameter = "5"
	codeExists    = "6"
	codeMethod    = "7"
	codeNoData    = "8"
	codeDuplicate = "9"
	codeTime      = "10"
	codeRange     = "11"
	codeZone      = "12"
	codeNoGame    = "13"
	codePassword  = "14"
	codeShape     = "15"
	codeTooLong   = "24"
	codeRunning   = "33"
	codeUnknown   = "100"
	codeFrozen    = "200"
	codeDisabled  = "202"
)

// hall is the name of the only hall.
const hall = "cq9"

const currency = "CNY"

// zone is the vendor's: UTC-4 all year.
var zone = time.FixedZone("UTC-4", -4*60*60)

const stamp = "2006-01-02T15:04:05.000-07:00"

// Game is one game of the venue.
type Game struct {
	Code string
	Name string
	Type string // slot, fish, table, arcade, live
}

// Config is one venue that speaks CQ9.
type Config struct {
	Code    string        // our venue code: "s47"
	Token   string        // of the merchant, sent as Authorization
	HomeURL func() string // of the merchant: where a game's way back leads; nil for nowhere
	Credit  money.Fen
	// AllowFrom are callers' addresses; empty: any.
	AllowFrom []netip.Prefix
	Games     []Game
	Spins     func(books.Bet) (free int, known bool) // of a slot round; nil: not known
	BaseURL   func() string
	Clock     calendar.Clock
	Log       *slog.Logger
	Books     *books.Books
	Faults    *faults.Box
	Stop      <-chan struct{} // closed when the sandbox stops
	// Show writes the page of a finished round, or that there is none.
	Show func(w http.ResponseWriter, r *http.Request, betID string)
}

// Server answers the protocol for one venue.
type Server struct {
	Config
	purse   *purse.Purse
	tickets tickets.Tickets // of rounds that are shown once more
}

// New makes a server; the configuration must be complete.
func New(c Config) *Server {
	return &Server{Config: c, purse: &purse.Purse{Venue: c.Code, Credit: c.Credit, Books: c.Books, Clock: c.Clock}}
}

// Reverse takes a transfer back that was done; books.ErrNotFound when none was.
func (s *Server) Reverse(ctx context.Context, mtcode string) error {
	return s.purse.Reverse(ctx, mtcode)
}

// ask is one request that passed the common checks.
type ask struct {
	form  url.Values // of the body, or of the address for a GET
	path  string     // {account}, {mtcode} or {hall} of the address
	fault faults.Fault
}

func (a ask) get(name string) string { return a.form.Get(name) }

// reply is what a call answers. Its data are given beside codeOK only.
type reply struct {
	code string
	data any
	gone bool // the connection breaks off
}

func failed(code string) reply { return reply{code: code} }

func ok(data any) reply { return reply{code: codeOK, data: data} }

// command is how a call is run and what the fault switches call it; "" is met
// by a switch for any call.
type command struct {
	run  func(*Server, context.Context, ask) (reply, error)
	call faults.Call
}

// Handler serves {prefix}/gameboy/…
func (s *Server) Handler(prefix string) http.Handler {
	mux := http.NewServeMux()
	for pattern, c := range map[string]command{
		"POST /gameboy/player":                  {(*Server).create, faults.Create},
		"GET /gameboy/player/check/{key}":       {(*Server).check, ""},
		"GET /gameboy/player/balance/{key}":     {(*Server).balance, faults.Balance},
		"POST /gameboy/player/deposit":          {(*Server).deposit, faults.TransferIn},
		"POST /gameboy/player/withdraw":         {(*Server).withdraw, faults.TransferOut},
		"GET /gameboy/transaction/record/{key}": {(*Server).record, faults.Status},
		"POST /gameboy/player/login":            {(*Server).logIn, ""},
		"POST /gameboy/player/gamelink":         {(*Server).gameLink, faults.Launch},
		"POST /gameboy/player/lobbylink":        {(*Server).lobbyLink, faults.Launch},
		"POST /gameboy/player/logout":           {(*Server).logOut, ""},
		"GET /gameboy/game/halls":               {(*Server).halls, ""},
		"GET /gameboy/game/list/{key}":          {(*Server).games, ""},
		"GET /gameboy/order/view":               {(*Server).orders, faults.Records},
		"GET /gameboy/order/detail/v2":          {(*Server).detail, ""},
	} {
		mux.Handle(pattern, s.serve(c))
	}
	mux.HandleFunc("GET /detail", s.page)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		if code := s.admit(r); code != codeOK {
			s.answer(w, failed(code))
			return
		}
		s.answer(w, failed(codeMethod))
	})
	return http.StripPrefix(prefix, mux)
}

// serve checks a request, lets a waiting fault have its way, and answers.
func (s *Server) serve(c command) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if code := s.admit(r); code != codeOK {
			s.Log.Warn("sandbox venue refused a request", "venue", s.Code, "path", r.URL.Path, "code", code)
			s.answer(w, failed(code))
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, 64<<10)
		if err := r.ParseForm(); err != nil {
			s.answer(w, failed(codeParameter))
			return
		}
		a := ask{form: r.PostForm, path: r.PathValue("key")}
		if r.Method == http.MethodGet {
			a.form = r.URL.Query()
		}
		order := a.get("mtcode")
		if c.call == faults.Status {
			order = a.path
		}
		ctx := context.WithoutCancel(r.Context())
		a.fault = s.Faults.Take("venue:"+s.Code, order, faults.NoEffect(c.call), c.call)
		s.Faults.Play(w, s.Stop, a.fault, faults.Request{
			Once: c.call == faults.Records,
			Do: func() func(http.ResponseWriter) {
				got, err := c.run(s, ctx, a)
				if err != nil {
					s.Log.Error("sandbox venue failed", "venue", s.Code, "err", err)
					got = failed(codeUnknown)
				}
				s.Log.Debug("sandbox venue answered", "venue", s.Code, "path", r.URL.Path, "code", got.code, "fault", a.fault.Kind)
				if got.gone {
					return nil
				}
				return func(w http.ResponseWriter) { s.answer(w, got) }
			},
			Other:       func(w http.ResponseWriter) { s.answer(w, ok(map[string]any{"version": "1.0"})) },
			UnknownCode: `{"data":null,"status":{"code":"98765","message":"?","datetime":"","traceCode":"x"}}`,
		})
	}
}

// admit checks who calls.
func (s *Server) admit(r *http.Request) string {
	if subtle.ConstantTimeCompare([]byte(r.Header.Get("Authorization")), []byte(s.Token)) != 1 {
		return codeToken
	}
	if !callers.Admit(s.AllowFrom, r.RemoteAddr) {
		return codeNotAllow
	}
	return codeOK
}

// messages are the English words beside a code; clients must not read them.
var messages = map[string]string{codeOK: "Success", codeNoData: "Data not found", codeShort: "Insufficient balance"}

func (s *Server) answer(w http.ResponseWriter, r reply) {
	message := messages[r.code]
	if message == "" {
		message = "Error " + r.code
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	_ = json.NewEncoder(w).Encode(map[string]any{
		"data": r.data,
		"status": map[string]string{
			"code": r.code, "message": message,
			"datetime": s.Clock.Now().In(zone).Format(time.RFC3339), "traceCode": "sandbox",
		},
	})
}
