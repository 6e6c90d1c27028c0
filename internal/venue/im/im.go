// Package im speaks the protocol of IM (IMOne), for the sportsbook (wallet 301)
// or for e-sports (wallet 401). See README.md for its source and its quirks.
package im

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"time"

	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// The vendor's wallets that this adapter knows, and the lobby of each.
const (
	WalletSports  = "301"
	WalletEsports = "401"
)

var lobbies = map[string]string{WalletSports: "IMSB", WalletEsports: "ESPORTSBULL"}

// Config is one contract with the vendor. Secrets stay inside the package.
type Config struct {
	Code         string // our venue code, for logs
	PlatformID   int    // our number of the venue, for logs
	BaseURL      string // of the wallet and of launches
	ReportURL    string // of the bet reports; BaseURL if empty
	MerchantCode string // 32 characters: the secret in every call
	Wallet       string // ProductWallet; WalletSports if empty
	GameCode     string // of a launch; the wallet's lobby if empty
	// PasswordKey is what the players' passwords at the venue are derived from.
	// Changing it locks all of them out.
	PasswordKey string
	Prefix      string // put before player names, so that brands do not share accounts
	// LaunchHosts are the hosts a game's address may have (trust T13); any if none.
	LaunchHosts []string

	Timeout      time.Duration // of one call; default 20 s
	VisibleAfter time.Duration // see venue.Rules; default 5 min
	MinGap       time.Duration // between two questions for bets; default 10 s
	Lag          time.Duration // how long before now bets may be asked for; default 15 min

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
	report sync.Mutex // the vendor answers one report call at a time
}

var (
	_ venue.Venue     = (*Venue)(nil)
	_ venue.BetSource = (*Venue)(nil)
)

const (
	maxAmount     = 10_000_000 * money.Yuan
	merchantChars = 32
	passwordChars = 20
	refRandom     = 8
)

var (
	plainName = regexp.MustCompile(`^[A-Za-z0-9_]{1,25}$`)
	prefix    = regexp.MustCompile(`^[A-Za-z0-9_]{0,6}$`)
	// reference holds the account, because the vendor asks for it beside the
	// reference: T, the time to the millisecond, random characters, account.
	reference = regexp.MustCompile(`^T[0-9]{15}[A-Z2-7]{8}([A-Za-z0-9_]{1,25})$`)
)

// beijing is the zone of the vendor's times.
var beijing = time.FixedZone("GMT+8", 8*60*60)

