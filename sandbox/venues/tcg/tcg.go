package tcg

import (
	"bytes"
	"context"
	"crypto/des" //nolint:gosec // the vendor's cipher
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/netip"
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
	codeOK        = 0
	codeUnknown   = 1
	codeCaller    = 4
	codeMerchant  = 5
	codeCipher    = 6
	codeSign      = 7
	codeCurrency  = 8
	codeProduct   = 10
	codeShort     = 11
	codeDuplicate = 12
	codeGame      = 13
	codeNoUser    = 15
	codeCredit    = 16
	codeMethod    = 21
	codeForm      = 22
	codeBusy      = 23
	codeNotFound  = 24
	codeDecimals  = 26
	codeClosed    = 28
)

const (
	maxBody  = 64 << 10
	cutAfter = 7 * time.Second
)

// Game is one lottery of the venue.
type Game struct{ Code, Name string }

// Ticket is a pick, as a row shows it.
type Ticket struct{ Issue, Content, Odds string }

// Config is one venue that speaks TCG.
type Config struct {
	Code         string // our venue code: "tcg"
	Merchant     string // merchant_code
	Key          string // 8 characters
	SignKey      string
	FileUser     string
	FilePassword string
	CutEvery     time.Duration // how much time a file holds: whole minutes or an even part of one; five minutes if 0
	Credit       money.Fen
	AllowFrom    []netip.Prefix // callers' addresses; empty: any
	Games        []Game
	// Ticket tells the pick of a bet.
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
	if c.CutEvery == 0 {
		c.CutEvery = 5 * time.Minute
	}
	return &Server{Config: c, purse: &purse.Purse{Venue: c.Code, Credit: c.Credit, Books: c.Books, Clock: c.Clock}}
}

// Reverse takes a transfer back that was done; books.ErrNotFound when none was.
func (s *Server) Reverse(ctx context.Context, reference string) error {
	return s.purse.Reverse(ctx, reference)
}

// fields are an answer; nil breaks the connection off.
type fields map[string]any

func ok(f fields) fields {
	if f == nil {
		f = fields{}
	}
	f["status"], f["error_desc"] = codeOK, nil
	return f
}

func failed(code int) fields { return fields{"status": code, "error_desc": "refused"} }

// ask has the fields of every method.
type ask struct {
	Method      string      `json:"method"`
	Username    string      `json:"username"`
	Password    string      `json:"password"`
	Currency    string      `json:"currency"`
	ProductType json.Number `json:"product_type"`
	FundType    json.Number `json:"fund_type"`
	Amount      json.Number `json:"amount"`
	ReferenceNo string      `json:"reference_no"`
	RefNo       string      `json:"ref_no"`
	Platform    string      `json:"platform"`
	GameMode    json.Number `json:"game_mode"`
	GameCode    string      `json:"game_code"`
	Language    string      `json:"language"`
	BackURL     string      `json:"back_url"`
}

// method is how a method is answered, and an answer of its form about something else.
type method struct {
	run   func(s *Server, ctx context.Context, a ask, f faults.Fault) (fields, error)
	other string
}

var methods = map[string]method{
	"cm": {(*Server).create, `{"status":77}`},
	"gb": {(*Server).balance, `{"status":77,"balance":1}`},
	"ft": {(*Server).transfer, `{"status":77,"transaction_status":"OTHER"}`},
	"cs": {(*Server).status, `{"status":77,"transaction_status":"OTHER"}`},
	"lg": {(*Server).launch, `{"status":77}`},
}

// kind is what the fault switches call a request, with the order that it is about.
func (a ask) kind() (faults.Call, string) {
	switch a.Method {
	case "cm":
		return faults.Create, ""
	case "gb":
		return faults.Balance, ""
	case "cs":
		return faults.Status, a.RefNo
	case "lg":
		return faults.Launch, ""
	case "ft":
		if a.FundType.String() == fundOut {
			return faults.TransferOut, a.ReferenceNo
		}
		return faults.TransferIn, a.ReferenceNo
	}
	return "", ""
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
	case faults.Launch:
		return append(never, faults.Processing, faults.WrongAmount)
	default:
		return append(never, faults.Processing, faults.WrongAmount, faults.NotFoundFlap, faults.Refuse)
	}
}

