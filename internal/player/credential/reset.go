package credential

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/inbox"
	"hongyun/internal/player/access"
	"hongyun/internal/player/identity"
	"hongyun/internal/secret"
	"hongyun/internal/staff"
)

const (
	resetValid = 30 * time.Minute
	resetTries = 5
	// 16 digits are 53 random bits. Digits are read out alike in every dialect
	// and typed on every phone.
	resetLength   = 16
	ResetAlphabet = "0123456789"
)

// ResetCode is what a member of staff reads out to a player, shown only here.
type ResetCode struct {
	Code      string // in groups of four
	ExpiresAt time.Time
}

// freshProof is how old a proof is that a code of customer service leaves standing, and
// how old a passkey is that a new login password leaves.
const freshProof = 30 * 24 * time.Hour

// ForgottenPurpose is the stored purpose of a code that sets a forgotten login password.
const ForgottenPurpose = "reset"

// The passwords that a code sets.
const (
	resetLogin      = "login"
	resetWithdrawal = "withdrawal"
)

// IssueReset makes a code with which a player who forgot the login password
// sets a new one, in place of the code before it. Staff choose and learn no
// password. It needs a reason, is written to the audit trail without the code,
// and is bounded to 20 an hour for each of them: ErrResetTooMany.
func (p *Passwords) IssueReset(ctx context.Context, by staff.Actor, player, reason string) (ResetCode, error) {
	return p.issueReset(ctx, by, player, resetLogin, reason)
}

// IssueWithdrawReset is IssueReset for a forgotten withdrawal password. A player
// who never set one has the login password instead: ErrWithdrawUnset.
func (p *Passwords) IssueWithdrawReset(ctx context.Context, by staff.Actor, player, reason string) (ResetCode, error) {
	return p.issueReset(ctx, by, player, resetWithdrawal, reason)
}

func (p *Passwords) issueReset(ctx context.Context, by staff.Actor, player, purpose, reason string) (ResetCode, error) {
	reason, err := staff.CheckReason(reason)
	if err != nil {
		return ResetCode{}, err
	}
	code := secret.Text(resetLength, ResetAlphabet)
	out := ResetCode{Code: grouped(code)}
	err = p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		found, err := p.Find(ctx, tx, player)
		if err != nil {
			return err
		}
		if purpose == resetWithdrawal && !found.WithdrawPasswordSet {
			return identity.ErrWithdrawUnset
		}
		if err := p.Staff.LockAudit(ctx, tx); err != nil {
			return err
		}
		n, err := p.Staff.CountActions(ctx, tx, by.ID, "player.reset", tx.Now().Add(-time.Hour))
		if err != nil {
			return err
		}
		if n >= p.Limits.ResetsPerHour {
			p.Log.ErrorContext(ctx, "too many codes to reset passwords", "staff", by.ID, "count", n)
			return identity.ErrResetTooMany
		}
		out.ExpiresAt = tx.Now().Add(resetValid)
		_, err = tx.NewRaw(`
			INSERT INTO player_reset (player, purpose, code, issued_by, issued_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)
			ON CONFLICT (player) DO UPDATE SET purpose = excluded.purpose, code = excluded.code, issued_by = excluded.issued_by, issued_at = excluded.issued_at,
				expires_at = excluded.expires_at, tries = 0, used_at = 0`,
			player, purpose, p.resetMark(player, code), by.Name, tx.NowMillis(), out.ExpiresAt.UnixMilli()).Exec(ctx)
		if err != nil {
			return fmt.Errorf("keep reset code: %w", err)
		}
		return p.Staff.Audit(ctx, tx, by, staff.Change{
			Action: "player.reset", Subject: "player:" + player, Label: player, Reason: reason,
			After: map[string]any{"expiresAt": out.ExpiresAt.UnixMilli(), "password": purpose},
		})
	})
	if err != nil {
		return ResetCode{}, err
	}
	return out, nil
}

// grouped writes a code as it is read out: 1234 5678 9012 3456.
func grouped(code string) string {
	var groups []string
	for len(code) > 4 {
		groups, code = append(groups, code[:4]), code[4:]
	}
	return strings.Join(append(groups, code), " ")
}

