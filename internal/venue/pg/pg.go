// Package pg speaks PG's transfer-wallet protocol for its slot games. See README.md
// for its source and its quirks.
package pg

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
	Code          string // our venue code, for logs
	PlatformID    int    // our number of the venue, for logs
	BaseURL       string // of the calls
	RecordURL     string // of the calls for bets, the vendor's data-grab host; default BaseURL
	LaunchURL     string // where browsers open the games; default BaseURL
	ReplayURL     string // where browsers open the page of a round; default LaunchURL
	OperatorToken string // names us; it is part of the address of a game
	SecretKey     string
	Prefix        string // put before player names, so that brands do not share accounts
	Lobby         string // the game that opens where none is named; none does if empty
	// Sessions are what players open games with and the vendor asks us about.
	Sessions *venue.Sessions

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
	_ venue.Venue           = (*Venue)(nil)
	_ venue.VersionSource   = (*Venue)(nil)
	_ venue.BetReader       = (*Venue)(nil)
	_ venue.Kicker          = (*Venue)(nil)
	_ venue.SessionVerifier = (*Venue)(nil)
	_ venue.Replayer        = (*Venue)(nil)
)

const (
	currency   = "CNY"
	maxAmount  = 10_000_000 * money.Yuan
	retryPause = time.Second
	refRandom  = 10
	refSign    = "-" // between the account and the rest of a reference
)

// An account leaves room for the rest of a reference of at most 50 characters.
var (
	plainName = regexp.MustCompile(`^[A-Za-z0-9_]{1,24}$`)
	prefix    = regexp.MustCompile(`^[A-Za-z0-9_]{0,12}$`)
	reference = regexp.MustCompile(`^[A-Za-z0-9_]{1,24}-[A-Z0-9]{10,25}$`)
	gameCode  = regexp.MustCompile(`^[A-Za-z0-9_-]{1,32}$`)
)

// New checks a contract's settings. It makes no call.
func New(c Config) (*Venue, error) {
	c.RecordURL, c.LaunchURL = wire.Or(c.RecordURL, c.BaseURL), wire.Or(c.LaunchURL, c.BaseURL)
	c.ReplayURL = wire.Or(c.ReplayURL, c.LaunchURL)
	for _, base := range []*string{&c.BaseURL, &c.RecordURL, &c.LaunchURL, &c.ReplayURL} {
		if !wire.IsBase(*base) {
			return nil, errors.New("pg: BaseURL, RecordURL, LaunchURL and ReplayURL must be http addresses without a query")
		}
		*base = strings.TrimSuffix(*base, "/")
	}
	switch {
	case c.OperatorToken == "" || c.SecretKey == "" || c.Sessions == nil || c.Clock == nil:
		return nil, errors.New("pg: OperatorToken, SecretKey, Sessions and Clock are needed")
	case !prefix.MatchString(c.Prefix):
		return nil, errors.New("pg: Prefix must be at most 12 letters, digits and _")
	case c.Lobby != "" && !gameCode.MatchString(c.Lobby):
		return nil, errors.New("pg: Lobby must be the code of a game")
	}
	c.Timeout = wire.Or(c.Timeout, 20*time.Second)
	c.VisibleAfter = wire.Or(c.VisibleAfter, 5*time.Minute)
	c.MinGap = wire.Or(c.MinGap, Pacing.Gap)
	c.Lag = wire.Or(c.Lag, time.Minute)
	c.Log = wire.Or(c.Log, slog.New(slog.DiscardHandler))
	return &Venue{config: c, http: wire.Client(c.HTTP)}, nil
}

// Rules gives the vendor's limits.
func (v *Venue) Rules() venue.Rules {
	return venue.Rules{MaxAmount: maxAmount, VisibleAfter: v.config.VisibleAfter, Timeout: v.config.Timeout, NoGameList: true, ReplayForStaff: true}
}

// AccountName is the player's name with the contract's prefix.
func (v *Venue) AccountName(player string) string { return v.config.Prefix + player }

// NewRef begins with the account, which a question about the order has to name. The
// time in milliseconds and ten random characters follow.
func (v *Venue) NewRef(account string, at time.Time) string {
	return account + refSign + strconv.FormatInt(at.UnixMilli(), 10) + rand.Text()[:refRandom]
}

// EnsurePlayer creates the account.
func (v *Venue) EnsurePlayer(ctx context.Context, account string) error {
	if !plainName.MatchString(account) {
		return errNoName
	}
	r, err := v.call(ctx, "Player/v1/Create", url.Values{"player_name": {account}, "nickname": {account}, "currency": {currency}})
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
	return venue.ForCredit(v.transfer(ctx, "Cash/v3/TransferIn", m))
}

// Debit moves money out of the venue.
func (v *Venue) Debit(ctx context.Context, m venue.Movement) (venue.Outcome, error) {
	return v.transfer(ctx, "Cash/v3/TransferOut", m)
}

