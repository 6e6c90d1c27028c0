package bti

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"encoding/xml"
	"errors"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"regexp"
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

// Values of ErrorCode in a wallet answer.
const (
	codeOK         = "NoError"
	codeAuth       = "AuthenticationFailed"
	codeFrozen     = "MerchantIsFrozen"
	codeInactive   = "MerchantNotActive"
	codeException  = "Exception"
	codeNoOrder    = "TransactionCodeNotFound"
	codeNoPlayer   = "CustomerNotFound"
	codeExists     = "DuplicateMerchantCustomerCode"
	codeLoginTaken = "DuplicateLoginName"
	codeNoRef      = "RefTransactionCodeIsEmpty"
)

// Values of errorCode in an answer of the data interface.
const (
	dataOK        = 0
	dataAuth      = -1
	dataGeneral   = -3
	dataParameter = -4
	dataExpired   = -1000
)

const (
	currency = "CNY"
	maxBody  = 64 << 10
)

// Leg is one pick of a bet.
type Leg struct {
	Sport, League, Home, Away, BetType, Selection string
	Odds                                          string // in the player's style
	Decimal                                       string
	Score                                         string // when the bet was placed
}

// Ticket is what was picked with a bet, as a record row shows it.
type Ticket struct {
	Odds     string // in the player's style
	OddsType string // EU, HK or MY
	Decimal  string
	Legs     []Leg
	Sold     money.Fen // what the bet was sold back for; 0 if it was not
}

// Config is one merchant of BTI.
type Config struct {
	Code                   string // our venue code
	AgentName, AgentSecret string // AgentUserName and AgentPassword
	Credit                 money.Fen
	HomeURL                func() string  // where the way back from a game leads; nil for nowhere
	AllowFrom              []netip.Prefix // callers' addresses; empty: any
	Ticket                 func(books.Bet) Ticket
	Clock                  calendar.Clock
	Log                    *slog.Logger
	Books                  *books.Books
	Faults                 *faults.Box
	Stop                   <-chan struct{} // closed when the sandbox stops
}

// Server answers the protocol for one merchant.
type Server struct {
	Config
	purse *purse.Purse

	mu     sync.Mutex
	tokens map[string]time.Time // of the data interface, with their ends
}

// New makes a server; the configuration must be complete but for HomeURL.
func New(c Config) *Server {
	return &Server{
		Config: c, purse: &purse.Purse{Venue: c.Code, Credit: c.Credit, Books: c.Books, Clock: c.Clock}, tokens: map[string]time.Time{},
	}
}

// Reverse takes a transfer back that was done; books.ErrNotFound when none was.
func (s *Server) Reverse(ctx context.Context, id string) error { return s.purse.Reverse(ctx, id) }

// ask is one request that passed the common checks.
type ask struct {
	fields map[string]string
	token  string     // of a data call
	window windowBody // of a data call
	fault  faults.Fault
}

// reply is the answer to a call, ready to be written.
type reply struct {
	wallet *merchantResponse
	data   map[string]any
	gone   bool // the connection breaks off
}

// merchantResponse is the answer of a wallet call.
type merchantResponse struct {
	XMLName         xml.Name   `xml:"http://networkpot.com/ MerchantResponse"`
	ErrorCode       string     `xml:"ErrorCode"`
	CustomerID      string     `xml:"CustomerID,omitempty"`
	AuthToken       string     `xml:"AuthToken,omitempty"`
	Balance         *xmlAmount `xml:"Balance,omitempty"`
	OpenBetsBalance *xmlAmount `xml:"OpenBetsBalance,omitempty"`
	TransactionID   string     `xml:"TransactionID,omitempty"`
}

type xmlAmount money.Fen

// MarshalText writes an amount in yuan with two places.
func (a xmlAmount) MarshalText() ([]byte, error) { return []byte(money.Fen(a).String()), nil }

func amount(f money.Fen) *xmlAmount {
	a := xmlAmount(f)
	return &a
}

func failed(code string) reply { return reply{wallet: &merchantResponse{ErrorCode: code}} }

func ok(r merchantResponse) reply {
	r.ErrorCode = codeOK
	return reply{wallet: &r}
}

func dataFailed(code int) reply { return reply{data: map[string]any{"errorCode": code}} }

// command is how a call is run and what the fault switches call it; "" is met
// by a switch for any call. Calls of the data interface speak JSON.
type command struct {
	run    func(*Server, context.Context, ask) (reply, error)
	call   faults.Call
	data   bool
	signed bool // takes a token in the query instead of the agent's password
}

