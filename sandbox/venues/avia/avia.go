package avia

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/subtle"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
	"hongyun/sandbox/venues/callers"
	"hongyun/sandbox/venues/purse"
)

// Values of info.Error that this server answers, spelt as the vendor does.
const (
	codeAuthorization = "Authorization"
	codeIP            = "IP"
	codeNoSupport     = "NOSUPPORT"
	codeContent       = "CONTENT"
	codeConfig        = "CONFIGERROR"
	codeFailed        = "Faild"
	codeName          = "BADNAME"
	codePassword      = "BADPASSWORD"
	codeExists        = "EXISTSUSER"
	codeNoUser        = "NOUSER"
	codeLocked        = "USERLOCK"
	codeMoney         = "BADMONEY"
	codeNoAction      = "TRANSFER_NO_ACTION"
	codeNoBalance     = "NOBALANCE"
	codeNoCredit      = "NOCREDIT"
	codeDuplicate     = "EXISTSORDER"
	codeOngoing       = "PROCCESSING"
	codeNoOrder       = "NOORDER"
	codeDate          = "DATEEROOR"
)

const (
	currency = "CNY"
	stamp    = "2006-01-02 15:04:05" // in GMT+8
	maxBody  = 64 << 10
)

// Game is one category of contests.
type Game struct{ Code, Name string } // Code is the CateID

// Ticket is the selection of a bet, as a record row shows it. Empty fields are
// filled from the bet itself.
type Ticket struct {
	Odds, OddsType              string
	CateID, Category            string
	League, Match, Bet, Content string
	Result                      string // "" before the result
	Resettled                   bool
	Legs                        []Leg // of a combination
}

// Leg is one pick of a combination.
type Leg struct {
	CateID, Category            string
	League, Match, Bet, Content string
	Result, Odds                string
}

// Config is one venue that speaks AVIA.
type Config struct {
	Code      string // our venue code: "avia"
	SecretKey string // of the merchant, sent as Authorization
	HomeURL   func() string
	Credit    money.Fen
	AllowFrom []netip.Prefix // callers' addresses; empty: any
	Games     []Game
	Ticket    func(books.Bet) Ticket // tells what was picked with a bet
	BaseURL   func() string
	Clock     calendar.Clock
	Log       *slog.Logger
	Books     *books.Books
	Faults    *faults.Box
	Stop      <-chan struct{} // closed when the sandbox stops
}

// Server answers the protocol for one venue.
type Server struct {
	Config
	purse *purse.Purse
}

// New makes a server; the configuration must be complete but for HomeURL, which
// says where the way back from a game leads.
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

// reply is the answer to a call: info beside success, or the code of a failure.
type reply struct {
	code string
	info any
	gone bool // the connection breaks off
}

func failed(code string) reply { return reply{code: code} }

func ok(info any) reply { return reply{info: info} }

// command is how a call is run, what the fault switches call it, and an answer
// of its form about something else. A call of no name is met by a switch for
// any call.
type command struct {
	run   func(*Server, context.Context, ask) (reply, error)
	call  faults.Call
	other any
}

var commands = map[string]command{
	"user/register":     {(*Server).register, faults.Create, nil},
	"user/login":        {(*Server).login, faults.Launch, map[string]any{}},
	"user/guest":        {(*Server).guest, "", map[string]any{}},
	"user/logout":       {(*Server).logout, "", nil},
	"user/balance":      {(*Server).balance, faults.Balance, map[string]any{"Currency": "USD", "Money": "1.00"}},
	"user/transfer":     {(*Server).transfer, faults.TransferIn, map[string]any{"ID": "1", "OrderID": "other", "Balance": "1.00", "Credit": "1.00"}},
	"user/transferinfo": {(*Server).transferInfo, faults.Status, map[string]any{"Status": "Finish", "Money": "1.00", "Type": "IN", "UserName": "somebody"}},
	"log/get":           {(*Server).bets, faults.Records, map[string]any{"RecordCount": 1, "PageIndex": 99, "PageSize": 1, "list": []any{}}},
}

// Handler serves {prefix}/api/…
func (s *Server) Handler(prefix string) http.Handler {
	mux := http.NewServeMux()
	for path, c := range commands {
		mux.Handle("POST /api/"+path, s.serve(c))
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		if code := s.admit(r); code != "" {
			s.answer(w, r, failed(code))
			return
		}
		s.answer(w, r, failed(codeNoSupport))
	})
	return http.StripPrefix(prefix, mux)
}

// serve checks a request, lets a waiting fault have its way, and answers.
func (s *Server) serve(c command) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if code := s.admit(r); code != "" {
			s.Log.Warn("sandbox venue refused a request", "venue", s.Code, "path", r.URL.Path, "code", code)
			s.answer(w, r, failed(code))
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		if err := r.ParseForm(); err != nil {
			s.answer(w, r, failed(codeContent))
			return
		}
		a := ask{form: r.PostForm}
		if given := a.get("Currency"); given != "" && given != currency {
			s.answer(w, r, failed(codeNoSupport))
			return
		}
		call := c.call
		if call == faults.TransferIn && a.get("Type") == "OUT" {
			call = faults.TransferOut
		}
		ctx := context.WithoutCancel(r.Context())
		a.fault = s.Faults.Take("venue:"+s.Code, a.get("ID"), faults.NoEffect(call), call)
		s.Faults.Play(w, s.Stop, a.fault, faults.Request{
			Once: call == faults.Records,
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
				return func(w http.ResponseWriter) { s.answer(w, r, got) }
			},
			Other:       func(w http.ResponseWriter) { s.answer(w, r, ok(c.other)) },
			UnknownCode: `{"success":0,"msg":"?","info":{"Error":"NEVERHEARDOF"}}`,
		})
	}
}

// admit gives the code that refuses a caller, or "".
func (s *Server) admit(r *http.Request) string {
	if subtle.ConstantTimeCompare([]byte(r.Header.Get("Authorization")), []byte(s.SecretKey)) != 1 {
		return codeAuthorization
	}
	if !callers.Admit(s.AllowFrom, r.RemoteAddr) {
		return codeIP
	}
	return ""
}

func (s *Server) answer(w http.ResponseWriter, r *http.Request, a reply) {
	body := map[string]any{"success": 1, "msg": "ok", "info": a.info}
	if a.code != "" {
		body = map[string]any{"success": 0, "msg": "error " + a.code, "info": map[string]string{"Error": a.code}}
	}
	text, err := json.Marshal(body)
	if err != nil {
		http.Error(w, "", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		w.Header().Set("Content-Encoding", "gzip")
		var packed bytes.Buffer
		zip := gzip.NewWriter(&packed)
		_, _ = zip.Write(text) // a buffer takes everything
		_ = zip.Close()
		text = packed.Bytes()
	}
	_, _ = w.Write(text) // a client that left needs no answer
}

// written gives an instant as the protocol writes it; zero is the year 1900.
func written(at time.Time) string {
	if at.IsZero() {
		return "1900-01-01 00:00:00"
	}
	return at.In(calendar.Beijing).Format(stamp)
}