// transfer sends one order and, unless the vendor says yes at once, asks what became
// of it. A refusal speaks of one sending.
func (v *Venue) transfer(ctx context.Context, path string, m venue.Movement) (venue.Outcome, error) {
	if m.Amount <= 0 || m.Amount > maxAmount || !plainName.MatchString(m.Account) || !isRefOf(m.Ref, m.Account) {
		return venue.Refused, &venue.Refusal{Reason: venue.Limit, Code: "not sent"}
	}
	ctx, cancel := context.WithTimeout(ctx, v.config.Timeout) // for all the calls it takes
	defer cancel()
	form := url.Values{"player_name": {m.Account}, "amount": {m.Amount.String()}, "transfer_reference": {m.Ref}, "currency": {currency}}
	r, err := v.call(ctx, path, form)
	if err != nil {
		return venue.Unknown, err
	}
	switch r.code {
	case codeNoWallet:
		if v.EnsurePlayer(ctx, m.Account) == nil {
			r, err = v.call(ctx, path, form)
		}
	case codeProcessing:
		if err := wire.Pause(ctx, retryPause); err != nil {
			return venue.Unknown, err
		}
	}
	switch {
	case err != nil:
		return venue.Unknown, err
	case r.code == codeOK && r.moved(m.Amount):
		return venue.Done, nil
	}
	return v.afterNo(ctx, path, r, m)
}

// afterNo decides what an answer other than a plain yes means, by the vendor's own
// record of the order.
func (v *Venue) afterNo(ctx context.Context, path string, r reply, m venue.Movement) (venue.Outcome, error) {
	unproved := fmt.Errorf("pg: %s answered %s", path, r.said())
	a, err := v.Lookup(ctx, m.Ref)
	if err != nil {
		return venue.Unknown, fmt.Errorf("%w; then %w", unproved, err)
	}
	_, definite := reasons[r.code]
	switch {
	case a.Outcome == venue.Done && a.Amount != m.Amount:
		return venue.Unknown, fmt.Errorf("%w; the order moved %s, not %s", unproved, a.Amount, m.Amount)
	case a.Outcome == venue.Done:
		return venue.Done, nil
	case a.Outcome == venue.Absent && definite:
		return venue.Refused, r.refusal()
	}
	return venue.Unknown, unproved
}

// isRefOf says whether a reference is one of an account's.
func isRefOf(ref, account string) bool {
	of, _, _ := strings.Cut(ref, refSign)
	return reference.MatchString(ref) && of == account
}

// Lookup asks for an order by its reference. The vendor knows those that it has
// carried out.
func (v *Venue) Lookup(ctx context.Context, ref string) (venue.Answer, error) {
	if !reference.MatchString(ref) {
		return venue.Answer{}, errors.New("pg: not a reference of this venue")
	}
	account, _, _ := strings.Cut(ref, refSign)
	r, err := v.call(ctx, "Cash/v3/GetSingleTransaction", url.Values{"player_name": {account}, "transfer_reference": {ref}})
	if err != nil {
		return venue.Answer{}, err
	}
	switch r.code {
	case codeOK:
		return r.transaction(account)
	case codeNoOrder:
		return venue.Answer{Outcome: venue.Absent}, nil
	case codeProcessing:
		return venue.Answer{}, nil
	}
	return venue.Answer{}, fmt.Errorf("pg: GetSingleTransaction answered %s", r.said())
}

// Balance is the cash that could be taken back now; an account that is not there has
// nothing.
func (v *Venue) Balance(ctx context.Context, account string) (money.Fen, error) {
	if !plainName.MatchString(account) {
		return 0, errNoName
	}
	r, err := v.call(ctx, "Cash/v3/GetPlayerWallet", url.Values{"player_name": {account}})
	if err != nil {
		return 0, err
	}
	switch r.code {
	case codeNoWallet:
		return 0, nil
	case codeOK:
		return r.cash()
	}
	return 0, r.refusal()
}

// Launch gives the address of a game. The address is made here; only the account is
// asked for before. The vendor asks us whose session it is when a browser opens it.
func (v *Venue) Launch(ctx context.Context, l venue.Launch) (string, error) {
	if l.Game == "" || l.Game == "0" {
		l.Game = v.config.Lobby
	}
	if !gameCode.MatchString(l.Game) {
		return "", &venue.Refusal{Reason: venue.Other, Code: "game"}
	}
	if err := v.EnsurePlayer(ctx, l.Account); err != nil {
		return "", err
	}
	query := url.Values{"btt": {"1"}, "ot": {v.config.OperatorToken}, "ops": {v.config.Sessions.Issue(l.Account)}, "l": {"zh"}}
	if l.BackURL != "" {
		query.Set("f", l.BackURL)
	}
	return v.config.LaunchURL + "/" + l.Game + "/index.html?" + query.Encode(), nil
}

// Kick throws the player out of the vendor's games.
func (v *Venue) Kick(ctx context.Context, account string) error {
	if !plainName.MatchString(account) {
		return errNoName
	}
	r, err := v.call(ctx, "Player/v1/Kick", url.Values{"player_name": {account}})
	if err != nil {
		return err
	}
	if r.code != codeOK && r.code != codeNoWallet {
		return r.refusal()
	}
	return nil
}
