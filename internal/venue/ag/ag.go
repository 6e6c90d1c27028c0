// Package ag speaks the protocol of the AG platform: live tables and fishing in
// one wallet. See README.md for its source and its quirks.
package ag

import (
	"context"
	"crypto/des"
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
	Code       string // our venue code, for logs
	PlatformID int    // our number of the venue, for logs
	BaseURL    string // of the command interface (GI), without /doBusiness.do
	LaunchURL  string // where browsers open the games (GCI), without /forwardGame.do; default BaseURL
	RecordURL  string // of the record interface, without the paths; default BaseURL
	Agent      string // cagent
	DESKey     string // 8 characters
	MD5Key     string
	RecordKey  string // plain key of the record interface
	// PasswordKey is what the players' passwords at the venue are derived from.
	// Changing it locks all of them out.
	PasswordKey string
	OddType     string // band of stakes, A to I; default "A"
	Prefix      string // put before player names, so that brands do not share accounts

	Timeout      time.Duration // of one call; default 20 s
	VisibleAfter time.Duration // see venue.Rules; default 3 min
	MinGap       time.Duration // between two questions for bets; default 15 s
	PageGap      time.Duration // between two pages of bets; default 15 s, the vendor's rule
	Lag          time.Duration // how long before now bets may be asked for; default 1 min

	HTTP  *http.Client // nil makes one
	Clock interface{ Now() time.Time }
	Log   *slog.Logger // nil is silent
}

// Pacing is how often the vendor may be asked for bets.
var Pacing = venue.Pacing{Gap: 15 * time.Second, MinGap: 15 * time.Second}

// Venue is one contract in use.
type Venue struct {
	config Config
	cipher wire.ECB
	http   *http.Client

	mu         sync.Mutex
	lastNumber int64 // of references and launches
}

var (
	_ venue.Venue     = (*Venue)(nil)
	_ venue.BetSource = (*Venue)(nil)
	_ venue.BetReader = (*Venue)(nil)
)

const (
	maxAmount     = 10_000_000 * money.Yuan
	passwordChars = 16
	currency      = "CNY"
	realPlay      = "1"
	lobby         = "0"
	perMilli      = 1000 // numbers of one millisecond
)

// The vendor's directions of a transfer.
const (
	intoVenue  = "IN"
	outOfVenue = "OUT"
)

// The flags of a confirmation.
const (
	carryOut = "1"
	cancel   = "0"
)

var (
	plainName = regexp.MustCompile(`^[A-Za-z0-9_]{1,19}$`)
	agentName = regexp.MustCompile(`^[A-Za-z0-9_]{1,32}$`)
	oddBand   = regexp.MustCompile(`^[A-I]$`)
	refDigits = regexp.MustCompile(`^[0-9]{16}$`)
	gameCode  = regexp.MustCompile(`^[A-Za-z0-9_]{1,16}(-[A-Za-z0-9_]{1,16})?$`)
)

// easternFixed is the zone of the vendor's times: −04:00 the whole year.
var easternFixed = time.FixedZone("GMT-4", -4*60*60)

// languages are the vendor's numbers; Chinese for all others.
var languages = map[string]string{"zh-CN": "1", "zh-TW": "2", "zh-HK": "2", "en": "3", "en-US": "3", "th": "6", "vi": "8", "id": "11"}