// resetMark is what is stored of a code: of no use without the key, and
// different for each player.
func (p *Passwords) resetMark(player, code string) string {
	return p.Box.Index("reset/"+player, code)
}

// LiveReset is a code that can still be used, as staff see it.
type LiveReset struct {
	IssuedBy  string
	Withdraws bool // it sets the withdrawal password, not the login password
	IssuedAt  time.Time
	ExpiresAt time.Time
	Tries     int // so far, from anywhere
}

// LiveReset is a player's code that can still be used, nil if there is none.
func (p *Passwords) LiveReset(ctx context.Context, r db.Reader, player string) (*LiveReset, error) {
	var row struct {
		IssuedBy, Purpose   string
		IssuedAt, ExpiresAt int64
		Tries               int
	}
	err := r.NewRaw("SELECT issued_by, purpose, issued_at, expires_at, tries FROM player_reset WHERE player = ? AND used_at = 0 AND expires_at > ?",
		player, p.DB.Clock().Now().UnixMilli()).Scan(ctx, &row)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("find reset code: %w", err)
	}
	return &LiveReset{
		IssuedBy: row.IssuedBy, Withdraws: row.Purpose == resetWithdrawal, IssuedAt: calendar.FromMillis(row.IssuedAt), ExpiresAt: calendar.FromMillis(row.ExpiresAt), Tries: row.Tries,
	}, nil
}

// Reset is the form of a player who has a code and sets a new password.
type Reset struct {
	Name, Code, Password, Confirm string
	VerifyCode, VRand             string
	Client                        identity.Client
}

// ResetPassword sets a new login password with a code of customer service and
// ends all of the player's sessions. It fails with the rules of the form, the
// captcha's among them, and with ErrReset alike for an unknown name, a wrong
// code, one that expired, was used, or was tried too often from here: the same
// sentence after the same work. Only who has the right code learns that the password is
// the old one, the withdrawal password or too easily guessed; that costs no try.
func (p *Passwords) ResetPassword(ctx context.Context, r Reset) error {
	code, err := checkReset(r)
	if err != nil {
		return err
	}
	if err := p.AdmitForm(ctx, "reset/"+identity.CountedAddress(r.Client.IP), p.Limits.ResetsPerIP, r.VRand, r.VerifyCode); err != nil {
		return err
	}
	row, err := identity.FindRow(ctx, p.DB, identity.Fold(r.Name))
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("find player: %w", err)
	}
	unfit, err := p.Unfit(ctx, row, r.Password)
	if err != nil {
		return err
	}
	hash, err := secret.HashPassword(ctx, r.Password)
	if err != nil {
		return err
	}
	return p.spend(ctx, r, code, hash, unfit)
}

// checkReset applies the rules of the form, in the order of its fields, and
// returns the code as it was issued.
func checkReset(r Reset) (string, error) {
	if err := identity.CheckName(r.Name); err != nil {
		return "", err
	}
	code, err := checkCode(r.Code)
	if err != nil {
		return "", err
	}
	if err := identity.CheckPassword(r.Password); err != nil {
		return "", err
	}
	if r.Confirm != r.Password {
		return "", identity.ErrPasswordsDiff
	}
	if IsWeak(r.Password, r.Name, "") {
		return "", identity.ErrPasswordWeak
	}
	if err := identity.CheckCaptcha(r.VerifyCode); err != nil {
		return "", err
	}
	_, err = access.CheckVRand(r.VRand)
	return code, err
}

// checkCode returns the digits of a code, however they were grouped and
// whichever keyboard they were typed on.
func checkCode(text string) (string, error) {
	digits := TypedDigits(text)
	if digits == "" {
		return "", identity.ErrResetEmpty
	}
	if len(digits) != resetLength || strings.Trim(digits, ResetAlphabet) != "" {
		return "", identity.ErrResetForm
	}
	return digits, nil
}

// TypedDigits is what was typed, with the digits of every keyboard as ASCII and
// without what groups them.
func TypedDigits(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= '０' && r <= '９':
			return r - '０' + '0'
		case r == '-' || unicode.IsSpace(r):
			return -1
		}
		return r
	}, text)
}

