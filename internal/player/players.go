package player

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"hongyun/internal/courier"
	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/player/access"
	"hongyun/internal/player/contact"
	"hongyun/internal/player/credential"
	"hongyun/internal/player/identity"
	"hongyun/internal/secret"
	"hongyun/internal/staff"
)

// Config is what New needs.
type Config struct {
	DB    *db.DB
	Guard *guard.Guard
	Staff *staff.Staff
	Box   *secret.Box
	// Courier sends codes; nil: no address can be proved.
	Courier *courier.Courier
	Log     *slog.Logger // slog.Default if nil
	// TestAnswer, where set, is accepted beside the drawn captcha. Only the demo
	// and tests set it.
	TestAnswer string
	Limits     identity.Limits
	Sites      credential.Sites // where passkeys work; the zero value: nowhere
	Named      func() string    // the name of the site now, for authenticators and passkeys; nil: 鸿运
	// Rules are what the operator decides. Nil: those of the two fields below and of
	// Limits, which nobody can change.
	Rules *identity.Rules
	// MinAge is the age in years that depositing and withdrawing ask for (D-19).
	// Zero means DefaultMinAge; NoMinAge switches the check off, in the demo alone.
	MinAge int
	// Phones are the beginnings of the phone numbers that the licence lets us
	// serve, with the country code: "+86", "+86139" (D-19). Without any, no phone
	// number is served.
	Phones []string
}

// Players is everything about players.
type Players struct {
	*contact.Contacts
	alarm *identity.PerMinute

	// SharingCards, where set, finds for each of some players the others who have
	// or had one of their bank cards.
	SharingCards func(ctx context.Context, r db.Reader, players []string) (map[string][]string, error)
}

// New connects the package to its database.
func New(c Config) *Players {
	everybody := identity.People{
		DB: c.DB, Guard: c.Guard, Staff: c.Staff, Box: c.Box, Courier: c.Courier, Log: c.Log, Limits: c.Limits, Rules: c.Rules,
	}
	if everybody.Rules == nil {
		everybody.Rules = identity.NewRules(identity.RulesConfig{MinAge: c.MinAge, Phones: c.Phones, Limits: c.Limits})
	}
	p := &Players{
		Contacts: contact.NewContacts(credential.NewPasswords(access.NewTickets(everybody.WithDefaults(), c.TestAnswer), c.Sites, c.Named)), alarm: identity.NewPerMinute(c.DB.Clock()),
	}
	if c.Staff != nil {
		kindCorrect.OnApproved(c.Staff, p.correctionApproved)
	}
	return p
}

// Sweep removes what no longer means anything: burned captchas, counters past
// their window, codes of yesterday, open challenges, sessions that ended more than 90 days ago. It is
// run every few minutes.
func (p *Players) Sweep(ctx context.Context) error {
	return p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		now := tx.NowMillis()
		// A burned captcha stays a day, so that its vRand is not taken for a new one.
		if _, err := tx.NewRaw("DELETE FROM player_captcha WHERE expires_at < ?", now-24*time.Hour.Milliseconds()).Exec(ctx); err != nil {
			return fmt.Errorf("sweep captchas: %w", err)
		}
		if _, err := tx.NewRaw("DELETE FROM player_throttle WHERE expires_at <= ?", now).Exec(ctx); err != nil {
			return fmt.Errorf("sweep counters: %w", err)
		}
		if _, err := tx.NewRaw("DELETE FROM player_reset WHERE expires_at < ?", now-24*time.Hour.Milliseconds()).Exec(ctx); err != nil {
			return fmt.Errorf("sweep reset codes: %w", err)
		}
		if _, err := tx.NewRaw("DELETE FROM player_code WHERE expires_at < ?", now-24*time.Hour.Milliseconds()).Exec(ctx); err != nil {
			return fmt.Errorf("sweep codes: %w", err)
		}
		if _, err := tx.NewRaw("DELETE FROM player_challenge WHERE expires_at <= ?", now).Exec(ctx); err != nil {
			return fmt.Errorf("sweep challenges: %w", err)
		}
		if _, err := tx.NewRaw("DELETE FROM player_ticket WHERE expires_at < ?", now-90*24*time.Hour.Milliseconds()).Exec(ctx); err != nil {
			return fmt.Errorf("sweep tickets: %w", err)
		}
		return nil
	})
}
