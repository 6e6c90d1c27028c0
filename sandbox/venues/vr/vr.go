package vr

import (
	"bytes"
	"context"
	"crypto/aes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
	"hongyun/sandbox/venues/callers"
	"hongyun/sandbox/venues/purse"
)

// Values of errorCode, and of state in the answer to Transaction.
const (
	codeOK        = 0
	codeVersion   = 1
	codeMerchant  = 2
	codeInternal  = 3
	codeKey       = 5
	codeClosed    = 7 // the merchant may not
	codeNoPlayer  = 8
	codeShort     = 10
	codeDuplicate = 14
	codeSerial    = 15
	codeTime      = 16
	codeAmount    = 17
	codeExists    = 18
	codeOngoing   = 99
)

const (
	version = "1.0"
	stamp   = "2006-01-02T15:04:05Z"
	maxBody = 64 << 10
)

// Channel is one lottery of the venue.
type Channel struct {
	ID   int
	Code string // as a bet keeps it
	Name string
}

// Ticket is what was picked, as a record row shows it. Its cost is Unit times
// Multiple.
type Ticket struct {
	Issue, Play, Position, Number string

	Odds     string
	Unit     money.Fen
	Multiple int
	Result   string // "" before the draw
}

// Config is one venue that speaks VR.
type Config struct {
	Code      string // our venue code: "vr"
	Merchant  string // id
	Key       string // 32 characters
	Credit    money.Fen
	AllowFrom []netip.Prefix // callers' addresses; empty: any. Browsers are let in anyway
	Channels  []Channel
	// Ticket tells what was picked with a bet.
	Ticket func(books.Bet) Ticket
	Clock  calendar.Clock
	Log    *slog.Logger
	Books  *books.Books
	Faults *faults.Box
	Stop   <-chan struct{} // closed when the sandbox stops
}

// Server answers the protocol for one venue.
type Server struct {
	Config
	purse *purse.Purse
}

// New makes a server; the configuration must be complete.
func New(c Config) *Server {
	return &Server{Config: c, purse: &purse.Purse{Venue: c.Code, Credit: c.Credit, Books: c.Books, Clock: c.Clock}}
}

// Reverse takes a transfer back that was done; books.ErrNotFound when none was.
func (s *Server) Reverse(ctx context.Context, serial string) error {
	return s.purse.Reverse(ctx, serial)
}

// fields are an answer; nil breaks the connection off.
type fields map[string]any

func failed(code int) fields { return fields{"errorCode": code} }

// call is how a path is answered, what the fault switches call it, and the order
// that it is about.
type call struct {
	run   func(s *Server, ctx context.Context, body []byte, f faults.Fault) (fields, error)
	kind  func(body []byte) (kind faults.Call, order string)
	other string // an answer of this call's form about something else
}

var calls = map[string]call{
	"/Account/CreateUser":           {(*Server).create, kindOf(faults.Create), `{"errorCode":77}`},
	"/Account/KickUser":             {(*Server).kick, kindOf(""), `{"errorCode":77}`},
	"/UserWallet/Balance":           {(*Server).balance, kindOf(faults.Balance), `{"playerName":"somebody","balance":1}`},
	"/UserWallet/Transaction":       {(*Server).transaction, transferKind, `{"serialNumber":"other","state":77}`},
	"/UserWallet/TransactionRecord": {(*Server).transactions, recordKind, `{"totalRecords":1,"records":[{"serialNumber":"other"}]}`},
	"/MerchantQuery/Bet":            {(*Server).bets, kindOf(faults.Records), `{"totalRecords":1,"betRecords":[]}`},
}

func kindOf(kind faults.Call) func([]byte) (faults.Call, string) {
	return func([]byte) (faults.Call, string) { return kind, "" }
}

func transferKind(body []byte) (faults.Call, string) {
	var ask transferAsk
	_ = json.Unmarshal(body, &ask) // what is wrong with it is said later
	if ask.Type.String() == "1" {
		return faults.TransferOut, ask.SerialNumber
	}
	return faults.TransferIn, ask.SerialNumber
}

func recordKind(body []byte) (faults.Call, string) {
	var ask transferAsk
	_ = json.Unmarshal(body, &ask)
	return faults.Status, ask.SerialNumber
}

