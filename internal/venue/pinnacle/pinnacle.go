// Package pinnacle speaks Pinnacle's B2B protocol for its sportsbook with a
// transfer wallet. See README.md for its source and its quirks.
package pinnacle

import (
	"context"
	"crypto/cipher"
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
	BaseURL    string // of the vendor, before /b2b
	Agent      string // agentCode
	AgentKey   string // in the hash of every token
	SecretKey  string // 16 characters, the cipher of every token
	// Prefix is put before player names. It has at least two characters, because
	// ours may have four and the vendor asks for six.
	Prefix string
	// LaunchHosts are the hosts a game's address may have (trust T13); any if none.
	LaunchHosts []string

	Timeout      time.Duration // of one call; default 20 s
	VisibleAfter time.Duration // see venue.Rules; default 5 min
	MinGap       time.Duration // between two questions for bets; default 10 s
	Lag          time.Duration // how long before now bets may be asked for; default 1 min

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
	cipher cipher.Block
	paces  map[string]*pace // by path

	mu      sync.Mutex
	current string // token
	madeAt  time.Time
}

var (
	_ venue.Venue     = (*Venue)(nil)
	_ venue.BetSource = (*Venue)(nil)
	_ venue.Kicker    = (*Venue)(nil)
)

const (
	maxAmount  = 10_000_000 * money.Yuan
	refRandom  = 10
	oddsFormat = "HK" // that the book opens with

	// The vendor answers so many of these calls in 5 seconds of its own clock.
	createsInPace = 10
	loginsInPace  = 20
	paceOver      = 5*time.Second + 200*time.Millisecond
)

var (
	loginID   = regexp.MustCompile(`^[A-Za-z0-9]{6,50}$`)
	prefix    = regexp.MustCompile(`^[A-Za-z0-9]{2,20}$`)
	reference = regexp.MustCompile(`^T[0-9]{15}[A-Z2-7]{10}$`)
)

// eastern is the zone of the vendor's times.
var eastern = time.FixedZone("GMT-4", -4*60*60)

// New checks a contract's settings. It makes no call.
func New(c Config) (*Venue, error) {
	block, err := newCipher(c.SecretKey)
	if err != nil {
		return nil, err
	}
	if !wire.IsBase(c.BaseURL) {
		return nil, errors.New("pinnacle: BaseURL must be an http address without a query")
	}
	if c.Agent == "" || strings.Contains(c.Agent, "|") || c.AgentKey == "" || c.Clock == nil {
		return nil, errors.New("pinnacle: Agent, AgentKey and Clock are needed")
	}
	if !prefix.MatchString(c.Prefix) {
		return nil, errors.New("pinnacle: Prefix must be 2 to 20 letters and digits, because a loginId has at least 6 characters")
	}
	c.BaseURL = strings.TrimSuffix(c.BaseURL, "/")
	c.Timeout = wire.Or(c.Timeout, 20*time.Second)
	c.VisibleAfter = wire.Or(c.VisibleAfter, 5*time.Minute)
	c.MinGap = wire.Or(c.MinGap, Pacing.Gap)
	c.Lag = wire.Or(c.Lag, feedLag)
	c.Log = wire.Or(c.Log, slog.New(slog.DiscardHandler))
	return &Venue{config: c, http: wire.Client(c.HTTP), cipher: block, paces: map[string]*pace{
		"/player/create": {most: createsInPace, over: paceOver}, "/player/loginV2": {most: loginsInPace, over: paceOver},
	}}, nil
}

// Rules gives the limits; the vendor documents none for amounts.
func (v *Venue) Rules() venue.Rules {
	return venue.Rules{MaxAmount: maxAmount, VisibleAfter: v.config.VisibleAfter, Timeout: v.config.Timeout, NoGameList: true, NoReplay: venue.NoReplayCall}
}

// AccountName is the player's name with the contract's prefix.
func (v *Venue) AccountName(player string) string { return v.config.Prefix + player }

// NewRef is the time to the millisecond and ten random characters.
func (v *Venue) NewRef(_ string, at time.Time) string {
	return "T" + at.In(eastern).Format("060102150405") + fmt.Sprintf("%03d", at.Nanosecond()/int(time.Millisecond)) + rand.Text()[:refRandom]
}

