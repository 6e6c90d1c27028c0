package login

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
	"hongyun/internal/staff"
)

// Limits of a session of staff and of a login (trust SES-2, CAP-5).
const (
	IdleLimit       = 15 * time.Minute
	SessionLimit    = 8 * time.Hour
	WrongBeforeHold = 5
	HoldFor         = 30 * time.Minute
	PerAddress      = 30  // password checks a minute from one network
	perName         = 100 // attempts on a name in HoldFor, from wherever, before only known browsers are let try
	deviceLimit     = 90 * 24 * time.Hour
	// StepUpLimit is how long a code of the authenticator counts as fresh.
	StepUpLimit = 5 * time.Minute
)

// Logins are the sessions of staff, and from where and how they are opened.
type Logins struct {
	*staff.Staff
	codes calendar.Clock // a second clock that codes may be made by, or nil
	idle  time.Duration  // how long a session lives unused
}

func New(s *staff.Staff, codes calendar.Clock, idle time.Duration) *Logins {
	if idle == 0 {
		idle = IdleLimit
	}
	l := &Logins{Staff: s, codes: codes, idle: idle}
	kindNetwork.OnApproved(s, l.applyNetworks)
	return l
}

// touchEvery bounds how often a busy session writes its row.
const touchEvery = 10 * time.Second

// Session is a member of staff at work.
type Session struct {
	Token     string      // goes into an HttpOnly cookie; only its hash is stored
	Actor     staff.Actor // IP as given at login; the edge sets this request's IP and RequestID
	CreatedAt time.Time
	SeenAt    time.Time
	ExpiresAt time.Time
	ProvedAt  time.Time // the last fresh code: of the login, or of StepUp
	Device    string    // only from LogIn; marks the browser as known, in an HttpOnly cookie
}

// Fresh reports whether the session proved the second factor lately.
func (s Session) Fresh(now time.Time) bool { return now.Before(s.ProvedAt.Add(StepUpLimit)) }

// Client is where a login comes from.
type Client struct {
	IP        string
	Network   string // what is counted instead of the address; the address if empty
	Device    string // what LogIn gave this browser before, if anything
	Agent     string // the browser, as it calls itself
	RequestID string
}

func (c Client) Counted() string {
	if c.Network != "" {
		return c.Network
	}
	return c.IP
}

// LogIn opens a session for a name, password and six-digit code. Whatever is
// wrong, the answer is ErrLoginRefused, after the same work. Five wrong attempts
// on a name from one network hold the name there for 30 minutes, and many from
// one network hold that for a minute, both with ErrLoginLocked. A browser from
// which the same person logged in before has a counter of its own and is held by
// nobody else's attempts. A code opens one session only.
func (s *Logins) LogIn(ctx context.Context, name, password, code string, from Client) (Session, error) {
	key := strings.ToLower(name)
	if len(key) > 64 || len(password) > 200 {
		return Session{}, staff.ErrLoginRefused
	}
	device, err := s.knownDevice(ctx, key, from.Device)
	if err != nil {
		return Session{}, err
	}
	if err := s.admit(ctx, key, device, from.Counted()); err != nil {
		return Session{}, err
	}
	p, err := staff.FindByName(ctx, s.DB, key)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return Session{}, fmt.Errorf("find staff: %w", err)
	}
	ok, _, err := secret.CheckPassword(ctx, password, p.Password)
	if err != nil {
		return Session{}, err
	}
	step, err := s.CodeStep(p, code)
	if err != nil {
		return Session{}, err
	}
	if !ok || step == 0 || p.Disabled {
		s.Log.WarnContext(ctx, "staff login refused", "ip", from.IP, "request", from.RequestID)
		return Session{}, staff.ErrLoginRefused
	}
	return s.open(ctx, p, key, step, device, from)
}

// CodeStep is the step of a right code, 0 for a wrong one or for nobody.
func (s *Logins) CodeStep(p staff.Row, code string) (int64, error) {
	if p.TOTPSecret == "" {
		return 0, nil
	}
	shared, err := s.Box.Open(SealTOTP(p.ID), p.TOTPSecret)
	if err != nil {
		return 0, err
	}
	return s.StepOf(shared, code), nil
}

// StepOf is the step of a right code of a secret, 0 for a wrong one.
func (s *Logins) StepOf(shared, code string) int64 {
	step := usedStep(shared, code, s.DB.Clock().Now())
	if step == 0 && s.codes != nil {
		step = usedStep(shared, code, s.codes.Now())
	}
	return step
}

// knownDevice is the key of a browser from which the owner of a name logged in
// before, empty for any other.
func (s *Logins) knownDevice(ctx context.Context, key, token string) (string, error) {
	if !secret.IsToken(token) {
		return "", nil
	}
	hash := secret.HashToken(token)
	var n int
	err := s.DB.NewRaw(`
		SELECT count(*) FROM staff_device d JOIN staff_person p ON p.id = d.staff
		WHERE d.token_hash = ? AND p.name_key = ? AND d.expires_at > ?`, hash, key, s.DB.Clock().Now().UnixMilli()).Scan(ctx, &n)
	if err != nil {
		return "", fmt.Errorf("find known browser: %w", err)
	}
	if n == 0 {
		return "", nil
	}
	return hash, nil
}