// meaningless lists the faults without effect on a call. A switch set for "any"
// passes over such calls.
func meaningless(kind faults.Call) []faults.Kind {
	never := []faults.Kind{faults.PlayerInGame}
	switch kind {
	case faults.TransferIn, faults.TransferOut, faults.Status:
		return never
	case faults.Balance, faults.Records:
		return append(never, faults.Processing)
	default:
		return append(never, faults.Processing, faults.WrongAmount, faults.NotFoundFlap, faults.Refuse)
	}
}

// Handler serves every path under prefix.
func (s *Server) Handler(prefix string) http.Handler {
	mux := http.NewServeMux()
	for path, c := range calls {
		mux.HandleFunc("POST "+path, s.serve(c))
	}
	mux.HandleFunc("GET /Account/LoginValidate", s.enter)
	return http.StripPrefix(prefix, mux)
}

func (s *Server) serve(c call) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		plain, code := s.open(r)
		if code == codeOK && !callers.Admit(s.AllowFrom, r.RemoteAddr) {
			code = codeMerchant
		}
		if code != codeOK {
			s.Log.Warn("sandbox venue refused a request", "venue", s.Code, "path", r.URL.Path, "code", code)
			s.answer(w, failed(code))
			return
		}
		ctx := context.WithoutCancel(r.Context())
		kind, order := c.kind(plain)
		fault := s.Faults.Take("venue:"+s.Code, order, meaningless(kind), kind)
		s.Faults.Play(w, s.Stop, fault, faults.Request{
			Once: kind == faults.Records,
			Do: func() func(http.ResponseWriter) {
				got, err := c.run(s, ctx, plain, fault)
				if err != nil {
					s.Log.Error("sandbox venue failed", "venue", s.Code, "err", err)
					got = failed(codeInternal)
				}
				s.Log.Debug("sandbox venue answered", "venue", s.Code, "path", r.URL.Path, "fault", fault.Kind)
				if got == nil {
					return nil
				}
				return func(w http.ResponseWriter) { s.answer(w, got) }
			},
			Other:       func(w http.ResponseWriter) { s.seal(w, []byte(c.other)) },
			UnknownCode: s.sealed([]byte(`{"errorCode":98765,"state":98765}`)),
		})
	}
}

// open checks the envelope of a request and decrypts it.
func (s *Server) open(r *http.Request) (plain []byte, code int) {
	switch {
	case r.FormValue("version") != version:
		return nil, codeVersion
	case r.FormValue("id") != s.Merchant:
		return nil, codeMerchant
	}
	plain, err := decrypt(strings.ReplaceAll(r.FormValue("data"), " ", "+"), s.Key)
	if err != nil {
		return nil, codeKey
	}
	return plain, codeOK
}

func (s *Server) answer(w http.ResponseWriter, f fields) {
	text, err := json.Marshal(f)
	if err != nil {
		http.Error(w, "", http.StatusInternalServerError)
		return
	}
	s.seal(w, text)
}

func (s *Server) seal(w http.ResponseWriter, text []byte) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = io.WriteString(w, s.sealed(text)) // a client that left needs no answer
}

// sealed is Base64 over AES-256-ECB with PKCS#7 padding.
func (s *Server) sealed(text []byte) string {
	block, err := aes.NewCipher([]byte(s.Key))
	if err != nil {
		return ""
	}
	pad := aes.BlockSize - len(text)%aes.BlockSize
	open := append(bytes.Clone(text), bytes.Repeat([]byte{byte(pad)}, pad)...)
	for at := 0; at < len(open); at += aes.BlockSize {
		block.Encrypt(open[at:at+aes.BlockSize], open[at:at+aes.BlockSize])
	}
	return base64.StdEncoding.EncodeToString(open)
}

var errCipher = errors.New("vr: data does not decrypt")

func decrypt(data, key string) ([]byte, error) {
	sealed, err := base64.StdEncoding.DecodeString(data)
	if err != nil || len(sealed) == 0 || len(sealed)%aes.BlockSize != 0 {
		return nil, errCipher
	}
	block, err := aes.NewCipher([]byte(key))
	if err != nil {
		return nil, err
	}
	open := make([]byte, len(sealed))
	for at := 0; at < len(sealed); at += aes.BlockSize {
		block.Decrypt(open[at:], sealed[at:at+aes.BlockSize])
	}
	pad := int(open[len(open)-1])
	if pad < 1 || pad > aes.BlockSize || !bytes.HasSuffix(open, bytes.Repeat([]byte{byte(pad)}, pad)) {
		return nil, errCipher
	}
	return open[:len(open)-pad], nil
}

// instant reads a time of the protocol.
func instant(text string) (time.Time, error) { return time.Parse(stamp, text) }
