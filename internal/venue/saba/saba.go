// Package saba speaks SABA's protocol for its sportsbook. See README.md for its
// quirks.
package saba

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
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
	BaseURL    string // of the calls, without /api
	VendorID   string // the secret
	OperatorID string
	Prefix     string // of the vendor's ids of members and orders, which many contracts demand
	Currency   int    // the vendor's number; default 13, the yuan
	// Markets says which kinds of markets the vendor's numbers of bet types are. The
	// sheet lists none. Bets on a market that is not here name no side.
	Markets wire.Markets
	// LaunchHosts are the hosts a game's address may have (trust T13); any if none.
	LaunchHosts []string

	Timeout      time.Duration // of one call; default 20 s
	VisibleAfter time.Duration // see venue.Rules; default 5 min
	MinGap       time.Duration // between two readings of bets; default 1 min
	Lag          time.Duration // how long before now bets are complete; default 1 min

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
	_ venue.Venue         = (*Venue)(nil)
	_ venue.VersionSource = (*Venue)(nil)
	_ venue.BetReader     = (*Venue)(nil)
)

const (
	yuan      = 13
	maxAmount = 10_000_000 * money.Yuan
	refRandom = 8
	wallet    = "1" // the vendor's main wallet
	hongKong  = "2" // the odds of a new member
)

