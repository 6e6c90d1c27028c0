package ag

import (
	"bytes"
	"context"
	"crypto/des" //nolint:gosec // the vendor's protocol uses DES
	"crypto/md5" //nolint:gosec // and MD5
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"encoding/xml"
	"errors"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"regexp"
	"strings"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
	"hongyun/sandbox/venues/callers"
	"hongyun/sandbox/venues/purse"
)

// Values of info that this server answers, beside a balance.
const (
	infoOK         = "0"
	infoFailed     = "1"
	infoAmount     = "2"
	infoKey        = "key_error"
	infoNetwork    = "network_error"
	infoAddFail    = "account_add_fail"
	infoNoAccount  = "account_not_exist"
	infoNoCredit   = "not_enough_credit"
	infoDuplicate  = "duplicate_transfer"
	infoError      = "error"
	textNoAccount  = "error:60001,account not exist"
	textShort      = "error:10002,not enough credit"
	textNegative   = "error:10000,amount must be above zero"
	textNotAllowed = "error:IP is not allowed"
)

// zone is the vendor's: UTC-4 all year.
var zone = time.FixedZone("UTC-4", -4*60*60)

// Place is where a bet was put: on a spot of a table, in one of its rounds, and how the
// round ended.
type Place struct{ Table, Round, Spot, Result string }

// Scene is where a bet at fishing was shot: the room, and its dearest shot.
type Scene struct{ Room, Cost string }

// Config is one venue that speaks AG.
type Config struct {
	Code      string // our venue code: "ag"
	Agent     string // cagent
	DESKey    string // 8 bytes
	MD5Key    string
	RecordKey string // plain key of the record interface
	Credit    money.Fen
	PullGap   time.Duration  // least time between two record pulls
	AllowFrom []netip.Prefix // callers' addresses, of the GI and record interfaces; empty: any
	// Fishing reports whether a game is a fishing game. Place is the place of a
	// bet at a table, and Scene that of a shot at fishing.
	Fishing func(game string) bool
	Place   func(books.Bet) Place
	Scene   func(books.Bet) Scene
	BaseURL func() string
	Clock   calendar.Clock
	Log     *slog.Logger
	Books   *books.Books
	Faults  *faults.Box
	Stop    <-chan struct{} // closed when the sandbox stops
}

// Server answers the protocol for one venue.
type Server struct {
	Config
	purse *purse.Purse
	pulls pulls
}

// New makes a server; the configuration must be complete.
func New(c Config) *Server {
	return &Server{Config: c, purse: &purse.Purse{Venue: c.Code, Credit: c.Credit, Books: c.Books, Clock: c.Clock}}
}

// Reverse takes a transfer back that was done; books.ErrNotFound when none was.
func (s *Server) Reverse(ctx context.Context, billno string) error {
	return s.purse.Reverse(ctx, billno)
}

// Handler serves {prefix}/doBusiness.do, /forwardGame.do and the record lists.
func (s *Server) Handler(prefix string) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/doBusiness.do", s.business)
	mux.HandleFunc("/forwardGame.do", s.forward)
	mux.HandleFunc("GET /getorders.xml", s.records(s.tableRows, tableTime))
	mux.HandleFunc("GET /gethunterscene.xml", s.records(s.sceneRows, unixTime))
	for _, empty := range []string{"/getslotorders_ex.xml", "/getyoplayorders_ex.xml"} {
		mux.HandleFunc("GET "+empty, s.records(nil, tableTime))
	}
	return http.StripPrefix(prefix, mux)
}

// ask is one request that passed the common checks.
type ask struct {
	fields map[string]string
	fault  faults.Fault
}

// reply is <result info msg/>.
type reply struct {
	XMLName xml.Name `xml:"result"`
	Info    string   `xml:"info,attr"`
	Msg     string   `xml:"msg,attr"`
	gone    bool     // the connection breaks off
}

func say(info string) reply { return reply{Info: info} }

func sayMsg(info, msg string) reply { return reply{Info: info, Msg: msg} }

// method is how a value of method is run and what the fault switches call it.
type method struct {
	run  func(*Server, context.Context, ask) (reply, error)
	call func(*Server, context.Context, ask) []faults.Call
}

var methods = map[string]method{
	"lg":  {(*Server).logIn, (*Server).logInCalls},
	"gb":  {(*Server).balance, only(faults.Balance)},
	"tc":  {(*Server).prepare, only("")},
	"tcc": {(*Server).confirm, (*Server).confirmCalls},
	"qos": {(*Server).status, only(faults.Status)},
}

func only(call faults.Call) func(*Server, context.Context, ask) []faults.Call {
	return func(*Server, context.Context, ask) []faults.Call { return []faults.Call{call} }
}

// logInCalls says that lg creates a player it sees first, and is what a launch
// asks the company.
func (s *Server) logInCalls(ctx context.Context, a ask) []faults.Call {
	if _, err := s.Books.Account(ctx, s.Code, a.fields["loginname"]); errors.Is(err, books.ErrNoAccount) {
		return []faults.Call{faults.Launch, faults.Create}
	}
	return []faults.Call{faults.Launch}
}

func (s *Server) confirmCalls(_ context.Context, a ask) []faults.Call {
	if a.fields["type"] == "OUT" {
		return []faults.Call{faults.TransferOut}
	}
	return []faults.Call{faults.TransferIn}
}

