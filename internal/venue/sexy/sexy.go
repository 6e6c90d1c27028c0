package sexy

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// Config is one contract with the vendor. Secrets stay inside the package.
type Config struct {
	Code       string   // our venue code, for logs
	PlatformID int      // our number of the venue, for logs
	BaseURL    string   // of the calls, without /wallet
	AgentID    string   // agentId of every call
	Cert       string   // the secret of every call
	LimitIDs   []string // the vendor's numbers of the limits that our players have at its tables
	Prefix     string   // put before player names, so that brands do not share accounts
	// LaunchHosts are the hosts a game's address may have (trust T13); any if none.
	LaunchHosts []string

	Timeout      time.Duration // of one call; default 20 s
	VisibleAfter time.Duration // see venue.Rules; default 4 min, where the vendor says about 200 s
	MinGap       time.Duration // between two questions for bets; default 61 s, where the vendor says one a minute
	PageGap      time.Duration // between two questions of one window; default MinGap
	Lag          time.Duration // how long before now bets are complete; default 2 min

	HTTP  *http.Client // nil makes one
	Clock interface{ Now() time.Time }
	Log   *slog.Logger // nil is silent
}

// Pacing is how often the vendor may be asked for bets.
var Pacing = venue.Pacing{Gap: 61 * time.Second, MinGap: 61 * time.Second}

// Venue is one contract in use.
type Venue struct {
	config   Config
	http     *http.Client
	betLimit string
	turns    turns
}

var (
	_ venue.Venue     = (*Venue)(nil)
	_ venue.BetSource = (*Venue)(nil)
	_ venue.BetReader = (*Venue)(nil)
	_ venue.Kicker    = (*Venue)(nil)
)

const (
	maxAmount = 10_000_000 * money.Yuan
	refRandom = 8
	lobby     = "0"    // of our catalogue
	liveLobby = "live" // what the page /Reale_02 opens, as its usual vendor names it
)

// Words of the protocol.
const (
	platform     = "SEXYBCRT"
	gameType     = "LIVE"
	currency     = "CNY"
	chinese      = "cn"
	withdrawPart = "0" // of withdrawType; 1, which is the default, takes all
)

var (
	plainName = regexp.MustCompile(`^[a-z0-9]{1,20}$`)
	prefix    = regexp.MustCompile(`^[a-z0-9]{0,6}$`)
	reference = regexp.MustCompile(`^[A-Z0-9]{1,32}$`)
	gameCode  = regexp.MustCompile(`^[A-Za-z0-9-]{1,40}$`)
)

// errNoName says that an account is not one of this venue.
var errNoName = errors.New("sexy: not an account name")

// New checks a contract's settings. It makes no call.
func New(c Config) (*Venue, error) {
	if !wire.IsBase(c.BaseURL) {
		return nil, errors.New("sexy: BaseURL must be an http address without a query")
	}
	if c.AgentID == "" || c.Cert == "" || c.Clock == nil {
		return nil, errors.New("sexy: AgentID, Cert and Clock are needed")
	}
	if !prefix.MatchString(c.Prefix) {
		return nil, errors.New("sexy: Prefix must be at most 6 lower-case letters and digits")
	}
	betLimit, err := betLimitOf(c.LimitIDs)
	if err != nil {
		return nil, err
	}
	c.BaseURL = strings.TrimSuffix(c.BaseURL, "/")
	c.Timeout = wire.Or(c.Timeout, 20*time.Second)
	c.VisibleAfter = wire.Or(c.VisibleAfter, 4*time.Minute)
	c.MinGap = wire.Or(c.MinGap, Pacing.Gap)
	c.PageGap = wire.Or(c.PageGap, c.MinGap)
	c.Lag = wire.Or(c.Lag, 2*time.Minute)
	c.Log = wire.Or(c.Log, slog.New(slog.DiscardHandler))
	return &Venue{config: c, http: wire.Client(c.HTTP), betLimit: betLimit, turns: newTurns()}, nil
}

