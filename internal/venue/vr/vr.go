// Package vr speaks the protocol of the VR lottery platform. See README.md for
// its source and its quirks.
package vr

import (
	"context"
	"crypto/aes"
	"crypto/rand"
	"encoding/json"
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
	BaseURL    string // of the interface, without the paths
	LaunchURL  string // where browsers open the games; default BaseURL
	MerchantID string // "id" of every call
	Key        string // 32 characters
	Prefix     string // put before player names, so that brands do not share accounts

	Timeout      time.Duration // of one call; default 20 s
	VisibleAfter time.Duration // see venue.Rules; default 2 min
	MinGap       time.Duration // between two questions for bets; default 10 s
	Lag          time.Duration // how long before now bets may be asked for; default 30 s

	HTTP  *http.Client // nil makes one
	Clock interface{ Now() time.Time }
	Log   *slog.Logger // nil is silent
}

// Pacing is how often the vendor may be asked for bets.
var Pacing = venue.Pacing{Gap: 10 * time.Second, MinGap: 10 * time.Second}

// Venue is one contract in use.
type Venue struct {
	config Config
	cipher wire.ECB
	http   *http.Client
}

var (
	_ venue.Venue     = (*Venue)(nil)
	_ venue.BetSource = (*Venue)(nil)
	_ venue.BetReader = (*Venue)(nil)
	_ venue.Kicker    = (*Venue)(nil)
)

const (
	maxAmount  = 10_000_000 * money.Yuan
	keyLength  = 32 // AES-256
	lobby      = "1"
	refStamp   = "20060102150405.000"
	stampForm  = "2006-01-02T15:04:05Z"
	orderSlack = time.Hour           // how far our clock and the vendor's may be apart when an order is looked for
	orderSpan  = 31 * 24 * time.Hour // how long after its reference an order may still have been sent
)

// The vendor's directions of a transfer.
const (
	intoVenue  = 0
	outOfVenue = 1
)

var (
	plainName  = regexp.MustCompile(`^[A-Za-z0-9_]{1,32}$`)
	merchantID = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)
	reference  = regexp.MustCompile(`^T[0-9]{17}[A-Z2-7]{10}$`)
	channel    = regexp.MustCompile(`^[0-9]{1,6}$`)
)

// New checks a contract's settings. It makes no call.
func New(c Config) (*Venue, error) {
	c.LaunchURL = wire.Or(c.LaunchURL, c.BaseURL)
	if !wire.IsBase(c.BaseURL) || !wire.IsBase(c.LaunchURL) {
		return nil, errors.New("vr: BaseURL and LaunchURL must be http addresses without a query")
	}
	if !merchantID.MatchString(c.MerchantID) || len(c.Key) != keyLength || c.Clock == nil {
		return nil, errors.New("vr: MerchantID, a Key of 32 characters and Clock are needed")
	}
	if c.Prefix != "" && !plainName.MatchString(c.Prefix) {
		return nil, errors.New("vr: Prefix must be letters and digits")
	}
	block, err := aes.NewCipher([]byte(c.Key))
	if err != nil {
		return nil, errors.New("vr: Key does not fit the cipher")
	}
	c.BaseURL, c.LaunchURL = strings.TrimSuffix(c.BaseURL, "/"), strings.TrimSuffix(c.LaunchURL, "/")
	c.Timeout = wire.Or(c.Timeout, 20*time.Second)
	c.VisibleAfter = wire.Or(c.VisibleAfter, 2*time.Minute)
	c.MinGap = wire.Or(c.MinGap, Pacing.Gap)
	c.Lag = wire.Or(c.Lag, feedLag)
	c.Log = wire.Or(c.Log, slog.New(slog.DiscardHandler))
	return &Venue{config: c, cipher: wire.ECB{Block: block}, http: wire.Client(c.HTTP)}, nil
}

// Rules gives the limits; the vendor documents none for amounts.
func (v *Venue) Rules() venue.Rules {
	return venue.Rules{MaxAmount: maxAmount, VisibleAfter: v.config.VisibleAfter, Timeout: v.config.Timeout, NoGameList: true, NoReplay: venue.NoReplayCall}
}

