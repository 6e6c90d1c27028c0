package credential

import (
	"context"
	"errors"
	"fmt"

	"hongyun/internal/db"
	"hongyun/internal/inbox"
	"hongyun/internal/player/identity"
	"hongyun/internal/secret"
)

// WithdrawReset is the form of a logged-in player who has a code and sets a new
// withdrawal password.
type WithdrawReset struct {
	Player, Code, Password string
	Client                 identity.Client
}

// ResetWithdrawPassword sets a new withdrawal password with a code of customer
// service, by the rules of ResetPassword (H-60, H-127): ErrResetCode for a wrong
// code, one that expired, was used, or was tried too often from here. Whoever has
// the right code alone learns that the password is the login password or too
// easily guessed; that costs no try. Withdrawals are held afterwards as after any
// change of the withdrawal password.
func (p *Passwords) ResetWithdrawPassword(ctx context.Context, r WithdrawReset) error {
	code, err := checkCode(r.Code)
	if err != nil {
		return err
	}
	if err := identity.CheckPassword(r.Password); err != nil {
		return err
	}
	row, err := identity.FindRow(ctx, p.DB, r.Player)
	if err != nil {
		return fmt.Errorf("find player: %w", err)
	}
	login, _, err := secret.CheckPassword(ctx, r.Password, row.Password)
	if err != nil {
		return err
	}
	unfit := p.checkNew(row, r.Password)
	if login {
		unfit = identity.ErrWithdrawLogin
	}
	hash, err := secret.HashPassword(ctx, r.Password)
	if err != nil {
		return err
	}
	right := false
	err = p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if _, err := identity.LockRow(ctx, tx, r.Player); err != nil {
			return fmt.Errorf("lock player: %w", err)
		}
		right, _, err = p.tryCode(ctx, tx, r.Client, r.Player, resetWithdrawal, code)
		switch {
		case err != nil:
			return err
		case !right:
			return nil // the try counts
		case unfit != nil:
			return unfit // and this one does not
		}
		if _, err := tx.NewRaw("UPDATE player_reset SET used_at = ? WHERE player = ?", tx.NowMillis(), r.Player).Exec(ctx); err != nil {
			return fmt.Errorf("spend reset code: %w", err)
		}
		_, err := tx.NewRaw("UPDATE player SET withdraw_password = ?, withdraw_set = TRUE, withdraw_changed_at = ?, password_reset_at = ? WHERE id = ?",
			hash, tx.NowMillis(), tx.NowMillis(), r.Player).Exec(ctx)
		if err != nil {
			return fmt.Errorf("set withdrawal password: %w", err)
		}
		if err := inbox.Write(ctx, tx, identity.WithdrawPasswordMessage(r.Player, tx.Now())); err != nil {
			return err
		}
		return identity.Forget(ctx, tx, guessKey(r.Player))
	})
	switch {
	case err != nil && errors.Is(err, unfit):
		return unfit
	case err != nil:
		return fmt.Errorf("reset withdrawal password: %w", err)
	case !right:
		p.Log.InfoContext(ctx, "reset of a withdrawal password refused", "player", r.Player, "network", identity.NetworkOf(r.Client.IP))
		return identity.ErrResetCode
	}
	return nil
}
