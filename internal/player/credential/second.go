package credential

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"

	"hongyun/internal/db"
	"hongyun/internal/fault"
	"hongyun/internal/player/access"
	"hongyun/internal/player/identity"
	"hongyun/internal/secret"
	"hongyun/internal/staff"
)

// What players may be told about two-step login.
var (
	ErrSecondNeeded = fault.New(fault.Refused, "player.second_needed", "请输入验证器上的 6 位动态码")
	ErrSecondWrong  = fault.New(fault.Refused, "player.second_wrong", "动态码不正确或已使用，请输入最新的动态码")
	ErrSecondMany   = fault.New(fault.TooMany, "player.second_many", "动态码错误次数过多，请 15 分钟后再试")
	ErrSecondOn     = fault.New(fault.Conflict, "player.second_on", "两步验证已开启")
	ErrSecondOff    = fault.New(fault.Conflict, "player.second_off", "两步验证尚未开启")
	ErrSecondSetup  = fault.New(fault.Refused, "player.second_setup", "请先扫描二维码，再输入动态码")
)

const (
	recoveryCodes = 10
	recoveryAlpha = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
	recoveryLen   = 10
	// Five wrong codes from one device or network make it wait, and nobody else.
	// Strangers together have fifty an hour for one player, whose known devices
	// are counted apart: nobody shuts the owner out.
	secondTries  = 5
	secondWindow = 15 * time.Minute
	secondHour   = 50
)

// Second is how a player's two-step login stands.
type Second struct {
	Since    time.Time // zero: off
	Recovery int       // codes that are left
}

// SecondOf tells how a player's two-step login stands.
func (p *Passwords) SecondOf(ctx context.Context, r db.Reader, player string) (Second, error) {
	row, err := identity.FindRow(ctx, r, player)
	if err != nil {
		return Second{}, fmt.Errorf("find player: %w", err)
	}
	out := Second{Since: identity.Instant(row.SecondSince)}
	if row.SecondSince == 0 {
		return out, nil
	}
	err = r.NewRaw("SELECT COUNT(*) FROM player_recovery WHERE player = ? AND used_at = 0", player).Scan(ctx, &out.Recovery)
	return out, err
}

// BeginSecond makes the secret of an authenticator for a player who knows the
// login password. It means nothing until ConfirmSecond; another call makes
// another one.
func (p *Passwords) BeginSecond(ctx context.Context, player, password string) (text, uri string, err error) {
	if err := p.Prove(ctx, player, password); err != nil {
		return "", "", err
	}
	row, err := identity.FindRow(ctx, p.DB, player)
	if err != nil {
		return "", "", fmt.Errorf("find player: %w", err)
	}
	if text, uri, err = secret.NewTOTP(p.Named(), row.Name); err != nil {
		return "", "", err
	}
	return text, uri, p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		res, err := tx.NewRaw("UPDATE player SET second_pending = ? WHERE id = ? AND second_since = 0", p.Box.Seal(identity.Sealed("second", player), text), player).Exec(ctx)
		if err != nil {
			return fmt.Errorf("keep an authenticator: %w", err)
		}
		if n, _ := res.RowsAffected(); n != 1 {
			return ErrSecondOn
		}
		return nil
	})
}

// ConfirmSecond switches two-step login on with a code of the new authenticator,
// ends the player's other sessions and returns the recovery codes, which are
// never shown again.
func (p *Passwords) ConfirmSecond(ctx context.Context, player, session, code string, from identity.Client) ([]string, error) {
	var codes []string
	err := p.second(ctx, player, from, func(ctx context.Context, tx *db.Tx, row identity.Row) (bool, error) {
		if row.SecondSince > 0 {
			return false, ErrSecondOn
		}
		if row.SecondPending == "" {
			return false, ErrSecondSetup
		}
		text, err := p.Box.Open(identity.Sealed("second", player), row.SecondPending)
		if err != nil {
			return false, err
		}
		step := secret.TOTPStep(text, digits(code), tx.Now())
		if step == 0 {
			return false, nil
		}
		_, err = tx.NewRaw("UPDATE player SET second_secret = second_pending, second_pending = '', second_step = ?, second_since = ? WHERE id = ?",
			step, tx.NowMillis(), player).Exec(ctx)
		if err != nil {
			return false, fmt.Errorf("switch two-step login on: %w", err)
		}
		if codes, err = p.newRecovery(ctx, tx, player); err != nil {
			return false, err
		}
		return true, p.End(ctx, tx, access.EndSecond, "player = ? AND id <> ?", player, session)
	})
	return codes, err
}

