// Package bbin speaks the protocol of BBIN: live tables, a sportsbook and
// lotteries over one wallet. See README.md for its source and its quirks.
package bbin

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// Config is one contract with the vendor. Secrets stay inside the package.
type Config struct {
	Code       string         // our venue code, for logs
	PlatformID int            // our number of the venue, for logs
	BaseURL    string         // without /app
	LaunchURL  string         // where browsers open the games; BaseURL if empty
	Website    string         // the contract's name
	Upper      string         // uppername, the agent
	Keys       map[string]Key // by method; see Methods
	Prefix     string         // put before player names, so that brands do not share accounts

	Timeout      time.Duration // of one call; default 20 s
	VisibleAfter time.Duration // see venue.Rules; default 5 min
	MinGap       time.Duration // between two questions for bets; default 10 s
	PageGap      time.Duration // between two pages; default 1 s
	Lag          time.Duration // how long before now bets may be asked for; default 2 min

	HTTP  *http.Client // nil makes one
	Clock interface{ Now() time.Time }
	Log   *slog.Logger // nil is silent
}

// Methods are the vendor's methods that a contract needs a key for.
var Methods = []string{
	createMember, login, playGame, logout, checkBalance, transfer, checkTransfer, betRecord,
}

const (
	createMember  = "CreateMember"
	login         = "Login"
	playGame      = "PlayGame"
	logout        = "Logout"
	checkBalance  = "CheckUsrBalance"
	transfer      = "Transfer"
	checkTransfer = "CheckTransfer"
	betRecord     = "BetRecord"
)

// Pacing is how often the vendor may be asked for bets.
var Pacing = venue.Pacing{Gap: 10 * time.Second, MinGap: 10 * time.Second}

// Venue is one contract in use.
type Venue struct {
	config Config
	http   *http.Client

	mu         sync.Mutex
	lastNumber int64 // of NewRef
}

var (
	_ venue.Venue     = (*Venue)(nil)
	_ venue.BetSource = (*Venue)(nil)
	_ venue.BetReader = (*Venue)(nil)
	_ venue.Kicker    = (*Venue)(nil)
)

const (
	maxAmount = 10_000_000 * money.Yuan
	perMilli  = 1_000_000 // numbers of NewRef in a millisecond
)

// The vendor's directions of a transfer.
const (
	intoVenue  = "IN"
	outOfVenue = "OUT"
)

// The vendor's lobbies, which are our codes of them too.
const (
	liveLobby    = "live"
	sportsLobby  = "ball"
	lotteryLobby = "Ltlottery"
)

var (
	plainName = regexp.MustCompile(`^[A-Za-z0-9]{4,20}$`)
	prefix    = regexp.MustCompile(`^[A-Za-z0-9]{0,10}$`)
	reference = regexp.MustCompile(`^[0-9]{13,19}$`)
	table     = regexp.MustCompile(`^[0-9]{4,5}$`)
)

// New checks a contract's settings. It makes no call.
func New(c Config) (*Venue, error) {
	c.LaunchURL = wire.Or(c.LaunchURL, c.BaseURL)
	if !wire.IsBase(c.BaseURL) || !wire.IsBase(c.LaunchURL) {
		return nil, errors.New("bbin: BaseURL and LaunchURL must be http addresses without a query")
	}
	if c.Website == "" || c.Upper == "" || c.Clock == nil {
		return nil, errors.New("bbin: Website, Upper and Clock are needed")
	}
	for _, m := range Methods {
		if k := c.Keys[m]; k.Secret == "" || k.Before < 0 || k.After < 0 {
			return nil, fmt.Errorf("bbin: a key of %s is needed", m)
		}
	}
	if !prefix.MatchString(c.Prefix) {
		return nil, errors.New("bbin: Prefix must be at most 10 letters and digits")
	}
	c.BaseURL, c.LaunchURL = strings.TrimSuffix(c.BaseURL, "/"), strings.TrimSuffix(c.LaunchURL, "/")
	c.Timeout = wire.Or(c.Timeout, 20*time.Second)
	c.VisibleAfter = wire.Or(c.VisibleAfter, 5*time.Minute)
	c.MinGap = wire.Or(c.MinGap, Pacing.Gap)
	c.PageGap = wire.Or(c.PageGap, time.Second)
	c.Lag = wire.Or(c.Lag, feedLag)
	c.Log = wire.Or(c.Log, slog.New(slog.DiscardHandler))
	return &Venue{config: c, http: wire.Client(c.HTTP)}, nil
}

