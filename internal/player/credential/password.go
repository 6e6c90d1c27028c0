package credential

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"strings"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/inbox"
	"hongyun/internal/player/access"
	"hongyun/internal/player/identity"
	"hongyun/internal/secret"
)

// commonText is the passwords that are tried first by whoever tries (trust
// ACC-2), in lower case, one a line.
//
//go:embed common.txt
var commonText string

var common = func() map[string]bool {
	m := map[string]bool{}
	for word := range strings.FieldsSeq(commonText) {
		m[word] = true
	}
	return m
}()

// IsWeak reports whether a new password is among the first anybody would try:
// the common ones, the user name, the phone, the site's name.
func IsWeak(password, name, phone string) bool {
	password = strings.ToLower(password)
	return common[password] || password == identity.Fold(name) || password == phone || password == "hongyun"
}

const defaultName = "鸿运"

// Passwords are how players prove who they are: both passwords, the second step,
// passkeys, and the codes of customer service that set new ones.
type Passwords struct {
	*access.Tickets
	Sites Sites         // where passkeys work
	Named func() string // the name of the site now, which authenticators show
}

// NewPasswords connects the package. Without named the site is called defaultName.
func NewPasswords(t *access.Tickets, sites Sites, named func() string) *Passwords {
	if named == nil {
		named = func() string { return defaultName }
	}
	p := &Passwords{Tickets: t, Sites: sites, Named: named}
	if p.Staff != nil {
		kindSecond.OnApproved(p.Staff, p.secondApproved)
	}
	return p
}

// ChangePassword changes the login password, removes the passkeys added within
// freshProof and reports how many they were, and ends the player's other sessions
// (ACC-17, trust ACC-5). confirm is the repeated new password, empty where a
// documented client does not send it. It fails with the faults of the form, ErrCurrent,
// ErrPasswordSame, ErrPasswordWeak, or ErrTooMany after too many wrong ones. The
// withdrawal password stays as it is (D-03).
func (p *Passwords) ChangePassword(ctx context.Context, player, session, current, new, confirm string) (removed int, err error) {
	if err := identity.CheckField(current, identity.PasswordForm, identity.ErrPasswordEmpty, identity.ErrPasswordForm); err != nil {
		return 0, err
	}
	if err := identity.CheckPassword(new); err != nil {
		return 0, err
	}
	if confirm != "" && confirm != new {
		return 0, identity.ErrPasswordsDiff
	}
	row, err := p.proveRow(ctx, player, current)
	if err != nil {
		return 0, err
	}
	if new == current {
		return 0, identity.ErrPasswordSame
	}
	if err := p.checkNew(row, new); err != nil {
		return 0, err
	}
	if row.WithdrawSet {
		// The answer tells whether it is the withdrawal password, so it is a guess like any other (trust CAP-5).
		if err := p.countGuess(ctx, player); err != nil {
			return 0, err
		}
		same, _, err := secret.CheckPassword(ctx, new, row.WithdrawPassword)
		if err != nil {
			return 0, err
		}
		if same {
			return 0, identity.ErrWithdrawLogin
		}
	}
	hash, err := secret.HashPassword(ctx, new)
	if err != nil {
		return 0, err
	}
	err = p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		changed, err := tx.NewRaw("UPDATE player SET password = ?, password_changed_at = ? WHERE id = ? AND password = ?",
			hash, tx.NowMillis(), player, row.Password).Exec(ctx)
		if err != nil {
			return fmt.Errorf("change password: %w", err)
		}
		if n, _ := changed.RowsAffected(); n != 1 {
			return identity.ErrCurrent // another change came first
		}
		if err := identity.Forget(ctx, tx, "p/"+player, "h/p/"+player); err != nil {
			return err
		}
		if err := VoidReset(ctx, tx, player); err != nil {
			return err
		}
		if removed, err = p.dropFreshPasskeys(ctx, tx, player); err != nil {
			return err
		}
		if err := inbox.Write(ctx, tx, identity.PasswordMessage(player, removed, tx.Now())); err != nil {
			return err
		}
		return p.LogOutAll(ctx, tx, player, session, access.EndPassword)
	})
	if err != nil {
		return 0, err
	}
	return removed, nil
}

// proveRow checks a logged-in player's login password, with a counter of its own.
func (p *Passwords) proveRow(ctx context.Context, player, password string) (identity.Row, error) {
	may := false
	err := p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		var err error
		may, err = p.MayCheck(ctx, tx, "p/"+player)
		return err
	})
	if err != nil {
		return identity.Row{}, fmt.Errorf("count password check: %w", err)
	}
	if !may {
		return identity.Row{}, identity.ErrTooMany
	}
	row, err := identity.FindRow(ctx, p.DB, player)
	if err != nil {
		return identity.Row{}, fmt.Errorf("find player: %w", err)
	}
	ok, _, err := secret.CheckPassword(ctx, password, row.Password)
	if err != nil {
		return identity.Row{}, err
	}
	if !ok {
		return identity.Row{}, identity.ErrCurrent
	}
	return row, nil
}

// Prove checks that whoever is logged in knows the login password, for a step
// that cannot be taken back. It fails with the rules of the form, ErrCurrent,
// or ErrTooMany after too many wrong ones.
func (p *Passwords) Prove(ctx context.Context, player, password string) error {
	if err := identity.CheckField(password, identity.PasswordForm, identity.ErrPasswordEmpty, identity.ErrPasswordForm); err != nil {
		return err
	}
	_, err := p.proveRow(ctx, player, password)
	return err
}