// Unfit is why a password may not be the new one of this player, nil if it
// may. Nobody's row costs the same work, whatever comes of it.
func (p *Passwords) Unfit(ctx context.Context, row identity.Row, password string) (refused, err error) {
	shown, err := p.Open(row)
	if err != nil {
		return nil, err
	}
	same, _, err := secret.CheckPassword(ctx, password, row.Password)
	if err != nil {
		return nil, err
	}
	own := ""
	if row.WithdrawSet {
		own = row.WithdrawPassword
	}
	withdraws, _, err := secret.CheckPassword(ctx, password, own)
	switch {
	case err != nil:
		return nil, err
	case IsWeak(password, row.Name, shown.Phone):
		return identity.ErrPasswordWeak, nil
	case same:
		return identity.ErrPasswordSame, nil
	case withdraws:
		return identity.ErrWithdrawLogin, nil
	}
	return nil, nil
}

// spend uses the code up and sets the password, both or neither. Of many
// uses at once the rows let one through.
func (p *Passwords) spend(ctx context.Context, r Reset, code, hash string, unfit error) error {
	id := identity.Fold(r.Name)
	var refused error
	err := p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		refused = nil
		// The player's row first, in the order every change of a password takes.
		if _, err := identity.LockRow(ctx, tx, id); err != nil && !errors.Is(err, sql.ErrNoRows) {
			return fmt.Errorf("lock player: %w", err)
		}
		right, key, err := p.tryCode(ctx, tx, r.Client, id, resetLogin, code)
		if err != nil {
			return err
		}
		switch {
		case !right:
			// Written for unknown names too, so that both cost a transaction that
			// writes; and the network's next login needs a captcha.
			refused = identity.ErrReset
			_, err := identity.Hit(ctx, tx, "fn/"+identity.NetworkOf(r.Client.IP), access.NetworkWindow)
			return err
		case unfit != nil:
			refused = unfit
			if _, err := tx.NewRaw("UPDATE player_throttle SET hits = hits - 1 WHERE key = ?", key).Exec(ctx); err != nil {
				return fmt.Errorf("take back a try: %w", err)
			}
			_, err := tx.NewRaw("UPDATE player_reset SET tries = tries - 1 WHERE player = ?", id).Exec(ctx)
			return err
		}
		if _, err := tx.NewRaw("UPDATE player_reset SET used_at = ? WHERE player = ?", tx.NowMillis(), id).Exec(ctx); err != nil {
			return fmt.Errorf("spend reset code: %w", err)
		}
		if err := p.forgetFreshProofs(ctx, tx, id); err != nil {
			return err
		}
		return p.SetForgotten(ctx, tx, id, hash, r.Client)
	})
	if err != nil {
		return fmt.Errorf("reset password: %w", err)
	}
	if errors.Is(refused, identity.ErrReset) {
		p.Log.InfoContext(ctx, "reset of a password refused", "network", identity.NetworkOf(r.Client.IP))
	}
	return refused
}

// forgetFreshProofs removes what was proved within freshProof: the player who needs
// customer service may have lost the account to the one who proved it.
func (p *Passwords) forgetFreshProofs(ctx context.Context, tx *db.Tx, id string) error {
	if p.Courier == nil {
		return nil
	}
	forgotten, err := p.Courier.ForgetSince(ctx, tx, id, tx.Now().Add(-freshProof))
	if err != nil {
		return err
	}
	for _, ch := range forgotten {
		if err := inbox.Write(ctx, tx, identity.ForgottenContactMessage(id, ch, tx.Now())); err != nil {
			return err
		}
	}
	return nil
}

