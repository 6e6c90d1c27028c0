// Package ky speaks the protocol of the KY board-game platform, which the LEG
// platform shares. See README.md for its document and its quirks.
package ky

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
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
	Code       string // our venue code, such as "ky"; for logs
	PlatformID int    // our number of the venue, such as 26; for logs
	BaseURL    string // command address, up to and with /channelHandle
	RecordURL  string // record address, up to and with /getRecordHandle; another host in production
	Agent      string // channel number the vendor issued
	DESKey     string // 16 characters
	MD5Key     string
	LineCode   string // names the site, not the player; at most 10 letters or digits
	Prefix     string // put before player names, so that brands do not share accounts
	// LaunchHosts are the hosts a game's address may have (trust T13); none
	// listed means any.
	LaunchHosts []string
	ServerIP    string // named as the player's address where there is no player; default 127.0.0.1

	// OrderParam and KindParam are the names of two parameters that differ in
	// one dialect of the protocol; default "orderid" and "KindID".
	OrderParam, KindParam string

	Timeout      time.Duration // of one call; default 20 s
	VisibleAfter time.Duration // see venue.Rules; default 60 s
	MinGap       time.Duration // between two record calls; default 30 s, the vendor's hard limit is 10 s
	Lag          time.Duration // how long before now records may be asked for; default 1 min, the vendor's rule

	HTTP  *http.Client // nil makes one
	Clock interface{ Now() time.Time }
	Log   *slog.Logger // nil is silent
}

// Pacing is how often the vendor may be asked for bets.
var Pacing = venue.Pacing{Gap: 30 * time.Second, MinGap: 10 * time.Second}

// Venue is one contract in use.
type Venue struct {
	config Config
	cipher cipherKey
	http   *http.Client

	mu      sync.Mutex
	lastRef map[string]int64 // account → milliseconds of its newest reference
}

var (
	_ venue.Venue     = (*Venue)(nil)
	_ venue.BetSource = (*Venue)(nil)
	_ venue.BetReader = (*Venue)(nil)
	_ venue.Kicker    = (*Venue)(nil)
)

const (
	maxAmount      = 10_000_000 * money.Yuan
	commandLimit   = 64 << 10 // bytes of an answer to a command
	recordLimit    = 32 << 20 // bytes of an answer with bet lines
	retryPause     = time.Second
	lastRefEntries = 10_000
)

var (
	plainName = regexp.MustCompile(`^[A-Za-z0-9_]{1,64}$`)
	lineCode  = regexp.MustCompile(`^[A-Za-z0-9]{1,10}$`)
	reference = regexp.MustCompile(`^[A-Za-z0-9_]{18,100}$`)
)

// New checks a contract's settings. It makes no call.
func New(c Config) (*Venue, error) {
	key, err := newCipherKey(c.DESKey)
	if err != nil {
		return nil, err
	}
	c.LineCode = wire.Or(c.LineCode, "main")
	c.ServerIP = wire.Or(c.ServerIP, "127.0.0.1")
	c.OrderParam = wire.Or(c.OrderParam, "orderid")
	c.KindParam = wire.Or(c.KindParam, "KindID")
	for _, base := range []string{c.BaseURL, c.RecordURL} {
		if !wire.IsBase(base) {
			return nil, errors.New("ky: BaseURL and RecordURL must be http addresses without a query")
		}
	}
	if !plainName.MatchString(c.Agent) || c.MD5Key == "" || !lineCode.MatchString(c.LineCode) || c.Clock == nil {
		return nil, errors.New("ky: Agent, MD5Key, LineCode and Clock are needed")
	}
	if c.Prefix != "" && !plainName.MatchString(c.Prefix) {
		return nil, errors.New("ky: Prefix must be letters and digits")
	}
	c.Timeout = wire.Or(c.Timeout, 20*time.Second)
	c.VisibleAfter = wire.Or(c.VisibleAfter, time.Minute)
	c.MinGap = wire.Or(c.MinGap, Pacing.Gap)
	c.Lag = wire.Or(c.Lag, recordLag)
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	return &Venue{config: c, cipher: key, http: wire.Client(c.HTTP), lastRef: map[string]int64{}}, nil
}

// Rules gives the vendor's limits.
func (v *Venue) Rules() venue.Rules {
	return venue.Rules{
		MaxAmount: maxAmount, VisibleAfter: v.config.VisibleAfter, Timeout: v.config.Timeout, NoGameList: true,
		NoReplay: "the vendor names calls for the text of a round and for links, and what they answer is not known",
	}
}

// AccountName is the player's name with the contract's prefix.
func (v *Venue) AccountName(player string) string { return v.config.Prefix + player }