// EnsurePlayer creates the account.
func (v *Venue) EnsurePlayer(ctx context.Context, account string) error {
	if !loginID.MatchString(account) {
		return errors.New("pinnacle: not an account name")
	}
	r, err := v.post(ctx, "/player/create", url.Values{"loginId": {account}})
	switch {
	case err != nil:
		return err
	case r.code == codeExists:
		return nil
	case r.code != "":
		return r.refusal()
	case !r.isOf(account):
		return fmt.Errorf("pinnacle: create: %w", errForm)
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

// transfer sends one order, and asks what became of it unless the vendor says
// yes at once.
func (v *Venue) transfer(ctx context.Context, path string, m venue.Movement) (venue.Outcome, error) {
	if m.Amount <= 0 || m.Amount > maxAmount || !loginID.MatchString(m.Account) || !reference.MatchString(m.Ref) {
		return venue.Refused, &venue.Refusal{Reason: venue.Limit, Code: "not sent"}
	}
	ctx, cancel := context.WithTimeout(ctx, v.config.Timeout) // for all the calls it takes
	defer cancel()
	order := url.Values{"userCode": {m.Account}, "amount": {m.Amount.String()}, "transactionId": {m.Ref}}
	r, err := v.post(ctx, path, order)
	if err == nil && r.isUnknownPlayer() && v.EnsurePlayer(ctx, m.Account) == nil {
		r, err = v.post(ctx, path, order)
	}
	switch {
	case errors.Is(err, errTrace):
		return v.afterNo(ctx, m, r, err)
	case err != nil:
		return venue.Unknown, err
	case r.code != "":
		return v.afterNo(ctx, m, r, fmt.Errorf("pinnacle: %s answered %q", path, r.code))
	}
	moved, err := readAmount(r.fields.Amount)
	if err != nil || !r.isOf(m.Account) || moved != m.Amount {
		return venue.Unknown, fmt.Errorf("pinnacle: %s: %w", path, errForm)
	}
	return venue.Done, nil
}

func (r reply) isUnknownPlayer() bool { return r.code == codeNoPlayer || r.code == codeNoPlayer2 }

// afterNo decides what an answer other than yes means. It asks for the vendor's
// own record of the order, because an earlier sending may have been carried
// out.
func (v *Venue) afterNo(ctx context.Context, m venue.Movement, no reply, unproved error) (venue.Outcome, error) {
	a, err := v.Lookup(ctx, m.Ref)
	if err != nil {
		return venue.Unknown, fmt.Errorf("%w; then %w", unproved, err)
	}
	_, definite := reasons[no.code]
	switch {
	case a.Outcome == venue.Done && a.Amount == m.Amount:
		return venue.Done, nil
	case a.Outcome == venue.Refused, a.Outcome == venue.Absent && definite:
		return venue.Refused, no.refusal()
	}
	return venue.Unknown, unproved
}

// Lookup asks for an order by its reference.
func (v *Venue) Lookup(ctx context.Context, ref string) (venue.Answer, error) {
	if !reference.MatchString(ref) {
		return venue.Answer{}, errors.New("pinnacle: not a reference of this venue")
	}
	r, err := v.get(ctx, "/player/depositwithdraw/status", url.Values{"transactionId": {ref}})
	if err != nil {
		return venue.Answer{}, err
	}
	if r.code != "" {
		return venue.Answer{}, fmt.Errorf("pinnacle: depositwithdraw/status answered %q", r.code)
	}
	switch r.fields.Status {
	case statusNotExists:
		return venue.Answer{Outcome: venue.Absent}, nil
	case statusFailed:
		return venue.Answer{Outcome: venue.Refused}, nil
	case statusSuccess:
		moved, err := readAmount(r.fields.Amount)
		if err != nil || moved == 0 {
			return venue.Answer{}, fmt.Errorf("pinnacle: depositwithdraw/status: %w", errForm)
		}
		return venue.Answer{Outcome: venue.Done, Amount: moved}, nil
	}
	return venue.Answer{}, fmt.Errorf("pinnacle: order has the unknown state %q", wire.Clip(string(r.fields.Status)))
}

// Balance is what could be taken back now; an account that is not there has
// nothing. Stakes of open bets are not in it.
func (v *Venue) Balance(ctx context.Context, account string) (money.Fen, error) {
	if !loginID.MatchString(account) {
		return 0, errors.New("pinnacle: not an account name")
	}
	r, err := v.get(ctx, "/player/info", url.Values{"userCode": {account}})
	switch {
	case err != nil:
		return 0, err
	case r.isUnknownPlayer():
		return 0, nil
	case r.code != "":
		return 0, r.refusal()
	case !r.isOf(account):
		return 0, fmt.Errorf("pinnacle: info: %w", errForm)
	}
	return readAmount(r.fields.AvailableBalance)
}

// Launch gives the address of the book. The vendor creates an account that is
// not there.
func (v *Venue) Launch(ctx context.Context, l venue.Launch) (string, error) {
	if !loginID.MatchString(l.Account) || (l.Game != "" && l.Game != lobby) {
		return "", &venue.Refusal{Reason: venue.Other, Code: "game"}
	}
	locale := "zh-cn"
	if l.Language != "" && !strings.HasPrefix(strings.ToLower(l.Language), "zh") {
		locale = "en"
	}
	r, err := v.post(ctx, "/player/loginV2", url.Values{"loginId": {l.Account}, "locale": {locale}, "oddsFormat": {oddsFormat}})
	if err != nil {
		return "", err
	}
	if r.code != "" {
		return "", r.refusal()
	}
	if !r.isOf(l.Account) || r.fields.LoginURL == "" {
		return "", fmt.Errorf("pinnacle: loginV2: %w", errForm)
	}
	address := string(r.fields.LoginURL)
	if err := wire.CheckLaunch(address, v.config.LaunchHosts); err != nil {
		return "", fmt.Errorf("pinnacle: %w", err)
	}
	return withBack(address, l.BackURL)
}

// withBack adds the way back to our site to the address of the book.
func withBack(address, back string) (string, error) {
	u, err := url.Parse(address)
	if err != nil {
		return "", fmt.Errorf("pinnacle: loginV2: %w", errForm)
	}
	if back == "" {
		return address, nil
	}
	if u.RawQuery != "" {
		u.RawQuery += "&"
	}
	u.RawQuery += url.Values{"externalUrl": {back}}.Encode()
	return u.String(), nil
}

// Kick ends the player's session in the book.
func (v *Venue) Kick(ctx context.Context, account string) error {
	if !loginID.MatchString(account) {
		return errors.New("pinnacle: not an account name")
	}
	r, err := v.post(ctx, "/player/logout", url.Values{"userCode": {account}})
	switch {
	case err != nil:
		return err
	case r.isUnknownPlayer():
		return nil
	case r.code != "":
		return r.refusal()
	case r.fields.Status != "successful":
		return fmt.Errorf("pinnacle: logout: %w", errForm)
	}
	return nil
}
