package player

import (
	"cmp"
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
	Passkey           string // an authenticator's answer as JSON, in place of the code
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
	var passkey *credential.PasskeyProof
	if a.Passkey != "" {
		proof, err := p.OpenPasskeyProof(ctx, a.Passkey, a.Client)
		if err != nil {
			return access.Login{}, err
		}
		passkey = &proof
	}
	return p.enter(ctx, row.ID, entry{
		client: a.Client, remember: a.Remember, counters: c, checked: row.Password, rehashed: fresh, prove: p.secondStep(a, passkey),
	})
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
		if known {
			c.Check = access.KnownCheck(id, c.DeviceHash)
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
		bun.List([]string{c.Account, c.Device, c.Network}), tx.NowMillis()).Scan(ctx, &rows)
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
		err := countFailure(ctx, tx, c.Account, c)
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

// countFailure counts a failed login for the account and the device, where they are
// known, and for the network.
func countFailure(ctx context.Context, tx *db.Tx, account string, c access.Counters) error {
	for _, counter := range []struct {
		key    string
		window time.Duration
	}{{account, access.FailureWindow}, {c.Device, access.FailureWindow}, {c.Network, access.NetworkWindow}} {
		if counter.key == "" {
			continue
		}
		if _, err := identity.Hit(ctx, tx, counter.key, counter.window); err != nil {
			return err
		}
	}
	return nil
}

// entry is a login whose player is found: what is left to prove, and how its session
// is opened.
type entry struct {
	client   identity.Client
	remember bool
	counters access.Counters
	checked  string // the password hash that was right; "" for a login without a password
	rehashed string // a stronger hash of the same password, "" if none is needed
	// prove checks what the locked row asks for. refused must not roll back.
	prove func(ctx context.Context, tx *db.Tx, row identity.Row) (refused, err error)
}

// secondStep checks the second step of a right password: a passkey in place of a code,
// or the code.
func (p *Players) secondStep(a Attempt, passkey *credential.PasskeyProof) func(context.Context, *db.Tx, identity.Row) (refused, err error) {
	return func(ctx context.Context, tx *db.Tx, row identity.Row) (error, error) {
		if row.SecondSince == 0 {
			return nil, nil
		}
		if passkey != nil {
			return p.RightPasskey(ctx, tx, row.ID, *passkey, a.Client)
		}
		if strings.TrimSpace(a.SecondCode) == "" {
			return credential.ErrSecondNeeded, nil
		}
		return p.TrySecond(ctx, tx, row.ID, a.Client, func() (bool, error) { return p.RightSecond(ctx, tx, row, a.SecondCode) })
	}
}

// enter ends every login: it refuses players who may not log in, asks for what is left
// to prove, opens the session, forgets the failures before it and tells the player of a
// new device.
func (p *Players) enter(ctx context.Context, player string, e entry) (access.Login, error) {
	var out access.Login
	var refused error
	err := p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		out, refused = access.Login{}, nil
		now, err := identity.LockRow(ctx, tx, player)
		if err != nil {
			return err
		}
		if e.checked != "" && now.Password != e.checked { // changed since it was checked
			return identity.ErrLogin
		}
		if err := p.Guard.Check(ctx, tx, player, guard.Login); err != nil {
			return err
		}
		if refused, err = e.prove(ctx, tx, now); err != nil || refused != nil {
			return err
		}
		fresh := cmp.Or(e.rehashed, now.Password)
		_, err = tx.NewRaw("UPDATE player SET last_login_at = ?, last_login_ip = ?, password = ? WHERE id = ?",
			tx.NowMillis(), e.client.IP, fresh, player).Exec(ctx)
		if err != nil {
			return fmt.Errorf("keep login: %w", err)
		}
		out, err = p.openSession(ctx, tx, now, e)
		return err
	})
	if err != nil {
		return access.Login{}, fmt.Errorf("open session: %w", err)
	}
	return out, refused
}

// openSession opens the session of a proved login.
func (p *Players) openSession(ctx context.Context, tx *db.Tx, row identity.Row, e entry) (access.Login, error) {
	c := e.counters
	// A right login was no guess: it does not use up the address's attempts.
	// Counters are locked in the order of admit, the address's first: the other
	// way round, logins at once wait for each other until PostgreSQL ends one.
	if _, err := tx.NewRaw("UPDATE player_throttle SET hits = hits - 1 WHERE key = ? AND hits > 0", c.Ip).Exec(ctx); err != nil {
		return access.Login{}, err
	}
	known, err := access.KnownDevice(ctx, tx, row.ID, c.DeviceHash)
	if err != nil {
		return access.Login{}, err
	}
	if known { // what strangers tried stays counted
		c.Check = access.KnownCheck(row.ID, c.DeviceHash)
	}
	if err := identity.Forget(ctx, tx, c.Account, c.Device, c.Check, "h/"+c.Check); err != nil {
		return access.Login{}, err
	}
	out, err := p.Issue(ctx, tx, row, e.client, e.remember)
	if err != nil {
		return access.Login{}, err
	}
	if out.NewDevice = !known; out.NewDevice {
		if err := inbox.Write(ctx, tx, identity.DeviceMessage(row.ID, e.client, tx.Now())); err != nil {
			return access.Login{}, err
		}
	}
	out.Player, err = p.Open(row)
	return out, err
}