// NewRef is agent, time to the millisecond in GMT+8 and account, as the vendor
// demands. Two references of one account never share a millisecond.
func (v *Venue) NewRef(account string, at time.Time) string {
	millis := at.UnixMilli()
	v.mu.Lock()
	if last, ok := v.lastRef[account]; ok && millis <= last {
		millis = last + 1
	}
	if len(v.lastRef) >= lastRefEntries {
		clear(v.lastRef) // only ever guards neighbours in time
	}
	v.lastRef[account] = millis
	v.mu.Unlock()
	stamp := time.UnixMilli(millis).In(beijing).Format("20060102150405.000")
	return v.config.Agent + strings.Replace(stamp, ".", "", 1) + account
}

// EnsurePlayer creates the account by a login without money, the vendor's only way.
func (v *Venue) EnsurePlayer(ctx context.Context, account string) error {
	_, err := v.login(ctx, account, "0", v.config.ServerIP)
	return err
}

// Credit moves money into the venue.
func (v *Venue) Credit(ctx context.Context, m venue.Movement) (venue.Outcome, error) {
	return v.transfer(ctx, cmdDeposit, m)
}

// Debit moves money out of the venue.
func (v *Venue) Debit(ctx context.Context, m venue.Movement) (venue.Outcome, error) {
	return v.transfer(ctx, cmdTake, m)
}

// transfer sends one order and, unless the vendor says yes at once, asks what
// became of it: the manual's rule for every answer but 0. A repeated order is
// answered 34, which means "known", not "no".
func (v *Venue) transfer(ctx context.Context, command int, m venue.Movement) (venue.Outcome, error) {
	if m.Amount <= 0 || m.Amount > maxAmount || !plainName.MatchString(m.Account) || !reference.MatchString(m.Ref) {
		return venue.Refused, &venue.Refusal{Reason: venue.Limit, Code: "not sent"}
	}
	ctx, cancel := context.WithTimeout(ctx, v.config.Timeout) // for all the calls it takes
	defer cancel()
	inner := fmt.Sprintf("s=%d&account=%s&%s=%s&money=%s", command, m.Account, v.config.OrderParam, m.Ref, yuan(m.Amount))
	r, err := v.command(ctx, command, inner)
	if err != nil {
		return venue.Unknown, err
	}
	switch int(*r.Code) {
	case codeNoPlayer:
		if err := v.EnsurePlayer(ctx, m.Account); err != nil {
			break
		}
		r, err = v.command(ctx, command, inner)
	case codeConcurrent:
		if err := wire.Pause(ctx, retryPause); err != nil {
			return venue.Unknown, err
		}
		r, err = v.command(ctx, command, inner)
	}
	if err != nil {
		return venue.Unknown, err
	}
	code := int(*r.Code)
	if code == codeOK {
		return venue.Done, nil
	}
	return v.afterNo(ctx, command, code, m)
}

// afterNo decides what an answer other than yes means, by the vendor's own
// record of the order.
func (v *Venue) afterNo(ctx context.Context, command, code int, m venue.Movement) (venue.Outcome, error) {
	unproved := fmt.Errorf("ky: command %d answered code %d", command, code)
	a, err := v.Lookup(ctx, m.Ref)
	if err != nil {
		return venue.Unknown, fmt.Errorf("%w; then %w", unproved, err)
	}
	_, clear := reasons[code]
	failed := code == codeUpdateFail || code == codeGoldFail
	switch {
	case a.Outcome == venue.Done && a.Amount != 0 && a.Amount != m.Amount:
		return venue.Unknown, fmt.Errorf("%w; the order moved %s, not %s", unproved, a.Amount, m.Amount)
	case a.Outcome == venue.Done:
		return venue.Done, nil
	case command == cmdTake && failed && (a.Outcome == venue.Refused || a.Outcome == venue.Absent && v.seated(ctx, m.Account)):
		return venue.Refused, &venue.Refusal{Reason: venue.InGame, Code: strconv.Itoa(code)}
	case a.Outcome == venue.Refused, a.Outcome == venue.Absent && clear:
		return venue.Refused, refusal(code)
	}
	return venue.Unknown, unproved
}

// seated says whether the player's money is on a table: the usual reason why
// the vendor does not let it go. Silence is no.
func (v *Venue) seated(ctx context.Context, account string) bool {
	r, err := v.command(ctx, cmdTotal, fmt.Sprintf("s=%d&account=%s", cmdTotal, account))
	if err != nil || int(*r.Code) != codeOK || r.TotalMoney == nil || r.FreeMoney == nil {
		return false
	}
	total, err1 := r.TotalMoney.Fen(money.Down)
	free, err2 := r.FreeMoney.Fen(money.Down)
	return err1 == nil && err2 == nil && (free < total || r.GameStatus != nil && *r.GameStatus == 1)
}