// meaningless lists the faults without effect on a call. A switch set for "any"
// passes over such calls.
func meaningless(call faults.Call) []faults.Kind {
	never := []faults.Kind{faults.PlayerInGame}
	switch call {
	case faults.TransferIn, faults.TransferOut:
		return never
	case faults.Status:
		return append(never, faults.WrongAmount)
	case faults.Balance, faults.Records:
		return append(never, faults.Processing)
	case faults.Launch:
		return append(never, faults.Processing, faults.WrongAmount, faults.NotFoundFlap)
	default:
		return append(never, faults.Processing, faults.WrongAmount, faults.NotFoundFlap, faults.Refuse)
	}
}

// business serves /doBusiness.do.
func (s *Server) business(w http.ResponseWriter, r *http.Request) {
	if !callers.Admit(s.AllowFrom, r.RemoteAddr) {
		answer(w, sayMsg(infoError, textNotAllowed))
		return
	}
	if r.UserAgent() != "WEB_LIB_GI_"+s.Agent {
		answer(w, sayMsg(infoError, "error:User-Agent"))
		return
	}
	a, ok := s.open(r)
	if !ok {
		answer(w, say(infoKey))
		return
	}
	m, known := methods[a.fields["method"]]
	if !known {
		answer(w, sayMsg(infoError, "error:method"))
		return
	}
	ctx := context.WithoutCancel(r.Context())
	calls := m.call(s, ctx, a)
	a.fault = s.Faults.Take("venue:"+s.Code, a.fields["billno"], meaningless(calls[0]), calls...)
	s.Faults.Play(w, s.Stop, a.fault, faults.Request{
		Do: func() func(http.ResponseWriter) {
			got, err := m.run(s, ctx, a)
			if err != nil {
				s.Log.Error("sandbox venue failed", "venue", s.Code, "err", err)
				got = say(infoNetwork)
			}
			s.Log.Debug("sandbox venue answered", "venue", s.Code, "method", a.fields["method"], "info", got.Info, "fault", a.fault.Kind)
			if got.gone {
				return nil
			}
			return func(w http.ResponseWriter) { answer(w, got) }
		},
		Other:       func(w http.ResponseWriter) { answer(w, say("999999.99")) },
		UnknownCode: `<?xml version="1.0" encoding="utf-8"?><result info="98765" msg="?"/>`,
	})
}

// open checks the key of a request and decrypts it.
func (s *Server) open(r *http.Request) (ask, bool) {
	params := strings.ReplaceAll(r.FormValue("params"), " ", "+") // a client that forgot to encode them
	if subtle.ConstantTimeCompare([]byte(r.FormValue("key")), []byte(digest(params+s.MD5Key))) != 1 {
		return ask{}, false
	}
	text, err := decrypt(params, s.DESKey)
	if err != nil {
		return ask{}, false
	}
	a := ask{fields: split(text)}
	return a, a.fields["cagent"] == s.Agent
}

func answer(w http.ResponseWriter, body any) {
	w.Header().Set("Content-Type", "text/xml; charset=utf-8")
	text, err := xml.Marshal(body)
	if err != nil {
		http.Error(w, "", http.StatusInternalServerError)
		return
	}
	_, _ = w.Write([]byte(xml.Header))
	_, _ = w.Write(text)
}

func digest(text string) string {
	sum := md5.Sum([]byte(text)) //nolint:gosec // the vendor's
	return hex.EncodeToString(sum[:])
}

var errCipher = errors.New("ag: params do not decrypt")

// decrypt opens params: Base64 over DES-ECB with PKCS#5 padding.
func decrypt(params, key string) (string, error) {
	sealed, err := base64.StdEncoding.DecodeString(params)
	if err != nil || len(sealed) == 0 || len(sealed)%des.BlockSize != 0 {
		return "", errCipher
	}
	block, err := des.NewCipher([]byte(key)) //nolint:gosec // the vendor's
	if err != nil {
		return "", err
	}
	open := make([]byte, len(sealed))
	for at := 0; at < len(sealed); at += des.BlockSize {
		block.Decrypt(open[at:], sealed[at:at+des.BlockSize])
	}
	pad := int(open[len(open)-1])
	if pad < 1 || pad > des.BlockSize || !bytes.HasSuffix(open, bytes.Repeat([]byte{byte(pad)}, pad)) {
		return "", errCipher
	}
	return string(open[:len(open)-pad]), nil
}

// separator is between two fields: a slash, backslashes, a slash. How many
// backslashes depends on how often a client escaped them.
var separator = regexp.MustCompile(`/\\+/`)

func split(text string) map[string]string {
	fields := map[string]string{}
	for _, pair := range separator.Split(text, -1) {
		name, value, _ := strings.Cut(pair, "=")
		if _, seen := fields[name]; !seen {
			fields[name] = value
		}
	}
	return fields
}

// homeOf is the address of dm, "" for none.
func homeOf(dm string) string {
	if dm == "" || dm == "NO_RETURN" {
		return ""
	}
	if !strings.Contains(dm, "://") {
		dm = "https://" + dm
	}
	u, err := url.Parse(dm)
	if err != nil || u.Host == "" {
		return ""
	}
	return u.String()
}
