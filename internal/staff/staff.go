package staff

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/secret"
)

// Limits of a staff session and its login (trust SES-2, CAP-5).
const (
	IdleLimit       = 15 * time.Minute
	SessionLimit    = 8 * time.Hour
	wrongBeforeHold = 5
	holdFor         = 30 * time.Minute
	perAddress      = 30  // password checks a minute from one network
	perName         = 100 // attempts on a name in holdFor, from wherever, before only known browsers are let try
	deviceLimit     = 90 * 24 * time.Hour
	linkLimit       = 24 * time.Hour   // an enrolment link
	changeLimit     = 10 * time.Minute // an own change of the authenticator
	// StepUpLimit is how long a code of the authenticator counts as fresh.
	StepUpLimit = 5 * time.Minute
	// NewcomerWait is the documented time in which a new account decides nothing.
	NewcomerWait = 24 * time.Hour
)

// Actor is who does something: a member of staff, or a job of the house.
type Actor struct {
	ID        string
	Name      string
	Roles     []string
	IP        string
	RequestID string

	rights rights // nil where no session was read: see Can
}

// System is the actor for what no person did: a job, a command, a callback.
func System(job string) Actor { return Actor{ID: "system:" + job, Name: "系统"} }

// Config is what New needs.
type Config struct {
	DB     *db.DB
	Box    *secret.Box  // seals the TOTP secrets
	Log    *slog.Logger // slog.Default if nil
	Issuer string       // the name an authenticator app shows; "Hongyun" if empty
	// Codes is a second clock that codes may be made by. Only the demo sets it:
	// an authenticator app does not follow a house whose clock was moved.
	Codes calendar.Clock
	// NewcomerWait is how long a new, re-enabled or reset account decides nothing:
	// neither about requests of others nor, alone, about money, awards and blocks
	// of players. Zero is for the demo and for tests.
	NewcomerWait time.Duration
	// RequestFor is how long a request waits for a second person before it
	// expires; seven days if zero.
	RequestFor time.Duration
	// IdleFor ends a session that nobody used; IdleLimit if zero. Longer is for
	// tests that move the clock while people sit at their pages.
	IdleFor time.Duration
}

const requestFor = 7 * 24 * time.Hour

// Staff is the back office's people, its audit trail and its second-person requests.
type Staff struct {
	db     *db.DB
	box    *secret.Box
	log    *slog.Logger
	issuer string
	codes  calendar.Clock
	wait   time.Duration
	asks   time.Duration // how long a request may wait
	idle   time.Duration // how long a session lives unused

	mu         sync.RWMutex
	onApproved map[string]Executor
	onRefused  map[string]Executor
}

// New connects the package to its database.
func New(c Config) *Staff {
	s := &Staff{
		db: c.DB, box: c.Box, log: c.Log, issuer: c.Issuer, codes: c.Codes, wait: c.NewcomerWait, asks: c.RequestFor, idle: c.IdleFor,
		onApproved: map[string]Executor{}, onRefused: map[string]Executor{},
	}
	if s.log == nil {
		s.log = slog.Default()
	}
	if s.issuer == "" {
		s.issuer = "Hongyun"
	}
	if s.asks == 0 {
		s.asks = requestFor
	}
	if s.idle == 0 {
		s.idle = IdleLimit
	}
	kindRoles.OnApproved(s, s.applyRoles)
	kindAdd.OnApproved(s, s.applyAdd)
	kindEnable.OnApproved(s, s.applyEnable)
	kindReset.OnApproved(s, s.applyReset)
	kindRole.OnApproved(s, s.applyRole)
	kindNetwork.OnApproved(s, s.applyNetworks)
	kindLimit.OnApproved(s, s.applyLimit)
	return s
}

// CheckReason returns a reason without the space around it, or ErrReason if it
// has not 2 to 200 characters or hides something (control and direction
// characters, which make a screen show other text than was written: trust INP-4).
func CheckReason(reason string) (string, error) {
	reason = strings.TrimSpace(reason)
	if n := utf8.RuneCountInString(reason); n < 2 || n > 200 || !utf8.ValidString(reason) {
		return "", ErrReason
	}
	if strings.ContainsFunc(reason, func(r rune) bool { return unicode.Is(unicode.C, r) && r != '\n' }) {
		return "", ErrReason
	}
	return reason, nil
}

// Page is a part of a list: the first page is 1, a size is 1 to 100. With a Seek
// it is read by cursor, and the number means nothing.
type Page struct {
	Number, Size int
	Seek         *Seek
}

// Bare reports whether rows alone are asked for, and no count of them.
func (p Page) Bare() bool { return p.Seek != nil && p.Seek.Bare }

// Bounds are the LIMIT and OFFSET of a page; what is out of range is brought into it.
func (p Page) Bounds() (limit, offset int64) {
	size, number := p.Size, p.Number
	if size < 1 {
		size = 50
	}
	size = min(size, 100)
	number = min(max(number, 1), 1_000_000)
	return int64(size), int64(number-1) * int64(size)
}

// Sweep removes what no longer means anything: sessions, links and known browsers
// past their end, and old counters of login attempts. It is run now and then.
func (s *Staff) Sweep(ctx context.Context) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw("DELETE FROM staff_session WHERE expires_at <= ?", tx.NowMillis()).Exec(ctx)
		if err != nil {
			return err
		}
		for _, table := range []string{"staff_link", "staff_device"} {
			if _, err := tx.NewRaw("DELETE FROM "+table+" WHERE expires_at <= ?", tx.NowMillis()).Exec(ctx); err != nil {
				return err
			}
		}
		day := tx.Now().Add(-24 * time.Hour).UnixMilli()
		_, err = tx.NewRaw("DELETE FROM staff_attempt WHERE since < ? AND held_until < ?", day, day).Exec(ctx)
		return err
	})
}
