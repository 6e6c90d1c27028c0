// Package wm speaks WM's protocol for its live tables. See README.md for its
// quirks.
package wm

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

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// Config is one contract with the vendor. Secrets stay inside the package.
type Config struct {
	Code        string // our venue code, for logs
	PlatformID  int    // our number of the venue, for logs
	BaseURL     string // of the gateway, without /api
	VendorID    string
	Signature   string // the secret
	PasswordKey string // what the players' passwords at the venue are made of
	Prefix      string // put before player names, so that brands do not share accounts
	// LaunchHosts are the hosts a game's address may have (trust T13); any if none.
	LaunchHosts []string

	Timeout      time.Duration // of one call; default 20 s
	VisibleAfter time.Duration // see venue.Rules; default 2 min
	MinGap       time.Duration // between two questions for bets; default 30 s
	Lag          time.Duration // how long before now bets may be asked for; default 2 min

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
	_ venue.BetReader = (*Venue)(nil)
	_ venue.Kicker    = (*Venue)(nil)
)

const (
	maxAmount      = 10_000_000 * money.Yuan
	refRandom      = 8
	passwordLength = 16
	chinese        = "0" // of lang
)

var (
	plainName = regexp.MustCompile(`^[A-Za-z0-9_]{1,30}$`)
	prefix    = regexp.MustCompile(`^[A-Za-z0-9_]{0,6}$`)
	reference = regexp.MustCompile(`^[A-Za-z0-9]{1,32}$`)
)

// tables are the vendor's games with their names.
var tables = map[string]string{
	"101": "百家乐", "102": "龙虎", "103": "轮盘", "104": "骰宝", "105": "牛牛", "106": "三公", "107": "番摊", "108": "色碟", "110": "鱼虾蟹", "111": "炸金花", "112": "温州牌九", "113": "二八杠",
}

// New checks a contract's settings. It makes no call.
func New(c Config) (*Venue, error) {
	if !wire.IsBase(c.BaseURL) {
		return nil, errors.New("wm: BaseURL must be an http address without a query")
	}
	if c.VendorID == "" || c.Signature == "" || c.PasswordKey == "" || c.Clock == nil {
		return nil, errors.New("wm: VendorID, Signature, PasswordKey and Clock are needed")
	}
	if !prefix.MatchString(c.Prefix) {
		return nil, errors.New("wm: Prefix must be at most 6 letters, digits and _")
	}
	c.BaseURL = strings.TrimSuffix(c.BaseURL, "/")
	c.Timeout = wire.Or(c.Timeout, 20*time.Second)
	c.VisibleAfter = wire.Or(c.VisibleAfter, 2*time.Minute)
	c.MinGap = wire.Or(c.MinGap, Pacing.Gap)
	c.Lag = wire.Or(c.Lag, 2*time.Minute)
	c.Log = wire.Or(c.Log, slog.New(slog.DiscardHandler))
	return &Venue{config: c, http: wire.Client(c.HTTP)}, nil
}

// Rules gives the limits. The vendor documents none for amounts.
func (v *Venue) Rules() venue.Rules {
	return venue.Rules{MaxAmount: maxAmount, VisibleAfter: v.config.VisibleAfter, Timeout: v.config.Timeout, NoGameList: true, NoReplay: venue.NoReplayCall}
}

// AccountName is the player's name with the contract's prefix.
func (v *Venue) AccountName(player string) string { return v.config.Prefix + player }

// NewRef is the time to the millisecond and eight random characters.
func (v *Venue) NewRef(_ string, at time.Time) string {
	return "T" + at.In(calendar.Beijing).Format("060102150405") + fmt.Sprintf("%03d", at.Nanosecond()/int(time.Millisecond)) + rand.Text()[:refRandom]
}

func (v *Venue) password(account string) string {
	return wire.Password(v.config.PasswordKey, strings.ToLower(account), passwordLength)
}

// EnsurePlayer creates the account.
func (v *Venue) EnsurePlayer(ctx context.Context, account string) error {
	if !plainName.MatchString(account) {
		return errNoName
	}
	r, err := v.call(ctx, "MemberRegister", url.Values{"user": {account}, "password": {v.password(account)}, "username": {account}})
	if err != nil {
		return err
	}
	switch r.code {
	case codeOK, codeExists:
		return nil
	}
	return r.refusal()
}