// AccountName is the player's name with the contract's prefix.
func (v *Venue) AccountName(player string) string { return v.config.Prefix + player }

// NewRef is the time to the millisecond in UTC and ten random characters. Lookup
// reads the time again: the vendor finds orders within a stretch of time only.
func (v *Venue) NewRef(_ string, at time.Time) string {
	return "T" + strings.Replace(at.UTC().Format(refStamp), ".", "", 1) + rand.Text()[:10]
}

// EnsurePlayer creates the account.
func (v *Venue) EnsurePlayer(ctx context.Context, account string) error {
	_, err := v.create(ctx, account)
	return err
}

// create makes an account and says whether it was not there before.
func (v *Venue) create(ctx context.Context, account string) (isNew bool, err error) {
	if !plainName.MatchString(account) {
		return false, errors.New("vr: not an account name")
	}
	body, err := v.call(ctx, "/Account/CreateUser", playerAsk{PlayerName: account}, commandLimit)
	if err != nil {
		return false, err
	}
	code, err := v.errorCode(ctx, "/Account/CreateUser", body)
	switch {
	case err != nil:
		return false, err
	case code == codeOK:
		return true, nil
	case code == codePlayerExists:
		return false, nil
	}
	return false, refusal(code)
}

// Credit moves money into the venue.
func (v *Venue) Credit(ctx context.Context, m venue.Movement) (venue.Outcome, error) {
	return venue.ForCredit(v.transfer(ctx, intoVenue, m))
}

// Debit moves money out of the venue.
func (v *Venue) Debit(ctx context.Context, m venue.Movement) (venue.Outcome, error) {
	return v.transfer(ctx, outOfVenue, m)
}

// transfer sends one order and, unless the vendor says yes at once, asks what
// became of it. State 14 (known serial number) means neither yes nor no.
func (v *Venue) transfer(ctx context.Context, direction int, m venue.Movement) (venue.Outcome, error) {
	if m.Amount <= 0 || m.Amount > maxAmount || !plainName.MatchString(m.Account) || !reference.MatchString(m.Ref) {
		return venue.Refused, &venue.Refusal{Reason: venue.Limit, Code: "not sent"}
	}
	ctx, cancel := context.WithTimeout(ctx, v.config.Timeout) // for all the calls it takes
	defer cancel()
	state, err := v.send(ctx, direction, m)
	if err == nil && state == stateNoPlayer {
		if v.EnsurePlayer(ctx, m.Account) == nil {
			state, err = v.send(ctx, direction, m)
		}
	}
	if err != nil {
		return venue.Unknown, err
	}
	if state == stateOK {
		return venue.Done, nil
	}
	return v.afterNo(ctx, state, m)
}

// send puts an order to the vendor once. A yes about another amount is an error.
func (v *Venue) send(ctx context.Context, direction int, m venue.Movement) (state int, err error) {
	body, err := v.call(ctx, "/UserWallet/Transaction", transferAsk{
		SerialNumber: m.Ref, PlayerName: m.Account, Type: direction,
		Amount: json.Number(m.Amount.String()), CreateTime: stamp(v.config.Clock.Now()),
	}, commandLimit)
	if err != nil {
		return 0, err
	}
	state, moved, err := readTransfer(body, m)
	if err != nil {
		return 0, fmt.Errorf("/UserWallet/Transaction: %w", err)
	}
	v.warn(ctx, "/UserWallet/Transaction", transferReasons[state], state)
	if state == stateOK && moved != 0 && moved != m.Amount {
		return 0, fmt.Errorf("vr: the order moved %s, not %s", moved, m.Amount)
	}
	return state, nil
}