// Rules gives the limits; the vendor documents none for amounts.
func (v *Venue) Rules() venue.Rules {
	return venue.Rules{MaxAmount: maxAmount, VisibleAfter: v.config.VisibleAfter, Timeout: v.config.Timeout, NoGameList: true, NoReplay: venue.NoReplayCall}
}

// AccountName is the player's name with the contract's prefix.
func (v *Venue) AccountName(player string) string { return v.config.Prefix + player }

// NewRef is a number of 19 digits: milliseconds and six more, which start at
// random and never repeat in this process.
func (v *Venue) NewRef(_ string, at time.Time) string {
	n := at.UnixMilli()*perMilli + rand.Int64N(perMilli)
	v.mu.Lock()
	defer v.mu.Unlock()
	if n <= v.lastNumber && v.lastNumber-n < int64(time.Minute) { // else the clock was set back
		n = v.lastNumber + 1
	}
	v.lastNumber = n
	return strconv.FormatInt(n, 10)
}

// player are the parameters of a call about a player.
func (v *Venue) player(account string) url.Values {
	return url.Values{"website": {v.config.Website}, "username": {account}, "uppername": {v.config.Upper}}
}

// EnsurePlayer creates the account, or finds it there.
func (v *Venue) EnsurePlayer(ctx context.Context, account string) error {
	if !plainName.MatchString(account) {
		return errors.New("bbin: not an account name")
	}
	r, err := v.call(ctx, createMember, v.player(account), commandLimit)
	if err != nil {
		return err
	}
	if r.code == codeExists || (r.ok && r.code == codeCreated) {
		return nil
	}
	return r.refusal()
}

// Credit moves money into the venue. The vendor has one code for a player and
// for an agent who have too little.
func (v *Venue) Credit(ctx context.Context, m venue.Movement) (venue.Outcome, error) {
	return venue.ForCredit(v.transfer(ctx, intoVenue, m))
}

// Debit moves money out of the venue.
func (v *Venue) Debit(ctx context.Context, m venue.Movement) (venue.Outcome, error) {
	return v.transfer(ctx, outOfVenue, m)
}

// transfer sends one order and, unless the vendor says yes at once, asks what
// became of it.
func (v *Venue) transfer(ctx context.Context, action string, m venue.Movement) (venue.Outcome, error) {
	if m.Amount <= 0 || m.Amount > maxAmount || !plainName.MatchString(m.Account) || !reference.MatchString(m.Ref) {
		return venue.Refused, &venue.Refusal{Reason: venue.Limit, Code: "not sent"}
	}
	ctx, stop := context.WithTimeout(ctx, v.config.Timeout) // for all the calls it takes
	defer stop()
	form := v.player(m.Account)
	form.Set("remitno", m.Ref)
	form.Set("action", action)
	form.Set("remit", m.Amount.String())
	r, err := v.call(ctx, transfer, form, commandLimit)
	if err == nil && !r.ok && r.code == codeName && v.EnsurePlayer(ctx, m.Account) == nil {
		r, err = v.call(ctx, transfer, form, commandLimit)
	}
	if err != nil {
		return venue.Unknown, err
	}
	if r.ok && r.code == codeTransferred {
		return venue.Done, nil
	}
	return v.afterNo(ctx, r, m)
}

