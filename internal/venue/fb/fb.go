// Package fb speaks the protocol of FB Sports. See README.md for its source and
// its quirks.
package fb

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
	BaseURL    string // the part before /fb/data/api/v2
	MerchantID string // digits
	Secret     string // of the signatures
	Prefix     string // put before player names, so that brands do not share accounts
	// Meanings says what the vendor's codes mean. The sheet lists none: they come
	// from the contract's manual. A code that is not here proves nothing.
	Meanings map[string]Meaning
	// Markets says which kinds of markets the vendor's market names are. The sheet
	// lists none. Bets on a market that is not here name no side.
	Markets wire.Markets
	// LaunchHosts are the hosts the book's address may have (trust T13); any if none.
	LaunchHosts  []string
	PlatformName string // shown in the book; empty is the vendor's choice

	Timeout      time.Duration // of one call; default 20 s
	VisibleAfter time.Duration // see venue.Rules; default 5 min
	MinGap       time.Duration // between two questions for files; default 10 s
	Lag          time.Duration // how long before now files may be asked for; default 1 min

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
)

const (
	maxAmount = 10_000_000 * money.Yuan
	refRandom = 8
	language  = "CMN"
)

// The directions of a transfer, as /transfer/detail names them.
const (
	wayIn  = "IN"
	wayOut = "OUT"
)

var (
	plainName = regexp.MustCompile(`^[A-Za-z0-9_]{1,25}$`)
	prefix    = regexp.MustCompile(`^[A-Za-z0-9_]{0,6}$`)
	merchant  = regexp.MustCompile(`^[0-9]{1,20}$`)
	// reference holds the account, because the vendor asks for it beside the
	// reference: T, the time to the millisecond, random characters, account.
	reference = regexp.MustCompile(`^T[0-9]{15}[A-Z2-7]{8}([A-Za-z0-9_]{1,25})$`)
)

// beijing is the zone of our references.
var beijing = time.FixedZone("GMT+8", 8*60*60)

// New checks a contract's settings. It makes no call.
func New(c Config) (*Venue, error) {
	if !wire.IsBase(c.BaseURL) {
		return nil, errors.New("fb: BaseURL must be an http address without a query")
	}
	if !merchant.MatchString(c.MerchantID) || c.Secret == "" || c.Clock == nil {
		return nil, errors.New("fb: a MerchantID of digits, Secret and Clock are needed")
	}
	if !prefix.MatchString(c.Prefix) {
		return nil, errors.New("fb: Prefix must be at most 6 letters and digits")
	}
	for code, m := range c.Meanings {
		if !m.known() || code == codeOK {
			return nil, fmt.Errorf("fb: code %q has the unknown meaning %q", code, m)
		}
	}
	c.BaseURL = strings.TrimSuffix(c.BaseURL, "/")
	c.Timeout = wire.Or(c.Timeout, 20*time.Second)
	c.VisibleAfter = wire.Or(c.VisibleAfter, 5*time.Minute)
	c.MinGap = wire.Or(c.MinGap, Pacing.Gap)
	c.Lag = wire.Or(c.Lag, feedLag)
	c.Log = wire.Or(c.Log, slog.New(slog.DiscardHandler))
	return &Venue{config: c, http: wire.Client(c.HTTP)}, nil
}

