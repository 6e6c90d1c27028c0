package pg

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"regexp"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
	"hongyun/sandbox/venues/callers"
	"hongyun/sandbox/venues/purse"
	"hongyun/sandbox/venues/tickets"
)

// Values of error.code.
const (
	codeOK         = ""
	codeRequest    = "1034"
	codeAction     = "1035"
	codeInternal   = "1200"
	codeOperator   = "1204"
	codeExists     = "1305"
	codeMissing    = "3001"
	codeNoWallet   = "3005"
	codeShort      = "3013"
	codeNoOrder    = "3040"
	codeFailed     = "3100"
	codeProcessing = "3101"
)

const (
	currency   = "CNY"
	maxBody    = 64 << 10
	verifyTime = 5 * time.Second
)

// Config is one operator of PG.
type Config struct {
	Code          string // our venue code: "s8"
	OperatorToken string
	SecretKey     string
	VerifyURL     func() string // the operator's VerifySession; nil opens no game
	Credit        money.Fen
	AllowFrom     []netip.Prefix // callers' addresses; empty: any
	Games         []string       // codes
	BaseURL       func() string
	Clock         calendar.Clock
	Log           *slog.Logger
	Books         *books.Books
	Faults        *faults.Box
	Stop          <-chan struct{} // closed when the sandbox stops
	// Show writes the page of a finished round, or that there is none.
	Show func(w http.ResponseWriter, r *http.Request, betID string)
}

// Server answers the protocol for one operator.
type Server struct {
	Config
	purse    *purse.Purse
	operator *http.Client
	sessions tickets.Tickets // of the operator, for the pages of rounds
}

// New makes a server; the configuration must be complete but for VerifyURL.
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
	form  url.Values
	fault faults.Fault
}

func (a ask) get(name string) string { return a.form.Get(name) }

// reply is the answer to a call. Its data are given where there is no code.
type reply struct {
	code string
	data any
	gone bool // the connection breaks off
}

func failed(code string) reply { return reply{code: code} }

func ok(data any) reply { return reply{data: data} }

// done is the answer of calls that tell nothing else.
func done() reply { return ok(map[string]int{"action_result": 1}) }

// command is how a call is run, its required fields and its name among the
// fault switches. A switch for any call meets "".
type command struct {
	run   func(*Server, context.Context, ask) (reply, error)
	needs []string
	call  faults.Call
}

var transferFields = []string{"player_name", "amount", "transfer_reference", "currency"}

var commands = map[string]command{
	"/Player/v1/Create":             {(*Server).create, []string{"player_name", "nickname", "currency"}, faults.Create},
	"/Player/v3/Create":             {(*Server).create, []string{"player_name", "nickname", "currency"}, faults.Create},
	"/Player/v1/Kick":               {(*Server).kick, []string{"player_name"}, ""},
	"/Cash/v3/GetPlayerWallet":      {(*Server).wallet, []string{"player_name"}, faults.Balance},
	"/Cash/v3/TransferIn":           {(*Server).transferIn, transferFields, faults.TransferIn},
	"/Cash/v3/TransferOut":          {(*Server).transferOut, transferFields, faults.TransferOut},
	"/Cash/v3/GetSingleTransaction": {(*Server).transaction, []string{"player_name", "transfer_reference"}, faults.Status},
	"/Login/v1/LoginProxy":          {(*Server).loginProxy, nil, ""},
	"/Bet/v4/GetHistory":            {(*Server).history, []string{"count", "bet_type", "row_version", "hands_status"}, faults.Records},
	"/Bet/v4/GetHistoryForSpecificTimeRange": {
		(*Server).historyOfRange, []string{"count", "bet_type", "from_time", "to_time", "hands_status"}, faults.Records,
	},
}

// Handler serves every path under prefix.
func (s *Server) Handler(prefix string) http.Handler {
	mux := http.NewServeMux()
	for path, c := range commands {
		mux.HandleFunc("POST "+path, func(w http.ResponseWriter, r *http.Request) { s.serve(w, r, c) })
	}
	mux.HandleFunc("GET /{game}/index.html", s.launch)
	mux.HandleFunc("GET /history/redirect.html", s.showRound)
	return http.StripPrefix(prefix, mux)
}

// serve checks a request, lets a waiting fault have its way, and answers.
func (s *Server) serve(w http.ResponseWriter, r *http.Request, c command) {
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	trace := r.URL.Query().Get("trace_id")
	code := codeRequest
	if r.ParseForm() == nil {
		code = s.admit(r, trace, c.needs)
	}
	if code != codeOK {
		s.Log.Warn("sandbox venue refused a request", "venue", s.Code, "path", r.URL.Path, "code", code)
		s.answer(w, trace, failed(code))
		return
	}
	a := ask{form: r.PostForm}
	ctx := context.WithoutCancel(r.Context())
	a.fault = s.Faults.Take("venue:"+s.Code, a.get("transfer_reference"), faults.NoEffect(c.call), c.call)
	s.Faults.Play(w, s.Stop, a.fault, faults.Request{
		Once: c.call == faults.Records,
		Do: func() func(http.ResponseWriter) {
			got, err := c.run(s, ctx, a)
			if err != nil {
				s.Log.Error("sandbox venue failed", "venue", s.Code, "err", err)
				got = failed(codeInternal)
			}
			s.Log.Debug("sandbox venue answered", "venue", s.Code, "path", r.URL.Path, "code", got.code, "fault", a.fault.Kind)
			if got.gone {
				return nil
			}
			return func(w http.ResponseWriter) { s.answer(w, trace, got) }
		},
		Other:       func(w http.ResponseWriter) { s.answer(w, trace, ok(map[string]any{"version": "1"})) },
		UnknownCode: `{"data":null,"error":{"code":"98765","message":"?","traceId":"x"}}`,
	})
}

var traceShape = regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)

// admit checks who calls, and that nothing is missing. It gives the code that
// refuses the request, or codeOK.
func (s *Server) admit(r *http.Request, trace string, needs []string) string {
	switch {
	case !same(r.PostForm.Get("operator_token"), s.OperatorToken), !same(r.PostForm.Get("secret_key"), s.SecretKey), !callers.Admit(s.AllowFrom, r.RemoteAddr):
		return codeOperator
	case trace == "":
		return codeMissing
	case !traceShape.MatchString(trace):
		return codeRequest
	}
	for _, name := range needs {
		if r.PostForm.Get(name) == "" {
			return codeMissing
		}
	}
	return codeOK
}

func same(got, want string) bool { return subtle.ConstantTimeCompare([]byte(got), []byte(want)) == 1 }

// failure is the error of an answer.
type failure struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	TraceID string `json:"traceId"`
}

func (s *Server) answer(w http.ResponseWriter, trace string, r reply) {
	body := struct {
		Data  any      `json:"data"`
		Error *failure `json:"error"`
	}{Data: r.data}
	if r.code != codeOK {
		body.Error = &failure{Code: r.code, Message: "Error " + r.code, TraceID: trace}
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	_ = json.NewEncoder(w).Encode(body) // a client that left needs no answer
}
