package account

import (
	"context"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/secret"
	"hongyun/internal/staff"
	"hongyun/internal/staff/login"
)

const (
	linkLimit   = 24 * time.Hour   // an enrolment link
	changeLimit = 10 * time.Minute // an own change of the authenticator
	// NewcomerWait is the documented time in which a new account decides nothing.
	NewcomerWait = 24 * time.Hour
)

// Config is what New needs beside Staff.
type Config struct {
	Issuer func() string // the name that authenticator apps show, now; nil: "Hongyun"
	// Codes is a second clock that codes may be made by. Only the demo sets it:
	// an authenticator app does not follow a house whose clock was moved.
	Codes calendar.Clock
	// NewcomerWait is how long a new, re-enabled or reset account decides nothing:
	// neither about requests of others nor, alone, about money, awards and blocks
	// of players. Zero is for the demo and for tests.
	NewcomerWait time.Duration
	// IdleFor ends a session that nobody used; IdleLimit if zero. Longer is for
	// tests that move the clock while people sit at their pages.
	IdleFor time.Duration
	// OnFirst, where set, is called in the transaction that makes the first owner.
	OnFirst func(ctx context.Context, tx *db.Tx) error
}

// Accounts are the people of the back office: how they are added, enrol, log in,
// and get their roles and limits.
type Accounts struct {
	*login.Logins
	issuer  func() string
	wait    time.Duration
	onFirst func(ctx context.Context, tx *db.Tx) error
}

// New adds the accounts to what staff may do.
func New(people *staff.Staff, c Config) *Accounts {
	s := &Accounts{Logins: login.New(people, c.Codes, c.IdleFor), issuer: c.Issuer, wait: c.NewcomerWait, onFirst: c.OnFirst}
	if s.issuer == nil {
		s.issuer = func() string { return "Hongyun" }
	}
	kindRoles.OnApproved(people, s.applyRoles)
	kindAdd.OnApproved(people, s.applyAdd)
	kindEnable.OnApproved(people, s.applyEnable)
	kindReset.OnApproved(people, s.applyReset)
	kindRole.OnApproved(people, s.applyRole)
	kindLimit.OnApproved(people, s.applyLimit)
	return s
}

// newTOTP makes a secret, in base32, and the otpauth address that a QR code of
// it carries.
func (s *Accounts) newTOTP(name string) (text, uri string, err error) {
	return secret.NewTOTP(s.issuer(), name)
}