// Rules gives the limits; the vendor documents none for amounts.
func (v *Venue) Rules() venue.Rules {
	return venue.Rules{MaxAmount: maxAmount, VisibleAfter: v.config.VisibleAfter, Timeout: v.config.Timeout, NoGameList: true, NoSides: v.config.Markets.Unknown(), NoReplay: venue.NoReplayCall}
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

// EnsurePlayer creates the account. The vendor's answer for one that is there
// already is not known, so any refusal is followed by a question for the account.
func (v *Venue) EnsurePlayer(ctx context.Context, account string) error {
	if !plainName.MatchString(account) {
		return errors.New("fb: not an account name")
	}
	r, err := v.call(ctx, "/new/user/create", userAsk{account})
	if err != nil || r.ok() {
		return err
	}
	there, err := v.call(ctx, "/user/detail", userAsk{account})
	switch {
	case err != nil:
		return err
	case !there.ok():
		return v.refusal(r)
	}
	_, err = there.readBalance()
	return err
}

// Credit moves money into the venue.
func (v *Venue) Credit(ctx context.Context, m venue.Movement) (venue.Outcome, error) {
	return venue.ForCredit(v.transfer(ctx, m, wayIn))
}

// Debit moves money out of the venue.
func (v *Venue) Debit(ctx context.Context, m venue.Movement) (venue.Outcome, error) {
	return v.transfer(ctx, m, wayOut)
}

// transfer sends one order and asks what became of it unless the vendor says
// yes at once.
func (v *Venue) transfer(ctx context.Context, m venue.Movement, way string) (venue.Outcome, error) {
	if m.Amount <= 0 || m.Amount > maxAmount || !plainName.MatchString(m.Account) || accountOf(m.Ref) != m.Account {
		return venue.Refused, &venue.Refusal{Reason: venue.Limit, Code: "not sent"}
	}
	ctx, cancel := context.WithTimeout(ctx, v.config.Timeout) // for all the calls it takes
	defer cancel()
	path := "/new/transfer/" + strings.ToLower(way)
	order := transferAsk{MerchantUserID: m.Account, BusinessID: m.Ref, Amount: m.Amount.String()}
	r, err := v.call(ctx, path, order)
	if err == nil && v.means(r) == NoUser && v.EnsurePlayer(ctx, m.Account) == nil {
		r, err = v.call(ctx, path, order)
	}
	switch {
	case err != nil:
		return venue.Unknown, err
	case r.ok():
		return venue.Done, nil
	}
	return v.afterNo(ctx, r, m, way)
}

// afterNo decides what an answer other than yes means. It asks for the vendor's
// own record of the order, because an earlier sending may have been carried
// out.
func (v *Venue) afterNo(ctx context.Context, no reply, m venue.Movement, way string) (venue.Outcome, error) {
	unproved := fmt.Errorf("fb: transfer answered %q", no.code)
	outcome, err := v.status(ctx, m.Account, m.Ref, way)
	if err != nil {
		return venue.Unknown, fmt.Errorf("%w; then %w", unproved, err)
	}
	switch {
	case outcome == venue.Done:
		return venue.Done, nil
	case outcome == venue.Refused, outcome == venue.Absent && v.means(no).definite():
		return venue.Refused, v.refusal(no)
	}
	return venue.Unknown, unproved
}

// Lookup asks for an order by its reference, which does not say the direction.
// It asks first for one that went in and then for one that came out. The vendor
// does not give the amount.
func (v *Venue) Lookup(ctx context.Context, ref string) (venue.Answer, error) {
	account := accountOf(ref)
	if account == "" {
		return venue.Answer{}, errors.New("fb: not a reference of this venue")
	}
	ctx, cancel := context.WithTimeout(ctx, v.config.Timeout)
	defer cancel()
	outcome, err := v.status(ctx, account, ref, wayIn)
	if err == nil && outcome == venue.Absent {
		outcome, err = v.status(ctx, account, ref, wayOut)
	}
	return venue.Answer{Outcome: outcome}, err
}

// status asks for an order of one direction.
func (v *Venue) status(ctx context.Context, account, ref, way string) (venue.Outcome, error) {
	r, err := v.call(ctx, "/transfer/detail", detailAsk{MerchantUserID: account, BusinessID: ref, TransferType: way})
	switch {
	case err != nil:
		return venue.Unknown, err
	case v.means(r) == NoOrder, v.means(r) == NoUser, r.ok() && r.empty():
		return venue.Absent, nil
	case v.means(r) == Ongoing:
		return venue.Unknown, nil
	case !r.ok():
		return venue.Unknown, fmt.Errorf("fb: /transfer/detail answered %q", r.code)
	}
	return r.readStatus()
}

// Balance is what could be taken back now; an account that is not there has nothing.
func (v *Venue) Balance(ctx context.Context, account string) (money.Fen, error) {
	if !plainName.MatchString(account) {
		return 0, errors.New("fb: not an account name")
	}
	r, err := v.call(ctx, "/user/detail", userAsk{account})
	switch {
	case err != nil:
		return 0, err
	case r.ok():
		return r.readBalance()
	case v.means(r) == NoUser:
		return 0, nil
	}
	return 0, v.refusal(r)
}

// Launch gives the address of the book, the venue's only game. After a refusal
// the account is created and the question put once more.
func (v *Venue) Launch(ctx context.Context, l venue.Launch) (string, error) {
	if !plainName.MatchString(l.Account) || l.Game != "" && l.Game != lobby {
		return "", &venue.Refusal{Reason: venue.Other, Code: "game"}
	}
	ask := tokenAsk{MerchantUserID: l.Account, Platform: "pc", IP: l.IP}
	if l.Device == "h5" {
		ask.Platform = "h5"
	}
	ctx, cancel := context.WithTimeout(ctx, v.config.Timeout)
	defer cancel()
	r, err := v.call(ctx, "/token/get", ask)
	if err == nil && v.means(r) == NoUser {
		if err = v.EnsurePlayer(ctx, l.Account); err == nil {
			r, err = v.call(ctx, "/token/get", ask)
		}
	}
	if err != nil {
		return "", err
	}
	if !r.ok() {
		return "", v.refusal(r)
	}
	t, err := r.readToken()
	if err != nil {
		return "", err
	}
	address := t.Server.PC
	if ask.Platform == "h5" {
		address = t.Server.H5
	}
	if !wire.IsBase(string(address)) {
		return "", errForm
	}
	full := strings.TrimSuffix(string(address), "/") + "/index.html#/?" + v.launchParts(l, t)
	if err := wire.CheckLaunch(full, v.config.LaunchHosts); err != nil {
		return "", fmt.Errorf("fb: %w", err)
	}
	return full, nil
}

// lobby is the code of the book in our catalogue.
const lobby = "0"

// launchParts is the text behind the address, in the vendor's order.
func (v *Venue) launchParts(l venue.Launch, t token) string {
	var b strings.Builder
	for _, p := range [][2]string{
		{"token", string(t.Token)}, {"nickname", l.Account}, {"apiSrc", string(t.Server.API)}, {"pushSrc", string(t.Server.Push)},
		{"virtualSrc", string(t.Server.Virtual)}, {"platformName", v.config.PlatformName}, {"icoUrl", ""}, {"handicap", ""}, {"language", language},
	} {
		if b.Len() > 0 {
			b.WriteByte('&')
		}
		b.WriteString(p[0] + "=" + url.QueryEscape(p[1]))
	}
	return b.String()
}