// New checks a contract's settings. It makes no call.
func New(c Config) (*Venue, error) {
	c.LaunchURL = wire.Or(c.LaunchURL, c.BaseURL)
	c.RecordURL = wire.Or(c.RecordURL, c.BaseURL)
	c.OddType = wire.Or(c.OddType, "A")
	for _, base := range []*string{&c.BaseURL, &c.LaunchURL, &c.RecordURL} {
		if !wire.IsBase(*base) {
			return nil, errors.New("ag: BaseURL, LaunchURL and RecordURL must be http addresses without a query")
		}
		*base = strings.TrimSuffix(*base, "/")
	}
	if !agentName.MatchString(c.Agent) || c.MD5Key == "" || c.RecordKey == "" || c.PasswordKey == "" || c.Clock == nil {
		return nil, errors.New("ag: Agent, MD5Key, RecordKey, PasswordKey and Clock are needed")
	}
	if !oddBand.MatchString(c.OddType) {
		return nil, errors.New("ag: OddType must be a letter from A to I")
	}
	if c.Prefix != "" && !plainName.MatchString(c.Prefix) {
		return nil, errors.New("ag: Prefix must be letters and digits")
	}
	block, err := des.NewCipher([]byte(c.DESKey))
	if err != nil {
		return nil, errors.New("ag: DESKey must have 8 characters")
	}
	c.Timeout = wire.Or(c.Timeout, 20*time.Second)
	c.VisibleAfter = wire.Or(c.VisibleAfter, 3*time.Minute)
	c.MinGap = wire.Or(c.MinGap, Pacing.Gap)
	c.PageGap = wire.Or(c.PageGap, pageGap)
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

// NewRef is the agent and 16 digits: milliseconds and three more, which start
// at random and never repeat in this process.
func (v *Venue) NewRef(_ string, at time.Time) string { return v.config.Agent + v.number(at) }

func (v *Venue) number(at time.Time) string {
	n := at.UnixMilli()*perMilli + rand.Int64N(perMilli)
	v.mu.Lock()
	defer v.mu.Unlock()
	if n <= v.lastNumber && v.lastNumber-n < int64(time.Minute/time.Microsecond) { // else the clock was set back
		n = v.lastNumber + 1
	}
	v.lastNumber = n
	return fmt.Sprintf("%016d", n)
}

func (v *Venue) isRef(ref string) bool {
	digits, ok := strings.CutPrefix(ref, v.config.Agent)
	return ok && refDigits.MatchString(digits)
}

func (v *Venue) password(account string) string {
	return wire.Password(v.config.PasswordKey, account, passwordChars)
}

// EnsurePlayer creates the account, or finds it there.
func (v *Venue) EnsurePlayer(ctx context.Context, account string) error {
	if !plainName.MatchString(account) {
		return errors.New("ag: not an account name")
	}
	r, err := v.command(ctx, params{
		{"cagent", v.config.Agent}, {"loginname", account}, {"method", "lg"}, {"actype", realPlay},
		{"password", v.password(account)}, {"oddtype", v.config.OddType}, {"cur", currency},
	})
	if err != nil {
		return err
	}
	if !r.ok() {
		return r.refusal()
	}
	return nil
}

// Credit moves money into the venue.
func (v *Venue) Credit(ctx context.Context, m venue.Movement) (venue.Outcome, error) {
	return venue.ForCredit(v.transfer(ctx, intoVenue, m))
}

// Debit moves money out of the venue.
func (v *Venue) Debit(ctx context.Context, m venue.Movement) (venue.Outcome, error) {
	return v.transfer(ctx, outOfVenue, m)
}

// transfer is a saga of two calls: prepare (tc) moves nothing, confirm (tcc)
// carries out or cancels. The vendor's record of the order (qos) decides
// whenever the two are not both a clear yes.
func (v *Venue) transfer(ctx context.Context, direction string, m venue.Movement) (venue.Outcome, error) {
	if m.Amount <= 0 || m.Amount > maxAmount || !plainName.MatchString(m.Account) || !v.isRef(m.Ref) {
		return venue.Refused, &venue.Refusal{Reason: venue.Limit, Code: "not sent"}
	}
	ctx, stop := context.WithTimeout(ctx, v.config.Timeout) // for all the calls it takes
	defer stop()
	r, err := v.prepare(ctx, direction, m)
	if err == nil && r.noPlayer() && v.EnsurePlayer(ctx, m.Account) == nil {
		r, err = v.prepare(ctx, direction, m)
	}
	if err != nil {
		return venue.Unknown, err
	}
	switch {
	case r.code == codeDuplicate: // an earlier sending prepared it, and may have confirmed it
		a, err := v.Lookup(ctx, m.Ref)
		switch {
		case err != nil:
			return venue.Unknown, fmt.Errorf("ag: the reference is known; then %w", err)
		case a.Outcome == venue.Refused:
			return venue.Refused, r.refusal()
		case a.Outcome == venue.Done:
			return venue.Done, nil
		}
	case !r.ok():
		return v.afterNo(ctx, direction, r, m)
	}
	if r, err = v.confirm(ctx, direction, m, carryOut); err != nil {
		return venue.Unknown, err
	}
	if r.ok() {
		return venue.Done, nil
	}
	return v.afterNo(ctx, direction, r, m)
}

func (v *Venue) prepare(ctx context.Context, direction string, m venue.Movement) (reply, error) {
	return v.command(ctx, params{
		{"cagent", v.config.Agent}, {"method", "tc"}, {"loginname", m.Account}, {"billno", m.Ref}, {"type", direction},
		{"credit", m.Amount.String()}, {"actype", realPlay}, {"password", v.password(m.Account)}, {"cur", currency},
	})
}

func (v *Venue) confirm(ctx context.Context, direction string, m venue.Movement, flag string) (reply, error) {
	return v.command(ctx, params{
		{"cagent", v.config.Agent}, {"method", "tcc"}, {"loginname", m.Account}, {"billno", m.Ref}, {"type", direction},
		{"credit", m.Amount.String()}, {"actype", realPlay}, {"flag", flag}, {"password", v.password(m.Account)}, {"cur", currency},
	})
}

// afterNo decides what an answer other than yes means. A clear no counts only
// if the vendor's record does not contradict it, before and after the order was
// cancelled. A cancelled order cannot be confirmed later. The word "error"
// gives no reason; it is a no where the vendor accepts the cancellation.
func (v *Venue) afterNo(ctx context.Context, direction string, no reply, m venue.Movement) (venue.Outcome, error) {
	unproved := fmt.Errorf("ag: the transfer was answered %q", no.code)
	_, clear := reasons[no.code]
	a, err := v.Lookup(ctx, m.Ref)
	if err == nil && a.Outcome == venue.Absent && (clear || no.code == codeError) {
		var cancelled reply
		if cancelled, err = v.confirm(ctx, direction, m, cancel); err == nil {
			clear = clear || cancelled.ok()
			a, err = v.Lookup(ctx, m.Ref)
		}
	}
	switch {
	case err != nil:
		return venue.Unknown, fmt.Errorf("%w; then %w", unproved, err)
	case a.Outcome == venue.Done:
		return venue.Done, nil
	case a.Outcome == venue.Refused, a.Outcome == venue.Absent && clear:
		return venue.Refused, no.refusal()
	}
	return venue.Unknown, unproved
}

// Lookup asks for an order by its reference. The vendor has one word for failed
// and for not processed, so that one is no more than "never heard of it". It
// does not say what amount it moved.
func (v *Venue) Lookup(ctx context.Context, ref string) (venue.Answer, error) {
	if !v.isRef(ref) {
		return venue.Answer{}, errors.New("ag: not a reference of this venue")
	}
	r, err := v.command(ctx, params{{"cagent", v.config.Agent}, {"billno", ref}, {"method", "qos"}, {"actype", realPlay}, {"cur", currency}})
	if err != nil {
		return venue.Answer{}, err
	}
	switch r.code {
	case codeOK:
		return venue.Answer{Outcome: venue.Done}, nil
	case codeFailed:
		return venue.Answer{Outcome: venue.Absent}, nil
	case codeBadAmount:
		return venue.Answer{Outcome: venue.Refused}, nil
	}
	return venue.Answer{}, fmt.Errorf("ag: qos answered %q", r.code)
}

// Balance is what could be taken back now; an account that is not there has nothing.
func (v *Venue) Balance(ctx context.Context, account string) (money.Fen, error) {
	if !plainName.MatchString(account) {
		return 0, errors.New("ag: not an account name")
	}
	r, err := v.command(ctx, params{
		{"cagent", v.config.Agent}, {"loginname", account}, {"method", "gb"}, {"actype", realPlay}, {"password", v.password(account)}, {"cur", currency},
	})
	if err != nil {
		return 0, err
	}
	if r.noPlayer() {
		return 0, nil
	}
	return r.balance()
}

// Launch returns the address of a table, of fishing or of the lobby. The
// address is made here; only the account is requested before. A hall, which
// follows a dash in our game code, has no vendor parameter. It is the address's
// fragment, which a browser keeps and does not send (H-159).
func (v *Venue) Launch(ctx context.Context, l venue.Launch) (string, error) {
	game, hall, _ := strings.Cut(wire.Or(l.Game, lobby), "-")
	if !gameCode.MatchString(wire.Or(l.Game, lobby)) {
		return "", &venue.Refusal{Reason: venue.Other, Code: "gameType"}
	}
	if err := v.EnsurePlayer(ctx, l.Account); err != nil {
		return "", err
	}
	list := params{
		{"cagent", v.config.Agent}, {"loginname", l.Account}, {"password", v.password(l.Account)}, {"dm", domain(l.BackURL)},
		{"sid", v.config.Agent + v.number(v.config.Clock.Now())}, {"actype", realPlay}, {"lang", wire.Or(languages[l.Language], "1")},
		{"gameType", game}, {"oddtype", v.config.OddType}, {"cur", currency},
	}
	if l.Device == "h5" {
		list = append(list, param{"mh5", "y"})
	}
	address := v.config.LaunchURL + "/forwardGame.do?" + v.sign(list)
	if hall != "" {
		address += "#" + l.Game
	}
	return address, nil
}

// domain is what the exit button leads to: the host of an address of ours.
func domain(backURL string) string {
	u, err := url.Parse(backURL)
	if err != nil || u.Host == "" {
		return "NO_RETURN"
	}
	return u.Host
}

// stamp is a time as the vendor's records are asked for.
func stamp(t time.Time) string { return t.In(easternFixed).Format(time.DateTime) }

// seconds is a time as the vendor's fishing records are asked for.
func seconds(t time.Time) string { return strconv.FormatInt(t.Unix(), 10) }