// checkNew refuses a new password that anybody would try first.
func (p *Passwords) checkNew(row identity.Row, password string) error {
	shown, err := p.Open(row)
	if err != nil {
		return err
	}
	if IsWeak(password, row.Name, shown.Phone) {
		return identity.ErrPasswordWeak
	}
	return nil
}

// SetWithdrawPassword sets a withdrawal password of the player's own. current
// is the login password the first time and the withdrawal password from then
// on. The new one may not equal the login password (ErrWithdrawLogin).
func (p *Passwords) SetWithdrawPassword(ctx context.Context, player, current, new string) error {
	if err := identity.CheckField(current, identity.PasswordForm, identity.ErrPasswordEmpty, identity.ErrPasswordForm); err != nil {
		return err
	}
	if err := identity.CheckPassword(new); err != nil {
		return err
	}
	row, err := p.proveWithdraw(ctx, player, current)
	if err != nil {
		return err
	}
	if err := p.checkNew(row, new); err != nil {
		return err
	}
	same, _, err := secret.CheckPassword(ctx, new, row.Password)
	if err != nil {
		return err
	}
	if same {
		return identity.ErrWithdrawLogin
	}
	hash, err := secret.HashPassword(ctx, new)
	if err != nil {
		return err
	}
	return p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		changed, err := tx.NewRaw("UPDATE player SET withdraw_password = ?, withdraw_set = TRUE, withdraw_changed_at = ? WHERE id = ? AND withdraw_password = ?",
			hash, tx.NowMillis(), player, row.WithdrawPassword).Exec(ctx)
		if err != nil {
			return fmt.Errorf("set withdrawal password: %w", err)
		}
		if n, _ := changed.RowsAffected(); n != 1 {
			return identity.ErrCurrent
		}
		return inbox.Write(ctx, tx, identity.WithdrawPasswordMessage(player, tx.Now()))
	})
}

// proveWithdraw checks what a player must know to change the withdrawal password.
func (p *Passwords) proveWithdraw(ctx context.Context, player, current string) (identity.Row, error) {
	row, err := identity.FindRow(ctx, p.DB, player)
	if err != nil {
		return identity.Row{}, fmt.Errorf("find player: %w", err)
	}
	if !row.WithdrawSet {
		return p.proveRow(ctx, player, current)
	}
	return row, p.guessWithdraw(ctx, row, current)
}

// CheckWithdrawPassword is nil when a withdrawal may go on: the player has not
// set a withdrawal password yet, or this is it (D-03). It fails with
// ErrWithdrawEmpty, ErrWithdrawWrong, and ErrWithdrawLocked for an hour after
// five wrong ones. It is a whole operation and runs before the withdrawal's own
// transaction: a wrong guess counts even when the withdrawal is refused.
func (p *Passwords) CheckWithdrawPassword(ctx context.Context, player, password string) error {
	row, err := identity.FindRow(ctx, p.DB, player)
	if errors.Is(err, sql.ErrNoRows) {
		return identity.ErrNotFound
	}
	if err != nil {
		return fmt.Errorf("find player: %w", err)
	}
	if !row.WithdrawSet {
		return nil
	}
	if password == "" {
		return identity.ErrWithdrawEmpty
	}
	return p.guessWithdraw(ctx, row, password)
}

const withdrawLock = time.Hour

// guessWithdraw looks at a guess of the withdrawal password. A right one ends
// the count.
func (p *Passwords) guessWithdraw(ctx context.Context, row identity.Row, password string) error {
	if err := p.countGuess(ctx, row.ID); err != nil {
		return err
	}
	ok, _, err := secret.CheckPassword(ctx, password, row.WithdrawPassword)
	if err != nil {
		return err
	}
	if !ok {
		return identity.ErrWithdrawWrong
	}
	return p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return identity.Forget(ctx, tx, guessKey(row.ID)) })
}

func guessKey(player string) string { return "w/" + player }

// countGuess counts a guess of the withdrawal password before it is checked, so
// that many at once are many, and the sixth waits however right it is (trust
// CAP-5): ErrWithdrawLocked.
func (p *Passwords) countGuess(ctx context.Context, player string) error {
	key := guessKey(player)
	var locked bool
	err := p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		n, err := identity.Hit(ctx, tx, key, withdrawLock)
		if err != nil {
			return err
		}
		locked = n > p.Limits.WithdrawPasswords
		if n != p.Limits.WithdrawPasswords {
			return nil
		}
		// The hour begins with the last guess that was looked at.
		_, err = tx.NewRaw("UPDATE player_throttle SET expires_at = ? WHERE key = ?", tx.Now().Add(withdrawLock).UnixMilli(), key).Exec(ctx)
		return err
	})
	if err != nil {
		return fmt.Errorf("count withdrawal password: %w", err)
	}
	if locked {
		return identity.ErrWithdrawLocked
	}
	return nil
}

// ProveOwner checks that whoever is logged in knows the withdrawal password, or
// the login password while the player has set none of their own. It fails with
// the faults of CheckWithdrawPassword or Prove.
func (p *Passwords) ProveOwner(ctx context.Context, player, password string) error {
	row, err := identity.FindRow(ctx, p.DB, player)
	if errors.Is(err, sql.ErrNoRows) {
		return identity.ErrNotFound
	}
	if err != nil {
		return fmt.Errorf("find player: %w", err)
	}
	if row.WithdrawSet {
		return p.CheckWithdrawPassword(ctx, player, password)
	}
	return p.Prove(ctx, player, password)
}