// EndSecond switches two-step login off: the login password and a code of the
// authenticator, or a recovery code, prove the player. Withdrawals are held
// afterwards, as after a change of the password.
func (p *Passwords) EndSecond(ctx context.Context, player, password, code string, from identity.Client) error {
	if err := p.Prove(ctx, player, password); err != nil {
		return err
	}
	return p.second(ctx, player, from, func(ctx context.Context, tx *db.Tx, row identity.Row) (bool, error) {
		if row.SecondSince == 0 {
			return false, ErrSecondOff
		}
		right, err := p.RightSecond(ctx, tx, row, code)
		if err != nil || !right {
			return false, err
		}
		return true, p.dropSecond(ctx, tx, player)
	})
}

// RenewRecovery replaces the recovery codes, with a code of the authenticator.
func (p *Passwords) RenewRecovery(ctx context.Context, player, code string, from identity.Client) ([]string, error) {
	var codes []string
	err := p.second(ctx, player, from, func(ctx context.Context, tx *db.Tx, row identity.Row) (bool, error) {
		if row.SecondSince == 0 {
			return false, ErrSecondOff
		}
		right, err := p.RightSecond(ctx, tx, row, code)
		if err != nil || !right {
			return false, err
		}
		codes, err = p.newRecovery(ctx, tx, player)
		return true, err
	})
	return codes, err
}

// CheckSecond is nil when a player has not switched two-step login on, or the
// code is right; a right one is used up. ErrSecondNeeded asks for one. It is a
// whole operation: a wrong code counts whatever becomes of what it was for.
func (p *Passwords) CheckSecond(ctx context.Context, player, code string, from identity.Client) error {
	row, err := identity.FindRow(ctx, p.DB, player)
	if err != nil {
		return fmt.Errorf("find player: %w", err)
	}
	if row.SecondSince == 0 {
		return nil
	}
	if strings.TrimSpace(code) == "" {
		return ErrSecondNeeded
	}
	return p.second(ctx, player, from, func(ctx context.Context, tx *db.Tx, row identity.Row) (bool, error) {
		if row.SecondSince == 0 {
			return true, nil
		}
		return p.RightSecond(ctx, tx, row, code)
	})
}

// second runs a step that a code decides about, under the player's lock. A wrong
// code is counted and committed.
func (p *Passwords) second(ctx context.Context, player string, from identity.Client, step func(ctx context.Context, tx *db.Tx, row identity.Row) (right bool, err error)) error {
	var refused error
	err := p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		row, err := identity.LockRow(ctx, tx, player)
		if errors.Is(err, sql.ErrNoRows) {
			return identity.ErrNotFound
		}
		if err != nil {
			return fmt.Errorf("lock player: %w", err)
		}
		refused, err = p.TrySecond(ctx, tx, player, from, func() (bool, error) { return step(ctx, tx, row) })
		return err
	})
	if err != nil {
		return err
	}
	return refused
}

// TrySecond counts a try before it is looked at, and forgets the count after a
// right one. refused is the answer to a wrong one, and must not roll back.
func (p *Passwords) TrySecond(ctx context.Context, tx *db.Tx, player string, from identity.Client, right func() (bool, error)) (refused, err error) {
	place, known := identity.NetworkOf(from.IP), false
	if secret.IsToken(from.DeviceCookie) {
		hash := secret.HashToken(from.DeviceCookie)
		if known, err = access.KnownDevice(ctx, tx, player, hash); err != nil {
			return nil, err
		}
		if known {
			place = hash
		}
	}
	key := "s2/" + player + "/" + place
	n, err := identity.Hit(ctx, tx, key, secondWindow)
	if err != nil {
		return nil, err
	}
	all := 0
	if !known {
		if all, err = identity.Hit(ctx, tx, "s2h/"+player, time.Hour); err != nil {
			return nil, err
		}
	}
	if n > secondTries || all > secondHour {
		return ErrSecondMany, nil
	}
	ok, err := right()
	switch {
	case err != nil:
		return nil, err
	case !ok:
		return ErrSecondWrong, nil
	}
	return nil, identity.Forget(ctx, tx, key)
}

// RightSecond reports whether a code is the authenticator's, not used before, or
// a recovery code that is left, and uses it up.
func (p *Passwords) RightSecond(ctx context.Context, tx *db.Tx, row identity.Row, code string) (bool, error) {
	text, err := p.Box.Open(identity.Sealed("second", row.ID), row.SecondSecret)
	if err != nil {
		return false, err
	}
	typed := digits(code)
	if step := secret.TOTPStep(text, typed, tx.Now()); step > row.SecondStep {
		_, err := tx.NewRaw("UPDATE player SET second_step = ? WHERE id = ?", step, row.ID).Exec(ctx)
		return true, err
	}
	if len(typed) != recoveryLen {
		return false, nil
	}
	res, err := tx.NewRaw("UPDATE player_recovery SET used_at = ? WHERE player = ? AND code = ? AND used_at = 0",
		tx.NowMillis(), row.ID, p.recoveryMark(row.ID, typed)).Exec(ctx)
	if err != nil {
		return false, fmt.Errorf("use a recovery code: %w", err)
	}
	n, _ := res.RowsAffected()
	return n == 1, nil
}

