package player

import (
	"context"
	"fmt"

	"hongyun/internal/db"
	"hongyun/internal/secret"
)

// Registration is a form that asks for a new player.
type Registration struct {
	Name              string
	Password          string
	WithdrawPassword  string // equal to Password, as the documented client sends it; empty means the same
	Phone             string
	VerifyCode, VRand string
	RegDomain         string // as the edge knows it, not as the client says
	InviteID          string // name of the player who invited; one that is unknown is left out
	Client            Client
}

// Register makes a player and logs them in. Every rule of the form is checked
// here (ACC-02..05, ACC-08), then the captcha, which is used up right or wrong,
// then whether name and phone are free: ErrNameTaken, ErrPhoneTaken. The
// withdrawal password starts equal to the login password, with a hash of its
// own (D-03).
func (p *Players) Register(ctx context.Context, r Registration) (Login, error) {
	if err := checkRegistration(r); err != nil {
		return Login{}, err
	}
	if err := p.serves(r.Phone); err != nil {
		return Login{}, err
	}
	// Registering necessarily tells which names are taken, so it is bounded by both (trust ACC-4).
	if err := p.admitForm(ctx, "reg/"+r.Client.IP, p.limits.RegistersPerIP, r.VRand, r.VerifyCode); err != nil {
		return Login{}, err
	}
	a := account{
		ID: Fold(r.Name), Name: r.Name, PhoneIndex: p.box.Index("phone", r.Phone),
		RegisterDomain: cut(r.RegDomain, 100), RegisterIP: r.Client.IP,
	}
	// Asked before the costly hashes; the unique keys decide.
	if err := taken(ctx, p.db, a.ID, a.PhoneIndex); err != nil {
		return Login{}, err
	}
	var err error
	if a.Password, err = secret.HashPassword(ctx, r.Password); err != nil {
		return Login{}, err
	}
	if a.WithdrawPassword, err = secret.HashPassword(ctx, r.Password); err != nil {
		return Login{}, err
	}
	a.Phone = p.box.Seal(sealed("phone", a.ID), r.Phone)
	var out Login
	err = p.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		row := a
		row.CreatedAt = tx.NowMillis()
		inviter := Fold(r.InviteID)
		if CheckName(r.InviteID) == nil && inviter != row.ID {
			if _, err := findAccount(ctx, tx, inviter); err == nil {
				row.InvitedBy = inviter
			}
		}
		if err := insertAccount(ctx, tx, row); err != nil {
			return err
		}
		_, err := tx.NewRaw("UPDATE player SET last_login_at = ?, last_login_ip = ? WHERE id = ?", tx.NowMillis(), r.Client.IP, row.ID).Exec(ctx)
		if err != nil {
			return err
		}
		if out, err = p.issue(ctx, tx, row, r.Client, false); err != nil {
			return err
		}
		out.NewDevice = true
		out.Player, err = p.open(row)
		return err
	})
	if db.IsDuplicate(err) {
		return Login{}, taken(ctx, p.db, a.ID, a.PhoneIndex)
	}
	if err != nil {
		return Login{}, fmt.Errorf("register: %w", err)
	}
	return out, nil
}

// checkRegistration applies the rules of the form, in the order of its fields.
func checkRegistration(r Registration) error {
	if err := CheckName(r.Name); err != nil {
		return err
	}
	if err := CheckPhone(r.Phone); err != nil {
		return err
	}
	if err := CheckPassword(r.Password); err != nil {
		return err
	}
	if r.WithdrawPassword != "" && r.WithdrawPassword != r.Password {
		return ErrPasswordsDiff
	}
	if isWeak(r.Password, r.Name, r.Phone) {
		return ErrPasswordWeak
	}
	if err := checkCaptcha(r.VerifyCode); err != nil {
		return err
	}
	_, err := checkVRand(r.VRand)
	return err
}