// Counter is a count of attempts, with how many are free within a window and
// how long the next ones are held.
type Counter struct {
	Key    string
	Free   int
	Window time.Duration
}

// counters are what an attempt is counted under.
func counters(key, device, network string) []Counter {
	if device != "" {
		return []Counter{{"device:" + device, WrongBeforeHold, HoldFor}}
	}
	return []Counter{
		{"ip:" + network, PerAddress, time.Minute},
		{"name:" + key + "@" + network, WrongBeforeHold, HoldFor},
		{"name:" + key, perName, HoldFor},
	}
}

// admit counts a login before it is checked: fifty attempts at once are fifty
// attempts, and the sixth waits however right it is.
func (s *Logins) admit(ctx context.Context, key, device, network string) error {
	return s.Count(ctx, counters(key, device, network)...)
}

// AdmitGuess counts a try of somebody who could be guessing something else than
// a login.
func (s *Logins) AdmitGuess(ctx context.Context, key string) error {
	return s.Count(ctx, Counter{key, 2 * WrongBeforeHold, HoldFor})
}

// Forgive forgets the tries of somebody who was right.
func (s *Logins) Forgive(ctx context.Context, key string) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw("DELETE FROM staff_attempt WHERE key = ?", key).Exec(ctx)
		return err
	})
}

func (s *Logins) Count(ctx context.Context, list ...Counter) error {
	var refused error
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		refused = nil
		for _, c := range list {
			n, held, err := countAttempt(ctx, tx, c.Key, c.Window)
			if err != nil {
				return err
			}
			if held > tx.NowMillis() || n > c.Free {
				refused = staff.ErrLoginLocked
				return nil
			}
			if n < c.Free {
				continue
			}
			// The last free attempt: only its success takes the hold away again.
			_, err = tx.NewRaw("UPDATE staff_attempt SET held_until = ?, attempts = 0 WHERE key = ?",
				tx.Now().Add(c.Window).UnixMilli(), c.Key).Exec(ctx)
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("count attempt: %w", err)
	}
	return refused
}

func (s *Logins) open(ctx context.Context, p staff.Row, key string, step int64, device string, from Client) (Session, error) {
	token := secret.NewToken()
	var out Session
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		// What was checked may have been reset since.
		used, err := tx.NewRaw(`UPDATE staff_person SET totp_step = ?, last_login_at = ?
			WHERE id = ? AND totp_step < ? AND NOT disabled AND password = ? AND totp_secret = ?`,
			step, tx.NowMillis(), p.ID, step, p.Password, p.TOTPSecret).Exec(ctx)
		if err != nil {
			return err
		}
		if n, _ := used.RowsAffected(); n != 1 {
			return staff.ErrLoginRefused // the code was used before, or is no longer theirs
		}
		for _, c := range counters(key, device, from.Counted()) {
			if c.Free != WrongBeforeHold {
				continue // of more people than this one
			}
			if _, err := tx.NewRaw("DELETE FROM staff_attempt WHERE key = ?", c.Key).Exec(ctx); err != nil {
				return err
			}
		}
		mark, err := s.know(ctx, tx, p.ID, device, from.Device)
		if err != nil {
			return err
		}
		table, err := staff.ReadRoles(ctx, tx)
		if err != nil {
			return err
		}
		now := tx.Now()
		out = Session{
			Token: token, Actor: staff.Actor{ID: p.ID, Name: p.Name, Roles: staff.SplitRoles(p.Roles), IP: from.IP, RequestID: from.RequestID, Rights: table.RightsOf(staff.SplitRoles(p.Roles))},
			CreatedAt: now, SeenAt: now, ExpiresAt: now.Add(SessionLimit), ProvedAt: now, Device: mark,
		}
		_, err = tx.NewRaw("INSERT INTO staff_session (token_hash, staff, ip, agent, created_at, seen_at, expires_at, proved_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
			secret.HashToken(token), p.ID, from.IP, checkAgent(from.Agent), tx.NowMillis(), tx.NowMillis(), out.ExpiresAt.UnixMilli(), tx.NowMillis()).Exec(ctx)
		if err != nil {
			return err
		}
		return s.Audit(ctx, tx, out.Actor, staff.Change{Action: "staff.login", Subject: "staff:" + p.ID, Label: p.Name})
	})
	return out, err
}

