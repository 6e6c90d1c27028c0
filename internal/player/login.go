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
	Client            Client
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
func (p *Players) LogIn(ctx context.Context, a Attempt) (Login, error) {
	if err := CheckName(a.Name); err != nil {
		return Login{}, err
	}
	if err := CheckPassword(a.Password); err != nil {
		return Login{}, err
	}
	c := p.countersOf(a.Name, a.Client)
	if err := p.admit(ctx, a, &c); err != nil {
		return Login{}, err
	}
	row, err := findAccount(ctx, p.db, Fold(a.Name))
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return Login{}, fmt.Errorf("find player: %w", err)
	}
	ok, stale, err := secret.CheckPassword(ctx, a.Password, row.Password) // no row: nobody's password, the same work
	if err != nil {
		return Login{}, err
	}
	if !ok {
		return Login{}, p.failed(ctx, c)
	}
	fresh := ""
	if stale {
		if fresh, err = secret.HashPassword(ctx, a.Password); err != nil {
			return Login{}, err
		}
	}
	return p.welcome(ctx, a, c, row, fresh)
}

// admit counts the attempt and decides, before any password is looked at,
// whether it may go on. What it counted and burned stays, whatever it answers.
func (p *Players) admit(ctx context.Context, a Attempt, c *counters) error {
	var refused error
	err := p.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		refused = nil
		n, err := hit(ctx, tx, c.ip, time.Minute)
		if err != nil {
			return err
		}
		if n > p.limits.ChecksPerIP {
			refused = ErrTooMany
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
		id := Fold(a.Name)
		c.check = "c/" + id
		known, err := knownDevice(ctx, tx, id, c.deviceHash)
		if err != nil {
			return err
		}
		if known { // strangers who use up the account's checks do not shut its owner out
			c.check = "c/" + id + "/" + c.deviceHash
		}
		may, err := p.mayCheck(ctx, tx, c.check)
		if err == nil && !may {
			refused = ErrTooMany
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("admit login: %w", err)
	}
	return refused
}

// checkCaptcha looks at the captcha of an attempt that needs one.
func (p *Players) checkCaptcha(ctx context.Context, tx *db.Tx, a Attempt) (refused, err error) {
	if a.VerifyCode == "" {
		return needCaptcha(ErrCaptchaNeeded), nil
	}
	right, err := p.burn(ctx, tx, a.VRand, a.VerifyCode)
	if err != nil {
		return nil, err
	}
	if !right {
		return needCaptcha(ErrCaptchaWrong), nil
	}
	return nil, nil
}

func (p *Players) captchaNeeded(ctx context.Context, tx *db.Tx, c counters) (bool, error) {
	var rows []struct {
		Key  string
		Hits int
	}
	err := tx.NewRaw("SELECT key, hits FROM player_throttle WHERE key IN (?) AND expires_at > ?",
		bun.In([]string{c.account, c.device, c.network}), tx.NowMillis()).Scan(ctx, &rows)
	if err != nil {
		return false, fmt.Errorf("count failures: %w", err)
	}
	for _, row := range rows {
		needed := p.rules.Captcha().Failures
		if row.Key == c.network {
			needed = p.rules.Captcha().Network
		}
		if int64(row.Hits) >= needed {
			return true, nil
		}
	}
	return false, nil
}

// failed counts a wrong name or password and returns what is answered.
func (p *Players) failed(ctx context.Context, c counters) error {
	var needed bool
	err := p.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if _, err := hit(ctx, tx, c.account, failureWindow); err != nil {
			return err
		}
		if c.device != "" {
			if _, err := hit(ctx, tx, c.device, failureWindow); err != nil {
				return err
			}
		}
		_, err := hit(ctx, tx, c.network, networkWindow)
		if err != nil {
			return err
		}
		needed, err = p.captchaNeeded(ctx, tx, c)
		return err
	})
	if err != nil {
		return fmt.Errorf("count failed login: %w", err)
	}
	if p.alarm.add("failed") == stuffingAlarm {
		p.log.ErrorContext(ctx, "many failed logins within a minute: passwords are being tried", "count", stuffingAlarm)
	}
	p.log.InfoContext(ctx, "login failed", "network", c.network)
	if !needed {
		return ErrLogin
	}
	return needCaptcha(ErrLogin)
}

// welcome opens the session of a right attempt and forgets the failures before it.
func (p *Players) welcome(ctx context.Context, a Attempt, c counters, row account, rehashed string) (Login, error) {
	var out Login
	var refused error
	err := p.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		out, refused = Login{}, nil
		now, err := lockAccount(ctx, tx, row.ID)
		if err != nil {
			return err
		}
		if now.Password != row.Password { // changed since it was checked
			return ErrLogin
		}
		if err := p.guard.Check(ctx, tx, row.ID, guard.Login); err != nil {
			return err
		}
		if now.SecondSince > 0 {
			if strings.TrimSpace(a.SecondCode) == "" {
				refused = ErrSecondNeeded
				return nil
			}
			refused, err = p.trySecond(ctx, tx, row.ID, a.Client, func() (bool, error) { return p.rightSecond(ctx, tx, now, a.SecondCode) })
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
		if _, err := tx.NewRaw("UPDATE player_throttle SET hits = hits - 1 WHERE key = ? AND hits > 0", c.ip).Exec(ctx); err != nil {
			return err
		}
		if err := forget(ctx, tx, c.account, c.device, c.check, "h/"+c.check); err != nil {
			return err
		}
		known, err := knownDevice(ctx, tx, row.ID, c.deviceHash)
		if err != nil {
			return err
		}
		if out, err = p.issue(ctx, tx, now, a.Client, a.Remember); err != nil {
			return err
		}
		out.NewDevice = !known
		if out.NewDevice {
			if err := inbox.Write(ctx, tx, deviceMessage(row.ID, a.Client, tx.Now())); err != nil {
				return err
			}
		}
		out.Player, err = p.open(now)
		return err
	})
	if err != nil {
		return Login{}, fmt.Errorf("open session: %w", err)
	}
	return out, refused
}