var (
	plainName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,30}$`)
	prefix    = regexp.MustCompile(`^[A-Za-z0-9_]{0,12}$`)
	reference = regexp.MustCompile(`^[A-Za-z0-9_-]{1,50}$`)
)

// eastern is the zone of the vendor's times, without summer time.
var eastern = time.FixedZone("GMT-4", -4*60*60)

// New checks a contract's settings. It makes no call.
func New(c Config) (*Venue, error) {
	if !wire.IsBase(c.BaseURL) {
		return nil, errors.New("saba: BaseURL must be an http address without a query")
	}
	if c.VendorID == "" || c.OperatorID == "" || c.Clock == nil {
		return nil, errors.New("saba: VendorID, OperatorID and Clock are needed")
	}
	if !prefix.MatchString(c.Prefix) {
		return nil, errors.New("saba: Prefix must be at most 12 letters, digits and _")
	}
	if c.Currency < 0 {
		return nil, errors.New("saba: Currency must be a number of the vendor")
	}
	c.BaseURL = strings.TrimSuffix(c.BaseURL, "/")
	c.Currency = wire.Or(c.Currency, yuan)
	c.Timeout = wire.Or(c.Timeout, 20*time.Second)
	c.VisibleAfter = wire.Or(c.VisibleAfter, 5*time.Minute)
	c.MinGap = wire.Or(c.MinGap, Pacing.Gap)
	c.Lag = wire.Or(c.Lag, time.Minute)
	c.Log = wire.Or(c.Log, slog.New(slog.DiscardHandler))
	return &Venue{config: c, http: wire.Client(c.HTTP)}, nil
}

// Rules gives the limits. They are the ones that members are created with.
func (v *Venue) Rules() venue.Rules {
	return venue.Rules{MaxAmount: maxAmount, VisibleAfter: v.config.VisibleAfter, Timeout: v.config.Timeout, NoGameList: true, NoSides: v.config.Markets.Unknown(), NoReplay: venue.NoReplayCall}
}

// AccountName is the player's name with the contract's prefix.
func (v *Venue) AccountName(player string) string { return v.config.Prefix + player }

// NewRef is the contract's prefix, the time to the millisecond and eight random
// characters.
func (v *Venue) NewRef(_ string, at time.Time) string {
	return v.config.Prefix + "T" + at.In(eastern).Format("060102150405") + fmt.Sprintf("%03d", at.Nanosecond()/int(time.Millisecond)) + rand.Text()[:refRandom]
}

// EnsurePlayer creates the account.
func (v *Venue) EnsurePlayer(ctx context.Context, account string) error {
	if !plainName.MatchString(account) {
		return errNoName
	}
	r, err := v.call(ctx, "CreateMember", url.Values{
		"vendor_member_id": {account}, "operatorId": {v.config.OperatorID}, "username": {account}, "oddstype": {hongKong},
		"currency": {v.currency()}, "maxtransfer": {yuanText(maxAmount)}, "mintransfer": {"0.01"},
	})
	if err != nil {
		return err
	}
	switch r.code {
	case codeOK, codeExists:
		return nil
	}
	return r.refusal(nil)
}

// Credit moves money into the venue.
func (v *Venue) Credit(ctx context.Context, m venue.Movement) (venue.Outcome, error) {
	return venue.ForCredit(v.transfer(ctx, inward, m))
}

// Debit moves money out of the venue.
func (v *Venue) Debit(ctx context.Context, m venue.Movement) (venue.Outcome, error) {
	return v.transfer(ctx, outward, m)
}

// transfer sends one order. A refusal speaks of this sending only, so that the
// order itself is asked about before it counts as refused.
func (v *Venue) transfer(ctx context.Context, direction string, m venue.Movement) (venue.Outcome, error) {
	if m.Amount <= 0 || m.Amount > maxAmount || !plainName.MatchString(m.Account) || !reference.MatchString(m.Ref) {
		return venue.Refused, &venue.Refusal{Reason: venue.Limit, Code: "not sent"}
	}
	ctx, cancel := context.WithTimeout(ctx, v.config.Timeout) // for all the calls it takes
	defer cancel()
	order := url.Values{
		"vendor_member_id": {m.Account}, "vendor_trans_id": {m.Ref}, "amount": {yuanText(m.Amount)}, "currency": {v.currency()},
		"direction": {direction}, "wallet_id": {wallet},
	}
	r, err := v.call(ctx, "FundTransfer", order)
	if err == nil && r.code == codeNoMember && v.EnsurePlayer(ctx, m.Account) == nil {
		r, err = v.call(ctx, "FundTransfer", order)
	}
	if err != nil {
		return venue.Unknown, err
	}
	if r.code == codeOK {
		return r.outcome()
	}
	unproved := fmt.Errorf("saba: FundTransfer answered %d", r.code)
	a, err := v.Lookup(ctx, m.Ref)
	if err != nil {
		return venue.Unknown, fmt.Errorf("%w; then %w", unproved, err)
	}
	_, definite := reasons[r.code]
	switch {
	case a.Outcome == venue.Done && a.Amount == m.Amount:
		return venue.Done, nil
	case a.Outcome == venue.Refused, a.Outcome == venue.Absent && definite:
		return venue.Refused, r.refusal(reasons)
	}
	return venue.Unknown, unproved
}

// Lookup asks for an order by its reference.
func (v *Venue) Lookup(ctx context.Context, ref string) (venue.Answer, error) {
	if !reference.MatchString(ref) {
		return venue.Answer{}, errors.New("saba: not a reference of this venue")
	}
	r, err := v.call(ctx, "CheckFundTransfer", url.Values{"vendor_trans_id": {ref}, "wallet_id": {wallet}})
	if err != nil {
		return venue.Answer{}, err
	}
	switch r.code {
	case codeOK:
		return r.answer()
	case codeNoOrder:
		return venue.Answer{Outcome: venue.Absent}, nil
	case codePending:
		return venue.Answer{}, nil
	}
	return venue.Answer{}, fmt.Errorf("saba: CheckFundTransfer answered %d", r.code)
}

// Balance is what could be taken back now; an account that is not there has
// nothing. Stakes of open bets are not in it.
func (v *Venue) Balance(ctx context.Context, account string) (money.Fen, error) {
	if !plainName.MatchString(account) {
		return 0, errNoName
	}
	r, err := v.call(ctx, "CheckUserBalance", url.Values{"vendor_member_ids": {account}, "wallet_id": {wallet}})
	switch {
	case err != nil:
		return 0, err
	case r.code != codeOK:
		return 0, r.refusal(nil)
	}
	return r.balanceOf(account)
}

// Launch gives the address of the book. An account that is not there yet is
// created.
func (v *Venue) Launch(ctx context.Context, l venue.Launch) (string, error) {
	lobby := l.Game == "" || l.Game == "0"
	if !plainName.MatchString(l.Account) || !lobby {
		return "", &venue.Refusal{Reason: venue.Other, Code: "game"}
	}
	platform := "1"
	if l.Device == "h5" {
		platform = "2"
	}
	ctx, cancel := context.WithTimeout(ctx, v.config.Timeout)
	defer cancel()
	ask := url.Values{"vendor_member_id": {l.Account}, "platform": {platform}}
	r, err := v.call(ctx, "GetSabaUrl", ask)
	if err == nil && r.code == codeNoMember {
		if err = v.EnsurePlayer(ctx, l.Account); err == nil {
			r, err = v.call(ctx, "GetSabaUrl", ask)
		}
	}
	if err != nil {
		return "", err
	}
	if r.code != codeOK {
		return "", r.refusal(nil)
	}
	address, err := r.address()
	if err != nil {
		return "", err
	}
	if err := wire.CheckLaunch(address, v.config.LaunchHosts); err != nil {
		return "", fmt.Errorf("saba: %w", err)
	}
	separator := "?"
	if strings.Contains(address, "?") {
		separator = "&"
	}
	return address + separator + "lang=cs", nil
}

func (v *Venue) currency() string { return strconv.Itoa(v.config.Currency) }

// yuanText writes an amount as the vendor does: whole yuan without places.
func yuanText(f money.Fen) string { return strings.TrimSuffix(f.String(), ".00") }
