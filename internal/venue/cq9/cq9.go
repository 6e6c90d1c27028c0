// Package cq9 speaks the transfer-wallet protocol of the CQ9 platform: slots,
// fishing, arcade and table games. See README.md for its source and its quirks.
package cq9

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"time"

	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// Config is one contract with the vendor. Secrets stay inside the package.
type Config struct {
	Code       string // our venue code, for logs
	PlatformID int    // our number of the venue, for logs
	BaseURL    string // of the interface, without /gameboy
	Token      string // the api token
	// PasswordKey is what the players' passwords at the venue are derived from.
	// Changing it locks all of them out.
	PasswordKey string
	Hall        string // game hall; default "cq9"
	Prefix      string // put before player names, so that brands do not share accounts
	// LaunchHosts are the hosts a game's address may have (trust T13); any if none.
	LaunchHosts []string

	Timeout      time.Duration // of one call; default 20 s
	VisibleAfter time.Duration // see venue.Rules; default 60 s
	MinGap       time.Duration // between two record calls; default 60 s
	Lag          time.Duration // how long before now records may be asked for; default 3 min

	HTTP  *http.Client // nil makes one
	Clock interface{ Now() time.Time }
	Log   *slog.Logger // nil is silent
}

// Pacing is how often the vendor may be asked for bets.
var Pacing = venue.Pacing{Gap: time.Minute, MinGap: time.Minute}

// Venue is one contract in use.
type Venue struct {
	config Config
	http   *http.Client
}

var (
	_ venue.Venue      = (*Venue)(nil)
	_ venue.BetSource  = (*Venue)(nil)
	_ venue.BetReader  = (*Venue)(nil)
	_ venue.Kicker     = (*Venue)(nil)
	_ venue.GameLister = (*Venue)(nil)
	_ venue.Replayer   = (*Venue)(nil)
)

const (
	maxAmount     = 10_000_000 * money.Yuan
	retryPause    = time.Second
	passwordChars = 16
	maxAccount    = 36
)

var (
	plainName = regexp.MustCompile(`^[A-Za-z0-9]{1,36}$`)
	reference = regexp.MustCompile(`^[A-Z0-9]{10,32}$`)
	gameCode  = regexp.MustCompile(`^[A-Za-z0-9_-]{1,32}$`)
)

// easternFixed is the zone of the vendor's times: −04:00 the whole year.
var easternFixed = time.FixedZone("GMT-4", -4*60*60)

// New checks a contract's settings. It makes no call.
func New(c Config) (*Venue, error) {
	if !wire.IsBase(c.BaseURL) {
		return nil, errors.New("cq9: BaseURL must be an http address without a query")
	}
	if c.Token == "" || c.PasswordKey == "" || c.Clock == nil {
		return nil, errors.New("cq9: Token, PasswordKey and Clock are needed")
	}
	if c.Prefix != "" && !plainName.MatchString(c.Prefix) {
		return nil, errors.New("cq9: Prefix must be letters and digits")
	}
	c.Hall = wire.Or(c.Hall, "cq9")
	c.Timeout = wire.Or(c.Timeout, 20*time.Second)
	c.VisibleAfter = wire.Or(c.VisibleAfter, time.Minute)
	c.MinGap = wire.Or(c.MinGap, Pacing.Gap)
	c.Lag = wire.Or(c.Lag, feedLag)
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	return &Venue{config: c, http: wire.Client(c.HTTP)}, nil
}

// Rules gives the vendor's limits.
func (v *Venue) Rules() venue.Rules {
	return venue.Rules{MaxAmount: maxAmount, VisibleAfter: v.config.VisibleAfter, Timeout: v.config.Timeout}
}

// AccountName is the player's name with the contract's prefix.
func (v *Venue) AccountName(player string) string { return v.config.Prefix + player }

// NewRef is the time to the millisecond and ten random characters.
func (v *Venue) NewRef(_ string, at time.Time) string {
	return "T" + at.In(easternFixed).Format("060102150405") + fmt.Sprintf("%03d", at.Nanosecond()/int(time.Millisecond)) + rand.Text()[:10]
}

// password is the player's password at the venue, which the player never sees.
func (v *Venue) password(account string) string {
	return wire.Password(v.config.PasswordKey, account, passwordChars)
}

// EnsurePlayer creates the account.
func (v *Venue) EnsurePlayer(ctx context.Context, account string) error {
	if !plainName.MatchString(account) || len(account) > maxAccount {
		return errors.New("cq9: not an account name")
	}
	form := url.Values{"account": {account}, "password": {v.password(account)}, "nickname": {account}}
	r, err := v.post(ctx, "/player", form)
	if err != nil {
		return err
	}
	if r.code != codeOK && r.code != codePlayerExists {
		return refusal(r.code)
	}
	return nil
}

// Credit moves money into the venue.
func (v *Venue) Credit(ctx context.Context, m venue.Movement) (venue.Outcome, error) {
	return venue.ForCredit(v.transfer(ctx, "/player/deposit", m))
}

// Debit moves money out of the venue.
func (v *Venue) Debit(ctx context.Context, m venue.Movement) (venue.Outcome, error) {
	return v.transfer(ctx, "/player/withdraw", m)
}

