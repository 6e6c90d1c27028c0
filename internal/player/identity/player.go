package identity

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"hongyun/internal/calendar"
	"hongyun/internal/courier"
	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/secret"
	"hongyun/internal/staff"
)

// Player is one player. The personal fields are in full: mask what is shown.
type Player struct {
	ID                        string // the user name in lower case
	Name                      string // as typed
	Phone                     string
	TrueName                  string // empty until filled in, as the two below
	Birthday                  string // YYYY-MM-DD
	Email                     string
	InvitedBy                 string // id of a player, or nothing
	RegisterDomain            string
	RegisterIP                string
	LastLoginIP               string
	CreatedAt                 time.Time
	LastLoginAt               time.Time // zero if never
	PasswordChangedAt         time.Time // zero if never since registration, as the four below
	PasswordResetAt           time.Time // with a code of customer service
	PhoneChangedAt            time.Time
	NameChangedAt             time.Time // a true name that was corrected
	WithdrawPasswordChangedAt time.Time
	SecondSince               time.Time // zero: two-step login is off
	SecondOffAt               time.Time // when it was last switched off
	PasskeyAddedAt            time.Time // or one stopped since it may be copied; zero: never
	WithdrawPasswordSet       bool      // false while it is still the one of registration (D-03)
}

// Client is what the server itself knows of whoever calls.
type Client struct {
	IP           string
	UserAgent    string
	DeviceCookie string
}

// Limits bound what strangers can make the house do. A zero field has the
// default that stands beside it.
type Limits struct {
	Idle              time.Duration // 30 min without activity end a session (trust SES-2)
	Session           time.Duration // 12 h end an ordinary one
	Remembered        time.Duration // 30 days end a remembered one (D-04)
	Sessions          int           // 3 a player; a further login ends the oldest
	ChecksPerIP       int           // 30 logins a minute
	RegistersPerIP    int           // 10 registrations a minute
	ImagesPerIP       int           // 30 captchas a minute
	ResetsPerIP       int           // 10 tries a minute to reset a password with a code
	NetworkFailures   int           // 10 failed logins in 15 minutes from one network make it need captchas
	ChecksPerAccount  int           // 10 free password checks in 15 minutes, then growing delays
	ChecksPerHour     int           // 100 password checks an hour on one account
	WithdrawPasswords int           // 5 wrong withdrawal passwords lock withdrawals for an hour
	RevealsPerHour    int           // 20 looks at personal data by one member of staff
	ResetsPerHour     int           // 20 codes to reset a password by one member of staff
	SearchesPerHour   int           // 200 searches by personal data by one member of staff
	CodesPerPlayer    int           // 10 codes by e-mail or SMS a day for one player
	CodesPerAddress   int           // 5 codes a day to one address, for strangers; its player has as many, and so have the player's known devices together
	CodesPerIP        int           // 20 codes a day from one address of the Internet for visitors, and as many for players
}

func (l Limits) withDefaults() Limits {
	number := func(n *int, standard int) {
		if *n == 0 {
			*n = standard
		}
	}
	span := func(d *time.Duration, standard time.Duration) {
		if *d == 0 {
			*d = standard
		}
	}
	span(&l.Idle, 30*time.Minute)
	span(&l.Session, 12*time.Hour)
	span(&l.Remembered, 30*24*time.Hour)
	number(&l.Sessions, 3)
	number(&l.ChecksPerIP, 30)
	number(&l.RegistersPerIP, 10)
	number(&l.ImagesPerIP, 30)
	number(&l.NetworkFailures, 10)
	number(&l.ChecksPerAccount, 10)
	number(&l.ChecksPerHour, 100)
	number(&l.WithdrawPasswords, 5)
	number(&l.RevealsPerHour, 20)
	number(&l.ResetsPerIP, 10)
	number(&l.ResetsPerHour, 20)
	number(&l.SearchesPerHour, 200)
	number(&l.CodesPerPlayer, 10)
	number(&l.CodesPerAddress, 5)
	number(&l.CodesPerIP, 20)
	return l
}

// DefaultMinAge is the age below which no licence lets a person play.
const DefaultMinAge = 18

// NoMinAge asks for no birthday. A birthday that is known must still be of
// DefaultMinAge.
const NoMinAge = -1

// People are the rows of players, and what every rule about them needs.
type People struct {
	DB      *db.DB
	Guard   *guard.Guard
	Staff   *staff.Staff
	Box     *secret.Box
	Courier *courier.Courier
	Log     *slog.Logger
	Limits  Limits
	Rules   *Rules
}

// WithDefaults fills in the bounds and the log that were left out.
func (p People) WithDefaults() *People {
	p.Limits = p.Limits.withDefaults()
	if p.Log == nil {
		p.Log = slog.Default()
	}
	return &p
}

// Known reports whether there is a player with this id.
func (p *People) Known(ctx context.Context, r db.Reader, id string) (bool, error) {
	_, err := FindRow(ctx, r, id)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// KnownOf gives those of the ids that are players'.
func (p *People) KnownOf(ctx context.Context, r db.Reader, ids []string) (known []string, err error) {
	for part := range slices.Chunk(ids, 500) {
		var some []string
		if err := r.NewRaw("SELECT id FROM player WHERE id IN (?)", bun.List(part)).Scan(ctx, &some); err != nil {
			return nil, fmt.Errorf("look for %d players: %w", len(part), err)
		}
		known = append(known, some...)
	}
	return known, nil
}

// Find returns a player by id, or ErrNotFound.
func (p *People) Find(ctx context.Context, r db.Reader, id string) (Player, error) {
	a, err := FindRow(ctx, r, id)
	if errors.Is(err, sql.ErrNoRows) {
		return Player{}, ErrNotFound
	}
	if err != nil {
		return Player{}, fmt.Errorf("find player: %w", err)
	}
	return p.Open(a)
}

// Open unseals a row.
func (p *People) Open(a Row) (Player, error) {
	out := Player{
		ID: a.ID, Name: a.Name, InvitedBy: a.InvitedBy, RegisterDomain: a.RegisterDomain,
		RegisterIP: a.RegisterIP, LastLoginIP: a.LastLoginIP, WithdrawPasswordSet: a.WithdrawSet,
		CreatedAt: calendar.FromMillis(a.CreatedAt), LastLoginAt: Instant(a.LastLoginAt),
		PasswordChangedAt: Instant(a.PasswordChangedAt), PasswordResetAt: Instant(a.PasswordResetAt), PhoneChangedAt: Instant(a.PhoneChangedAt),
		WithdrawPasswordChangedAt: Instant(a.WithdrawChangedAt), NameChangedAt: Instant(a.NameChangedAt),
		SecondSince: Instant(a.SecondSince), SecondOffAt: Instant(a.SecondOffAt), PasskeyAddedAt: Instant(a.PasskeyAddedAt),
	}
	for _, f := range []struct {
		to          *string
		column, box string
	}{
		{&out.Phone, "phone", a.Phone}, {&out.TrueName, "true_name", a.TrueName},
		{&out.Birthday, "birthday", a.Birthday}, {&out.Email, "email", a.Email},
	} {
		var err error
		if *f.to, err = p.Box.Open(Sealed(f.column, a.ID), f.box); err != nil {
			return Player{}, err
		}
	}
	return out, nil
}

// Sealed names the place of a sealed field, to which its value is bound.
func Sealed(column, id string) string { return "player." + column + "/" + id }

// Instant is a stored time, of which 0 means never.
func Instant(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return calendar.FromMillis(ms)
}
