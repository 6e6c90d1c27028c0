package tf

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
)

// Codes beside status 409, and the one beside 200 of a feed that failed.
const (
	codeShort  = 4091
	codeLocked = 4092
	codeFeed   = 5001
)

const (
	maxBody    = 64 << 10
	verifyTime = 5 * time.Second
)

// Game is one kind of contest.
type Game struct{ Code, Name string } // Code is the game_type_id

// Ticket is the selection of a bet, as a record row shows it. It is one leg of
// a single bet, and empty for /control/bets.
type Ticket struct {
	Odds string
	Legs []Leg
}

// Leg is one pick.
type Leg struct {
	GameType    string `json:"game_type_id"`
	GameName    string `json:"game_type_name"`
	Competition string `json:"competition_name"`
	EventID     string `json:"event_id"`
	Event       string `json:"event_name"`
	BetType     string `json:"bet_type_name"`
	Selection   string `json:"bet_selection"`
	Odds        string `json:"odds"`
}

// Config is one operator of TF.
type Config struct {
	Code         string        // our venue code
	PrivateToken string        // of the calls
	PublicToken  string        // of the launch address
	OperatorID   string        // of the transfers
	VerifyURL    func() string // the operator's verify endpoint; nil opens no game
	HomeURL      func() string // of the operator: where the way back from a game leads; nil for nowhere
	Credit       money.Fen
	AllowFrom    []netip.Prefix // callers' addresses; empty: any
	Games        []Game
	Ticket       func(books.Bet) Ticket // tells what was picked with a bet
	BaseURL      func() string
	Clock        calendar.Clock
	Log          *slog.Logger
	Books        *books.Books
	Faults       *faults.Box
	Stop         <-chan struct{} // closed when the sandbox stops
}

// Server answers the protocol for one operator.
type Server struct {
	Config
	purse    *purse.Purse
	operator *http.Client
}

// New makes a server; the configuration must be complete but for VerifyURL and HomeURL.
func New(c Config) *Server {
	return &Server{
		Config: c, purse: &purse.Purse{Venue: c.Code, Credit: c.Credit, Books: c.Books, Clock: c.Clock},
		operator: &http.Client{Timeout: verifyTime},
	}
}

// Reverse takes a transfer back that was done; books.ErrNotFound when none was.
func (s *Server) Reverse(ctx context.Context, reference string) error {
	return s.purse.Reverse(ctx, reference)
}

// ask is one request that passed the common checks.
type ask struct {
	address string // of the call, without its query
	query   url.Values
	body    map[string]any
	fault   faults.Fault
}

// get is a field of the body or of the query, "" where it is missing or neither a text
// nor a number.
func (a ask) get(name string) string {
	switch value := a.body[name].(type) {
	case string:
		return value
	case json.Number:
		return value.String()
	}
	return a.query.Get(name)
}

// reply is the answer to a call.
type reply struct {
	status int
	body   any
	gone   bool // the connection breaks off
}

func ok(body any) reply { return reply{status: http.StatusOK, body: body} }

func created(body any) reply { return reply{status: http.StatusCreated, body: body} }

// detail is an error that names no field.
func detail(status int, text string) reply {
	return reply{status: status, body: map[string]string{"detail": text}}
}

func absent() reply { return detail(http.StatusNotFound, "Not found.") }

// invalid is an error of fields.
func invalid(fields map[string]string) reply {
	body := map[string][]string{}
	for name, text := range fields {
		body[name] = []string{text}
	}
	return reply{status: http.StatusBadRequest, body: body}
}

// conflict is a transfer that is refused on its merits.
func conflict(code int, text string) reply {
	return reply{status: http.StatusConflict, body: map[string]any{"code": code, "detail": text}}
}

// command is how a call is run, its method, what the fault switches call it, and an
// answer of its form about something else.
type command struct {
	method string
	run    func(*Server, context.Context, ask) (reply, error)
	call   faults.Call
	other  any
}

