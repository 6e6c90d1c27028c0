package sexy

import (
	"compress/gzip"
	"context"
	"crypto/subtle"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
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

// Values of status.
const (
	codeOK        = "0000"
	codeUserID    = "1000"
	codeExists    = "1001"
	codeNoUser    = "1002"
	codeCurrency  = "1004"
	codeLanguage  = "1005"
	codeAmount    = "1010"
	codeTxCode    = "1011"
	codePending   = "1012"
	codeSuspended = "1014"
	codeUsed      = "1016"
	codeNoTx      = "1017"
	codeShort     = "1018"
	codeNoData    = "1019"
	codeTimeForm  = "1024"
	codeCert      = "1027"
	codeLater     = "1028"
	codeIP        = "1029"
	codeGame      = "1033"
	codeTimeRange = "1034"
	codeAgentID   = "1035"
	codeParameter = "1036"
	codeTimeout   = "1040"
	codePlatform  = "1054"
	codeEmpty     = "1056"
	codeBusy      = "9998"
	codeFail      = "9999"
)

// Words of the protocol.
const (
	platform = "SEXYBCRT"
	gameType = "LIVE"
	currency = "CNY"
	chinese  = "cn"

	zipped  = "/fetch/gzip/" // prefix of the paths that answer gzip
	maxBody = 64 << 10
)

// Place is where a bet was put: in a round of a table, on one of its spots. Result and
// Winner are what was dealt, empty before that.
type Place struct {
	Round, Spot string
	Table       int
	Name        string // of the table
	Odds        string // of the spot
	Result      []string
	Winner      string
}

// Config is one operator of AE Sexy.
type Config struct {
	Code          string // our venue code
	AgentID, Cert string
	Credit        money.Fen
	PullGap       time.Duration                             // least time between two questions for bets
	AllowFrom     []netip.Prefix                            // callers' addresses; empty: any
	Has           func(gameCode string) bool                // whether doLoginAndLaunchGame opens it
	Table         func(game string) (gameCode, name string) // of a bet
	Place         func(books.Bet) Place
	BaseURL       func() string
	Clock         calendar.Clock
	Log           *slog.Logger
	Books         *books.Books
	Faults        *faults.Box
	Stop          <-chan struct{} // closed when the sandbox stops
}

// Server answers the protocol for one operator.
type Server struct {
	Config
	purse    *purse.Purse
	busy     sync.Map // player → struct{}: one transfer at a time
	rowsMost int      // of an answer of the feed, and those of the last one's second

	pullMu   sync.Mutex
	lastPull time.Time // by the machine's clock
}

// New makes a server; the configuration must be complete.
func New(c Config) *Server {
	return &Server{Config: c, purse: &purse.Purse{Venue: c.Code, Credit: c.Credit, Books: c.Books, Clock: c.Clock}, rowsMost: rowsMost}
}

// Reverse takes a transfer back that was done; books.ErrNotFound when none was.
func (s *Server) Reverse(ctx context.Context, txCode string) error {
	return s.purse.Reverse(ctx, txCode)
}

// ask is one request that passed the common checks.
type ask struct {
	form  url.Values
	fault faults.Fault
}

func (a ask) get(name string) string { return a.form.Get(name) }

// fields are those of an answer beside status and desc.
type fields map[string]any

// reply is the answer to a call.
type reply struct {
	status string
	fields fields
	gone   bool // the connection breaks off
}

func failed(status string) reply { return reply{status: status} }

func ok(f fields) reply { return reply{status: codeOK, fields: f} }

// command is how a call is run, its name among the fault switches, its required
// fields, and an answer of its form about something else.
type command struct {
	run       func(*Server, context.Context, ask) (reply, error)
	call      faults.Call
	needs     []string
	perPlayer bool
	other     fields
}

var commands = map[string]command{
	"/wallet/createMember": {
		run: (*Server).createMember, call: faults.Create, needs: []string{"userId", "currency", "betLimit", "language", "userName"},
	},
	"/wallet/doLoginAndLaunchGame": {
		run: (*Server).launchGame, call: faults.Launch, other: fields{},
		needs: []string{"userId", "platform", "gameType", "gameCode", "isMobileLogin", "language", "betLimit"},
	},
	"/wallet/login": {
		run: (*Server).login, call: faults.Launch, needs: []string{"userId", "platform", "gameType", "isMobileLogin", "language"}, other: fields{},
	},
	"/wallet/logout":     {run: (*Server).logout, call: faults.Create, needs: []string{"userIds"}},
	"/wallet/getBalance": {run: (*Server).balance, call: faults.Balance, needs: []string{"userIds"}, other: fields{"results": []any{}}},
	"/wallet/deposit": {
		run: (*Server).deposit, call: faults.TransferIn, needs: []string{"userId", "txCode", "transferAmount"}, perPlayer: true, other: otherTransfer,
	},
	"/wallet/withdraw": {
		run: (*Server).withdraw, call: faults.TransferOut, needs: []string{"userId", "txCode"}, perPlayer: true, other: otherTransfer,
	},
	"/wallet/checkTransferOperation": {
		run: (*Server).check, call: faults.Status, needs: []string{"txCode"}, other: fields{"txCode": "other", "txStatus": 1, "transferAmount": "1.00"},
	},
	zipped + "getTransactionByUpdateDate": {
		run: (*Server).transactions, call: faults.Records, needs: []string{"timeFrom", "platform"}, other: fields{},
	},
}

var otherTransfer = fields{"txCode": "other", "amount": "1.00", "currentBalance": "1.00", "databaseId": 1}

// Handler serves every path under prefix.
func (s *Server) Handler(prefix string) http.Handler {
	return http.StripPrefix(prefix, http.HandlerFunc(s.serve))
}

// serve checks a request, lets a waiting fault have its way, and answers.
func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	c, known := commands[r.URL.Path]
	if !known || r.Method != http.MethodPost {
		http.NotFound(w, r)
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	if status := s.admit(r, c); status != codeOK {
		s.Log.Warn("sandbox venue refused a request", "venue", s.Code, "path", r.URL.Path, "status", status)
		s.answer(w, r.URL.Path, failed(status))
		return
	}
	a := ask{form: r.PostForm}
	a.fault = s.Faults.Take("venue:"+s.Code, a.get("txCode"), faults.NoEffect(c.call), c.call)
	free, alone := s.alone(c, a)
	if !alone {
		s.answer(w, r.URL.Path, failed(codePending))
		return
	}
	ctx := context.WithoutCancel(r.Context())
	s.Faults.Play(w, s.Stop, a.fault, faults.Request{
		Once: c.call == faults.Records,
		Do: func() func(http.ResponseWriter) {
			got, err := c.run(s, ctx, a)
			free() // before the answer, so that the caller may go on at once
			if err != nil {
				s.Log.Error("sandbox venue failed", "venue", s.Code, "err", err)
				got = failed(codeFail)
			}
			s.Log.Debug("sandbox venue answered", "venue", s.Code, "path", r.URL.Path, "status", got.status, "fault", a.fault.Kind)
			if got.gone {
				return nil
			}
			return func(w http.ResponseWriter) { s.answer(w, r.URL.Path, got) }
		},
		Other:       func(w http.ResponseWriter) { s.answer(w, r.URL.Path, ok(c.other)) },
		UnknownCode: `{"status":"7777","desc":"?"}`,
		TooMany:     func(w http.ResponseWriter) { s.answer(w, r.URL.Path, failed(codeLater)) },
	})
}

// admit reads a request and checks who calls and whether the fields are there.
func (s *Server) admit(r *http.Request, c command) string {
	err := r.ParseForm()
	switch {
	case !callers.Admit(s.AllowFrom, r.RemoteAddr):
		return codeIP
	case err != nil:
		return codeParameter
	case !same(r.PostForm.Get("agentId"), s.AgentID):
		return codeAgentID
	case !same(r.PostForm.Get("cert"), s.Cert):
		return codeCert
	}
	for _, name := range c.needs {
		if r.PostForm.Get(name) == "" {
			return codeEmpty
		}
	}
	return codeOK
}

func same(got, want string) bool { return subtle.ConstantTimeCompare([]byte(got), []byte(want)) == 1 }

// alone takes the turn of a player, and gives it back by free. A slow transfer keeps the
// turn. A request that is lost on its way or turned away at once never has it.
func (s *Server) alone(c command, a ask) (free func(), alone bool) {
	lost := a.fault.Kind == faults.DropRequest || a.fault.Kind == faults.Maintenance || a.fault.Kind == faults.Late || a.fault.Kind == faults.TooMany
	if !c.perPlayer || lost {
		return func() {}, true
	}
	player := books.Key(a.get("userId"))
	if _, taken := s.busy.LoadOrStore(player, struct{}{}); taken {
		return nil, false
	}
	return sync.OnceFunc(func() { s.busy.Delete(player) }), true
}

// answer writes an answer, packed where the path says so.
func (s *Server) answer(w http.ResponseWriter, path string, a reply) {
	body := fields{"status": a.status, "desc": ""}
	if a.status != codeOK {
		body["desc"] = "failed"
	}
	for name, value := range a.fields {
		body[name] = value
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	var out io.Writer = w
	if strings.HasPrefix(path, zipped) {
		w.Header().Set("Content-Encoding", "gzip")
		packer := gzip.NewWriter(w)
		defer func() { _ = packer.Close() }() // a client that left needs no answer
		out = packer
	}
	_ = json.NewEncoder(out).Encode(body)
}

// written is a time as the protocol writes it.
func written(at time.Time) string { return at.In(calendar.Beijing).Format(time.RFC3339) }
