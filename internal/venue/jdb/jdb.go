// Package jdb speaks JDB's transfer-wallet protocol for slot, fishing and arcade games.
// See README.md for its source and its quirks.
//
// Unverified, because the sheet leaves it open:
//
//   - the fields of a record, its signs, and the time that a window goes by
//   - what a window without records is answered, and what is answered around the border of
//     two hours between actions 29 and 64
//   - every code that is not on the sheet, those of wrong keys and of maintenance among them
//   - the Simplified Chinese of lang, the fields of a launch of the lobby, and whether
//     numbers of a request may be texts
//   - the lengths of uid and serialNo, the limits of amounts, and how often may be asked
package jdb

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
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
	BaseURL    string // the whole address of the calls
	DC         string // names the agent's site
	Parent     string // the agent
	Key, IV    string // 16 characters each
	Prefix     string // put before player names, so that brands do not share accounts
	// LaunchHosts are the hosts a game's address may have (trust T13); any if none.
	LaunchHosts []string

	Timeout      time.Duration // of one call; default 20 s
	VisibleAfter time.Duration // see venue.Rules; default 5 min
	MinGap       time.Duration // between two questions for bets; default 30 s
	Lag          time.Duration // how long before now bets are complete; default 3 min

	HTTP  *http.Client // nil makes one
	Clock interface{ Now() time.Time }
	Log   *slog.Logger // nil is silent
}

// Pacing is how often the vendor may be asked for bets.
var Pacing = venue.Pacing{Gap: 30 * time.Second, MinGap: 30 * time.Second}

// Venue is one contract in use.
type Venue struct {
	config Config
	block  cipher.Block
	http   *http.Client
}

var (
	_ venue.Venue     = (*Venue)(nil)
	_ venue.BetSource = (*Venue)(nil)
	_ venue.BetReader = (*Venue)(nil)
	_ venue.Kicker    = (*Venue)(nil)
)

const (
	maxAmount = 10_000_000 * money.Yuan
	refRandom = 10
)

var (
	plainName = regexp.MustCompile(`^[a-z0-9]{1,19}$`)
	prefix    = regexp.MustCompile(`^[a-z0-9]{0,9}$`)
	reference = regexp.MustCompile(`^[A-Z0-9]{10,32}$`)
)

// easternFixed is the zone of the vendor's times: GMT−4 the whole year.
var easternFixed = time.FixedZone("GMT-4", -4*60*60)

// errNoName says that an account is not one of this venue.
var errNoName = errors.New("jdb: not an account name")

// New checks a contract's settings. It makes no call.
func New(c Config) (*Venue, error) {
	if !wire.IsBase(c.BaseURL) {
		return nil, errors.New("jdb: BaseURL must be an http address without a query")
	}
	if c.DC == "" || c.Parent == "" || c.Clock == nil {
		return nil, errors.New("jdb: DC, Parent and Clock are needed")
	}
	if len(c.Key) != aes.BlockSize || len(c.IV) != aes.BlockSize {
		return nil, errors.New("jdb: Key and IV must have 16 characters")
	}
	if !prefix.MatchString(c.Prefix) {
		return nil, errors.New("jdb: Prefix must be at most 9 small letters and digits")
	}
	block, err := aes.NewCipher([]byte(c.Key))
	if err != nil {
		return nil, fmt.Errorf("jdb: %w", err)
	}
	c.Timeout = wire.Or(c.Timeout, 20*time.Second)
	c.VisibleAfter = wire.Or(c.VisibleAfter, 5*time.Minute)
	c.MinGap = wire.Or(c.MinGap, Pacing.Gap)
	c.Lag = wire.Or(c.Lag, 3*time.Minute)
	c.Log = wire.Or(c.Log, slog.New(slog.DiscardHandler))
	return &Venue{config: c, block: block, http: wire.Client(c.HTTP)}, nil
}

// Rules gives the limits; the vendor documents none for amounts.
func (v *Venue) Rules() venue.Rules {
	return venue.Rules{MaxAmount: maxAmount, VisibleAfter: v.config.VisibleAfter, Timeout: v.config.Timeout, NoGameList: true, NoReplay: venue.NoReplayCall}
}

// AccountName is the player's name in small letters with the contract's prefix.
func (v *Venue) AccountName(player string) string { return v.config.Prefix + strings.ToLower(player) }

// NewRef is the time to the millisecond and ten random characters.
func (v *Venue) NewRef(_ string, at time.Time) string {
	return "T" + at.In(easternFixed).Format("060102150405") + fmt.Sprintf("%03d", at.Nanosecond()/int(time.Millisecond)) + rand.Text()[:refRandom]
}

// EnsurePlayer creates the account.
func (v *Venue) EnsurePlayer(ctx context.Context, account string) error {
	if !plainName.MatchString(account) {
		return errNoName
	}
	r, err := v.call(ctx, actionCreate, newMember{head: v.head(actionCreate), UID: account, Name: account}, commandLimit)
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
	return venue.ForCredit(v.transfer(ctx, m, m.Amount))
}

// Debit moves money out of the venue. The sign of an amount is its direction.
func (v *Venue) Debit(ctx context.Context, m venue.Movement) (venue.Outcome, error) {
	return v.transfer(ctx, m, -m.Amount)
}

