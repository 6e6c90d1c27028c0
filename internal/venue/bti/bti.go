// Package bti speaks the protocol of BTI (networkpot, WHL) for its sportsbook.
// See README.md for its source and its quirks.
package bti

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"time"

	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// Config is one contract with the vendor. Secrets stay inside the package.
type Config struct {
	Code       string // our venue code, for logs
	PlatformID int    // our number of the venue, for logs
	BaseURL    string // of the wallet
	DataURL    string // of the bet reports; BaseURL if empty
	GameURL    string // where browsers open the book; BaseURL if empty
	Agent      string // AgentUserName
	Password   string // AgentPassword
	Prefix     string // put before player names, so that brands do not share accounts

	Timeout      time.Duration // of one call; default 20 s
	VisibleAfter time.Duration // see venue.Rules; default 5 min
	MinGap       time.Duration // between two questions for bets; default 30 s
	Lag          time.Duration // how long before now bets may be asked for; default 15 min

	HTTP  *http.Client // nil makes one
	Clock interface{ Now() time.Time }
	Log   *slog.Logger // nil is silent
}

// Pacing is how often the vendor may be asked for bets.
var Pacing = venue.Pacing{Gap: 30 * time.Second, MinGap: 30 * time.Second}

// Venue is one contract in use.
type Venue struct {
	config Config
	http   *http.Client

	mu    sync.Mutex
	token string // of the data interface; "" before the first
}

var (
	_ venue.Venue     = (*Venue)(nil)
	_ venue.BetSource = (*Venue)(nil)
)

const (
	maxAmount = 10_000_000 * money.Yuan
	refRandom = 8
)

var (
	plainName = regexp.MustCompile(`^[A-Za-z0-9_]{2,50}$`)
	prefix    = regexp.MustCompile(`^[A-Za-z0-9_]{0,6}$`)
	reference = regexp.MustCompile(`^T[0-9]{15}[A-Z2-7]{8}$`)
)

// New checks a contract's settings. It makes no call.
func New(c Config) (*Venue, error) {
	c.DataURL, c.GameURL = wire.Or(c.DataURL, c.BaseURL), wire.Or(c.GameURL, c.BaseURL)
	if !wire.IsBase(c.BaseURL) || !wire.IsBase(c.DataURL) || !wire.IsBase(c.GameURL) {
		return nil, errors.New("bti: BaseURL, DataURL and GameURL must be http addresses without a query")
	}
	if c.Agent == "" || c.Password == "" || c.Clock == nil {
		return nil, errors.New("bti: Agent, Password and Clock are needed")
	}
	if !prefix.MatchString(c.Prefix) {
		return nil, errors.New("bti: Prefix must be at most 6 letters and digits")
	}
	c.BaseURL, c.DataURL, c.GameURL = strings.TrimSuffix(c.BaseURL, "/"), strings.TrimSuffix(c.DataURL, "/"), strings.TrimSuffix(c.GameURL, "/")
	c.Timeout = wire.Or(c.Timeout, 20*time.Second)
	c.VisibleAfter = wire.Or(c.VisibleAfter, 5*time.Minute)
	c.MinGap = wire.Or(c.MinGap, Pacing.Gap)
	c.Lag = wire.Or(c.Lag, feedLag)
	c.Log = wire.Or(c.Log, slog.New(slog.DiscardHandler))
	return &Venue{config: c, http: wire.Client(c.HTTP)}, nil
}

// Rules gives the limits; the vendor documents none for amounts.
func (v *Venue) Rules() venue.Rules {
	return venue.Rules{MaxAmount: maxAmount, VisibleAfter: v.config.VisibleAfter, Timeout: v.config.Timeout, NoGameList: true, NoSides: noSides, NoReplay: venue.NoReplayCall}
}

// AccountName is the player's name with the contract's prefix.
func (v *Venue) AccountName(player string) string { return v.config.Prefix + player }

// NewRef is the time to the millisecond and eight random characters.
func (v *Venue) NewRef(_ string, at time.Time) string {
	return "T" + at.UTC().Format("060102150405") + fmt.Sprintf("%03d", at.Nanosecond()/int(time.Millisecond)) + rand.Text()[:refRandom]
}

// EnsurePlayer creates the account.
func (v *Venue) EnsurePlayer(ctx context.Context, account string) error {
	if !plainName.MatchString(account) {
		return errNoName
	}
	r, err := v.call(ctx, "CreateUserNew", url.Values{
		"MerchantCustomerCode": {account}, "LoginName": {account}, "CurrencyCode": {"CNY"}, "CountryCode": {"CN"}, "City": {"CN"},
		"FirstName": {account}, "LastName": {account}, "Group1ID": {"0"}, "CustomerMoreInfo": {""}, "CustomerDefaultLanguage": {"zh"},
		"DomainID": {""}, "DateOfBirth": {""},
	})
	if err != nil {
		return err
	}
	if r.code != codeOK && r.code != codeExists && r.code != codeLoginTaken {
		return r.refusal()
	}
	return nil
}

