// Package avia speaks the protocol of the AVIA e-sports platform. See README.md
// for its source and its quirks.
package avia

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
	BaseURL    string // of the gateway, without /api
	SecretKey  string // the Authorization of every call
	// PasswordKey is what the players' passwords at the venue are derived from.
	// Changing it locks all of them out.
	PasswordKey string
	Prefix      string // put before player names, so that brands do not share accounts
	// LaunchHosts are the hosts a game's address may have (trust T13); any if none.
	LaunchHosts []string

	Timeout      time.Duration // of one call; default 20 s
	VisibleAfter time.Duration // see venue.Rules; default 2 min
	MinGap       time.Duration // between two questions for bets; default 10 s
	Lag          time.Duration // how long before now bets may be asked for; default 30 s

	HTTP  *http.Client // nil makes one
	Clock interface{ Now() time.Time }
	Log   *slog.Logger // nil is silent
}

// Pacing is how often the vendor may be asked for bets.
var Pacing = venue.Pacing{Gap: 10 * time.Second, MinGap: 10 * time.Second}

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
	maxAmount     = 10_000_000 * money.Yuan
	passwordChars = 16
)

// The vendor's directions of a transfer.
const (
	intoVenue  = "IN"
	outOfVenue = "OUT"
)

var (
	plainName = regexp.MustCompile(`^[A-Za-z0-9_]{2,16}$`)
	prefix    = regexp.MustCompile(`^[A-Za-z0-9_]{0,6}$`)
	reference = regexp.MustCompile(`^[A-Za-z0-9_]{10,32}$`)
	category  = regexp.MustCompile(`^[A-Za-z0-9_-]{1,32}$`)
)

// beijing is the zone of the vendor's times.
var beijing = time.FixedZone("GMT+8", 8*60*60)

// New checks a contract's settings. It makes no call.
func New(c Config) (*Venue, error) {
	if !wire.IsBase(c.BaseURL) {
		return nil, errors.New("avia: BaseURL must be an http address without a query")
	}
	if c.SecretKey == "" || c.PasswordKey == "" || c.Clock == nil {
		return nil, errors.New("avia: SecretKey, PasswordKey and Clock are needed")
	}
	if !prefix.MatchString(c.Prefix) {
		return nil, errors.New("avia: Prefix must be at most 6 letters and digits")
	}
	c.BaseURL = strings.TrimSuffix(c.BaseURL, "/")
	c.Timeout = wire.Or(c.Timeout, 20*time.Second)
	c.VisibleAfter = wire.Or(c.VisibleAfter, 2*time.Minute)
	c.MinGap = wire.Or(c.MinGap, Pacing.Gap)
	c.Lag = wire.Or(c.Lag, feedLag)
	c.Log = wire.Or(c.Log, slog.New(slog.DiscardHandler))
	return &Venue{config: c, http: wire.Client(c.HTTP)}, nil
}

// Rules gives the limits; the vendor documents none for amounts.
func (v *Venue) Rules() venue.Rules {
	return venue.Rules{MaxAmount: maxAmount, VisibleAfter: v.config.VisibleAfter, Timeout: v.config.Timeout, NoGameList: true, NoSides: venue.NoMatchNumber, NoReplay: venue.NoReplayCall}
}

// AccountName is the player's name with the contract's prefix.
func (v *Venue) AccountName(player string) string { return v.config.Prefix + player }

// NewRef is the time to the millisecond and ten random characters.
func (v *Venue) NewRef(_ string, at time.Time) string {
	return "T" + at.In(beijing).Format("060102150405") + fmt.Sprintf("%03d", at.Nanosecond()/int(time.Millisecond)) + rand.Text()[:10]
}

func (v *Venue) password(account string) string {
	return wire.Password(v.config.PasswordKey, account, passwordChars)
}

// EnsurePlayer creates the account.
func (v *Venue) EnsurePlayer(ctx context.Context, account string) error {
	if !plainName.MatchString(account) {
		return errors.New("avia: not an account name")
	}
	r, err := v.call(ctx, "user/register", url.Values{"UserName": {account}, "Password": {v.password(account)}}, commandLimit)
	if err != nil {
		return err
	}
	if !r.ok && r.code != codePlayerExists {
		return r.refusal()
	}
	return nil
}

// Credit moves money into the venue.
func (v *Venue) Credit(ctx context.Context, m venue.Movement) (venue.Outcome, error) {
	return v.transfer(ctx, intoVenue, m)
}

// Debit moves money out of the venue.
func (v *Venue) Debit(ctx context.Context, m venue.Movement) (venue.Outcome, error) {
	return v.transfer(ctx, outOfVenue, m)
}

