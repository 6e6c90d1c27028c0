// Package hub88 speaks Hub88's operator interface: the games API, which we call,
// and the wallet API of its seamless wallet, which calls us. See README.md for
// its quirks.
package hub88

import (
	"bytes"
	"context"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// Config is one contract with the vendor. Secrets stay inside the package.
type Config struct {
	Code       string // our venue code, for logs
	PlatformID int    // our number of the venue, for logs
	BaseURL    string // of the games API, without /operator
	OperatorID string // a number
	PrivateKey string // ours, PEM of PKCS #8 or PKCS #1
	PublicKey  string // the vendor's, PEM
	Prefix     string // put before player names, so that brands do not share accounts
	// LaunchHosts are the hosts a game's address may have (trust T13); any if none.
	LaunchHosts []string

	Timeout time.Duration // of one call; default 20 s

	HTTP *http.Client // nil makes one
	Log  *slog.Logger // nil is silent
}

// Venue is one contract in use.
type Venue struct {
	config   Config
	http     *http.Client
	ours     *rsa.PrivateKey
	theirs   *rsa.PublicKey
	operator int64
}

var (
	_ venue.Seamless   = (*Venue)(nil)
	_ venue.GameLister = (*Venue)(nil)
	_ venue.BetReader  = (*Venue)(nil)
)

const (
	signatureHeader = "X-Hub88-Signature"
	answerLimit     = 64 << 10 // bytes of an answer
	listLimit       = 32 << 20 // bytes of the list of games
	keyBits         = 2048     // the least
)

var (
	plainName = regexp.MustCompile(`^[A-Za-z0-9_]{3,30}$`)
	prefix    = regexp.MustCompile(`^[A-Za-z0-9_]{0,6}$`)

	errName = errors.New("hub88: not an account name")
)

// New checks a contract's settings. It makes no call.
func New(c Config) (*Venue, error) {
	if !wire.IsBase(c.BaseURL) {
		return nil, errors.New("hub88: BaseURL must be an http address without a query")
	}
	if !prefix.MatchString(c.Prefix) {
		return nil, errors.New("hub88: Prefix must be at most 6 letters, digits and _")
	}
	operator, err := strconv.ParseInt(c.OperatorID, 10, 64)
	if err != nil || operator <= 0 {
		return nil, errors.New("hub88: OperatorID must be a number")
	}
	ours, err := privateKey(c.PrivateKey)
	if err != nil {
		return nil, err
	}
	theirs, err := publicKey(c.PublicKey)
	if err != nil {
		return nil, err
	}
	c.BaseURL = strings.TrimSuffix(c.BaseURL, "/")
	c.Timeout = wire.Or(c.Timeout, 20*time.Second)
	c.Log = wire.Or(c.Log, slog.New(slog.DiscardHandler))
	return &Venue{config: c, http: wire.Client(c.HTTP), ours: ours, theirs: theirs, operator: operator}, nil
}

// privateKey reads our key. Errors never hold any of it.
func privateKey(text string) (*rsa.PrivateKey, error) {
	block, _ := pem.Decode([]byte(text))
	if block == nil {
		return nil, errors.New("hub88: PrivateKey is not PEM")
	}
	key, err := x509.ParsePKCS1PrivateKey(block.Bytes)
	if err != nil {
		any, err := x509.ParsePKCS8PrivateKey(block.Bytes)
		of, isRSA := any.(*rsa.PrivateKey)
		if err != nil || !isRSA {
			return nil, errors.New("hub88: PrivateKey is not an RSA key")
		}
		key = of
	}
	if key.N.BitLen() < keyBits {
		return nil, fmt.Errorf("hub88: PrivateKey has %d bits, want at least %d", key.N.BitLen(), keyBits)
	}
	return key, nil
}

func publicKey(text string) (*rsa.PublicKey, error) {
	block, _ := pem.Decode([]byte(text))
	if block == nil {
		return nil, errors.New("hub88: PublicKey is not PEM")
	}
	any, err := x509.ParsePKIXPublicKey(block.Bytes)
	key, isRSA := any.(*rsa.PublicKey)
	if err != nil || !isRSA {
		return nil, errors.New("hub88: PublicKey is not an RSA key")
	}
	if key.N.BitLen() < keyBits {
		return nil, fmt.Errorf("hub88: PublicKey has %d bits, want at least %d", key.N.BitLen(), keyBits)
	}
	return key, nil
}

// Rules say that the venue plays on the centre wallet. It has no transfers.
func (v *Venue) Rules() venue.Rules {
	return venue.Rules{Timeout: v.config.Timeout, NoQuery: true, Seamless: true, NoReplay: venue.NoReplayCall}
}

// AccountName is the player's name with the contract's prefix.
func (v *Venue) AccountName(player string) string { return v.config.Prefix + player }

// NewRef is never sent, for there are no transfers.
func (v *Venue) NewRef(string, time.Time) string { return rand.Text() }

// EnsurePlayer makes no call: the vendor makes an account at the first launch.
func (v *Venue) EnsurePlayer(_ context.Context, account string) error {
	if !plainName.MatchString(account) {
		return errName
	}
	return nil
}

// Credit refuses: there is no wallet at the venue.
func (v *Venue) Credit(context.Context, venue.Movement) (venue.Outcome, error) { return noWallet() }

// Debit refuses: there is no wallet at the venue.
func (v *Venue) Debit(context.Context, venue.Movement) (venue.Outcome, error) { return noWallet() }

func noWallet() (venue.Outcome, error) {
	return venue.Refused, &venue.Refusal{Reason: venue.Setup, Code: "seamless"}
}

// Lookup has heard of no transfer.
func (v *Venue) Lookup(context.Context, string) (venue.Answer, error) {
	return venue.Answer{Outcome: venue.Absent}, nil
}

// Balance is nothing: all money is in the centre wallet.
func (v *Venue) Balance(context.Context, string) (money.Fen, error) { return 0, nil }

// launchAsk is the body of a game's address being asked for.
type launchAsk struct {
	User       string `json:"user"`
	Token      string `json:"token"`
	Platform   string `json:"platform"`
	OperatorID int64  `json:"operator_id"`
	LobbyURL   string `json:"lobby_url,omitempty"`
	Lang       string `json:"lang"`
	IP         string `json:"ip"`
	GameCode   string `json:"game_code"`
	Currency   string `json:"currency"`
	Country    string `json:"country"`
}

// Launch asks for the address of a game. The vendor has no lobby.
func (v *Venue) Launch(ctx context.Context, l venue.Launch) (string, error) {
	if !plainName.MatchString(l.Account) || !gameCode.MatchString(l.Game) || l.Game == "0" || l.Token == "" {
		return "", &venue.Refusal{Reason: venue.Other, Code: "game"}
	}
	platform := "GPL_DESKTOP"
	if l.Device == "h5" {
		platform = "GPL_MOBILE"
	}
	answer, err := v.call(ctx, "/operator/generic/v2/game/url", launchAsk{
		User: l.Account, Token: l.Token, Platform: platform, OperatorID: v.operator, LobbyURL: l.BackURL, Lang: "zh", IP: l.IP,
		GameCode: l.Game, Currency: currency, Country: country,
	}, answerLimit)
	if err != nil {
		return "", err
	}
	var a struct{ URL, Status string }
	if json.Unmarshal(answer, &a) != nil || a.URL == "" && a.Status == "" {
		return "", errors.New("hub88: game/url: answer does not have the vendor's form")
	}
	if a.URL == "" {
		return "", &venue.Refusal{Reason: venue.Other, Code: wire.Clip(a.Status)}
	}
	if err := wire.CheckLaunch(a.URL, v.config.LaunchHosts); err != nil {
		return "", fmt.Errorf("hub88: %w", err)
	}
	return a.URL, nil
}

// GameList lists the games of the contract. A game without the field enabled is open.
func (v *Venue) GameList(ctx context.Context) ([]venue.VendorGame, error) {
	answer, err := v.call(ctx, "/operator/generic/v2/game/list", struct {
		OperatorID int64 `json:"operator_id"`
	}{v.operator}, listLimit)
	if err != nil {
		return nil, err
	}
	var rows []struct {
		Code    string `json:"game_code"`
		Name    string `json:"name"`
		Product string `json:"product"` // the maker
		Enabled *bool  `json:"enabled"`
	}
	if json.Unmarshal(answer, &rows) != nil || rows == nil {
		return nil, errors.New("hub88: game/list: answer does not have the vendor's form")
	}
	games := make([]venue.VendorGame, len(rows))
	for i, g := range rows {
		games[i] = venue.VendorGame{Code: g.Code, Name: g.Name, Maker: g.Product, Closed: g.Enabled != nil && !*g.Enabled}
	}
	return games, nil
}

// call sends a signed question. The bytes that are signed are the bytes that are
// sent. Errors name the call and never a secret.
func (v *Venue) call(ctx context.Context, path string, ask any, limit int64) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, v.config.Timeout)
	defer cancel()
	body, err := json.Marshal(ask)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, v.config.BaseURL+path, bytes.NewReader(body))
	if err != nil {
		return nil, errors.New("hub88: the address is not well formed")
	}
	sum := sha256.Sum256(body)
	signature, err := rsa.SignPKCS1v15(nil, v.ours, crypto.SHA256, sum[:])
	if err != nil {
		return nil, errors.New("hub88: a call could not be signed")
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set(signatureHeader, base64.StdEncoding.EncodeToString(signature))
	answer, err := wire.Read(v.http, request, limit)
	if err != nil {
		return nil, fmt.Errorf("hub88: %s: %w", path, err)
	}
	return answer, nil
}
