// Package hub88 is a simulated Hub88, written from the fact sheet alone: an
// aggregator whose games play on the operator's own wallet. It answers the
// games API and calls the operator's wallet for each bet, win and rollback. It
// counts the calls' effects by itself, and a test compares them.
package hub88

import (
	"bytes"
	"context"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"strings"
	"sync"
	"time"
)

// Config is one operator's contract.
type Config struct {
	OperatorID int64
	Key        *rsa.PrivateKey // the company's
	Operator   *rsa.PublicKey  // the operator's
	Wallet     func() string   // address of the operator's wallet, without /user and /transaction
	GameURL    string          // where browsers open the games
	Games      []Game
	HTTP       *http.Client // nil makes one

	// Fault says what happens to the next call to the wallet. Nil: nothing.
	Fault func() Fault
}

// Game is a game that the company offers.
type Game struct {
	Code    string
	Name    string
	Product string // whose game it is
	Off     bool   // it is listed and does not open
}

// Fault is what can happen to a call on its way.
type Fault int

// The faults.
const (
	Delivered  Fault = iota
	LostCall         // the operator never hears of it
	LostAnswer       // the operator carries it out, and the company does not hear so
	Twice            // it arrives two times at once
	Late             // it is lost for now and arrives after the calls that follow
)

// Company is the simulated company. It is safe for concurrent use.
type Company struct {
	config   Config
	mu       sync.Mutex
	sessions map[string]string // user and game → token
	net      map[string]int64  // user → what the wallet must have changed by, in the company's unit
	late     []sent
}

type sent struct {
	path string
	body []byte
}

// New makes a company.
func New(c Config) *Company {
	if c.HTTP == nil {
		c.HTTP = &http.Client{Timeout: 30 * time.Second}
	}
	return &Company{config: c, sessions: map[string]string{}, net: map[string]int64{}}
}

// unit is one fen in the company's amounts.
const unit = 1000

// The statuses that the company acts by.
const (
	statusOK       = "RS_OK"
	statusUnknown  = "RS_ERROR_UNKNOWN"
	callsOfABet    = 3   // then it is rolled back
	callsOfOthers  = 500 // of a win and a rollback
	signatureField = "X-Hub88-Signature"
)

// Net is what a player's wallet must have changed by, in fen, and what is left
// over below a fen.
func (c *Company) Net(user string) (fen, rest int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := c.net[user]
	return n / unit, n % unit
}

// SetGames changes what the company offers.
func (c *Company) SetGames(games ...Game) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.config.Games = games
}

// list is the answer of game/list.
func (c *Company) list() []map[string]any {
	c.mu.Lock()
	defer c.mu.Unlock()
	rows := make([]map[string]any, len(c.config.Games))
	for i, g := range c.config.Games {
		rows[i] = map[string]any{"game_code": g.Code, "name": g.Name, "product": g.Product, "enabled": !g.Off}
	}
	return rows
}

// Token is what the operator gave for a player in a game, "" if it was not opened.
func (c *Company) Token(user, game string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.sessions[user+" "+game]
}

// ServeHTTP is the games API.
func (c *Company) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, 1<<16))
	signature, err2 := base64.StdEncoding.DecodeString(r.Header.Get(signatureField))
	sum := sha256.Sum256(body)
	if err != nil || err2 != nil || rsa.VerifyPKCS1v15(c.config.Operator, crypto.SHA256, sum[:], signature) != nil {
		answer(w, map[string]any{"status": "RS_ERROR_INVALID_SIGNATURE"})
		return
	}
	var ask struct {
		User, Token, Currency string
		OperatorID            int64  `json:"operator_id"`
		GameCode              string `json:"game_code"`
	}
	if json.Unmarshal(body, &ask) != nil || ask.OperatorID != c.config.OperatorID {
		answer(w, map[string]any{"status": "RS_ERROR_INVALID_PARTNER"})
		return
	}
	switch {
	case strings.HasSuffix(r.URL.Path, "/game/list"):
		answer(w, c.list())
	case strings.HasSuffix(r.URL.Path, "/game/url") && c.has(ask.GameCode) && ask.User != "" && ask.Token != "" && ask.Currency == "CNY":
		c.mu.Lock()
		c.sessions[ask.User+" "+ask.GameCode] = ask.Token
		c.mu.Unlock()
		answer(w, map[string]any{"url": c.config.GameURL + "?game=" + ask.GameCode})
	default:
		answer(w, map[string]any{"status": "RS_ERROR_INVALID_GAME"})
	}
}

func (c *Company) has(game string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, g := range c.config.Games {
		if g.Code == game && !g.Off {
			return true
		}
	}
	return false
}

func answer(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v)
}

// Place is where a player plays.
type Place struct{ User, Game, Round string }

// ID makes the id of a transaction.
func ID() string {
	n, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		panic(err)
	}
	return fmt.Sprintf("%030x", n)
}