// betLimitOf writes the limits as the vendor wants them: JSON as a text.
func betLimitOf(ids []string) (string, error) {
	var numbers []int
	for _, id := range ids {
		n, err := strconv.Atoi(id)
		if err != nil || n <= 0 {
			return "", errors.New("sexy: LimitIDs must be numbers")
		}
		numbers = append(numbers, n)
	}
	if len(numbers) == 0 {
		return "", errors.New("sexy: LimitIDs are needed")
	}
	text, err := json.Marshal(map[string]any{platform: map[string]any{gameType: map[string]any{"limitId": numbers}}})
	return string(text), err
}

// Rules gives the limits; the vendor documents none for amounts.
func (v *Venue) Rules() venue.Rules {
	return venue.Rules{MaxAmount: maxAmount, VisibleAfter: v.config.VisibleAfter, Timeout: v.config.Timeout, NoGameList: true, NoReplay: venue.NoReplayCall}
}

// AccountName is the player's name with the contract's prefix. The vendor wants lower case.
func (v *Venue) AccountName(player string) string {
	return v.config.Prefix + strings.ToLower(player)
}

// NewRef is the time to the millisecond and eight random characters.
func (v *Venue) NewRef(_ string, at time.Time) string {
	return "T" + at.In(calendar.Beijing).Format("060102150405") + fmt.Sprintf("%03d", at.Nanosecond()/int(time.Millisecond)) + rand.Text()[:refRandom]
}

// EnsurePlayer creates the account.
func (v *Venue) EnsurePlayer(ctx context.Context, account string) error {
	if !plainName.MatchString(account) {
		return errNoName
	}
	r, err := v.call(ctx, createMember, url.Values{
		"userId": {account}, "currency": {currency}, "betLimit": {v.betLimit}, "language": {chinese}, "userName": {account},
	})
	switch {
	case err != nil:
		return err
	case r.status == codeOK, r.status == codeExists:
		return nil
	}
	return r.refusal()
}

// Kick ends a player's play.
func (v *Venue) Kick(ctx context.Context, account string) error {
	if !plainName.MatchString(account) {
		return errNoName
	}
	r, err := v.call(ctx, logout, url.Values{"userIds": {account}})
	switch {
	case err != nil:
		return err
	case r.status == codeOK, r.status == codeNoUser:
		return nil
	}
	return r.refusal()
}

// Credit moves money into the venue.
func (v *Venue) Credit(ctx context.Context, m venue.Movement) (venue.Outcome, error) {
	return venue.ForCredit(v.transfer(ctx, deposit, m, url.Values{}))
}

// Debit moves money out of the venue. It says that a part is meant: a withdrawal that does
// not takes all that is there.
func (v *Venue) Debit(ctx context.Context, m venue.Movement) (venue.Outcome, error) {
	return v.transfer(ctx, withdraw, m, url.Values{"withdrawType": {withdrawPart}})
}

// transfer sends one order and, unless the vendor says yes at once, asks about it. The
// orders of one account wait for each other, because the vendor refuses a second one
// while the first is under way.
func (v *Venue) transfer(ctx context.Context, path string, m venue.Movement, form url.Values) (venue.Outcome, error) {
	if m.Amount <= 0 || m.Amount > maxAmount || !plainName.MatchString(m.Account) || !reference.MatchString(m.Ref) {
		return venue.Refused, &venue.Refusal{Reason: venue.Limit, Code: "not sent"}
	}
	ctx, cancel := context.WithTimeout(ctx, v.config.Timeout) // for the turn and all the calls it takes
	defer cancel()
	leave, err := v.turns.take(ctx, m.Account)
	if err != nil {
		return venue.Unknown, fmt.Errorf("sexy: %s waited for another order of the player: %w", path, err)
	}
	defer leave()
	form.Set("userId", m.Account)
	form.Set("txCode", m.Ref)
	form.Set("transferAmount", m.Amount.String())
	r, err := v.call(ctx, path, form)
	if err == nil && r.status == codeNoUser && v.EnsurePlayer(ctx, m.Account) == nil {
		r, err = v.call(ctx, path, form)
	}
	switch {
	case err != nil:
		return venue.Unknown, err
	case r.status == codeOK:
		return r.moved(m)
	}
	return v.afterNo(ctx, path, r, m)
}