// New checks a contract's settings. It makes no call.
func New(c Config) (*Venue, error) {
	c.ReportURL = wire.Or(c.ReportURL, c.BaseURL)
	c.Wallet = wire.Or(c.Wallet, WalletSports)
	c.GameCode = wire.Or(c.GameCode, lobbies[c.Wallet])
	if !wire.IsBase(c.BaseURL) || !wire.IsBase(c.ReportURL) {
		return nil, errors.New("im: BaseURL and ReportURL must be http addresses without a query")
	}
	if len(c.MerchantCode) != merchantChars || c.PasswordKey == "" || c.Clock == nil {
		return nil, errors.New("im: a MerchantCode of 32 characters, PasswordKey and Clock are needed")
	}
	if lobbies[c.Wallet] == "" {
		return nil, errors.New("im: Wallet must be 301 or 401")
	}
	if !prefix.MatchString(c.Prefix) {
		return nil, errors.New("im: Prefix must be at most 6 letters and digits")
	}
	c.BaseURL, c.ReportURL = strings.TrimSuffix(c.BaseURL, "/"), strings.TrimSuffix(c.ReportURL, "/")
	c.Timeout = wire.Or(c.Timeout, 20*time.Second)
	c.VisibleAfter = wire.Or(c.VisibleAfter, 5*time.Minute)
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

// NewRef is the time to the millisecond, eight random characters and the account.
func (v *Venue) NewRef(account string, at time.Time) string {
	return "T" + at.In(beijing).Format("060102150405") + fmt.Sprintf("%03d", at.Nanosecond()/int(time.Millisecond)) + rand.Text()[:refRandom] + account
}

// accountOf is the account in a reference, "" where it is none of ours.
func accountOf(ref string) string {
	parts := reference.FindStringSubmatch(ref)
	if parts == nil {
		return ""
	}
	return parts[1]
}

func (v *Venue) password(account string) string {
	return wire.Password(v.config.PasswordKey, account, passwordChars)
}

// EnsurePlayer creates the account.
func (v *Venue) EnsurePlayer(ctx context.Context, account string) error {
	if !plainName.MatchString(account) {
		return errors.New("im: not an account name")
	}
	r, err := v.call(ctx, "/Player/Register", fields{"PlayerId": account, "Currency": "CNY", "Password": v.password(account)})
	if err != nil {
		return err
	}
	if r.code != codeOK && r.code != codePlayerExists {
		return r.refusal()
	}
	return nil
}

// Credit moves money into the venue.
func (v *Venue) Credit(ctx context.Context, m venue.Movement) (venue.Outcome, error) {
	return venue.ForCredit(v.transfer(ctx, m, +1))
}

// Debit moves money out of the venue.
func (v *Venue) Debit(ctx context.Context, m venue.Movement) (venue.Outcome, error) {
	return v.transfer(ctx, m, -1)
}

// transfer sends one order, with an amount below zero for money that comes out.
// It asks for the result unless the vendor says yes at once.
func (v *Venue) transfer(ctx context.Context, m venue.Movement, sign money.Fen) (venue.Outcome, error) {
	if m.Amount <= 0 || m.Amount > maxAmount || !plainName.MatchString(m.Account) || accountOf(m.Ref) != m.Account {
		return venue.Refused, &venue.Refusal{Reason: venue.Limit, Code: "not sent"}
	}
	ctx, cancel := context.WithTimeout(ctx, v.config.Timeout) // for all the calls it takes
	defer cancel()
	order := fields{"PlayerId": m.Account, "ProductWallet": v.config.Wallet, "TransactionId": m.Ref, "Amount": (sign * m.Amount).String()}
	r, err := v.call(ctx, "/Transaction/PerformTransfer", order)
	if err == nil && r.code == codeNoPlayer && v.EnsurePlayer(ctx, m.Account) == nil {
		r, err = v.call(ctx, "/Transaction/PerformTransfer", order)
	}
	if err != nil {
		return venue.Unknown, err
	}
	if r.code == codeOK && r.status == statusApproved {
		return venue.Done, nil
	}
	return v.afterNo(ctx, r, m.Ref)
}

// afterNo decides what an answer other than yes means. It asks for the vendor's
// own record of the order, because an earlier sending may have been carried
// out.
func (v *Venue) afterNo(ctx context.Context, no reply, ref string) (venue.Outcome, error) {
	unproved := fmt.Errorf("im: PerformTransfer answered %q %q", no.code, no.status)
	a, err := v.Lookup(ctx, ref)
	if err != nil {
		return venue.Unknown, fmt.Errorf("%w; then %w", unproved, err)
	}
	_, definite := reasons[no.code]
	definite = definite || no.code == codeOK && no.status == statusDeclined
	switch {
	case a.Outcome == venue.Done:
		return venue.Done, nil
	case a.Outcome == venue.Refused, a.Outcome == venue.Absent && definite:
		return venue.Refused, no.refusal()
	}
	return venue.Unknown, unproved
}

// Lookup asks for an order by its reference. The vendor does not say its amount.
func (v *Venue) Lookup(ctx context.Context, ref string) (venue.Answer, error) {
	account := accountOf(ref)
	if account == "" {
		return venue.Answer{}, errors.New("im: not a reference of this venue")
	}
	r, err := v.call(ctx, "/Transaction/CheckTransferStatus", fields{"PlayerId": account, "ProductWallet": v.config.Wallet, "TransactionId": ref})
	switch {
	case err != nil:
		return venue.Answer{}, err
	case r.code == codeNoOrderThere || r.code == codeNoOrder:
		return venue.Answer{Outcome: venue.Absent}, nil
	case pending[r.code]:
		return venue.Answer{}, nil
	case r.code != codeOK:
		return venue.Answer{}, fmt.Errorf("im: CheckTransferStatus answered %q", r.code)
	}
	switch r.status {
	case statusApproved:
		return venue.Answer{Outcome: venue.Done}, nil
	case statusDeclined:
		return venue.Answer{Outcome: venue.Refused}, nil
	case statusProcessed: // under way, as the vendor calls it
		return venue.Answer{}, nil
	}
	return venue.Answer{}, fmt.Errorf("im: order has the unknown state %q", wire.Clip(r.status))
}

// Balance is what could be taken back now; an account that is not there has nothing.
func (v *Venue) Balance(ctx context.Context, account string) (money.Fen, error) {
	if !plainName.MatchString(account) {
		return 0, errors.New("im: not an account name")
	}
	r, err := v.call(ctx, "/Player/GetBalance", fields{"PlayerId": account, "ProductWallet": v.config.Wallet})
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

// Launch gives the address of the book. An account that is not there is created.
func (v *Venue) Launch(ctx context.Context, l venue.Launch) (string, error) {
	lobby := l.Game == "" || l.Game == "0" || l.Game == v.config.GameCode
	if !plainName.MatchString(l.Account) || !lobby {
		return "", &venue.Refusal{Reason: venue.Other, Code: "GameCode"}
	}
	path, language := "/Game/NewLaunchGame", "ZH-CN"
	if l.Device == "h5" {
		path = "/Game/NewLaunchMobileGame"
	}
	if l.Language != "" && !strings.HasPrefix(strings.ToLower(l.Language), "zh") {
		language = "EN"
	}
	ctx, cancel := context.WithTimeout(ctx, v.config.Timeout)
	defer cancel()
	ask := fields{"PlayerId": l.Account, "GameCode": v.config.GameCode, "Language": language, "IpAddress": l.IP, "ProductWallet": v.config.Wallet}
	r, err := v.call(ctx, path, ask)
	if err == nil && r.code == codeNoPlayer {
		if err = v.EnsurePlayer(ctx, l.Account); err == nil {
			r, err = v.call(ctx, path, ask)
		}
	}
	if err != nil {
		return "", err
	}
	if r.code != codeOK {
		return "", r.refusal()
	}
	if r.gameURL == "" {
		return "", errForm
	}
	if err := wire.CheckLaunch(r.gameURL, v.config.LaunchHosts); err != nil {
		return "", fmt.Errorf("im: %w", err)
	}
	return r.gameURL, nil
}