var commands = map[string]command{
	"CreateUser":              {run: (*Server).create, call: faults.Create},
	"CreateUserNew":           {run: (*Server).create, call: faults.Create},
	"GetCustomerAuthToken":    {run: (*Server).authToken, call: faults.Launch},
	"GetBalance":              {run: (*Server).balance, call: faults.Balance},
	"TransferToWHL":           {run: (*Server).transferIn, call: faults.TransferIn},
	"TransferFromWHL":         {run: (*Server).transferOut, call: faults.TransferOut},
	"CheckTransaction":        {run: (*Server).check, call: faults.Status},
	"authorize_v2":            {run: (*Server).authorise, data: true},
	"get-history-bets-paging": {run: (*Server).history, call: faults.Records, data: true, signed: true},
	"get-open-bets-paging":    {run: (*Server).open, call: faults.Records, data: true, signed: true},
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

// bookPath is where browsers open the book: a language and "sports".
var bookPath = regexp.MustCompile(`^/[a-z]{2}/(sports|asia)$`)

// Handler serves every path under prefix.
func (s *Server) Handler(prefix string) http.Handler {
	return http.StripPrefix(prefix, http.HandlerFunc(s.serve))
}

// serve checks a request, lets a waiting fault have its way, and answers.
func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodGet && bookPath.MatchString(r.URL.Path) {
		s.enter(w, r)
		return
	}
	c, known := commands[strings.Trim(r.URL.Path, "/")]
	if !known {
		http.NotFound(w, r)
		return
	}
	a, refused := s.accept(w, r, c)
	if refused != nil {
		s.Log.Warn("sandbox venue refused a request", "venue", s.Code, "path", r.URL.Path)
		s.answer(w, *refused)
		return
	}
	ctx := context.WithoutCancel(r.Context())
	a.fault = s.Faults.Take("venue:"+s.Code, a.fields["RefTransactionCode"], meaningless(c.call), c.call)
	unknown := `<MerchantResponse xmlns="http://networkpot.com/"><ErrorCode>Error98765</ErrorCode></MerchantResponse>`
	if c.data {
		unknown = `{"errorCode":98765}`
	}
	s.Faults.Play(w, s.Stop, a.fault, faults.Request{
		Once: c.call == faults.Records,
		Do: func() func(http.ResponseWriter) {
			got, err := c.run(s, ctx, a)
			if err != nil {
				s.Log.Error("sandbox venue failed", "venue", s.Code, "err", err)
				got = refusal(c, codeException, dataGeneral)
			}
			s.Log.Debug("sandbox venue answered", "venue", s.Code, "path", r.URL.Path, "fault", a.fault.Kind)
			if got.gone {
				return nil
			}
			return func(w http.ResponseWriter) { s.answer(w, got) }
		},
		Other:       func(w http.ResponseWriter) { s.answer(w, ok(merchantResponse{CustomerID: "1"})) },
		UnknownCode: unknown,
	})
}

// refusal is a no in the form of the call's interface.
func refusal(c command, wallet string, data int) reply {
	if c.data {
		return dataFailed(data)
	}
	return failed(wallet)
}

// accept makes the checks that all calls have in common; a reply is a no.
func (s *Server) accept(w http.ResponseWriter, r *http.Request, c command) (ask, *reply) {
	no := func(wallet string, data int) (ask, *reply) {
		got := refusal(c, wallet, data)
		return ask{}, &got
	}
	if !callers.Admit(s.AllowFrom, r.RemoteAddr) {
		return no(codeAuth, dataAuth)
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	if c.signed {
		a := ask{token: r.URL.Query().Get("token")}
		if !s.lives(a.token) {
			return no(codeAuth, dataExpired)
		}
		if r.Method != http.MethodPost || json.NewDecoder(r.Body).Decode(&a.window) != nil {
			return no(codeException, dataParameter)
		}
		return a, nil
	}
	fields, err := parameters(r)
	if err != nil || c.data && r.Method != http.MethodPost {
		return no(codeException, dataParameter)
	}
	sameName := subtle.ConstantTimeCompare([]byte(fields["AgentUserName"]), []byte(s.AgentName))
	sameSecret := subtle.ConstantTimeCompare([]byte(fields["AgentPassword"]), []byte(s.AgentSecret))
	if sameName&sameSecret != 1 {
		return no(codeAuth, dataAuth)
	}
	return ask{fields: fields}, nil
}

// parameters reads a call's fields, in whichever of the three forms they come.
func parameters(r *http.Request) (map[string]string, error) {
	fields := map[string]string{}
	if r.Method == http.MethodPost && strings.HasPrefix(r.Header.Get("Content-Type"), "application/json") {
		var body map[string]any
		reader := json.NewDecoder(r.Body)
		reader.UseNumber()
		if err := reader.Decode(&body); err != nil {
			return nil, err
		}
		for name, value := range body {
			switch v := value.(type) {
			case string:
				fields[name] = v
			case json.Number:
				fields[name] = v.String()
			}
		}
		return fields, nil
	}
	if r.Method != http.MethodGet && r.Method != http.MethodPost {
		return nil, errors.New("bti: neither GET nor POST")
	}
	if err := r.ParseForm(); err != nil {
		return nil, err
	}
	for name := range r.Form {
		fields[name] = r.Form.Get(name)
	}
	return fields, nil
}

func (s *Server) answer(w http.ResponseWriter, a reply) {
	if a.data != nil {
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		_ = json.NewEncoder(w).Encode(a.data) // a client that left needs no answer
		return
	}
	w.Header().Set("Content-Type", "text/xml; charset=utf-8")
	body, err := xml.Marshal(a.wallet)
	if err != nil {
		s.Log.Error("sandbox venue failed", "venue", s.Code, "err", err)
		return
	}
	_, _ = w.Write(append([]byte(xml.Header), body...))
}

// enter sends a browser with a token into the book.
func (s *Server) enter(w http.ResponseWriter, r *http.Request) {
	query := url.Values{"token": {r.URL.Query().Get("operatorToken")}}
	if s.HomeURL != nil {
		query.Set("back", s.HomeURL())
	}
	w.Header().Set("Referrer-Policy", "no-referrer")
	http.Redirect(w, r, "/play/enter?"+query.Encode(), http.StatusSeeOther)
}
