package ky

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"strconv"
	"sync"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
	"hongyun/sandbox/venues/callers"
)

// timestampWindow is how far a request's timestamp may be from the clock.
const timestampWindow = 5 * time.Minute

// Tables is what the protocol needs to know of the games.
type Tables interface {
	// Seated tells whether the player has money in a round that is not over.
	Seated(ctx context.Context, venue, player string) (bool, error)
	// Has tells whether the venue has a game of this number.
	Has(venue string, kind int) bool
}

// Seat is where a player sat. All of them count from 1; Level is the room of a game.
type Seat struct{ Level, Table, Chair, Players int }

// Config is one venue that speaks KY.
type Config struct {
	Code        string // our venue code: "ky", "leg"
	Agent       string // channel number
	DESKey      string // 16 bytes; named DES, is AES
	MD5Key      string
	LineCode    string         // site, shown in records
	AllowFrom   []netip.Prefix // callers' addresses; empty: any
	PullGap     time.Duration  // least time between record pulls
	AgentCredit money.Fen      // what the agent's players may hold, net
	BaseURL     func() string
	Clock       calendar.Clock
	Log         *slog.Logger
	Books       *books.Books
	Faults      *faults.Box
	Tables      Tables
	Seat        func(books.Bet) Seat // where a player sat; nil: not known
	// Enter is the path that opens a launched game.
	Enter string
	// Lobby is the game that KindID 0 opens; 0 where the lobby is a page itself.
	Lobby                   int
	Stop                    <-chan struct{} // closed when the sandbox stops
	onlineFor, launchExpiry time.Duration
}

// Server answers the protocol for one venue.
type Server struct {
	Config
	busy sync.Map // player -> struct{}: one launch, deposit or withdrawal at a time

	pullMu   sync.Mutex
	lastPull time.Time // machine's clock
}

// New makes a server; the configuration must be complete.
func New(c Config) *Server {
	c.onlineFor, c.launchExpiry = 2*time.Minute, 5*time.Minute
	return &Server{Config: c}
}

// ask is one request that passed the common checks.
type ask struct {
	s      int
	fields map[string]string
	fault  faults.Fault
}

// fields are the contents of "d" in an answer.
type fields map[string]any

func failed(code int) fields { return fields{"code": code} }

// Handler serves {prefix}/channelHandle and {prefix}/getRecordHandle.
func (s *Server) Handler(prefix string) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+prefix+"/channelHandle", s.commands)
	mux.HandleFunc("GET "+prefix+"/getRecordHandle", s.recordFeed)
	return mux
}

func (s *Server) commands(w http.ResponseWriter, r *http.Request) {
	s.serve(w, r, "/channelHandle", commandTable)
}

func (s *Server) recordFeed(w http.ResponseWriter, r *http.Request) {
	s.serve(w, r, "/getRecordHandle", recordTable)
}

// serve checks a request, lets a waiting fault have its way, and answers.
func (s *Server) serve(w http.ResponseWriter, r *http.Request, address string, table map[int]command) {
	a, code := s.open(r)
	cmd, known := table[a.s]
	if code == codeOK && !known {
		code = codeUnknown
	}
	if code != codeOK {
		s.Log.Warn("sandbox venue refused a request", "venue", s.Code, "s", a.s, "code", code)
		answer(w, address, a.s, failed(code))
		return
	}
	ctx := context.WithoutCancel(r.Context())
	a.fault = s.Faults.Take("venue:"+s.Code, a.fields["orderid"], meaningless(cmd.call), s.callsOf(ctx, cmd, a)...)
	switch a.fault.Kind {
	case faults.DropRequest:
		faults.Drop(w)
		return
	case faults.Maintenance:
		faults.UnderMaintenance(w)
		return
	case faults.TooMany:
		answer(w, address, a.s, failed(codeTooOften))
		return
	case faults.Late:
		s.Faults.Later(func() { s.run(ctx, cmd, ask{s: a.s, fields: a.fields}) })
		faults.Drop(w)
		return
	}
	d, alive := s.run(ctx, cmd, a)
	if a.fault.Holds() {
		alive = s.Faults.Hold(s.Stop) && alive
	}
	s.Log.Debug("sandbox venue answered", "venue", s.Code, "s", a.s, "account", a.fields["account"], "code", d["code"], "fault", a.fault.Kind)
	switch {
	case !alive, a.fault.Kind == faults.DropResponse, d["veiled"] != nil:
		faults.Drop(w)
	case a.fault.Kind == faults.CommitThen500:
		faults.Fail500(w)
	case a.fault.Kind == faults.WrongOrder:
		answer(w, address, a.s+1, d) // the answer to another command
	case faults.Spoil(w, a.fault.Kind, fmt.Sprintf(`{"s":%d,"m":%q,"d":{"code":98765,"status":77}}`, 100+a.s, address)):
	default:
		answer(w, address, a.s, d)
	}
}

// run carries a command out, under the player's lock where it needs one: a slow
// command keeps the lock, as a slow vendor does. The result alive is false when
// the sandbox stopped before the command began.
func (s *Server) run(ctx context.Context, cmd command, a ask) (d fields, alive bool) {
	if player := books.Key(a.fields["account"]); cmd.perPlayer && player != "" {
		if _, taken := s.busy.LoadOrStore(player, struct{}{}); taken {
			return failed(codeBusy), true
		}
		defer s.busy.Delete(player)
	}
	if a.fault.Kind == faults.Delay && !faults.Wait(s.Stop, a.fault.Pause()) {
		return nil, false
	}
	d = cmd.run(s, ctx, a)
	if a.fault.Kind == faults.Duplicate && cmd.call != faults.Records {
		d = cmd.run(s, ctx, a) // the second copy's answer is the one that arrives
	}
	return d, true
}

// open makes the checks every request must pass and decrypts it.
func (s *Server) open(r *http.Request) (ask, int) {
	q := r.URL.Query()
	agent, timestamp, param, key := q.Get("agent"), q.Get("timestamp"), q.Get("param"), q.Get("key")
	switch {
	case agent == "" || timestamp == "" || param == "" || key == "":
		return ask{}, codeMissing
	case agent != s.Agent:
		return ask{}, codeNoChannel
	case !callers.Admit(s.AllowFrom, r.RemoteAddr):
		return ask{}, codeAddress
	case subtle.ConstantTimeCompare([]byte(key), []byte(sign(agent, timestamp, s.MD5Key))) != 1:
		return ask{}, codeBadKey
	}
	ms, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || s.Clock.Now().Sub(time.UnixMilli(ms)).Abs() > timestampWindow {
		return ask{}, codeOldTimestamp
	}
	text, err := decrypt(param, s.DESKey)
	if err != nil {
		return ask{}, codeBadCipher
	}
	a := ask{fields: inner(text)}
	if a.s, err = strconv.Atoi(a.fields["s"]); err != nil {
		return a, codeUnknown
	}
	return a, codeOK
}

// answer writes the envelope. s is echoed with 100 added.
func answer(w http.ResponseWriter, address string, s int, d fields) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	_ = json.NewEncoder(w).Encode(map[string]any{"s": 100 + s, "m": address, "d": d})
}