func (p *Passwords) newRecovery(ctx context.Context, tx *db.Tx, player string) ([]string, error) {
	if _, err := tx.NewRaw("DELETE FROM player_recovery WHERE player = ?", player).Exec(ctx); err != nil {
		return nil, fmt.Errorf("drop recovery codes: %w", err)
	}
	codes := make([]string, recoveryCodes)
	rows := make([][]any, recoveryCodes)
	for i := range codes {
		code := secret.Text(recoveryLen, recoveryAlpha)
		codes[i] = code[:recoveryLen/2] + "-" + code[recoveryLen/2:]
		rows[i] = []any{player, p.recoveryMark(player, code)}
	}
	_, err := tx.InsertRows(ctx, "player_recovery (player, code)", "", rows)
	return codes, err
}

func (p *Passwords) recoveryMark(player, code string) string {
	return p.Box.Index("recovery/"+player, code)
}

func (p *Passwords) dropSecond(ctx context.Context, tx *db.Tx, player string) error {
	_, err := tx.NewRaw("UPDATE player SET second_secret = '', second_pending = '', second_since = 0, second_off_at = ? WHERE id = ?", tx.NowMillis(), player).Exec(ctx)
	if err != nil {
		return fmt.Errorf("switch two-step login off: %w", err)
	}
	_, err = tx.NewRaw("DELETE FROM player_recovery WHERE player = ?", player).Exec(ctx)
	return err
}

// digits is a code as it was issued, however it was typed.
func digits(code string) string {
	return strings.ToUpper(strings.Map(func(r rune) rune {
		switch {
		case r >= '０' && r <= '９':
			return r - '０' + '0'
		case r == '-' || unicode.IsSpace(r):
			return -1
		}
		return r
	}, code))
}

const kindSecond staff.Kind[string] = "player.second_reset"

// ResetSecond asks for a second person's yes to switch two-step login off and remove
// the passkeys of a player who lost the authenticator and the recovery codes. The player logs in
// with the password afterwards; withdrawals are held for a day.
func (p *Passwords) ResetSecond(ctx context.Context, by staff.Actor, player, reason string) (approval string, err error) {
	reason, err = staff.CheckReason(reason)
	if err != nil {
		return "", err
	}
	err = p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		found, err := p.Find(ctx, tx, player)
		if err != nil {
			return err
		}
		keys, err := p.PasskeyCount(ctx, tx, player)
		if err != nil {
			return err
		}
		if found.SecondSince.IsZero() && keys == 0 {
			return ErrSecondOff
		}
		approval, err = p.Staff.RequestApproval(ctx, tx, by, kindSecond.Request(player, staff.Request{
			Subject: "player.second:" + player, Label: found.Name, Title: "重置两步验证", Player: found.ID,
			Details: []staff.Detail{
				{Label: "玩家", Value: found.Name},
				{Label: "通行密钥", Value: strconv.Itoa(keys) + "个，将全部删除"},
				{Label: "影响", Value: "玩家只凭密码即可登录，已登录的设备全部退出；在提款规则的等待时间内，提款留待人工审核"},
			},
			Reason: reason,
		}))
		return err
	})
	return approval, err
}

func (p *Passwords) secondApproved(ctx context.Context, tx *db.Tx, by staff.Actor, a staff.Approval, player string) error {
	row, err := identity.LockRow(ctx, tx, player)
	if err != nil {
		return fmt.Errorf("lock player: %w", err)
	}
	removed, err := p.dropPasskeys(ctx, tx, "player = ?", player)
	if err != nil {
		return err
	}
	if row.SecondSince == 0 && removed == 0 {
		return staff.ErrSubjectChange
	}
	if err := p.dropSecond(ctx, tx, player); err != nil {
		return err
	}
	if err := p.End(ctx, tx, access.EndSecond, "player = ?", player); err != nil {
		return err
	}
	return p.Staff.Audit(ctx, tx, by, staff.Change{Action: string(kindSecond), Subject: "player:" + player, Label: row.Name, Reason: a.Reason, Before: map[string]any{"passkeys": removed}})
}

// EndSession ends another session of a player who is logged in, or with other
// "" all of them but the one that asks.
func (p *Passwords) EndSession(ctx context.Context, player, own, other string) (ended int, err error) {
	where, args := "player = ? AND id <> ? AND id = ?", []any{player, own, other}
	if other == "" {
		where, args = "player = ? AND id <> ?", args[:2]
	}
	err = p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		err := tx.NewRaw("SELECT COUNT(*) FROM player_ticket WHERE "+where+" AND ended_at = 0 AND expires_at > ?", append(append([]any{}, args...), tx.NowMillis())...).Scan(ctx, &ended)
		if err != nil {
			return fmt.Errorf("count sessions: %w", err)
		}
		if ended == 0 {
			if other != "" {
				return identity.ErrNoSession
			}
			return nil
		}
		return p.End(ctx, tx, access.EndElsewhere, where, args...)
	})
	return ended, err
}