// transfer sends one order and, unless the vendor says yes at once, asks what became
// of it. A refusal speaks of one sending.
func (v *Venue) transfer(ctx context.Context, m venue.Movement, signed money.Fen) (venue.Outcome, error) {
	if m.Amount <= 0 || m.Amount > maxAmount || !plainName.MatchString(m.Account) || !reference.MatchString(m.Ref) {
		return venue.Refused, &venue.Refusal{Reason: venue.Limit, Code: "not sent"}
	}
	ctx, cancel := context.WithTimeout(ctx, v.config.Timeout) // for all the calls it takes
	defer cancel()
	order := newTransfer{head: v.head(actionTransfer), UID: m.Account, SerialNo: m.Ref, Amount: signed, AllCashOutFlag: notAll}
	r, err := v.call(ctx, actionTransfer, order, commandLimit)
	if err == nil && r.code == codeNoMember && v.EnsurePlayer(ctx, m.Account) == nil {
		r, err = v.call(ctx, actionTransfer, order, commandLimit)
	}
	if err == nil && r.code == codeOK {
		err = r.carriedOut(m)
	}
	switch {
	case err != nil:
		return venue.Unknown, err
	case r.code == codeOK:
		return venue.Done, nil
	}
	return v.afterNo(ctx, r, m)
}

// afterNo decides what an answer other than yes means. It asks for the vendor's
// own record of the order, because an earlier sending may have been carried
// out.
func (v *Venue) afterNo(ctx context.Context, no reply, m venue.Movement) (venue.Outcome, error) {
	unproved := fmt.Errorf("jdb: action %d answered code %s", actionTransfer, wire.Clip(no.code))
	a, err := v.Lookup(ctx, m.Ref)
	if err != nil {
		return venue.Unknown, fmt.Errorf("%w; then %w", unproved, err)
	}
	_, definite := reasons[no.code]
	switch {
	case a.Outcome == venue.Done && a.Amount != m.Amount:
		return venue.Unknown, fmt.Errorf("%w; the order moved %s, not %s", unproved, a.Amount, m.Amount)
	case a.Outcome == venue.Done:
		return venue.Done, nil
	case a.Outcome == venue.Absent && definite:
		return venue.Refused, no.refusal()
	}
	return venue.Unknown, unproved
}

// Lookup asks for an order by its reference. The vendor knows those that it has carried
// out.
func (v *Venue) Lookup(ctx context.Context, ref string) (venue.Answer, error) {
	if !reference.MatchString(ref) {
		return venue.Answer{}, errors.New("jdb: not a reference of this venue")
	}
	r, err := v.call(ctx, actionStatus, aboutOrder{head: v.head(actionStatus), SerialNo: ref}, commandLimit)
	if err != nil {
		return venue.Answer{}, err
	}
	switch r.code {
	case codeNoData:
		return venue.Answer{Outcome: venue.Absent}, nil
	case codeOK:
		return r.order(ref)
	}
	return venue.Answer{}, fmt.Errorf("jdb: action %d answered code %s", actionStatus, wire.Clip(r.code))
}

// Balance is what could be taken back now; an account that is not there has nothing.
func (v *Venue) Balance(ctx context.Context, account string) (money.Fen, error) {
	if !plainName.MatchString(account) {
		return 0, errNoName
	}
	r, err := v.call(ctx, actionBalance, aboutMember{head: v.head(actionBalance), UID: account}, commandLimit)
	if err != nil {
		return 0, err
	}
	switch r.code {
	case codeNoMember:
		return 0, nil
	case codeOK:
		return r.balance(account)
	}
	return 0, r.refusal()
}

// Launch gives the address of the game, or of the lobby when no game is named. An
// account that is not there is created.
func (v *Venue) Launch(ctx context.Context, l venue.Launch) (string, error) {
	order := newLaunch{head: v.head(actionLaunch), UID: l.Account, Lang: chinese, WindowMode: withLobby, LobbyURL: l.BackURL}
	if l.Game != "" && l.Game != lobby {
		game, err := readGame(l.Game)
		if err != nil {
			return "", &venue.Refusal{Reason: venue.Other, Code: "game"}
		}
		order.WindowMode, order.GType, order.MType = withoutLobby, &game.kind, &game.number
	}
	if !plainName.MatchString(l.Account) {
		return "", errNoName
	}
	ctx, cancel := context.WithTimeout(ctx, v.config.Timeout)
	defer cancel()
	r, err := v.call(ctx, actionLaunch, order, commandLimit)
	if err == nil && r.code == codeNoMember {
		if err = v.EnsurePlayer(ctx, l.Account); err == nil {
			r, err = v.call(ctx, actionLaunch, order, commandLimit)
		}
	}
	if err != nil {
		return "", err
	}
	if r.code != codeOK {
		return "", r.refusal()
	}
	if err := wire.CheckLaunch(r.Path, v.config.LaunchHosts); err != nil {
		return "", fmt.Errorf("jdb: %w", err)
	}
	return r.Path, nil
}

// Kick throws the player out of the vendor's games.
func (v *Venue) Kick(ctx context.Context, account string) error {
	if !plainName.MatchString(account) {
		return errNoName
	}
	r, err := v.call(ctx, actionKick, aboutMember{head: v.head(actionKick), UID: account}, commandLimit)
	if err != nil {
		return err
	}
	if r.code != codeOK && r.code != codeOffline && r.code != codeNoMember {
		return r.refusal()
	}
	return nil
}