// Bet takes a stake, in the company's unit. It says what the operator answered.
// Three calls without a clear answer end with a rollback of the bet.
func (c *Company) Bet(ctx context.Context, at Place, id string, amount int64, closed bool) (status string) {
	status = c.until(ctx, "/transaction/bet", c.body(at, id, map[string]any{
		"token": c.Token(at.User, at.Game), "amount": amount, "currency": "CNY", "round_closed": closed, "is_free": false, "bet": "zero",
	}), callsOfABet)
	switch status {
	case statusOK:
		c.count(at.User, -amount)
	case statusUnknown:
		c.until(ctx, "/transaction/rollback", c.body(at, ID(), map[string]any{"reference_transaction_uuid": id, "round_closed": closed}), callsOfOthers)
	}
	return status
}

// Win pays an amount for a bet.
func (c *Company) Win(ctx context.Context, at Place, id, bet string, amount int64, closed bool) (status string) {
	status = c.until(ctx, "/transaction/win", c.body(at, id, map[string]any{
		"reference_transaction_uuid": bet, "amount": amount, "currency": "CNY", "round_closed": closed, "is_free": false,
	}), callsOfOthers)
	if status == statusOK {
		c.count(at.User, amount-amount%unit)
	}
	return status
}

// Rollback reverses a bet or a win that the operator has. moved is what it moved.
func (c *Company) Rollback(ctx context.Context, at Place, id, of string, moved int64) (status string) {
	status = c.until(ctx, "/transaction/rollback", c.body(at, id, map[string]any{"reference_transaction_uuid": of, "round_closed": false}), callsOfOthers)
	if status == statusOK {
		c.count(at.User, -moved)
	}
	return status
}

// Balance asks for a player's balance.
func (c *Company) Balance(ctx context.Context, at Place) (status string, balance int64) {
	body, _ := json.Marshal(map[string]any{"user": at.User, "token": c.Token(at.User, at.Game), "request_uuid": ID(), "game_code": at.Game})
	return c.send(ctx, sent{"/user/balance", body})
}

func (c *Company) count(user string, by int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.net[user] += by
}

func (c *Company) body(at Place, id string, more map[string]any) []byte {
	all := map[string]any{
		"user": at.User, "transaction_uuid": id, "request_uuid": ID(), "round": at.Round, "game_code": at.Game, "supplier_user": "s-" + at.User,
	}
	for k, v := range more {
		all[k] = v
	}
	body, _ := json.Marshal(all) // texts, numbers and booleans
	return body
}

// until sends a call until it has a clear answer, so often at the most.
func (c *Company) until(ctx context.Context, path string, body []byte, most int) (status string) {
	for range most {
		status, _ = c.deliver(ctx, sent{path, body})
		if status != statusUnknown || ctx.Err() != nil {
			return status
		}
	}
	return status
}

// deliver sends a call with what happens to it on its way.
func (c *Company) deliver(ctx context.Context, s sent) (status string, balance int64) {
	fault := Delivered
	if c.config.Fault != nil {
		fault = c.config.Fault()
	}
	switch fault {
	case LostCall:
		return statusUnknown, 0
	case Late:
		c.mu.Lock()
		c.late = append(c.late, s)
		c.mu.Unlock()
		return statusUnknown, 0
	case LostAnswer:
		_, _ = c.send(ctx, s)
		return statusUnknown, 0
	case Twice:
		done := make(chan struct{})
		go func() { defer close(done); _, _ = c.send(ctx, s) }()
		status, balance = c.send(ctx, s)
		<-done
		return status, balance
	}
	return c.send(ctx, s)
}

// Stragglers delivers the calls that are late.
func (c *Company) Stragglers(ctx context.Context) {
	c.mu.Lock()
	late := c.late
	c.late = nil
	c.mu.Unlock()
	for _, s := range late {
		_, _ = c.send(ctx, s)
	}
}

// send signs and sends a call once.
func (c *Company) send(ctx context.Context, s sent) (status string, balance int64) {
	return c.SendRaw(ctx, s.path, s.body, c.Sign(s.body))
}

// Sign is the signature of a body.
func (c *Company) Sign(body []byte) string {
	sum := sha256.Sum256(body)
	signature, err := rsa.SignPKCS1v15(nil, c.config.Key, crypto.SHA256, sum[:])
	if err != nil {
		panic(err)
	}
	return base64.StdEncoding.EncodeToString(signature)
}

// SendRaw sends a body with a signature of the caller's choice.
func (c *Company) SendRaw(ctx context.Context, path string, body []byte, signature string) (status string, balance int64) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.config.Wallet()+path, bytes.NewReader(body))
	if err != nil {
		return statusUnknown, 0
	}
	request.Header.Set("Content-Type", "application/json")
	if signature != "" {
		request.Header.Set(signatureField, signature)
	}
	r, err := c.config.HTTP.Do(request)
	if err != nil {
		return statusUnknown, 0
	}
	defer func() { _ = r.Body.Close() }()
	var a struct {
		Status  string
		Balance int64
	}
	if r.StatusCode != http.StatusOK || json.NewDecoder(io.LimitReader(r.Body, 1<<16)).Decode(&a) != nil || a.Status == "" {
		return statusUnknown, 0
	}
	return a.Status, a.Balance
}