// Kick ends a player's play.
func (v *Venue) Kick(ctx context.Context, account string) error {
	if !plainName.MatchString(account) {
		return errNoName
	}
	r, err := v.call(ctx, "LogoutGame", url.Values{"user": {account}})
	switch {
	case err != nil:
		return err
	case r.code == codeOK, r.code == codeNoUser:
		return nil
	}
	return r.refusal()
}

// Credit moves money into the venue.
func (v *Venue) Credit(ctx context.Context, m venue.Movement) (venue.Outcome, error) {
	return v.transfer(ctx, "", m)
}

// Debit moves money out of the venue.
func (v *Venue) Debit(ctx context.Context, m venue.Movement) (venue.Outcome, error) {
	return v.transfer(ctx, "-", m)
}

// transfer sends one order; a sign before the amount takes money out. The
// vendor's other codes are not known: whatever is no yes stays unknown until the
// order is looked up.
func (v *Venue) transfer(ctx context.Context, sign string, m venue.Movement) (venue.Outcome, error) {
	if m.Amount <= 0 || m.Amount > maxAmount || !plainName.MatchString(m.Account) || !reference.MatchString(m.Ref) {
		return venue.Refused, &venue.Refusal{Reason: venue.Limit, Code: "not sent"}
	}
	ctx, cancel := context.WithTimeout(ctx, v.config.Timeout) // for all the calls it takes
	defer cancel()
	order := url.Values{"user": {m.Account}, "money": {sign + strings.TrimSuffix(m.Amount.String(), ".00")}, "order": {m.Ref}}
	r, err := v.call(ctx, "ChangeBalance", order)
	if err == nil && r.code == codeNoUser && v.EnsurePlayer(ctx, m.Account) == nil {
		r, err = v.call(ctx, "ChangeBalance", order)
	}
	switch {
	case err != nil:
		return venue.Unknown, err
	case r.code == codeOK:
		return r.moved(m.Ref)
	}
	return venue.Unknown, fmt.Errorf("wm: ChangeBalance answered %d", r.code)
}

// Lookup asks for an order by its reference. The report has orders that moved
// money and no others.
func (v *Venue) Lookup(ctx context.Context, ref string) (venue.Answer, error) {
	if !reference.MatchString(ref) {
		return venue.Answer{}, errors.New("wm: not a reference of this venue")
	}
	r, err := v.call(ctx, "GetMemberTradeReport", url.Values{"order": {ref}})
	if err != nil {
		return venue.Answer{}, err
	}
	switch r.code {
	case codeOK:
		return r.trade(ref)
	case codeNothing:
		return venue.Answer{Outcome: venue.Absent}, nil
	}
	return venue.Answer{}, fmt.Errorf("wm: GetMemberTradeReport answered %d", r.code)
}

// Balance is what could be taken back now; an account that is not there has nothing.
func (v *Venue) Balance(ctx context.Context, account string) (money.Fen, error) {
	if !plainName.MatchString(account) {
		return 0, errNoName
	}
	r, err := v.call(ctx, "GetBalance", url.Values{"user": {account}})
	switch {
	case err != nil:
		return 0, err
	case r.code == codeOK:
		return r.balance()
	case r.code == codeNoUser:
		return 0, nil
	}
	return 0, r.refusal()
}

// Launch gives the address of the hall; the vendor documents no address of a
// table. An account that is not there yet is created.
func (v *Venue) Launch(ctx context.Context, l venue.Launch) (string, error) {
	lobby := l.Game == "" || l.Game == "0" || tables[l.Game] != ""
	if !plainName.MatchString(l.Account) || !lobby {
		return "", &venue.Refusal{Reason: venue.Other, Code: "game"}
	}
	ctx, cancel := context.WithTimeout(ctx, v.config.Timeout)
	defer cancel()
	ask := url.Values{"user": {l.Account}, "password": {v.password(l.Account)}, "lang": {chinese}}
	if l.BackURL != "" {
		ask.Set("returnurl", l.BackURL)
	}
	r, err := v.call(ctx, "SigninGame", ask)
	if err == nil && r.code == codeNoUser {
		if err = v.EnsurePlayer(ctx, l.Account); err == nil {
			r, err = v.call(ctx, "SigninGame", ask)
		}
	}
	if err != nil {
		return "", err
	}
	if r.code != codeOK {
		return "", r.refusal()
	}
	address, err := r.address()
	if err != nil {
		return "", err
	}
	if err := wire.CheckLaunch(address, v.config.LaunchHosts); err != nil {
		return "", fmt.Errorf("wm: %w", err)
	}
	return address, nil
}