// afterNo decides what an answer other than yes means. It asks for the vendor's
// own record of the order, because an earlier sending may have been carried
// out.
func (v *Venue) afterNo(ctx context.Context, path string, no reply, m venue.Movement) (venue.Outcome, error) {
	unproved := fmt.Errorf("sexy: %s answered %s", path, no.said())
	a, err := v.Lookup(ctx, m.Ref)
	switch {
	case err != nil:
		return venue.Unknown, fmt.Errorf("%w; then %w", unproved, err)
	case a.Outcome == venue.Done && a.Amount == m.Amount:
		return venue.Done, nil
	case a.Outcome == venue.Absent && no.definite():
		return venue.Refused, no.refusal()
	}
	return venue.Unknown, unproved
}

// Lookup asks for an order by its reference. An order that failed is one that the vendor
// never heard of: it may not have its end yet.
func (v *Venue) Lookup(ctx context.Context, ref string) (venue.Answer, error) {
	if !reference.MatchString(ref) {
		return venue.Answer{}, errors.New("sexy: not a reference of this venue")
	}
	r, err := v.call(ctx, checkTransfer, url.Values{"txCode": {ref}})
	switch {
	case err != nil:
		return venue.Answer{}, err
	case r.status == codeOK:
		return r.order(ref)
	case r.status == codeNoTx:
		return venue.Answer{Outcome: venue.Absent}, nil
	}
	return venue.Answer{}, fmt.Errorf("sexy: %s answered %s", checkTransfer, r.said())
}

// Balance is what could be taken back now; an account that is not there has nothing.
func (v *Venue) Balance(ctx context.Context, account string) (money.Fen, error) {
	if !plainName.MatchString(account) {
		return 0, errNoName
	}
	r, err := v.call(ctx, getBalance, url.Values{"userIds": {account}})
	switch {
	case err != nil:
		return 0, err
	case r.status == codeOK:
		return r.balance(account)
	case r.status == codeNoUser:
		return 0, nil
	}
	return 0, r.refusal()
}

// Launch gives the address of the lobby or of one game. An account that is not there yet
// is created.
func (v *Venue) Launch(ctx context.Context, l venue.Launch) (string, error) {
	path, form := login, url.Values{
		"userId": {l.Account}, "platform": {platform}, "gameType": {gameType}, "language": {chinese}, "isMobileLogin": {strconv.FormatBool(l.Device == "h5")},
	}
	if l.Game != "" && l.Game != lobby && l.Game != liveLobby {
		path = launchGame
		form.Set("gameCode", l.Game)
		form.Set("betLimit", v.betLimit)
	}
	if !plainName.MatchString(l.Account) || path == launchGame && !gameCode.MatchString(l.Game) {
		return "", &venue.Refusal{Reason: venue.Other, Code: "game"}
	}
	if l.BackURL != "" {
		form.Set("externalURL", l.BackURL)
	}
	ctx, cancel := context.WithTimeout(ctx, v.config.Timeout)
	defer cancel()
	r, err := v.call(ctx, path, form)
	if err == nil && r.status == codeNoUser {
		if err = v.EnsurePlayer(ctx, l.Account); err == nil {
			r, err = v.call(ctx, path, form)
		}
	}
	if err != nil {
		return "", err
	}
	if r.status != codeOK {
		return "", r.refusal()
	}
	address, err := r.address()
	if err != nil {
		return "", err
	}
	if err := wire.CheckLaunch(address, v.config.LaunchHosts); err != nil {
		return "", fmt.Errorf("sexy: %w", err)
	}
	return address, nil
}