// afterNo decides what an answer other than yes means, by the vendor's own
// record of the order.
func (v *Venue) afterNo(ctx context.Context, state int, m venue.Movement) (venue.Outcome, error) {
	unproved := fmt.Errorf("vr: /UserWallet/Transaction answered state %d", state)
	a, err := v.Lookup(ctx, m.Ref)
	if err != nil {
		return venue.Unknown, fmt.Errorf("%w; then %w", unproved, err)
	}
	reason, clear := transferReasons[state]
	switch {
	case a.Outcome == venue.Done && a.Amount != 0 && a.Amount != m.Amount:
		return venue.Unknown, fmt.Errorf("%w; the order moved %s, not %s", unproved, a.Amount, m.Amount)
	case a.Outcome == venue.Done:
		return venue.Done, nil
	case a.Outcome == venue.Absent && clear:
		return venue.Refused, &venue.Refusal{Reason: reason, Code: fmt.Sprint(state)}
	}
	return venue.Unknown, unproved
}

// Lookup asks for an order by its serial number.
func (v *Venue) Lookup(ctx context.Context, ref string) (venue.Answer, error) {
	if !reference.MatchString(ref) {
		return venue.Answer{}, errors.New("vr: not a reference of this venue")
	}
	made, err := time.Parse(refStamp, ref[1:15]+"."+ref[15:18])
	if err != nil {
		return venue.Answer{}, errors.New("vr: not a reference of this venue")
	}
	until := v.config.Clock.Now()
	if last := made.Add(orderSpan); until.After(last) {
		until = last
	}
	if until.Before(made) {
		until = made
	}
	body, err := v.call(ctx, "/UserWallet/TransactionRecord", orderAsk{
		StartTime: stamp(made.Add(-orderSlack)), EndTime: stamp(until.Add(orderSlack)), SerialNumber: ref, Count: 10,
	}, commandLimit)
	if err != nil {
		return venue.Answer{}, err
	}
	a, err := readOrder(body, ref)
	if err != nil {
		return venue.Answer{}, fmt.Errorf("/UserWallet/TransactionRecord: %w", err)
	}
	return a, nil
}

// Balance is the amount that could be taken back now. The vendor writes every
// failure as a negative balance. So an account is only known to be absent where
// CreateUser has to make it; a new account has nothing.
func (v *Venue) Balance(ctx context.Context, account string) (money.Fen, error) {
	if !plainName.MatchString(account) {
		return 0, errors.New("vr: not an account name")
	}
	body, err := v.call(ctx, "/UserWallet/Balance", playerAsk{PlayerName: account}, commandLimit)
	if err != nil {
		return 0, err
	}
	balance, err := readBalance(body, account)
	if !errors.Is(err, errNegative) {
		return balance, err
	}
	isNew, createErr := v.create(ctx, account)
	if createErr != nil {
		return 0, errors.Join(err, createErr)
	}
	if !isNew {
		return 0, err
	}
	return 0, nil
}

// Launch gives the address of a lottery, or of the vendor's standard one. The
// address is made here and is good for a few minutes; only the account is asked
// for before.
func (v *Venue) Launch(ctx context.Context, l venue.Launch) (string, error) {
	channelID := l.Game
	if channelID == "" || channelID == "0" {
		channelID = lobby
	}
	if !channel.MatchString(channelID) {
		return "", &venue.Refusal{Reason: venue.Other, Code: "channel"}
	}
	if err := v.EnsurePlayer(ctx, l.Account); err != nil {
		return "", err
	}
	text := "playerName=" + l.Account + "&loginTime=" + stamp(v.config.Clock.Now()) + "&channelId=" + channelID
	if l.BackURL != "" {
		text += "&departureUrl=" + url.QueryEscape(l.BackURL)
	}
	return v.config.LaunchURL + "/Account/LoginValidate?version=" + version + "&id=" + url.QueryEscape(v.config.MerchantID) +
		"&data=" + url.QueryEscape(v.seal([]byte(text))), nil
}

// Kick throws the player out of the vendor's games. An account that was not
// there is made: the vendor's code for it is not known.
func (v *Venue) Kick(ctx context.Context, account string) error {
	if isNew, err := v.create(ctx, account); err != nil || isNew {
		return err
	}
	body, err := v.call(ctx, "/Account/KickUser", playerAsk{PlayerName: account}, commandLimit)
	if err != nil {
		return err
	}
	code, err := v.errorCode(ctx, "/Account/KickUser", body)
	if err != nil {
		return err
	}
	if code != codeOK {
		return refusal(code)
	}
	return nil
}
