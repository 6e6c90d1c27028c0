package bbin

import (
	"context"
	"crypto/md5" //nolint:gosec // the vendor's protocol uses MD5
	"crypto/subtle"
	"encoding/hex"
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
)

// Codes that this server answers.
const (
	codeCreated     = "21100"
	codeExists      = "21001"
	codeLogin       = "99999"
	codeTransferred = "11100"
	codeShort       = "10002"
	codeAmount      = "10008"
	codeDuplicate   = "10011"
	codeKey         = "44000"
	codeBusy        = "44003"
	codeIP          = "44900"
	codeDate        = "40014"
	codeName        = "47005"
)

// Values of gamekind.
const (
	KindSports  = "1"
	KindLive    = "3"
	KindLottery = "12"
)

const (
	day     = "20060102"
	maxBody = 64 << 10
)

// zone is the vendor's: UTC-4 all year.
var zone = time.FixedZone("UTC-4", -4*60*60)

// Key is how the key of one method is made.
type Key struct {
	Secret        string // KeyB
	Before, After int    // lengths of A and C
}

// Place is the round of a bet. Cards and Result are what was dealt, "" before that.
type Place struct{ Serial, Round, Cards, Result string }

// Config is one venue that speaks BBIN.
type Config struct {
	Code      string // our venue code: "bbin"
	Website   string
	Upper     string         // uppername
	Keys      map[string]Key // by method
	HomeURL   func() string
	Credit    money.Fen
	AllowFrom []netip.Prefix           // callers' addresses; a browser's Login and PlayGame excepted; empty: any
	Has       func(game string) bool   // tells whether a lobby or table is there
	Kind      func(game string) string // tells the gamekind of a game
	GameType  func(game string) string // names a game as a bet's row does
	Place     func(books.Bet) Place
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

// reply is the answer to a call.
type reply struct {
	ok       bool
	data     any
	pages    any    // pagination, beside data
	location string // a browser is sent there
	gone     bool   // the connection breaks off
}

func failed(code string) reply { return reply{data: said(code)} }

func done(code string) reply { return reply{ok: true, data: said(code)} }

func said(code string) map[string]string {
	return map[string]string{"Code": code, "Message": "message " + code}
}

// method is how a call is run, what the fault switches call it, and an answer of
// its form about something else.
type method struct {
	run   func(*Server, context.Context, ask) (reply, error)
	call  faults.Call
	other reply
}

var methods = map[string]method{
	"CreateMember":    {(*Server).createMember, faults.Create, done("12345")},
	"Login":           {(*Server).login, faults.Launch, done("12345")},
	"PlayGame":        {(*Server).playGame, faults.Launch, done("12345")},
	"Logout":          {(*Server).logout, "", done("12345")},
	"CheckUsrBalance": {(*Server).balance, faults.Balance, reply{ok: true, data: []map[string]any{{"LoginName": "other", "Currency": "USD", "Balance": "1.00"}}}},
	"Transfer":        {(*Server).transfer, faults.TransferIn, done("12345")},
	"CheckTransfer":   {(*Server).checkTransfer, faults.Status, reply{ok: true, data: map[string]any{"TransID": "1", "Status": 1}}},
	"BetRecord":       {(*Server).bets, faults.Records, reply{ok: true, data: []any{}, pages: pagination{Page: 99, PageLimit: 1, TotalNumber: 1, TotalPage: 99}}},
}

// meaningless lists the faults without effect on a call. A switch set for "any"
// passes over such calls.
func meaningless(call faults.Call) []faults.Kind {
	never := []faults.Kind{faults.PlayerInGame}
	switch call {
	case faults.TransferIn, faults.TransferOut:
		return never
	case faults.Status:
		return append(never, faults.WrongAmount, faults.WrongUnit)
	case faults.Balance, faults.Records:
		return append(never, faults.Processing)
	default:
		return append(never, faults.Processing, faults.WrongAmount, faults.NotFoundFlap, faults.Refuse)
	}
}

// Handler serves {prefix}/app/WebService/JSON/display.php/…
func (s *Server) Handler(prefix string) http.Handler {
	mux := http.NewServeMux()
	for name, m := range methods {
		mux.Handle("/app/WebService/JSON/display.php/"+name, s.serve(name, m))
	}
	return http.StripPrefix(prefix, mux)
}

// serve checks a request, lets a waiting fault have its way, and answers.
func (s *Server) serve(name string, m method) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		if r.ParseForm() != nil {
			answer(w, r, failed(codeKey))
			return
		}
		a := ask{form: r.Form}
		switch {
		case m.call != faults.Launch && !callers.Admit(s.AllowFrom, r.RemoteAddr):
			answer(w, r, failed(codeIP))
			return
		case !s.signed(name, a):
			answer(w, r, failed(codeKey))
			return
		}
		call := m.call
		if call == faults.TransferIn && a.get("action") == "OUT" {
			call = faults.TransferOut
		}
		ctx := context.WithoutCancel(r.Context())
		a.fault = s.Faults.Take("venue:"+s.Code, a.get("remitno")+a.get("transid"), meaningless(call), call)
		s.Faults.Play(w, s.Stop, a.fault, faults.Request{
			Once: call == faults.Records,
			Do: func() func(http.ResponseWriter) {
				got, err := m.run(s, ctx, a)
				if err != nil {
					s.Log.Error("sandbox venue failed", "venue", s.Code, "err", err)
					got = failed(codeBusy)
				}
				s.Log.Debug("sandbox venue answered", "venue", s.Code, "method", name, "ok", got.ok, "fault", a.fault.Kind)
				if got.gone {
					return nil
				}
				return func(w http.ResponseWriter) { answer(w, r, got) }
			},
			Other:       func(w http.ResponseWriter) { answer(w, r, m.other) },
			UnknownCode: `{"result":false,"data":{"Code":"98765","Message":"?"}}`,
		})
	}
}

// signed checks the key of a request. Those of user and order that a method has
// are part of it.
func (s *Server) signed(name string, a ask) bool {
	k, key := s.Keys[name], a.get("key")
	if a.get("website") != s.Website || len(key) != k.Before+2*md5.Size+k.After {
		return false
	}
	sum := md5.Sum([]byte(s.Website + a.get("username") + a.get("remitno") + k.Secret + s.Clock.Now().In(zone).Format(day))) //nolint:gosec // the vendor's
	return subtle.ConstantTimeCompare([]byte(key[k.Before:k.Before+2*md5.Size]), []byte(hex.EncodeToString(sum[:]))) == 1
}

func answer(w http.ResponseWriter, r *http.Request, a reply) {
	if a.location != "" {
		w.Header().Set("Referrer-Policy", "no-referrer")
		http.Redirect(w, r, a.location, http.StatusSeeOther)
		return
	}
	body := map[string]any{"result": a.ok, "data": a.data}
	if a.pages != nil {
		body["pagination"] = a.pages
	}
	text, err := json.Marshal(body)
	if err != nil {
		http.Error(w, "", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	_, _ = w.Write(text) // a client that left needs no answer
}
