package player

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/inbox"
	"hongyun/internal/player/access"
	"hongyun/internal/player/credential"
	"hongyun/internal/player/identity"
	"hongyun/internal/secret"
)

// stuffingAlarm is how many failed logins a minute on this node wake somebody.
const stuffingAlarm = 300

// Attempt is somebody trying to log in.
type Attempt struct {
	Name, Password    string
	VerifyCode, VRand string // empty when no captcha was shown
	SecondCode        string // of the authenticator, for players who switched two-step login on
	Remember          bool   // 30 days instead of 12 hours (D-04)
	Client            identity.Client
}

// NeedCaptcha is a failed login after which the next attempt needs a captcha.
// The fault it carries is found by errors.Is and fault.Of.
type NeedCaptcha struct {
	VerificationCode string // a marker that says so, never the answer (trust CAP-2)
	Fault            error
}

func (n *NeedCaptcha) Error() string { return n.Fault.Error() }

// Unwrap gives the fault that is shown.
func (n *NeedCaptcha) Unwrap() error { return n.Fault }

func needCaptcha(shown error) error {
	return &NeedCaptcha{VerificationCode: "required:" + secret.Text(12, "abcdefghijkmnpqrstuvwxyz23456789"), Fault: shown}
}

// LogIn opens a session.
//
// Whether a captcha is needed is decided by counters of failures for the
// account, the device and the network, which exist for unknown names too
// (trust CAP-3). The captcha is looked at before the password, so that no
// answer tells a right password from a wrong one; an unknown name costs the
// same work and gets the same ErrLogin. Failures are a *NeedCaptcha around
// ErrLogin, ErrCaptchaNeeded or ErrCaptchaWrong, or ErrLogin alone while
// CaptchaRules ask for none; too many attempts are
// ErrTooMany; a frozen player gets guard's refusal after the right password.
func (p *Players) LogIn(ctx context.Context, a Attempt) (access.Login, error) {
	if err := identity.CheckName(a.Name); err != nil {
		return access.Login{}, err
	}
	if err := identity.CheckPassword(a.Password); err != nil {
		return access.Login{}, err
	}
	c := p.CountersOf(a.Name, a.Client)
	if err := p.admit(ctx, a, &c); err != nil {
		return access.Login{}, err
	}
	row, err := identity.FindRow(ctx, p.DB, identity.Fold(a.Name))
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return access.Login{}, fmt.Errorf("find player: %w", err)
	}
	ok, stale, err := secret.CheckPassword(ctx, a.Password, row.Password) // no row: nobody's password, the same work
	if err != nil {
		return access.Login{}, err
	}
	if !ok {
		return access.Login{}, p.failed(ctx, c)
	}
	fresh := ""
	if stale {
		if fresh, err = secret.HashPassword(ctx, a.Password); err != nil {
			return access.Login{}, err
		}
	}
	return p.welcome(ctx, a, c, row, fresh)
}

// admit counts the attempt and decides, before any password is looked at,
// whether it may go on. What it counted and burned stays, whatever it answers.
func (p *Players) admit(ctx context.Context, a Attempt, c *access.Counters) error {
	var refused error
	err := p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		refused = nil
		n, err := identity.Hit(ctx, tx, c.Ip, time.Minute)
		if err != nil {
			return err
		}
		if n > p.Limits.ChecksPerIP {
			refused = identity.ErrTooMany
			return nil
		}
		needed, err := p.captchaNeeded(ctx, tx, *c)
		if err != nil {
			return err
		}
		if needed {
			if refused, err = p.checkCaptcha(ctx, tx, a); err != nil || refused != nil {
				return err
			}
		}
		id := identity.Fold(a.Name)
		c.Check = "c/" + id
		known, err := access.KnownDevice(ctx, tx, id, c.DeviceHash)
		if err != nil {
			return err
		}
		if known { // strangers who use up the account's checks do not shut its owner out
			c.Check = "c/" + id + "/" + c.DeviceHash
		}
		may, err := p.MayCheck(ctx, tx, c.Check)
		if err == nil && !may {
			refused = identity.ErrTooMany
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("admit login: %w", err)
	}
	return refused
}

// CheckCaptcha looks at the captcha of an attempt that needs one.
func (p *Players) checkCaptcha(ctx context.Context, tx *db.Tx, a Attempt) (refused, err error) {
	if a.VerifyCode == "" {
		return needCaptcha(identity.ErrCaptchaNeeded), nil
	}
	right, err := p.Burn(ctx, tx, a.VRand, a.VerifyCode)
	if err != nil {
		return nil, err
	}
	if !right {
		return needCaptcha(identity.ErrCaptchaWrong), nil
	}
	return nil, nil
}

