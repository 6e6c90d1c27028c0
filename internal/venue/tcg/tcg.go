// Package tcg speaks the protocol of the TCG lottery platform. See README.md for
// its source and its quirks.
package tcg

import (
	"context"
	"crypto/des"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
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
	BaseURL    string // the part before /doBusiness.do
	LaunchURL  string // the game domain, which the vendor's game addresses are relative to; default BaseURL
	Merchant   string // merchant_code
	Key        string // of the cipher, 8 characters
	SignKey    string // of the signatures
	// PasswordKey is what the players' passwords at the venue are derived from.
	// Changing it locks all of them out.
	PasswordKey string
	Prefix      string // put before player names, so that brands do not share accounts
	// LaunchHosts are the hosts a game's address may have (trust T13); any if none.
	LaunchHosts []string

	// FileURL is the folder above SETTLED and CANCELLED: ftp://host/ELOTTO, or an
	// http address with the same folders.
	FileURL      string
	FileUser     string
	FilePassword string

	Timeout      time.Duration // of one call; default 20 s
	VisibleAfter time.Duration // see venue.Rules; default 5 min
	MinGap       time.Duration // between two questions for files; default 1 min
	Lag          time.Duration // how long before now files may be asked for; default 10 min

	HTTP  *http.Client // nil makes one
	Clock interface{ Now() time.Time }
	Log   *slog.Logger // nil is silent
}

// Pacing is how often the vendor may be asked for bets.
var Pacing = venue.Pacing{Gap: time.Minute, MinGap: time.Minute}

// Venue is one contract in use.
type Venue struct {
	config Config
	cipher wire.ECB
	http   *http.Client
	files  files
}

var (
	_ venue.Venue     = (*Venue)(nil)
	_ venue.BetSource = (*Venue)(nil)
	_ venue.BetReader = (*Venue)(nil)
)

const (
	maxAmount     = 10_000_000 * money.Yuan
	keyBytes      = 8 // DES
	maxName       = 14
	passwordChars = 12
	lobby         = "Lobby"
)

// The vendor's directions of a transfer.
const (
	intoVenue  = 1
	outOfVenue = 2
)

var (
	plainName = regexp.MustCompile(`^[A-Za-z0-9_]{1,14}$`)
	prefix    = regexp.MustCompile(`^[A-Za-z0-9_]{0,4}$`) // player names have at most 10 characters
	reference = regexp.MustCompile(`^T[0-9]{17}[A-Z2-7]{10}$`)
	gameCode  = regexp.MustCompile(`^[A-Za-z0-9_-]{1,40}$`)
)

// beijing is the zone of our references and of the vendor's files.
var beijing = time.FixedZone("GMT+8", 8*60*60)

// New checks a contract's settings. It makes no call.
func New(c Config) (*Venue, error) {
	c.LaunchURL = wire.Or(c.LaunchURL, c.BaseURL)
	if !wire.IsBase(c.BaseURL) || !wire.IsBase(c.LaunchURL) {
		return nil, errors.New("tcg: BaseURL and LaunchURL must be http addresses without a query")
	}
	if c.Merchant == "" || len(c.Key) != keyBytes || c.SignKey == "" || c.PasswordKey == "" || c.Clock == nil {
		return nil, errors.New("tcg: Merchant, a Key of 8 characters, SignKey, PasswordKey and Clock are needed")
	}
	if !prefix.MatchString(c.Prefix) {
		return nil, errors.New("tcg: Prefix must be at most 4 letters and digits")
	}
	block, err := des.NewCipher([]byte(c.Key))
	if err != nil {
		return nil, errors.New("tcg: Key does not fit the cipher")
	}
	c.BaseURL, c.LaunchURL = strings.TrimSuffix(c.BaseURL, "/"), strings.TrimSuffix(c.LaunchURL, "/")
	c.Timeout = wire.Or(c.Timeout, 20*time.Second)
	c.VisibleAfter = wire.Or(c.VisibleAfter, 5*time.Minute)
	c.MinGap = wire.Or(c.MinGap, Pacing.Gap)
	c.Lag = wire.Or(c.Lag, feedLag)
	c.Log = wire.Or(c.Log, slog.New(slog.DiscardHandler))
	v := &Venue{config: c, cipher: wire.ECB{Block: block}, http: wire.Client(c.HTTP)}
	if v.files, err = openFiles(c, v.http); err != nil {
		return nil, err
	}
	return v, nil
}

// Rules gives the limits. The vendor refuses decimals for some products, so
// transfers are whole yuan.
func (v *Venue) Rules() venue.Rules {
	return venue.Rules{WholeYuan: true, MaxAmount: maxAmount, VisibleAfter: v.config.VisibleAfter, Timeout: v.config.Timeout, NoGameList: true, NoReplay: venue.NoReplayCall}
}

// AccountName is the player's name with the contract's prefix.
func (v *Venue) AccountName(player string) string { return v.config.Prefix + player }

// NewRef is the time to the millisecond and ten random characters.
func (v *Venue) NewRef(_ string, at time.Time) string {
	return "T" + strings.Replace(at.In(beijing).Format("20060102150405.000"), ".", "", 1) + rand.Text()[:10]
}

// EnsurePlayer creates the account. The vendor's answer for one that is there
// already is not known, so any refusal is followed by a question for its balance.
func (v *Venue) EnsurePlayer(ctx context.Context, account string) error {
	if !plainName.MatchString(account) {
		return errors.New("tcg: not an account name")
	}
	r, err := v.call(ctx, createAsk{Method: "cm", Username: account, Password: wire.Password(v.config.PasswordKey, account, passwordChars), Currency: "CNY"})
	if err != nil || r.ok() {
		return err
	}
	there, err := v.call(ctx, balanceAsk{Method: "gb", Username: account, Product: product})
	switch {
	case err != nil:
		return err
	case !there.ok():
		return r.refusal()
	}
	_, err = there.readBalance()
	return err
}

