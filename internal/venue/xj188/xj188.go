// Package xj188 speaks the protocol of XJ188 for its sportsbook. The protocol is
// known from one client alone: an unverified dialect. See README.md for its
// quirks.
package xj188

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
	"time"

	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// Config is one contract with the vendor. Secrets stay inside the package.
type Config struct {
	Code       string // our venue code, for logs
	PlatformID int    // our number of the venue, for logs
	BaseURL    string // of the calls
	LoginURL   string // where browsers find the launcher; BaseURL if empty
	OperatorID string
	VendorID   string // the secret
	Prefix     string // put before player names, so that brands do not share accounts
	// LaunchHosts are the hosts a game's address may have (trust T13); any if none.
	LaunchHosts []string

	Timeout      time.Duration // of one call; default 20 s
	VisibleAfter time.Duration // see venue.Rules; default 5 min
	MinGap       time.Duration // between two questions for bets; default 30 s
	Lag          time.Duration // how long before now bets may be asked for; default 10 min

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
}

var (
	_ venue.Venue     = (*Venue)(nil)
	_ venue.BetSource = (*Venue)(nil)
)

const (
	maxAmount = 10_000_000 * money.Yuan
	refRandom = 8
	oddsType  = "EU" // of the vendor, for a new player
)

var (
	plainName = regexp.MustCompile(`^[A-Za-z0-9_]{1,25}$`)
	prefix    = regexp.MustCompile(`^[A-Za-z0-9_]{0,6}$`)
	reference = regexp.MustCompile(`^T[0-9]{15}[A-Z2-7]{8}$`)
)

// eastern is the zone of the vendor's times, without summer time.
var eastern = time.FixedZone("GMT-4", -4*60*60)

// New checks a contract's settings. It makes no call.
func New(c Config) (*Venue, error) {
	c.LoginURL = wire.Or(c.LoginURL, c.BaseURL)
	if !wire.IsBase(c.BaseURL) || !wire.IsBase(c.LoginURL) {
		return nil, errors.New("xj188: BaseURL and LoginURL must be http addresses without a query")
	}
	if c.OperatorID == "" || c.VendorID == "" || c.Clock == nil {
		return nil, errors.New("xj188: OperatorID, VendorID and Clock are needed")
	}
	if !prefix.MatchString(c.Prefix) {
		return nil, errors.New("xj188: Prefix must be at most 6 letters and digits")
	}
	c.BaseURL, c.LoginURL = strings.TrimSuffix(c.BaseURL, "/"), strings.TrimSuffix(c.LoginURL, "/")
	c.Timeout = wire.Or(c.Timeout, 20*time.Second)
	c.VisibleAfter = wire.Or(c.VisibleAfter, 5*time.Minute)
	c.MinGap = wire.Or(c.MinGap, Pacing.Gap)
	c.Lag = wire.Or(c.Lag, feedLag)
	c.Log = wire.Or(c.Log, slog.New(slog.DiscardHandler))
	return &Venue{config: c, http: wire.Client(c.HTTP)}, nil
}

// Rules gives the limits, and that the vendor answers no question about a
// transfer. It documents no limits for amounts.
func (v *Venue) Rules() venue.Rules {
	return venue.Rules{MaxAmount: maxAmount, VisibleAfter: v.config.VisibleAfter, Timeout: v.config.Timeout, NoQuery: true, NoGameList: true, NoSides: noSides, NoReplay: venue.NoReplayCall}
}

// AccountName is the player's name with the contract's prefix.
func (v *Venue) AccountName(player string) string { return v.config.Prefix + player }

// NewRef is the time to the millisecond and eight random characters.
func (v *Venue) NewRef(_ string, at time.Time) string {
	return "T" + at.In(eastern).Format("060102150405") + fmt.Sprintf("%03d", at.Nanosecond()/int(time.Millisecond)) + rand.Text()[:refRandom]
}

// EnsurePlayer creates the account.
func (v *Venue) EnsurePlayer(ctx context.Context, account string) error {
	if !plainName.MatchString(account) {
		return errNoName
	}
	r, err := v.call(ctx, "/API/Registration", url.Values{"memberCode": {account}, "currencyCode": {"CNY"}, "oddsType": {oddsType}})
	if err != nil {
		return err
	}
	if r.code != codeOK && r.code != codeExists {
		return r.refusal()
	}
	return nil
}