func (p *Players) captchaNeeded(ctx context.Context, tx *db.Tx, c access.Counters) (bool, error) {
	var rows []struct {
		Key  string
		Hits int
	}
	err := tx.NewRaw("SELECT key, hits FROM player_throttle WHERE key IN (?) AND expires_at > ?",
		bun.In([]string{c.Account, c.Device, c.Network}), tx.NowMillis()).Scan(ctx, &rows)
	if err != nil {
		return false, fmt.Errorf("count failures: %w", err)
	}
	for _, row := range rows {
		needed := p.Rules.Captcha().Failures
		if row.Key == c.Network {
			needed = p.Rules.Captcha().Network
		}
		if int64(row.Hits) >= needed {
			return true, nil
		}
	}
	return false, nil
}

// failed counts a wrong name or password and returns what is answered.
func (p *Players) failed(ctx context.Context, c access.Counters) error {
	var needed bool
	err := p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if _, err := identity.Hit(ctx, tx, c.Account, access.FailureWindow); err != nil {
			return err
		}
		if c.Device != "" {
			if _, err := identity.Hit(ctx, tx, c.Device, access.FailureWindow); err != nil {
				return err
			}
		}
		_, err := identity.Hit(ctx, tx, c.Network, access.NetworkWindow)
		if err != nil {
			return err
		}
		needed, err = p.captchaNeeded(ctx, tx, c)
		return err
	})
	if err != nil {
		return fmt.Errorf("count failed login: %w", err)
	}
	if p.alarm.Add("failed") == stuffingAlarm {
		p.Log.ErrorContext(ctx, "many failed logins within a minute: passwords are being tried", "count", stuffingAlarm)
	}
	p.Log.InfoContext(ctx, "login failed", "network", c.Network)
	if !needed {
		return identity.ErrLogin
	}
	return needCaptcha(identity.ErrLogin)
}

// welcome opens the session of a right attempt and forgets the failures before it.
func (p *Players) welcome(ctx context.Context, a Attempt, c access.Counters, row identity.Row, rehashed string) (access.Login, error) {
	var out access.Login
	var refused error
	err := p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		out, refused = access.Login{}, nil
		now, err := identity.LockRow(ctx, tx, row.ID)
		if err != nil {
			return err
		}
		if now.Password != row.Password { // changed since it was checked
			return identity.ErrLogin
		}
		if err := p.Guard.Check(ctx, tx, row.ID, guard.Login); err != nil {
			return err
		}
		if now.SecondSince > 0 {
			if strings.TrimSpace(a.SecondCode) == "" {
				refused = credential.ErrSecondNeeded
				return nil
			}
			refused, err = p.TrySecond(ctx, tx, row.ID, a.Client, func() (bool, error) { return p.RightSecond(ctx, tx, now, a.SecondCode) })
			if err != nil || refused != nil {
				return err
			}
		}
		fresh := rehashed // this function may run again
		if fresh == "" {
			fresh = now.Password
		}
		_, err = tx.NewRaw("UPDATE player SET last_login_at = ?, last_login_ip = ?, password = ? WHERE id = ?",
			tx.NowMillis(), a.Client.IP, fresh, row.ID).Exec(ctx)
		if err != nil {
			return fmt.Errorf("keep login: %w", err)
		}
		// A right password was no guess: it does not use up the address's attempts.
		// Counters are locked in the order of admit, the address's first: the other
		// way round, logins at once wait for each other until PostgreSQL ends one.
		if _, err := tx.NewRaw("UPDATE player_throttle SET hits = hits - 1 WHERE key = ? AND hits > 0", c.Ip).Exec(ctx); err != nil {
			return err
		}
		if err := identity.Forget(ctx, tx, c.Account, c.Device, c.Check, "h/"+c.Check); err != nil {
			return err
		}
		known, err := access.KnownDevice(ctx, tx, row.ID, c.DeviceHash)
		if err != nil {
			return err
		}
		if out, err = p.Issue(ctx, tx, now, a.Client, a.Remember); err != nil {
			return err
		}
		out.NewDevice = !known
		if out.NewDevice {
			if err := inbox.Write(ctx, tx, identity.DeviceMessage(row.ID, a.Client, tx.Now())); err != nil {
				return err
			}
		}
		out.Player, err = p.Open(now)
		return err
	})
	if err != nil {
		return access.Login{}, fmt.Errorf("open session: %w", err)
	}
	return out, refused
}
