package staff

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/secret"
)

// touchEvery bounds how often a busy session writes its row.
const touchEvery = 10 * time.Second

// Session is a member of staff at work.
type Session struct {
	Token     string // only from LogIn; goes into an HttpOnly cookie and is not kept
	Actor     Actor  // IP as given at login; the edge sets this request's IP and RequestID
	CreatedAt time.Time
	SeenAt    time.Time
	ExpiresAt time.Time
}

// Client is where a login comes from.
type Client struct{ IP, RequestID string }

// LogIn opens a session for a name, password and six-digit code. Whatever is
// wrong, the answer is ErrLoginRefused, after the same work; five wrong
// attempts on a name hold it for 30 minutes, and many from one address hold
// that for a minute, both with ErrLoginLocked. A code opens one session only.
func (s *Staff) LogIn(ctx context.Context, name, password, code string, from Client) (Session, error) {
	key := strings.ToLower(name)
	if len(key) > 64 || len(password) > 200 {
		return Session{}, ErrLoginRefused
	}
	if err := s.admit(ctx, key, from.IP); err != nil {
		return Session{}, err
	}
	p, err := findByName(ctx, s.db, key)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return Session{}, fmt.Errorf("find staff: %w", err)
	}
	ok, _, err := secret.CheckPassword(ctx, password, p.Password)
	if err != nil {
		return Session{}, err
	}
	step, err := s.codeStep(p, code)
	if err != nil {
		return Session{}, err
	}
	if !ok || step == 0 || p.Disabled {
		s.log.WarnContext(ctx, "staff login refused", "ip", from.IP, "request", from.RequestID)
		return Session{}, ErrLoginRefused
	}
	return s.open(ctx, p, key, step, from)
}

// codeStep is the step of a right code, 0 for a wrong one or for nobody.
func (s *Staff) codeStep(p person, code string) (int64, error) {
	if p.ID == "" {
		return 0, nil
	}
	shared, err := s.box.Open(sealTOTP(p.ID), p.TOTPSecret)
	if err != nil {
		return 0, err
	}
	step := usedStep(shared, code, s.db.Clock().Now())
	if step == 0 && s.codes != nil {
		step = usedStep(shared, code, s.codes.Now())
	}
	return step, nil
}

// admit counts an attempt before it is checked: fifty attempts at once are
// fifty attempts, and the sixth waits however right it is.
func (s *Staff) admit(ctx context.Context, key, ip string) error {
	var refused error
	err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		refused = nil
		n, _, err := countAttempt(ctx, tx, "ip:"+ip, time.Minute)
		if err != nil {
			return err
		}
		if n > perAddress {
			refused = ErrLoginLocked
			return nil
		}
		n, held, err := countAttempt(ctx, tx, "name:"+key, holdFor)
		if err != nil {
			return err
		}
		if held > tx.NowMillis() {
			refused = ErrLoginLocked
			return nil
		}
		if n < wrongBeforeHold {
			return nil
		}
		// The last free attempt: only its success takes the hold away again.
		_, err = tx.NewRaw("UPDATE staff_attempt SET held_until = ?, attempts = 0 WHERE key = ?",
			tx.Now().Add(holdFor).UnixMilli(), "name:"+key).Exec(ctx)
		return err
	})
	if err != nil {
		return fmt.Errorf("count login attempt: %w", err)
	}
	return refused
}

func (s *Staff) open(ctx context.Context, p person, key string, step int64, from Client) (Session, error) {
	token := secret.NewToken()
	var out Session
	err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		used, err := tx.NewRaw("UPDATE staff_person SET totp_step = ?, last_login_at = ? WHERE id = ? AND totp_step < ? AND NOT disabled",
			step, tx.NowMillis(), p.ID, step).Exec(ctx)
		if err != nil {
			return err
		}
		if n, _ := used.RowsAffected(); n != 1 {
			return ErrLoginRefused // the code was used before
		}
		if _, err := tx.NewRaw("DELETE FROM staff_attempt WHERE key = ?", "name:"+key).Exec(ctx); err != nil {
			return err
		}
		now := tx.Now()
		out = Session{
			Token: token, Actor: Actor{ID: p.ID, Name: p.Name, Roles: splitRoles(p.Roles), IP: from.IP, RequestID: from.RequestID},
			CreatedAt: now, SeenAt: now, ExpiresAt: now.Add(SessionLimit),
		}
		_, err = tx.NewRaw("INSERT INTO staff_session (token_hash, staff, ip, created_at, seen_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)",
			secret.HashToken(token), p.ID, from.IP, tx.NowMillis(), tx.NowMillis(), out.ExpiresAt.UnixMilli()).Exec(ctx)
		if err != nil {
			return err
		}
		return s.Audit(ctx, tx, out.Actor, Change{Action: "staff.login", Subject: "staff:" + p.ID, Label: p.Name})
	})
	return out, err
}

// Authenticate returns the session of a token, or ErrNoSession when there is
// none, it was idle for 15 minutes, is 8 hours old, or its owner is disabled.
// activity false is for background polls, which do not keep a session alive
// (trust SES-3). Roles are those of this moment.
func (s *Staff) Authenticate(ctx context.Context, token string, activity bool) (Session, error) {
	if !secret.IsToken(token) {
		return Session{}, ErrNoSession
	}
	hash := secret.HashToken(token)
	var row struct {
		Staff, Name, Roles, IP       string
		CreatedAt, SeenAt, ExpiresAt int64
	}
	err := s.db.NewRaw(`
		SELECT s.staff, p.name, p.roles, s.ip, s.created_at, s.seen_at, s.expires_at
		FROM staff_session s JOIN staff_person p ON p.id = s.staff
		WHERE s.token_hash = ? AND NOT p.disabled`, hash).Scan(ctx, &row)
	if errors.Is(err, sql.ErrNoRows) {
		return Session{}, ErrNoSession
	}
	if err != nil {
		return Session{}, fmt.Errorf("find staff session: %w", err)
	}
	now := s.db.Clock().Now()
	out := Session{
		Actor:     Actor{ID: row.Staff, Name: row.Name, Roles: splitRoles(row.Roles), IP: row.IP},
		CreatedAt: calendar.FromMillis(row.CreatedAt),
		SeenAt:    calendar.FromMillis(row.SeenAt),
		ExpiresAt: calendar.FromMillis(row.ExpiresAt),
	}
	if !now.Before(out.ExpiresAt) || !now.Before(out.SeenAt.Add(IdleLimit)) {
		return Session{}, ErrNoSession
	}
	if activity && now.Sub(out.SeenAt) >= touchEvery {
		if err := s.touch(ctx, hash); err != nil {
			return Session{}, err
		}
		out.SeenAt = now
	}
	return out, nil
}

func (s *Staff) touch(ctx context.Context, hash string) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw("UPDATE staff_session SET seen_at = ? WHERE token_hash = ? AND seen_at < ?",
			tx.NowMillis(), hash, tx.NowMillis()).Exec(ctx)
		return err
	})
}

// LogOut ends a session on the server. A token that has none is no error.
func (s *Staff) LogOut(ctx context.Context, by Actor, token string) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		gone, err := tx.NewRaw("DELETE FROM staff_session WHERE token_hash = ?", secret.HashToken(token)).Exec(ctx)
		if err != nil {
			return err
		}
		if n, _ := gone.RowsAffected(); n == 0 {
			return nil
		}
		return s.Audit(ctx, tx, by, Change{Action: "staff.logout", Subject: "staff:" + by.ID, Label: by.Name})
	})
}
