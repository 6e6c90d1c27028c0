package pinnacle

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
	"hongyun/sandbox/venues/callers"
	"hongyun/sandbox/venues/purse"
)

// Values of code that this server answers.
const (
	codeOK        = ""
	codeStatus    = "103"
	codeNoPlayer  = "104"
	codeNotMade   = "105"
	codeAgent     = "108"
	codeDownline  = "109"
	codeExists    = "111"
	codeLoginID   = "112"
	codeForbidden = "305"
	codeParameter = "306"
	codePositive  = "308"
	codeShort     = "309"
	codeCredit    = "310"
	codeDecimals  = "311"
	codeToken     = "401"
	codeNoToken   = "403"
)

const (
	base      = "/b2b"
	loginPage = "/member-service/v1/login-token" // that a browser opens
	maxBody   = 64 << 10
)

// eastern is the zone of the protocol's times.
var eastern = time.FixedZone("GMT-4", -4*60*60)

// Leg is one pick of a bet.
type Leg struct {
	Match, League, Home, Away string
	LeagueID                  int
	SportID                   int
	Sport                     string
	BetType                   int
	Selection                 string
	Handicap                  int // in hundredths
	Odds                      string
	Score, Result             string // when the bet was placed, and at the end; "2-1"
}

// Ticket is what was picked with a bet, as a record row shows it.
type Ticket struct {
	Odds, OddsType string // EU, HK or MY
	ToWin          money.Fen
	Legs           []Leg
}

// Config is one agent of Pinnacle.
type Config struct {
	Code      string // our venue code: "pin"
	Agent     string // agentCode
	AgentKey  string
	SecretKey string // 16 characters
	Credit    money.Fen
	AllowFrom []netip.Prefix // callers' addresses; empty: any
	Ticket    func(books.Bet) Ticket
	BaseURL   func() string // of the sandbox
	Clock     calendar.Clock
	Log       *slog.Logger
	Books     *books.Books
	Faults    *faults.Box
	Stop      <-chan struct{} // closed when the sandbox stops
}

// Server answers the protocol for one agent.
type Server struct {
	Config
	purse  *purse.Purse
	prefix string
	paces  map[string]*pace // by path
}

// New makes a server; the configuration must be complete.
func New(c Config) *Server {
	return &Server{
		Config: c,
		purse:  &purse.Purse{Venue: c.Code, Credit: c.Credit, Books: c.Books, Clock: c.Clock},
		paces:  map[string]*pace{"/player/create": {most: 10}, "/player/loginV2": {most: 20}},
	}
}

// Reverse takes a transfer back that was done; books.ErrNotFound when none was.
func (s *Server) Reverse(ctx context.Context, id string) error { return s.purse.Reverse(ctx, id) }

// pace counts the calls of the last five seconds of real time.
type pace struct {
	most int
	mu   sync.Mutex
	seen []time.Time
}

const paceOver = 5 * time.Second