// know marks the browser of a login as known, and answers what it is known by.
func (s *Logins) know(ctx context.Context, tx *db.Tx, id, device, token string) (string, error) {
	until := tx.Now().Add(deviceLimit).UnixMilli()
	if device != "" {
		_, err := tx.NewRaw("UPDATE staff_device SET expires_at = ? WHERE token_hash = ?", until, device).Exec(ctx)
		return token, err
	}
	token = secret.NewToken()
	_, err := tx.NewRaw("INSERT INTO staff_device (token_hash, staff, created_at, expires_at) VALUES (?, ?, ?, ?)",
		secret.HashToken(token), id, tx.NowMillis(), until).Exec(ctx)
	return token, err
}

// IdleFor is how long a session lives that nobody uses.
func (s *Logins) IdleFor() time.Duration { return s.idle }

// Authenticate returns the session of a token, or ErrNoSession when there is
// none, it was idle for IdleFor, is 8 hours old, or its owner is disabled.
// activity false is for background polls, which do not keep a session alive
// (trust SES-3). Roles are those of this moment.
func (s *Logins) Authenticate(ctx context.Context, token string, activity bool) (Session, error) {
	if !secret.IsToken(token) {
		return Session{}, staff.ErrNoSession
	}
	hash := secret.HashToken(token)
	var row struct {
		Staff, Name, Roles, IP       string
		CreatedAt, SeenAt, ExpiresAt int64
		ProvedAt                     int64
	}
	err := s.DB.NewRaw(`
		SELECT s.staff, p.name, p.roles, s.ip, s.created_at, s.seen_at, s.expires_at, s.proved_at
		FROM staff_session s JOIN staff_person p ON p.id = s.staff
		WHERE s.token_hash = ? AND NOT p.disabled`, hash).Scan(ctx, &row)
	if errors.Is(err, sql.ErrNoRows) {
		return Session{}, staff.ErrNoSession
	}
	if err != nil {
		return Session{}, fmt.Errorf("find staff session: %w", err)
	}
	table, err := staff.ReadRoles(ctx, s.DB)
	if err != nil {
		return Session{}, err
	}
	now := s.DB.Clock().Now()
	out := Session{
		Token:     token,
		Actor:     staff.Actor{ID: row.Staff, Name: row.Name, Roles: staff.SplitRoles(row.Roles), IP: row.IP, Rights: table.RightsOf(staff.SplitRoles(row.Roles))},
		CreatedAt: calendar.FromMillis(row.CreatedAt),
		SeenAt:    calendar.FromMillis(row.SeenAt),
		ExpiresAt: calendar.FromMillis(row.ExpiresAt),
		ProvedAt:  calendar.FromMillis(row.ProvedAt),
	}
	if !now.Before(out.ExpiresAt) || !now.Before(out.SeenAt.Add(s.idle)) {
		return Session{}, staff.ErrNoSession
	}
	if activity && now.Sub(out.SeenAt) >= touchEvery {
		if err := s.touch(ctx, hash); err != nil {
			return Session{}, err
		}
		out.SeenAt = now
	}
	return out, nil
}

func (s *Logins) touch(ctx context.Context, hash string) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw("UPDATE staff_session SET seen_at = ? WHERE token_hash = ? AND seen_at < ?",
			tx.NowMillis(), hash, tx.NowMillis()).Exec(ctx)
		return err
	})
}

// LogOut ends a session on the server. A token that has none is no error.
func (s *Logins) LogOut(ctx context.Context, by staff.Actor, token string) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		gone, err := tx.NewRaw("DELETE FROM staff_session WHERE token_hash = ?", secret.HashToken(token)).Exec(ctx)
		if err != nil {
			return err
		}
		if n, _ := gone.RowsAffected(); n == 0 {
			return nil
		}
		return s.Audit(ctx, tx, by, staff.Change{Action: "staff.logout", Subject: "staff:" + by.ID, Label: by.Name})
	})
}

// usedStep returns the step a code belongs to, and 0 if it belongs to none.
func usedStep(text, code string, now time.Time) int64 { return secret.TOTPStep(text, code, now) }

func SealTOTP(id string) string { return "staff_person.totp_secret/" + id }

// Sweep removes what no longer means anything: sessions, links and known browsers
// past their end, and old counters of login attempts. It is run now and then.
func (s *Logins) Sweep(ctx context.Context) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
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

// countAttempt adds one to a counter that starts anew after window, and
// returns it with the end of a hold, if one was set.
func countAttempt(ctx context.Context, tx *db.Tx, key string, window time.Duration) (attempts int, heldUntil int64, err error) {
	now := tx.NowMillis()
	old := now - window.Milliseconds()
	var row struct {
		Attempts  int
		HeldUntil int64
	}
	err = tx.NewRaw(`
		INSERT INTO staff_attempt (key, since, attempts) VALUES (?0, ?1, 1)
		ON CONFLICT (key) DO UPDATE SET
			attempts = CASE WHEN staff_attempt.since <= ?2 THEN 1 ELSE staff_attempt.attempts + 1 END,
			since = CASE WHEN staff_attempt.since <= ?2 THEN ?1 ELSE staff_attempt.since END
		RETURNING attempts, held_until`, key, now, old).Scan(ctx, &row)
	return row.Attempts, row.HeldUntil, err
}