// Lookup asks for an order by its reference.
func (v *Venue) Lookup(ctx context.Context, ref string) (venue.Answer, error) {
	if !reference.MatchString(ref) {
		return venue.Answer{}, errors.New("ky: not a reference of this venue")
	}
	r, err := v.command(ctx, cmdOrder, fmt.Sprintf("s=%d&%s=%s", cmdOrder, v.config.OrderParam, ref))
	if err != nil {
		return venue.Answer{}, err
	}
	switch code := int(*r.Code); {
	case code == codeOrderAbsent:
		return venue.Answer{Outcome: venue.Absent}, nil
	case code == codeTooOften:
		return venue.Answer{}, venue.ErrTooSoon
	case code != codeOK:
		return venue.Answer{}, fmt.Errorf("ky: command %d answered code %d", cmdOrder, code)
	case r.Status == nil:
		return venue.Answer{}, errGarbage
	}
	var a venue.Answer
	switch int(*r.Status) {
	case orderDone:
		a.Outcome = venue.Done
	case orderFailed:
		a.Outcome = venue.Refused
	case orderAbsent:
		a.Outcome = venue.Absent
	case orderProcessing: // stays Unknown
	default:
		return venue.Answer{}, fmt.Errorf("ky: order has the unknown state %d", int64(*r.Status))
	}
	if r.Money != nil && a.Outcome == venue.Done {
		if a.Amount, err = r.Money.Fen(money.HalfUp); err != nil {
			return venue.Answer{}, err
		}
	}
	return a, nil
}

// Balance is what could be taken back now; an account that is not there has nothing.
func (v *Venue) Balance(ctx context.Context, account string) (money.Fen, error) {
	if !plainName.MatchString(account) {
		return 0, errors.New("ky: not an account name")
	}
	r, err := v.command(ctx, cmdBalance, fmt.Sprintf("s=%d&account=%s", cmdBalance, account))
	if err != nil {
		return 0, err
	}
	switch code := int(*r.Code); {
	case code == codeNoPlayer:
		return 0, nil
	case code != codeOK:
		return 0, refusal(code)
	case r.Money == nil:
		return 0, errGarbage
	}
	return r.Money.Fen(money.Down) // what is below a fen cannot be moved
}

// Launch logs the player in and gives the address of the game. The vendor
// knows no mode and no language here: GAME-06 names them for other venues.
func (v *Venue) Launch(ctx context.Context, l venue.Launch) (string, error) {
	kind := l.Game
	if kind == "" || kind == v.config.Code || kind == "ky" {
		kind = "0"
	}
	if _, err := strconv.ParseUint(kind, 10, 16); err != nil {
		return "", &venue.Refusal{Reason: venue.Other, Code: "36"}
	}
	ip := v.config.ServerIP
	if a, err := netip.ParseAddr(l.IP); err == nil {
		ip = a.Unmap().WithZone("").String()
	}
	address, err := v.login(ctx, l.Account, kind, ip)
	if err != nil {
		return "", err
	}
	if err := wire.CheckLaunch(address, v.config.LaunchHosts); err != nil {
		return "", fmt.Errorf("ky: %w", err)
	}
	if l.BackURL == "" {
		return address, nil
	}
	// The address is used as it is and only added to: its own order of
	// parameters may be signed.
	joint := "?"
	if strings.Contains(address, "?") {
		joint = "&"
	}
	return address + joint + "backUrl=" + url.QueryEscape(l.BackURL) + "&jumpType=3", nil
}

// login is command 0: create if absent, log in, give the address.
func (v *Venue) login(ctx context.Context, account, kind, ip string) (string, error) {
	if !plainName.MatchString(account) {
		return "", errors.New("ky: not an account name")
	}
	inner := fmt.Sprintf("s=%d&account=%s&money=0&%s=%s&ip=%s&lineCode=%s&%s=%s", cmdLaunch, account,
		v.config.OrderParam, v.NewRef(account, v.config.Clock.Now()), ip, v.config.LineCode, v.config.KindParam, kind)
	r, err := v.command(ctx, cmdLaunch, inner)
	if err == nil && int(*r.Code) == codeConcurrent { // two tabs, or a transfer that is just ending
		if err = wire.Pause(ctx, retryPause); err == nil {
			r, err = v.command(ctx, cmdLaunch, inner)
		}
	}
	if err != nil {
		return "", err
	}
	if code := int(*r.Code); code != codeOK {
		return "", refusal(code)
	}
	return r.URL, nil
}

// Kick throws the player out of the vendor's games.
func (v *Venue) Kick(ctx context.Context, account string) error {
	if !plainName.MatchString(account) {
		return errors.New("ky: not an account name")
	}
	r, err := v.command(ctx, cmdKick, fmt.Sprintf("s=%d&account=%s", cmdKick, account))
	if err != nil {
		return err
	}
	if code := int(*r.Code); code != codeOK && code != codeNoPlayer {
		return refusal(code)
	}
	return nil
}