// Credit moves money into the venue.
func (v *Venue) Credit(ctx context.Context, m venue.Movement) (venue.Outcome, error) {
	return venue.ForCredit(v.transfer(ctx, "/API/DepositFund", m))
}

// Debit moves money out of the venue.
func (v *Venue) Debit(ctx context.Context, m venue.Movement) (venue.Outcome, error) {
	return v.transfer(ctx, "/API/WithdrawalFund", m)
}

// transfer sends one order. An answer that is neither yes nor a definite no
// leaves it unknown, because there is nothing to ask. A duplicate refId is
// unknown too: the vendor does not say whether that order was carried out.
func (v *Venue) transfer(ctx context.Context, path string, m venue.Movement) (venue.Outcome, error) {
	if m.Amount <= 0 || m.Amount > maxAmount || !plainName.MatchString(m.Account) || !reference.MatchString(m.Ref) {
		return venue.Refused, &venue.Refusal{Reason: venue.Limit, Code: "not sent"}
	}
	ctx, cancel := context.WithTimeout(ctx, v.config.Timeout) // for all the calls it takes
	defer cancel()
	order := url.Values{"memberCode": {m.Account}, "balance": {m.Amount.String()}, "currencyCode": {"CNY"}, "refId": {m.Ref}}
	r, err := v.call(ctx, path, order)
	if err == nil && r.code == codeNoMember && v.EnsurePlayer(ctx, m.Account) == nil {
		r, err = v.call(ctx, path, order)
	}
	if err != nil {
		return venue.Unknown, err
	}
	_, definite := reasons[r.code]
	switch {
	case r.code == codeOK:
		return venue.Done, nil
	case definite:
		return venue.Refused, r.refusal()
	}
	return venue.Unknown, fmt.Errorf("xj188: %s answered %q", path, r.code)
}

// Lookup learns nothing: the vendor has no question about a transfer that we know of.
func (v *Venue) Lookup(context.Context, string) (venue.Answer, error) {
	return venue.Answer{}, errors.New("xj188: no question about a transfer is known")
}

// Balance is what could be taken back now; an account that is not there has nothing.
func (v *Venue) Balance(ctx context.Context, account string) (money.Fen, error) {
	if !plainName.MatchString(account) {
		return 0, errNoName
	}
	r, err := v.call(ctx, "/API/MemberBalance", url.Values{"memberCode": {account}})
	switch {
	case err != nil:
		return 0, err
	case r.code == codeOK:
		return r.readBalance()
	case r.code == codeNoMember:
		return 0, nil
	}
	return 0, r.refusal()
}

// Launch gives the launcher's address with that of the book in it. An account
// that is not there is created.
func (v *Venue) Launch(ctx context.Context, l venue.Launch) (string, error) {
	lobby := l.Game == "" || l.Game == "0"
	if !plainName.MatchString(l.Account) || !lobby {
		return "", &venue.Refusal{Reason: venue.Other, Code: "game"}
	}
	channel := "10"
	if l.Device == "h5" {
		channel = "11"
	}
	ctx, cancel := context.WithTimeout(ctx, v.config.Timeout)
	defer cancel()
	ask := url.Values{"memberCode": {l.Account}, "channel": {channel}}
	r, err := v.call(ctx, "/API/Launch", ask)
	if err == nil && r.code == codeNoMember {
		if err = v.EnsurePlayer(ctx, l.Account); err == nil {
			r, err = v.call(ctx, "/API/Launch", ask)
		}
	}
	if err != nil {
		return "", err
	}
	if r.code != codeOK {
		return "", r.refusal()
	}
	address, err := r.readAddress()
	if err != nil {
		return "", err
	}
	if err := wire.CheckLaunch(address, v.config.LaunchHosts); err != nil {
		return "", fmt.Errorf("xj188: %w", err)
	}
	return v.config.LoginURL + "/launcher?" + url.Values{"XJlaunchURL": {address}}.Encode(), nil
}
