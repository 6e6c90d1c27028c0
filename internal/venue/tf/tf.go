// Package tf speaks the protocol of TF Gaming's e-sports platform. See README.md for
// its source and its quirks.
package tf

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
	Code         string // our venue code, for logs
	PlatformID   int    // our number of the venue, for logs
	BaseURL      string // of the calls, without /api
	LaunchURL    string // where browsers open the games, without /launch.html; default BaseURL
	PrivateToken string // of every call
	PublicToken  string // names us; it is part of the address of a game
	OperatorID   string // of every transfer
	Prefix       string // put before player names, so that brands do not share accounts
	// Markets says which kinds of markets the vendor's bet types are. The sheet
	// lists none. Bets on a market that is not here name no side.
	Markets wire.Markets
	// Sessions are what players open games with and the vendor asks us about.
	Sessions *venue.Sessions

	Timeout      time.Duration // of one call; default 20 s
	VisibleAfter time.Duration // see venue.Rules; default 5 min
	MinGap       time.Duration // between two questions for bets; default 30 s
	Lag          time.Duration // how long before now bets are complete; default 1 min

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
	_ venue.Venue           = (*Venue)(nil)
	_ venue.BetSource       = (*Venue)(nil)
	_ venue.BetReader       = (*Venue)(nil)
	_ venue.SessionVerifier = (*Venue)(nil)
)

const (
	maxAmount = 10_000_000 * money.Yuan
	refRandom = 15
)

// An account leaves room for the rest of a reference of at most 32 characters.
var (
	plainName = regexp.MustCompile(`^[A-Za-z0-9_]{1,16}$`)
	prefix    = regexp.MustCompile(`^[A-Za-z0-9_]{0,6}$`)
	reference = regexp.MustCompile(`^[A-Za-z0-9_]{1,16}[A-Z2-7]{15}$`)
)

// errNoName says that an account is not one of this venue.
var errNoName = errors.New("tf: not an account name")

// New checks a contract's settings. It makes no call.
func New(c Config) (*Venue, error) {
	c.LaunchURL = wire.Or(c.LaunchURL, c.BaseURL)
	if !wire.IsBase(c.BaseURL) || !wire.IsBase(c.LaunchURL) {
		return nil, errors.New("tf: BaseURL and LaunchURL must be http addresses without a query")
	}
	if c.PrivateToken == "" || c.PublicToken == "" || c.OperatorID == "" || c.Sessions == nil || c.Clock == nil {
		return nil, errors.New("tf: PrivateToken, PublicToken, OperatorID, Sessions and Clock are needed")
	}
	if !prefix.MatchString(c.Prefix) {
		return nil, errors.New("tf: Prefix must be at most 6 letters, digits and _")
	}
	c.BaseURL, c.LaunchURL = strings.TrimSuffix(c.BaseURL, "/"), strings.TrimSuffix(c.LaunchURL, "/")
	c.Timeout = wire.Or(c.Timeout, 20*time.Second)
	c.VisibleAfter = wire.Or(c.VisibleAfter, 5*time.Minute)
	c.MinGap = wire.Or(c.MinGap, Pacing.Gap)
	c.Lag = wire.Or(c.Lag, time.Minute)
	c.Log = wire.Or(c.Log, slog.New(slog.DiscardHandler))
	return &Venue{config: c, http: wire.Client(c.HTTP)}, nil
}

// Rules gives the limits; the vendor documents none for amounts.
func (v *Venue) Rules() venue.Rules {
	return venue.Rules{MaxAmount: maxAmount, VisibleAfter: v.config.VisibleAfter, Timeout: v.config.Timeout, NoGameList: true, NoSides: v.config.Markets.Unknown(), NoReplay: venue.NoReplayCall}
}

// AccountName is the player's name with the contract's prefix.
func (v *Venue) AccountName(player string) string { return v.config.Prefix + player }

// NewRef is the account, which a question about the order has to name, and fifteen
// random characters.
func (v *Venue) NewRef(account string, _ time.Time) string {
	return account + rand.Text()[:refRandom]
}

// accountOf is the account that a reference begins with; "" where it is none of ours.
func accountOf(ref string) string {
	if !reference.MatchString(ref) {
		return ""
	}
	return ref[:len(ref)-refRandom]
}

// EnsurePlayer creates the account. The vendor has one status for a name that is taken
// and for one that it does not want, so the balance decides.
func (v *Venue) EnsurePlayer(ctx context.Context, account string) error {
	if !plainName.MatchString(account) {
		return errNoName
	}
	r, err := v.post(ctx, "members", newMember{account})
	if err != nil || r.yes() {
		return err
	}
	if r.status == http.StatusBadRequest {
		if _, there, err := v.find(ctx, account); err != nil || there {
			return err
		}
	}
	return r.refusal()
}

