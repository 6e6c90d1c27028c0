package fb

import (
	"bytes"
	"cmp"
	"context"
	"crypto/md5"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
	"hongyun/sandbox/venues/callers"
	"hongyun/sandbox/venues/purse"
)

// Values of code that this server answers. The vendor's own list is not known.
const (
	CodeOK        = 0
	CodeIP        = 10001
	CodeMerchant  = 10002
	CodeSign      = 10003
	CodeTime      = 10004
	CodeParameter = 10005
	CodeNoUser    = 20001
	CodeUserThere = 20002
	CodeBlocked   = 20003
	CodeDuplicate = 30001
	CodeShort     = 30002
	CodeCredit    = 30003
	CodeInGame    = 30004
	CodeRefused   = 30005
	CodeAmount    = 30006
	CodeOngoing   = 30007
	CodeNoOrder   = 30008
	CodeRange     = 40001
	CodeNoFile    = 40002
	CodeFailed    = 90000
)

const (
	base    = "/fb/data/api/v2"
	webPage = "/web/index.html"
	maxBody = 64 << 10
	maxSkew = 5 * time.Minute
)

// Leg is one pick of a bet.
type Leg struct {
	SportID, MatchID, MatchName, TournamentName, MarketName, OptionName string
	Odds, Result                                                        string
	InPlay                                                              bool
}

// Ticket is what was picked with a bet, as an order shows it.
type Ticket struct {
	Odds, OddsType string
	Legs           []Leg
	Sold           money.Fen // what the bet was sold back for; 0 if it was not
}

// Config is one merchant of FB.
type Config struct {
	Code       string // our venue code: "fb"
	MerchantID string // digits
	Secret     string
	HomeURL    func() string // where the way back from the book leads; nil for nowhere
	Credit     money.Fen
	CutEvery   time.Duration  // how much time a file holds; a minute if 0
	AllowFrom  []netip.Prefix // callers' addresses; empty: any
	Ticket     func(books.Bet) Ticket
	BaseURL    func() string
	Clock      calendar.Clock
	Log        *slog.Logger
	Books      *books.Books
	Faults     *faults.Box
	Stop       <-chan struct{} // closed when the sandbox stops
}

// Server answers the protocol for one merchant.
type Server struct {
	Config
	purse *purse.Purse
}

// New makes a server; the configuration must be complete but for HomeURL.
func New(c Config) *Server {
	c.CutEvery = cmp.Or(c.CutEvery, cutEvery)
	return &Server{Config: c, purse: &purse.Purse{Venue: c.Code, Credit: c.Credit, Books: c.Books, Clock: c.Clock}}
}

// Reverse takes a transfer back that was done; books.ErrNotFound when none was.
func (s *Server) Reverse(ctx context.Context, id string) error { return s.purse.Reverse(ctx, id) }

// ask is one request that passed the common checks.
type ask struct {
	body  map[string]any
	fault faults.Fault
}

// get is a field as text, whether it came as text or as a number.
func (a ask) get(name string) string {
	switch v := a.body[name].(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	}
	return ""
}

// reply is the answer to a call: a code and what comes beside it.
type reply struct {
	code int
	data any
	gone bool // the connection breaks off
}

func failed(code int) reply { return reply{code: code} }

func ok(data any) reply { return reply{data: data} }

// command is how a call is run and what the fault switches call it.
type command struct {
	run  func(*Server, context.Context, ask) (reply, error)
	call faults.Call
}

var commands = map[string]command{
	base + "/new/user/create":  {(*Server).create, faults.Create},
	base + "/user/detail":      {(*Server).detail, faults.Balance},
	base + "/new/transfer/in":  {(*Server).transferIn, faults.TransferIn},
	base + "/new/transfer/out": {(*Server).transferOut, faults.TransferOut},
	base + "/transfer/detail":  {(*Server).transferDetail, faults.Status},
	base + "/token/get":        {(*Server).token, faults.Launch},
	base + "/order/file/ids":   {(*Server).fileIDs, faults.Records},
	base + "/order/list":       {(*Server).orders, faults.Records},
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
	return http.StripPrefix(prefix, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet && r.URL.Path == webPage {
			s.web(w)
			return
		}
		s.serve(w, r)
	}))
}

// serve checks a request, lets a waiting fault have its way, and answers.
func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	c := commands[r.URL.Path]
	a, code := s.open(w, r, c)
	if code != CodeOK {
		s.Log.Warn("sandbox venue refused a request", "venue", s.Code, "path", r.URL.Path, "code", code)
		s.answer(w, failed(code))
		return
	}
	ctx := context.WithoutCancel(r.Context())
	a.fault = s.Faults.Take("venue:"+s.Code, a.get("businessId"), meaningless(c.call), c.call)
	s.Faults.Play(w, s.Stop, a.fault, faults.Request{
		Once: c.call == faults.Records,
		Do: func() func(http.ResponseWriter) {
			got, err := c.run(s, ctx, a)
			if err != nil {
				s.Log.Error("sandbox venue failed", "venue", s.Code, "err", err)
				got = failed(CodeFailed)
			}
			s.Log.Debug("sandbox venue answered", "venue", s.Code, "path", r.URL.Path, "code", got.code, "fault", a.fault.Kind)
			if got.gone {
				return nil
			}
			return func(w http.ResponseWriter) { s.answer(w, got) }
		},
		Other:       func(w http.ResponseWriter) { s.answer(w, ok(map[string]any{"version": "1"})) },
		UnknownCode: `{"success":false,"message":"?","data":null,"code":98765}`,
	})
}

// open makes the checks that all calls have in common.
func (s *Server) open(w http.ResponseWriter, r *http.Request, c command) (a ask, code int) {
	if !callers.Admit(s.AllowFrom, r.RemoteAddr) {
		return a, CodeIP
	}
	if c.run == nil || r.Method != http.MethodPost || !strings.HasPrefix(r.Header.Get("Content-Type"), "application/json") {
		return a, CodeParameter
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		return a, CodeParameter
	}
	reader := json.NewDecoder(bytes.NewReader(body))
	reader.UseNumber()
	if reader.Decode(&a.body) != nil {
		return a, CodeParameter
	}
	merchant, stamp := r.Header.Get("merchantId"), r.Header.Get("timestamp")
	if merchant != s.MerchantID {
		return a, CodeMerchant
	}
	if subtle.ConstantTimeCompare([]byte(r.Header.Get("sign")), []byte(sign(body, merchant, stamp, s.Secret))) != 1 {
		return a, CodeSign
	}
	millis, err := strconv.ParseInt(stamp, 10, 64)
	if err != nil || s.Clock.Now().Sub(time.UnixMilli(millis)).Abs() > maxSkew {
		return a, CodeTime
	}
	return a, CodeOK
}

// sign is the signature over the bytes of a body.
func sign(body []byte, merchant, stamp, secret string) string {
	sum := md5.Sum(fmt.Appendf(nil, "%s.%s.%s.%s", body, merchant, stamp, secret))
	return hex.EncodeToString(sum[:])
}

func (s *Server) answer(w http.ResponseWriter, a reply) {
	body := map[string]any{"success": a.code == CodeOK, "message": "SUCCESS", "data": a.data, "code": a.code}
	if a.code != CodeOK {
		body["message"] = fmt.Sprintf("ERROR_%d", a.code)
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	_ = json.NewEncoder(w).Encode(body) // a client that left needs no answer
}