// afterNo decides what an answer other than yes means, by the vendor's own
// record of the order.
func (v *Venue) afterNo(ctx context.Context, no reply, m venue.Movement) (venue.Outcome, error) {
	unproved := fmt.Errorf("bbin: Transfer answered %q", no.code)
	a, err := v.Lookup(ctx, m.Ref)
	if err != nil {
		return venue.Unknown, fmt.Errorf("%w; then %w", unproved, err)
	}
	_, clear := reasons[no.code]
	switch {
	case a.Outcome == venue.Done:
		return venue.Done, nil
	case a.Outcome == venue.Absent && clear && !no.ok:
		return venue.Refused, no.refusal()
	}
	return venue.Unknown, unproved
}

// Lookup asks for an order by its reference. The vendor's word for failed may
// also be its word for an order that it does not know yet. It counts as no more
// than "never heard of it". The vendor does not say what amount moved.
func (v *Venue) Lookup(ctx context.Context, ref string) (venue.Answer, error) {
	if !reference.MatchString(ref) {
		return venue.Answer{}, errors.New("bbin: not a reference of this venue")
	}
	r, err := v.call(ctx, checkTransfer, url.Values{"website": {v.config.Website}, "transid": {ref}}, commandLimit)
	if err != nil {
		return venue.Answer{}, err
	}
	if !r.ok {
		return venue.Answer{}, fmt.Errorf("bbin: CheckTransfer answered %q", r.code)
	}
	return readOrder(r.data, ref)
}

// Balance is what could be taken back now; an account that is not there has
// nothing. The vendor's code of a wrong name does not prove that it is not
// there, so the account is created and asked for once more.
func (v *Venue) Balance(ctx context.Context, account string) (money.Fen, error) {
	if !plainName.MatchString(account) {
		return 0, errors.New("bbin: not an account name")
	}
	ctx, stop := context.WithTimeout(ctx, v.config.Timeout)
	defer stop()
	r, err := v.call(ctx, checkBalance, v.player(account), commandLimit)
	if err == nil && !r.ok && r.code == codeName {
		if err = v.EnsurePlayer(ctx, account); err == nil {
			r, err = v.call(ctx, checkBalance, v.player(account), commandLimit)
		}
	}
	if err != nil {
		return 0, err
	}
	if !r.ok {
		return 0, r.refusal()
	}
	return readBalance(r.data, account)
}

// Launch gives the address of a lobby or of a table. The address is made here;
// only the account is asked for before. A lobby opens with Login, whose
// page_site is our code of it, and a table with PlayGame.
func (v *Venue) Launch(ctx context.Context, l venue.Launch) (string, error) {
	method, form := login, v.player(l.Account)
	switch l.Game {
	case "", "0":
		form.Set("page_site", liveLobby)
	case liveLobby, sportsLobby, lotteryLobby:
		form.Set("page_site", l.Game)
	default:
		if !table.MatchString(l.Game) {
			return "", &venue.Refusal{Reason: venue.Other, Code: "page_site"}
		}
		method = playGame
		form.Set("gamekind", kindLive)
		form.Set("gametype", l.Game)
	}
	if err := v.EnsurePlayer(ctx, l.Account); err != nil {
		return "", err
	}
	form.Set("lang", wire.Or(languages[l.Language], "zh-cn"))
	v.sign(method, form)
	return v.config.LaunchURL + servicePath + method + "?" + form.Encode(), nil
}

// languages are the vendor's words for ours.
var languages = map[string]string{"zh-CN": "zh-cn"}

// Kick throws the player out of the vendor's games.
func (v *Venue) Kick(ctx context.Context, account string) error {
	if !plainName.MatchString(account) {
		return errors.New("bbin: not an account name")
	}
	r, err := v.call(ctx, logout, v.player(account), commandLimit)
	if err != nil {
		return err
	}
	if !r.ok && r.code != codeName {
		return r.refusal()
	}
	return nil
}