func (p *pace) allows() bool {
	if p == nil {
		return true
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	now := calendar.System().Now()
	p.seen = slices.DeleteFunc(p.seen, func(at time.Time) bool { return now.Sub(at) >= paceOver })
	if len(p.seen) >= p.most {
		return false
	}
	p.seen = append(p.seen, now)
	return true
}

// ask is one request that passed the common checks.
type ask struct {
	values map[string]string
	fault  faults.Fault
}

func (a ask) get(name string) string { return a.values[name] }

// reply is the answer to a call: an error's code, or a body.
type reply struct {
	code  string
	body  any
	trace bool // an unexpected fault
	gone  bool // the connection breaks off
}

func failed(code string) reply { return reply{code: code} }

func ok(body any) reply { return reply{body: body} }

// command is how a call is run and what the fault switches call it; "" is met
// by a switch for any call.
type command struct {
	run     func(*Server, context.Context, ask) (reply, error)
	call    faults.Call
	getOnly bool
}

var commands = map[string]command{
	"/player/create":                 {(*Server).create, faults.Create, false},
	"/player/loginV2":                {(*Server).loginV2, faults.Launch, false},
	"/player/login":                  {(*Server).login, faults.Launch, false},
	"/player/logout":                 {(*Server).logout, "", false},
	"/player/info":                   {(*Server).info, faults.Balance, true},
	"/player/deposit":                {(*Server).deposit, faults.TransferIn, false},
	"/player/withdraw":               {(*Server).withdraw, faults.TransferOut, false},
	"/player/depositwithdraw/status": {(*Server).transferStatus, faults.Status, false},
	"/report/all-wagers":             {(*Server).allWagers, faults.Records, true},
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
	s.prefix = prefix
	return http.StripPrefix(prefix, http.HandlerFunc(s.serve))
}

// serve checks a request, lets a waiting fault have its way, and answers.
func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == loginPage {
		s.openBook(w, r)
		return
	}
	path, ours := strings.CutPrefix(r.URL.Path, base)
	c := commands[path]
	if !ours || c.run == nil {
		http.NotFound(w, r)
		return
	}
	a, code := s.open(w, r, c)
	if code != codeOK {
		s.Log.Warn("sandbox venue refused a request", "venue", s.Code, "path", path, "code", code)
		s.answer(w, failed(code))
		return
	}
	if !s.paces[path].allows() {
		http.Error(w, "too many requests", http.StatusTooManyRequests)
		return
	}
	ctx := context.WithoutCancel(r.Context())
	a.fault = s.Faults.Take("venue:"+s.Code, a.get("transactionId"), meaningless(c.call), c.call)
	s.Faults.Play(w, s.Stop, a.fault, faults.Request{
		Once: c.call == faults.Records,
		Do: func() func(http.ResponseWriter) {
			got, err := c.run(s, ctx, a)
			if err != nil {
				s.Log.Error("sandbox venue failed", "venue", s.Code, "err", err)
				got = reply{trace: true}
			}
			s.Log.Debug("sandbox venue answered", "venue", s.Code, "path", path, "code", got.code, "fault", a.fault.Kind)
			if got.gone {
				return nil
			}
			return func(w http.ResponseWriter) { s.answer(w, got) }
		},
		Other:       func(w http.ResponseWriter) { s.answer(w, ok(map[string]any{"status": "successful"})) },
		UnknownCode: `{"code":"98765","message":"?"}`,
	})
}

// open makes the checks that all calls have in common.
func (s *Server) open(w http.ResponseWriter, r *http.Request, c command) (a ask, code string) {
	token := r.Header.Get("token")
	switch {
	case !callers.Admit(s.AllowFrom, r.RemoteAddr):
		return a, codeForbidden
	case r.Header.Get("userCode") != s.Agent:
		return a, codeAgent
	case token == "":
		return a, codeNoToken
	case !s.isToken(token):
		return a, codeToken
	case r.Method != http.MethodGet && (r.Method != http.MethodPost || c.getOnly):
		return a, codeParameter
	}
	a.values = map[string]string{}
	if r.Method == http.MethodPost && r.ContentLength != 0 {
		var body map[string]any
		reader := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody))
		reader.UseNumber()
		if reader.Decode(&body) != nil {
			return a, codeParameter
		}
		for name, value := range body {
			switch v := value.(type) {
			case string:
				a.values[name] = v
			case json.Number:
				a.values[name] = v.String()
			}
		}
	}
	for name, list := range r.URL.Query() {
		a.values[name] = list[0]
	}
	if agent := a.get("agentCode"); agent != "" && agent != s.Agent {
		return a, codeDownline
	}
	return a, codeOK
}

func (s *Server) answer(w http.ResponseWriter, a reply) {
	body := a.body
	switch {
	case a.trace:
		body = map[string]string{"trace": s.Agent + "|" + rand.Text()}
	case a.code != codeOK:
		body = map[string]string{"code": a.code, "message": "Error " + a.code}
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	_ = json.NewEncoder(w).Encode(body) // a client that left needs no answer
}