// Handler serves every path under prefix.
func (s *Server) Handler(prefix string) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /doBusiness.do", s.serve)
	mux.HandleFunc("GET /files/ELOTTO/{kind}/{day}/{name...}", s.serveFiles)
	return http.StripPrefix(prefix, mux)
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	a, code := s.open(r)
	if code != codeOK {
		s.Log.Warn("sandbox venue refused a request", "venue", s.Code, "path", r.URL.Path, "code", code)
		s.answer(w, failed(code))
		return
	}
	ctx := context.WithoutCancel(r.Context())
	m := methods[a.Method]
	kind, order := a.kind()
	fault := s.Faults.Take("venue:"+s.Code, order, meaningless(kind), kind)
	s.Faults.Play(w, s.Stop, fault, faults.Request{
		Do: func() func(http.ResponseWriter) {
			got, err := m.run(s, ctx, a, fault)
			if err != nil {
				s.Log.Error("sandbox venue failed", "venue", s.Code, "err", err)
				got = failed(codeUnknown)
			}
			s.Log.Debug("sandbox venue answered", "venue", s.Code, "method", a.Method, "fault", fault.Kind)
			if got == nil {
				return nil
			}
			return func(w http.ResponseWriter) { s.answer(w, got) }
		},
		Other:       func(w http.ResponseWriter) { _, _ = w.Write([]byte(m.other)) },
		UnknownCode: `{"status":98765,"error_desc":null}`,
		TooMany:     func(w http.ResponseWriter) { s.answer(w, failed(codeBusy)) },
	})
}

// open checks the envelope of a request and reads its method.
func (s *Server) open(r *http.Request) (a ask, code int) {
	params := r.PostFormValue("params")
	switch {
	case r.PostFormValue("merchant_code") != s.Merchant:
		return a, codeMerchant
	case !callers.Admit(s.AllowFrom, r.RemoteAddr):
		return a, codeCaller
	case subtle.ConstantTimeCompare([]byte(r.PostFormValue("sign")), []byte(sign(params, s.SignKey))) != 1:
		return a, codeSign
	}
	plain, err := decrypt(params, s.Key)
	if err != nil {
		return a, codeCipher
	}
	if json.Unmarshal(plain, &a) != nil {
		return a, codeForm
	}
	if _, known := methods[a.Method]; !known {
		return a, codeMethod
	}
	return a, codeOK
}

func (s *Server) answer(w http.ResponseWriter, f any) {
	text, err := json.Marshal(f)
	if err != nil {
		http.Error(w, "", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	_, _ = w.Write(text) // a client that left needs no answer
}

// sign is the lower-case hex SHA-256 of the parameters and the key.
func sign(params, key string) string {
	sum := sha256.Sum256([]byte(params + key))
	return hex.EncodeToString(sum[:])
}

var errCipher = errors.New("tcg: params do not decrypt")

// decrypt reads Base64 over DES-ECB with PKCS#5 padding.
func decrypt(params, key string) ([]byte, error) {
	sealed, err := base64.StdEncoding.DecodeString(params)
	if err != nil || len(sealed) == 0 || len(sealed)%des.BlockSize != 0 {
		return nil, errCipher
	}
	block, err := des.NewCipher([]byte(key)) //nolint:gosec // the vendor's cipher
	if err != nil {
		return nil, errCipher
	}
	for at := 0; at < len(sealed); at += des.BlockSize {
		block.Decrypt(sealed[at:at+des.BlockSize], sealed[at:at+des.BlockSize])
	}
	pad := int(sealed[len(sealed)-1])
	if pad < 1 || pad > des.BlockSize || !bytes.Equal(sealed[len(sealed)-pad:], bytes.Repeat([]byte{byte(pad)}, pad)) {
		return nil, errCipher
	}
	return sealed[:len(sealed)-pad], nil
}