// Credit moves money into the venue.
func (v *Venue) Credit(ctx context.Context, m venue.Movement) (venue.Outcome, error) {
	return venue.ForCredit(v.transfer(ctx, "deposit", m))
}

// Debit moves money out of the venue.
func (v *Venue) Debit(ctx context.Context, m venue.Movement) (venue.Outcome, error) {
	return v.transfer(ctx, "withdraw", m)
}

// transfer sends one order and, unless the vendor says yes at once, asks what became
// of it. A refusal speaks of one sending.
func (v *Venue) transfer(ctx context.Context, path string, m venue.Movement) (venue.Outcome, error) {
	if m.Amount <= 0 || m.Amount > maxAmount || !plainName.MatchString(m.Account) || accountOf(m.Ref) != m.Account {
		return venue.Refused, &venue.Refusal{Reason: venue.Limit, Code: "not sent"}
	}
	ctx, cancel := context.WithTimeout(ctx, v.config.Timeout) // for all the calls it takes
	defer cancel()
	order := newTransfer{Member: m.Account, OperatorID: v.config.OperatorID, Amount: m.Amount, Reference: m.Ref}
	r, err := v.post(ctx, path, order)
	if err == nil && r.noMember() && v.EnsurePlayer(ctx, m.Account) == nil {
		r, err = v.post(ctx, path, order)
	}
	switch {
	case err != nil:
		return venue.Unknown, err
	case r.contradicts():
		return venue.Unknown, fmt.Errorf("%s: %w (%s)", path, errForm, r.said())
	case r.yes() && r.isAbout(m.Ref):
		return venue.Done, nil
	}
	return v.afterNo(ctx, path, r, m.Ref)
}

// afterNo decides what an answer other than a plain yes means. It asks for the
// vendor's own record of the order, because an earlier sending may have been
// carried out.
func (v *Venue) afterNo(ctx context.Context, path string, no reply, ref string) (venue.Outcome, error) {
	unproved := fmt.Errorf("tf: %s answered %s", path, no.said())
	a, err := v.Lookup(ctx, ref)
	_, definite := no.reason()
	switch {
	case err != nil:
		return venue.Unknown, fmt.Errorf("%w; then %w", unproved, err)
	case a.Outcome == venue.Done:
		return venue.Done, nil
	case a.Outcome == venue.Absent && definite:
		return venue.Refused, no.refusal()
	}
	return venue.Unknown, unproved
}

// Lookup asks for an order by its reference. The vendor knows those that it has carried
// out, and does not say their amounts.
func (v *Venue) Lookup(ctx context.Context, ref string) (venue.Answer, error) {
	account := accountOf(ref)
	if account == "" {
		return venue.Answer{}, errors.New("tf: not a reference of this venue")
	}
	r, err := v.get(ctx, "transfer-status", url.Values{"member_code": {account}, "reference_no": {ref}}, commandLimit)
	switch {
	case err != nil:
		return venue.Answer{}, err
	case r.code != "" || !r.isAbout(ref): // says nothing of this order, whatever its status
	case r.status == http.StatusOK:
		return venue.Answer{Outcome: venue.Done}, nil
	case r.status == http.StatusNotFound:
		return venue.Answer{Outcome: venue.Absent}, nil
	}
	return venue.Answer{}, fmt.Errorf("tf: transfer-status answered %s", r.said())
}

// Balance is what could be taken back now; an account that is not there has nothing.
func (v *Venue) Balance(ctx context.Context, account string) (money.Fen, error) {
	if !plainName.MatchString(account) {
		return 0, errNoName
	}
	balance, _, err := v.find(ctx, account)
	return balance, err
}

// find gives the balance of an account, and whether the account is there.
func (v *Venue) find(ctx context.Context, account string) (balance money.Fen, there bool, err error) {
	r, err := v.get(ctx, "balance", url.Values{"LoginName": {account}}, commandLimit)
	switch {
	case err != nil:
		return 0, false, err
	case r.code == "" && r.status == http.StatusNotFound:
		return 0, false, nil
	case r.code == "" && r.status == http.StatusOK:
		return readBalance(r.body, account)
	}
	return 0, false, r.refusal()
}

// Launch gives the address of the lobby. The address is made here; only the account is
// asked for before. The vendor asks us whose token it is when a browser opens it.
func (v *Venue) Launch(ctx context.Context, l venue.Launch) (string, error) {
	if l.Game != "" && l.Game != lobby {
		return "", &venue.Refusal{Reason: venue.Other, Code: "game"}
	}
	if err := v.EnsurePlayer(ctx, l.Account); err != nil {
		return "", err
	}
	query := url.Values{"auth": {v.config.PublicToken}, "token": {v.config.Sessions.Issue(l.Account)}, "lang": {"zh"}}
	return v.config.LaunchURL + "/launch.html?" + query.Encode(), nil
}