// Credit moves money into the venue.
func (v *Venue) Credit(ctx context.Context, m venue.Movement) (venue.Outcome, error) {
	return venue.ForCredit(v.transfer(ctx, intoVenue, m))
}

// Debit moves money out of the venue.
func (v *Venue) Debit(ctx context.Context, m venue.Movement) (venue.Outcome, error) {
	return v.transfer(ctx, outOfVenue, m)
}

// transfer sends one order and asks what became of it unless the vendor says
// success at once. Only status 0 together with SUCCESS is success.
func (v *Venue) transfer(ctx context.Context, direction int, m venue.Movement) (venue.Outcome, error) {
	if m.Amount <= 0 || m.Amount > maxAmount || m.Amount%money.Yuan != 0 || !plainName.MatchString(m.Account) || !reference.MatchString(m.Ref) {
		return venue.Refused, &venue.Refusal{Reason: venue.Limit, Code: "not sent"}
	}
	ctx, cancel := context.WithTimeout(ctx, v.config.Timeout) // for all the calls it takes
	defer cancel()
	order := transferAsk{
		Method: "ft", Username: m.Account, Product: product, FundType: direction, Amount: int64(m.Amount / money.Yuan), Reference: m.Ref,
	}
	r, err := v.call(ctx, order)
	if err == nil && r.status == codeNoUser && v.EnsurePlayer(ctx, m.Account) == nil {
		r, err = v.call(ctx, order)
	}
	switch {
	case err != nil:
		return venue.Unknown, err
	case r.ok() && r.transaction() == stateSuccess:
		return venue.Done, nil
	}
	return v.afterNo(ctx, r, m)
}

// afterNo decides what an answer other than success means. It asks for the
// vendor's own record of the order, because an earlier sending may have been
// carried out.
func (v *Venue) afterNo(ctx context.Context, no reply, m venue.Movement) (venue.Outcome, error) {
	unproved := fmt.Errorf("tcg: ft answered %d %q", no.status, wire.Clip(no.transaction()))
	a, err := v.Lookup(ctx, m.Ref)
	if err != nil {
		return venue.Unknown, fmt.Errorf("%w; then %w", unproved, err)
	}
	switch {
	case a.Outcome == venue.Done && a.Amount != 0 && a.Amount != m.Amount:
		return venue.Unknown, fmt.Errorf("%w; the order moved %s, not %s", unproved, a.Amount, m.Amount)
	case a.Outcome == venue.Done:
		return venue.Done, nil
	case a.Outcome == venue.Refused, a.Outcome == venue.Absent && no.definite():
		return venue.Refused, no.refusal()
	}
	return venue.Unknown, unproved
}

// Lookup asks for an order by its reference.
func (v *Venue) Lookup(ctx context.Context, ref string) (venue.Answer, error) {
	if !reference.MatchString(ref) {
		return venue.Answer{}, errors.New("tcg: not a reference of this venue")
	}
	r, err := v.call(ctx, statusAsk{Method: "cs", Product: product, Reference: ref})
	switch {
	case err != nil:
		return venue.Answer{}, err
	case r.status == codeNoOrder:
		return venue.Answer{Outcome: venue.Absent}, nil
	case !r.ok():
		return venue.Answer{}, fmt.Errorf("tcg: cs answered %d", r.status)
	}
	return r.readOrder(ref)
}

// Balance is what could be taken back now; an account that is not there has nothing.
func (v *Venue) Balance(ctx context.Context, account string) (money.Fen, error) {
	if !plainName.MatchString(account) {
		return 0, errors.New("tcg: not an account name")
	}
	r, err := v.call(ctx, balanceAsk{Method: "gb", Username: account, Product: product})
	switch {
	case err != nil:
		return 0, err
	case r.ok():
		return r.readBalance()
	case r.status == codeNoUser:
		return 0, nil
	}
	return 0, r.refusal()
}

// Launch gives the address of a lottery, or of the lobby. A player who is not
// there is created, and the question put once more.
func (v *Venue) Launch(ctx context.Context, l venue.Launch) (string, error) {
	game := l.Game
	if game == "" || game == "0" {
		game = lobby
	}
	if !plainName.MatchString(l.Account) || !gameCode.MatchString(game) {
		return "", &venue.Refusal{Reason: venue.Other, Code: "game"}
	}
	ctx, cancel := context.WithTimeout(ctx, v.config.Timeout)
	defer cancel()
	ask := launchAsk{
		Method: "lg", Username: l.Account, Product: product, Platform: "html5", Mode: modeReal, Game: game, Language: "ZH_CN", BackURL: l.BackURL,
	}
	r, err := v.call(ctx, ask)
	if err == nil && r.status == codeNoUser {
		if err = v.EnsurePlayer(ctx, l.Account); err == nil {
			r, err = v.call(ctx, ask)
		}
	}
	switch {
	case err != nil:
		return "", err
	case !r.ok():
		return "", r.refusal()
	case r.GameURL == "":
		return "", errForm
	}
	full := string(r.GameURL)
	if !strings.Contains(full, "://") {
		full = v.config.LaunchURL + "/" + strings.TrimLeft(full, "/")
	}
	if err := wire.CheckLaunch(full, v.config.LaunchHosts); err != nil {
		return "", fmt.Errorf("tcg: %w", err)
	}
	return full, nil
}