// SetForgotten sets the login password of a player who proved that the account is
// theirs. It removes the passkeys added within freshProof, ends all sessions, and sends
// a message about both. Withdrawals are held as after any change of the password.
func (p *Passwords) SetForgotten(ctx context.Context, tx *db.Tx, id, hash string, by identity.Client) error {
	_, err := tx.NewRaw("UPDATE player SET password = ?, password_changed_at = ?, password_reset_at = ? WHERE id = ?",
		hash, tx.NowMillis(), tx.NowMillis(), id).Exec(ctx)
	if err != nil {
		return fmt.Errorf("set password: %w", err)
	}
	if err := p.forgetGuesses(ctx, tx, Reset{Name: id, Client: by}); err != nil {
		return err
	}
	removed, err := p.dropFreshPasskeys(ctx, tx, id)
	if err != nil {
		return err
	}
	if err := inbox.Write(ctx, tx, identity.PasswordMessage(id, removed, tx.Now())); err != nil {
		return err
	}
	return p.LogOutAll(ctx, tx, id, "", access.EndReset)
}

// tryCode counts a try of a live code and reports whether it was right. Five
// wrong ones end the code for the device or the network they came from, and for
// no other: a stranger must not end a player's code. Guessing from many networks
// does not help against 53 bits. key is the counter of the try.
func (p *Passwords) tryCode(ctx context.Context, tx *db.Tx, by identity.Client, player, purpose, code string) (right bool, key string, err error) {
	var live struct {
		Code     string
		IssuedAt int64
	}
	err = tx.NewRaw("SELECT code, issued_at FROM player_reset WHERE player = ? AND purpose = ? AND used_at = 0 AND expires_at > ?",
		player, purpose, tx.NowMillis()).Scan(ctx, &live)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return false, "", fmt.Errorf("find reset code: %w", err)
	}
	from := identity.NetworkOf(by.IP)
	known, err := access.DeviceOf(ctx, tx, player, by)
	if err != nil {
		return false, "", err
	}
	if known != "" {
		from = known
	}
	// With the time of issue: a new code begins anew.
	key = fmt.Sprintf("rt/%s/%d/%s", player, live.IssuedAt, from)
	n, err := identity.Hit(ctx, tx, key, resetValid)
	if err != nil || n > resetTries || live.Code == "" {
		return false, key, err
	}
	if _, err := tx.NewRaw("UPDATE player_reset SET tries = tries + 1 WHERE player = ?", player).Exec(ctx); err != nil {
		return false, key, fmt.Errorf("count a try: %w", err)
	}
	return live.Code == p.resetMark(player, code), key, nil
}

// forgetGuesses removes what the player's own failed logins left behind, on
// the account and on the device they sit at: with the new password they are in.
func (p *Passwords) forgetGuesses(ctx context.Context, tx *db.Tx, r Reset) error {
	c := p.CountersOf(r.Name, r.Client)
	keys := []string{c.Account, c.Check, "h/" + c.Check, "p/" + identity.Fold(r.Name), "h/p/" + identity.Fold(r.Name)}
	if c.DeviceHash != "" {
		known := c.Check + "/" + c.DeviceHash
		keys = append(keys, c.Device, known, "h/"+known)
	}
	return identity.Forget(ctx, tx, keys...)
}

// VoidReset takes a code away from a player who knows the password after all,
// or may not log in.
func VoidReset(ctx context.Context, tx *db.Tx, player string) error {
	if _, err := tx.NewRaw("DELETE FROM player_reset WHERE player = ?", player).Exec(ctx); err != nil {
		return fmt.Errorf("void reset code: %w", err)
	}
	if _, err := tx.NewRaw("DELETE FROM player_code WHERE player = ? AND purpose = ?", player, ForgottenPurpose).Exec(ctx); err != nil {
		return fmt.Errorf("void codes: %w", err)
	}
	return nil
}

// EndOnFreeze ends the sessions of a player who may no longer log in; it is
// what guard.OnFreeze is set to.
func (p *Passwords) EndOnFreeze(ctx context.Context, tx *db.Tx, player string, acts []guard.Act) error {
	if !slices.Contains(acts, guard.Login) {
		return nil
	}
	// A login under way holds this row: it either sees the freeze or is ended by it.
	if _, err := identity.LockRow(ctx, tx, player); err != nil && !errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("lock player: %w", err)
	}
	// Nor does a code that was read out to somebody let them in when it ends.
	if err := VoidReset(ctx, tx, player); err != nil {
		return err
	}
	return p.LogOutAll(ctx, tx, player, "", access.EndFrozen)
}