// transfer sends one order and, unless the vendor says yes at once, asks what
// became of it. EXISTSORDER (known reference) means neither yes nor no.
func (v *Venue) transfer(ctx context.Context, direction string, m venue.Movement) (venue.Outcome, error) {
	if m.Amount <= 0 || m.Amount > maxAmount || !plainName.MatchString(m.Account) || !reference.MatchString(m.Ref) {
		return venue.Refused, &venue.Refusal{Reason: venue.Limit, Code: "not sent"}
	}
	ctx, cancel := context.WithTimeout(ctx, v.config.Timeout) // for all the calls it takes
	defer cancel()
	form := url.Values{"UserName": {m.Account}, "Type": {direction}, "Money": {m.Amount.String()}, "ID": {m.Ref}}
	r, err := v.call(ctx, "user/transfer", form, commandLimit)
	if err == nil && r.code == codeNoPlayer && v.EnsurePlayer(ctx, m.Account) == nil {
		r, err = v.call(ctx, "user/transfer", form, commandLimit)
	}
	if err != nil {
		return venue.Unknown, err
	}
	if r.ok {
		return readTransfer(r.info, m)
	}
	return v.afterNo(ctx, r, m)
}

// afterNo decides what an answer other than yes means, by the vendor's own
// record of the order.
func (v *Venue) afterNo(ctx context.Context, no reply, m venue.Movement) (venue.Outcome, error) {
	unproved := fmt.Errorf("avia: user/transfer answered %q", no.code)
	a, err := v.Lookup(ctx, m.Ref)
	if err != nil {
		return venue.Unknown, fmt.Errorf("%w; then %w", unproved, err)
	}
	_, clear := reasons[no.code]
	switch {
	case a.Outcome == venue.Done && a.Amount != 0 && a.Amount != m.Amount:
		return venue.Unknown, fmt.Errorf("%w; the order moved %s, not %s", unproved, a.Amount, m.Amount)
	case a.Outcome == venue.Done:
		return venue.Done, nil
	case a.Outcome == venue.Refused, a.Outcome == venue.Absent && clear:
		return venue.Refused, no.refusal()
	}
	return venue.Unknown, unproved
}

// Lookup asks for an order by its reference.
func (v *Venue) Lookup(ctx context.Context, ref string) (venue.Answer, error) {
	if !reference.MatchString(ref) {
		return venue.Answer{}, errors.New("avia: not a reference of this venue")
	}
	r, err := v.call(ctx, "user/transferinfo", url.Values{"ID": {ref}}, commandLimit)
	if err != nil {
		return venue.Answer{}, err
	}
	switch {
	case r.ok:
		return readOrder(r.info, ref)
	case r.code == codeNoOrder || r.code == codeOrderNotFound:
		return venue.Answer{Outcome: venue.Absent}, nil
	}
	return venue.Answer{}, fmt.Errorf("avia: user/transferinfo answered %q", r.code)
}

// Balance is what could be taken back now; an account that is not there has nothing.
func (v *Venue) Balance(ctx context.Context, account string) (money.Fen, error) {
	if !plainName.MatchString(account) {
		return 0, errors.New("avia: not an account name")
	}
	r, err := v.call(ctx, "user/balance", url.Values{"UserName": {account}}, commandLimit)
	switch {
	case err != nil:
		return 0, err
	case r.ok:
		return readBalance(r.info)
	case r.code == codeNoPlayer:
		return 0, nil
	}
	return 0, r.refusal()
}

// Launch logs the player in and gives the address of a category, or of the
// whole book when no game is named. An account that is not there is created.
func (v *Venue) Launch(ctx context.Context, l venue.Launch) (string, error) {
	if l.Game == "0" {
		l.Game = ""
	}
	if !plainName.MatchString(l.Account) || (l.Game != "" && !category.MatchString(l.Game)) {
		return "", &venue.Refusal{Reason: venue.Other, Code: "CateID"}
	}
	ctx, cancel := context.WithTimeout(ctx, v.config.Timeout)
	defer cancel()
	form := url.Values{"UserName": {l.Account}}
	if l.Game != "" {
		form.Set("CateID", l.Game)
	}
	r, err := v.call(ctx, "user/login", form, commandLimit)
	if err == nil && r.code == codeNoPlayer {
		if err = v.EnsurePlayer(ctx, l.Account); err == nil {
			r, err = v.call(ctx, "user/login", form, commandLimit)
		}
	}
	if err != nil {
		return "", err
	}
	if !r.ok {
		return "", r.refusal()
	}
	address, err := readURL(r.info)
	if err != nil {
		return "", err
	}
	if err := wire.CheckLaunch(address, v.config.LaunchHosts); err != nil {
		return "", fmt.Errorf("avia: %w", err)
	}
	return address, nil
}

// Kick throws the player out of the vendor's games.
func (v *Venue) Kick(ctx context.Context, account string) error {
	if !plainName.MatchString(account) {
		return errors.New("avia: not an account name")
	}
	r, err := v.call(ctx, "user/logout", url.Values{"UserName": {account}}, commandLimit)
	if err != nil {
		return err
	}
	if !r.ok && r.code != codeNoPlayer {
		return r.refusal()
	}
	return nil
}