// transfer sends one order and, unless the vendor says yes at once, asks what
// became of it. Code 9 (known reference) and 33 (under way) mean neither yes
// nor no.
func (v *Venue) transfer(ctx context.Context, path string, m venue.Movement) (venue.Outcome, error) {
	if m.Amount <= 0 || m.Amount > maxAmount || !plainName.MatchString(m.Account) || !reference.MatchString(m.Ref) {
		return venue.Refused, &venue.Refusal{Reason: venue.Limit, Code: "not sent"}
	}
	ctx, cancel := context.WithTimeout(ctx, v.config.Timeout) // for all the calls it takes
	defer cancel()
	form := url.Values{"account": {m.Account}, "mtcode": {m.Ref}, "amount": {m.Amount.String()}}
	r, err := v.post(ctx, path, form)
	if err != nil {
		return venue.Unknown, err
	}
	switch r.code {
	case codeNoPlayer:
		if v.EnsurePlayer(ctx, m.Account) == nil {
			r, err = v.post(ctx, path, form)
		}
	case codeInProgress:
		if err := wire.Pause(ctx, retryPause); err != nil {
			return venue.Unknown, err
		}
	}
	if err != nil {
		return venue.Unknown, err
	}
	if r.code == codeOK {
		return venue.Done, nil
	}
	return v.afterNo(ctx, path, r.code, m)
}

// afterNo decides what an answer other than yes means, by the vendor's own
// record of the order.
func (v *Venue) afterNo(ctx context.Context, path, code string, m venue.Movement) (venue.Outcome, error) {
	unproved := fmt.Errorf("cq9: %s answered code %s", path, code)
	a, err := v.Lookup(ctx, m.Ref)
	if err != nil {
		return venue.Unknown, fmt.Errorf("%w; then %w", unproved, err)
	}
	_, clear := reasons[code]
	switch {
	case a.Outcome == venue.Done && a.Amount != 0 && a.Amount != m.Amount:
		return venue.Unknown, fmt.Errorf("%w; the order moved %s, not %s", unproved, a.Amount, m.Amount)
	case a.Outcome == venue.Done:
		return venue.Done, nil
	case a.Outcome == venue.Refused, a.Outcome == venue.Absent && clear:
		return venue.Refused, refusal(code)
	}
	return venue.Unknown, unproved
}

// Lookup asks for an order by its reference.
func (v *Venue) Lookup(ctx context.Context, ref string) (venue.Answer, error) {
	if !reference.MatchString(ref) {
		return venue.Answer{}, errors.New("cq9: not a reference of this venue")
	}
	r, err := v.get(ctx, "/transaction/record/"+ref, nil, commandLimit)
	if err != nil {
		return venue.Answer{}, err
	}
	switch r.code {
	case codeNoData:
		return venue.Answer{Outcome: venue.Absent}, nil
	case codeOK:
		return readRecord(r.data, ref)
	}
	return venue.Answer{}, fmt.Errorf("cq9: /transaction/record answered code %s", r.code)
}

// Balance is what could be taken back now; an account that is not there has nothing.
func (v *Venue) Balance(ctx context.Context, account string) (money.Fen, error) {
	if !plainName.MatchString(account) {
		return 0, errors.New("cq9: not an account name")
	}
	r, err := v.get(ctx, "/player/balance/"+account, nil, commandLimit)
	if err != nil {
		return 0, err
	}
	switch r.code {
	case codeNoPlayer:
		return 0, nil
	case codeOK:
		return readBalance(r.data)
	}
	return 0, refusal(r.code)
}

// Launch logs the player in and gives the address of the game, or of the lobby
// when no game is named.
func (v *Venue) Launch(ctx context.Context, l venue.Launch) (string, error) {
	if l.Game == "0" {
		l.Game = ""
	}
	if !plainName.MatchString(l.Account) || (l.Game != "" && !gameCode.MatchString(l.Game)) {
		return "", &venue.Refusal{Reason: venue.Other, Code: codeNoGame}
	}
	ctx, cancel := context.WithTimeout(ctx, v.config.Timeout)
	defer cancel()
	token, err := v.logIn(ctx, l.Account)
	if err != nil {
		return "", err
	}
	form := url.Values{"usertoken": {token}, "lang": {"zh-cn"}}
	path := "/player/lobbylink"
	if l.Game != "" {
		path = "/player/gamelink"
		form.Set("gamehall", v.config.Hall)
		form.Set("gamecode", l.Game)
		form.Set("gameplat", platOf(l.Device))
		form.Set("app", "N")
	}
	r, err := v.post(ctx, path, form)
	if err != nil {
		return "", err
	}
	if r.code != codeOK {
		return "", refusal(r.code)
	}
	return v.address(r.data)
}

func platOf(device string) string {
	if device == "h5" {
		return "MOBILE"
	}
	return "WEB"
}

// logIn gives a token for one launch. An account that is not there is created.
func (v *Venue) logIn(ctx context.Context, account string) (string, error) {
	form := url.Values{"account": {account}, "password": {v.password(account)}}
	r, err := v.post(ctx, "/player/login", form)
	// The sheet does not tell whether a name that is not there is 2 or 14.
	if err == nil && (r.code == codeNoPlayer || r.code == codeBadLogin) {
		if err = v.EnsurePlayer(ctx, account); err == nil {
			r, err = v.post(ctx, "/player/login", form)
		}
	}
	if err != nil {
		return "", err
	}
	if r.code != codeOK {
		return "", refusal(r.code)
	}
	return readToken(r.data)
}

// address checks where a launch leads.
func (v *Venue) address(data []byte) (string, error) {
	address, err := readURL(data)
	if err != nil {
		return "", err
	}
	if err := wire.CheckLaunch(address, v.config.LaunchHosts); err != nil {
		return "", fmt.Errorf("cq9: %w", err)
	}
	return address, nil
}

// Kick throws the player out of the vendor's games.
func (v *Venue) Kick(ctx context.Context, account string) error {
	if !plainName.MatchString(account) {
		return errors.New("cq9: not an account name")
	}
	r, err := v.post(ctx, "/player/logout", url.Values{"account": {account}})
	if err != nil {
		return err
	}
	if r.code != codeOK && r.code != codeNoPlayer {
		return refusal(r.code)
	}
	return nil
}