var commands = map[string]command{
	"/api/v2/members/":         {http.MethodPost, (*Server).create, faults.Create, map[string]string{"member_code": "somebody"}},
	"/api/v2/balance/":         {http.MethodGet, (*Server).balance, faults.Balance, listOf(map[string]any{"member_code": "somebody", "balance": money.Yuan})},
	"/api/v2/deposit/":         {http.MethodPost, (*Server).deposit, faults.TransferIn, map[string]string{"reference_no": "other"}},
	"/api/v2/withdraw/":        {http.MethodPost, (*Server).withdraw, faults.TransferOut, map[string]string{"reference_no": "other"}},
	"/api/v2/transfer-status/": {http.MethodGet, (*Server).status, faults.Status, map[string]string{"member_code": "somebody", "reference_no": "other"}},
	"/api/v2/bet-transaction/": {http.MethodGet, (*Server).bets, faults.Records, map[string]any{"count": 1, "next": nil, "previous": nil, "results": []any{}}},
}

// meaningless lists the faults without effect on a call. A switch set for "any"
// passes over such calls.
func meaningless(call faults.Call) []faults.Kind {
	never := []faults.Kind{faults.PlayerInGame}
	switch call {
	case faults.TransferIn, faults.TransferOut, faults.Status:
		return never
	case faults.Balance, faults.Records:
		return append(never, faults.Processing)
	case faults.Launch:
		return append(never, faults.Processing, faults.WrongAmount)
	default:
		return append(never, faults.Processing, faults.WrongAmount, faults.NotFoundFlap)
	}
}

// Handler serves {prefix}/api/v2/… and {prefix}/launch.html.
func (s *Server) Handler(prefix string) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /launch.html", s.launch)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { s.serve(w, r, prefix) })
	return http.StripPrefix(prefix, mux)
}

// serve checks a request, lets a waiting fault have its way, and answers.
func (s *Server) serve(w http.ResponseWriter, r *http.Request, prefix string) {
	c := commands[r.URL.Path]
	a, refusal := s.admit(w, r, c)
	if refusal.status != 0 {
		s.Log.Warn("sandbox venue refused a request", "venue", s.Code, "path", r.URL.Path, "status", refusal.status)
		s.answer(w, refusal)
		return
	}
	a.address = s.BaseURL() + prefix + r.URL.Path
	ctx := context.WithoutCancel(r.Context())
	a.fault = s.Faults.Take("venue:"+s.Code, a.get("reference_no"), meaningless(c.call), c.call)
	s.Faults.Play(w, s.Stop, a.fault, faults.Request{
		Once: c.call == faults.Records,
		Do: func() func(http.ResponseWriter) {
			got, err := c.run(s, ctx, a)
			if err != nil {
				s.Log.Error("sandbox venue failed", "venue", s.Code, "err", err)
				got = detail(http.StatusInternalServerError, "Server error.")
			}
			s.Log.Debug("sandbox venue answered", "venue", s.Code, "path", r.URL.Path, "status", got.status, "fault", a.fault.Kind)
			if got.gone {
				return nil
			}
			return func(w http.ResponseWriter) { s.answer(w, got) }
		},
		Other:       func(w http.ResponseWriter) { s.answer(w, ok(c.other)) },
		UnknownCode: `{"code":98765,"detail":"?"}`,
	})
}

// admit checks who calls and reads the request; a refusal with a status ends it.
func (s *Server) admit(w http.ResponseWriter, r *http.Request, c command) (ask, reply) {
	switch {
	case !same(r.Header.Get("Authorization"), "Token "+s.PrivateToken):
		return ask{}, detail(http.StatusUnauthorized, "Invalid token.")
	case !callers.Admit(s.AllowFrom, r.RemoteAddr):
		return ask{}, detail(http.StatusForbidden, "You do not have permission to perform this action.")
	case c.run == nil:
		return ask{}, absent()
	case r.Method != c.method:
		return ask{}, detail(http.StatusMethodNotAllowed, "Method not allowed.")
	}
	a := ask{query: r.URL.Query()}
	if r.Method == http.MethodPost {
		a.query = nil
		read := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody))
		read.UseNumber()
		if err := read.Decode(&a.body); err != nil {
			return ask{}, detail(http.StatusBadRequest, "JSON parse error.")
		}
	}
	return a, reply{}
}

func same(got, want string) bool { return subtle.ConstantTimeCompare([]byte(got), []byte(want)) == 1 }

func (s *Server) answer(w http.ResponseWriter, a reply) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(a.status)
	_ = json.NewEncoder(w).Encode(a.body) // a client that left needs no answer
}

// listOf is a list of one page.
func listOf(rows ...any) map[string]any {
	return map[string]any{"count": len(rows), "next": nil, "previous": nil, "results": rows}
}