// Credit moves money into the venue.
func (v *Venue) Credit(ctx context.Context, m venue.Movement) (venue.Outcome, error) {
	return v.transfer(ctx, "TransferToWHL", m)
}

// Debit moves money out of the venue.
func (v *Venue) Debit(ctx context.Context, m venue.Movement) (venue.Outcome, error) {
	return v.transfer(ctx, "TransferFromWHL", m)
}

// transfer sends one order and asks what became of it unless the vendor says
// yes at once.
func (v *Venue) transfer(ctx context.Context, method string, m venue.Movement) (venue.Outcome, error) {
	if m.Amount <= 0 || m.Amount > maxAmount || !plainName.MatchString(m.Account) || !reference.MatchString(m.Ref) {
		return venue.Refused, &venue.Refusal{Reason: venue.Limit, Code: "not sent"}
	}
	ctx, cancel := context.WithTimeout(ctx, v.config.Timeout) // for all the calls it takes
	defer cancel()
	order := url.Values{"MerchantCustomerCode": {m.Account}, "Amount": {m.Amount.String()}, "RefTransactionCode": {m.Ref}}
	if method == "TransferToWHL" {
		order.Set("BonusCode", "")
	}
	r, err := v.call(ctx, method, order)
	if err == nil && r.code == codeNoPlayer && v.EnsurePlayer(ctx, m.Account) == nil {
		r, err = v.call(ctx, method, order)
	}
	if err != nil {
		return venue.Unknown, err
	}
	if r.code == codeOK {
		return venue.Done, nil
	}
	return v.afterNo(ctx, method, r, m.Ref)
}

// afterNo decides what an answer other than yes means. It asks for the vendor's
// own record of the order, because an earlier sending may have been carried
// out.arried
// out.
func (v *Venue) afterNo(ctx context.Context, method string, no reply, ref string) (venue.Outcome, error) {
	unproved := fmt.Errorf("bti: %s answered %q", method, no.code)
	a, err := v.Lookup(ctx, ref)
	switch _, definite := reasons[no.code]; {
	case err != nil:
		return venue.Unknown, fmt.Errorf("%w; then %w", unproved, err)
	case a.Outcome == venue.Done:
		return venue.Done, nil
	case a.Outcome == venue.Absent && definite:
		return venue.Refused, no.refusal()
	}
	return venue.Unknown, unproved
}

// Lookup asks for an order by its reference. The vendor does not say its amount.
func (v *Venue) Lookup(ctx context.Context, ref string) (venue.Answer, error) {
	if !reference.MatchString(ref) {
		return venue.Answer{}, errors.New("bti: not a reference of this venue")
	}
	r, err := v.call(ctx, "CheckTransaction", url.Values{"RefTransactionCode": {ref}})
	switch {
	case err != nil:
		return venue.Answer{}, err
	case r.code == codeOK:
		return venue.Answer{Outcome: venue.Done}, nil
	case r.code == codeNoOrder:
		return venue.Answer{Outcome: venue.Absent}, nil
	}
	return venue.Answer{}, fmt.Errorf("bti: CheckTransaction answered %q", r.code)
}

// Balance is what could be taken back now; an account that is not there has nothing.
func (v *Venue) Balance(ctx context.Context, account string) (money.Fen, error) {
	if !plainName.MatchString(account) {
		return 0, errNoName
	}
	r, err := v.call(ctx, "GetBalance", url.Values{"MerchantCustomerCode": {account}})
	switch {
	case err != nil:
		return 0, err
	case r.code == codeOK:
		return r.readBalance()
	case r.code == codeNoPlayer:
		return 0, nil
	}
	return 0, r.refusal()
}

// Launch gives the address of the book with a token that opens it. An account
// that is not there is created.
func (v *Venue) Launch(ctx context.Context, l venue.Launch) (string, error) {
	lobby := l.Game == "" || l.Game == "0"
	if !plainName.MatchString(l.Account) || !lobby {
		return "", &venue.Refusal{Reason: venue.Other, Code: "game"}
	}
	ctx, cancel := context.WithTimeout(ctx, v.config.Timeout)
	defer cancel()
	ask := url.Values{"MerchantCustomerCode": {l.Account}}
	r, err := v.call(ctx, "GetCustomerAuthToken", ask)
	if err == nil && r.code == codeNoPlayer {
		if err = v.EnsurePlayer(ctx, l.Account); err == nil {
			r, err = v.call(ctx, "GetCustomerAuthToken", ask)
		}
	}
	switch {
	case err != nil:
		return "", err
	case r.code != codeOK:
		return "", r.refusal()
	case r.token == "":
		return "", errForm
	}
	language := "zh"
	if l.Language != "" && !strings.HasPrefix(strings.ToLower(l.Language), "zh") {
		language = "en"
	}
	return v.config.GameURL + "/" + language + "/sports?" + url.Values{"operatorToken": {r.token}}.Encode(), nil
}
