package player

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/player/access"
	"hongyun/internal/player/credential"
	"hongyun/internal/player/identity"
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
	InviteID          string // name of the player who invited; one that is unknown is left out, or refused where it must be given
	// What RegisterRules may ask for; empty: left for later.
	TrueName, Birthday, Email string
	Client                    identity.Client
}

// Register makes a player and logs them in. Every rule of the form is checked
// here (ACC-02..05, ACC-08), then the captcha, which is used up right or wrong,
// then whether name and phone are free: ErrNameTaken, ErrPhoneTaken. The
// withdrawal password starts equal to the login password, with a hash of its
// own (D-03).
func (p *Players) Register(ctx context.Context, r Registration) (access.Login, error) {
	rules := p.Rules.Register()
	if err := checkRegistration(r); err != nil {
		return access.Login{}, err
	}
	if err := p.Rules.ServesPhone(r.Phone); err != nil {
		return access.Login{}, err
	}
	if err := r.check(rules); err != nil {
		return access.Login{}, err
	}
	filled, err := p.profileOf(rules, r)
	if err != nil {
		return access.Login{}, err
	}
	// Registering necessarily tells which names are taken, so it is bounded by both (trust ACC-4).
	if err := p.AdmitForm(ctx, "reg/"+identity.CountedAddress(r.Client.IP), int(rules.PerMinute), r.VRand, r.VerifyCode); err != nil {
		return access.Login{}, err
	}
	a := identity.Row{
		ID: identity.Fold(r.Name), Name: r.Name, PhoneIndex: p.Box.Index("phone", r.Phone),
		RegisterDomain: access.Cut(r.RegDomain, 100), RegisterIP: r.Client.IP,
	}
	// Asked before the costly hashes; the unique keys decide.
	if err := identity.Taken(ctx, p.DB, a.ID, a.PhoneIndex); err != nil {
		return access.Login{}, err
	}
	if a.Password, err = secret.HashPassword(ctx, r.Password); err != nil {
		return access.Login{}, err
	}
	if a.WithdrawPassword, err = secret.HashPassword(ctx, r.Password); err != nil {
		return access.Login{}, err
	}
	a.Phone = p.Box.Seal(identity.Sealed("phone", a.ID), r.Phone)
	var out access.Login
	err = p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		row := a
		row.CreatedAt = tx.NowMillis()
		if err := p.insert(ctx, tx, rules, r, &row, filled); err != nil {
			return err
		}
		_, err := tx.NewRaw("UPDATE player SET last_login_at = ?, last_login_ip = ? WHERE id = ?", tx.NowMillis(), r.Client.IP, row.ID).Exec(ctx)
		if err != nil {
			return err
		}
		if out, err = p.Issue(ctx, tx, row, r.Client, false); err != nil {
			return err
		}
		out.NewDevice = true
		out.Player, err = p.Find(ctx, tx, row.ID)
		return err
	})
	if db.IsDuplicate(err) {
		return access.Login{}, identity.Taken(ctx, p.DB, a.ID, a.PhoneIndex)
	}
	if err != nil {
		return access.Login{}, fmt.Errorf("register: %w", err)
	}
	if len(filled) > 0 { // a name may be that of somebody who excluded themselves
		if err := p.CheckReturn(ctx, out.Player.ID, nil); err != nil {
			return access.Login{}, err
		}
	}
	return out, nil
}

// insert writes a new player with what they filled in, if the rules let them in.
func (p *Players) insert(ctx context.Context, tx *db.Tx, rules identity.RegisterRules, r Registration, row *identity.Row, filled []info) error {
	inviter := identity.Fold(r.InviteID)
	if identity.CheckName(r.InviteID) == nil && inviter != row.ID {
		if _, err := identity.FindRow(ctx, tx, inviter); err == nil {
			row.InvitedBy = inviter
		}
	}
	if rules.Invite == identity.AskRequired && row.InvitedBy == "" {
		return identity.ErrInviteUnknown
	}
	if rules.PerDay > 0 { // counted with the player: what is refused uses up nothing
		n, err := identity.Hit(ctx, tx, "rd/"+identity.CountedAddress(r.Client.IP), 24*time.Hour)
		if err != nil {
			return err
		}
		if int64(n) > rules.PerDay {
			return identity.ErrRegisterDay
		}
	}
	if err := identity.InsertRow(ctx, tx, *row); err != nil {
		return err
	}
	for _, f := range filled {
		if err := p.SetInfo(ctx, tx, row.ID, f.column, f.value); err != nil {
			return err
		}
	}
	return nil
}

// info is a field of a profile.
type info struct{ column, value string }

// profileOf checks what a registration fills in beside the form. A minor is
// refused: there is no account yet whose birthday could be kept.
func (p *Players) profileOf(rules identity.RegisterRules, r Registration) ([]info, error) {
	var out []info
	for _, f := range []struct {
		kind       int
		ask, value string
	}{
		{InfoTrueName, rules.TrueName, r.TrueName}, {InfoBirthday, rules.Birthday, r.Birthday}, {InfoEmail, rules.Email, r.Email},
	} {
		if f.ask == identity.AskHidden || f.value == "" {
			continue
		}
		column, value, err := p.checkInfo(f.kind, f.value)
		if err != nil {
			return nil, err
		}
		if f.kind == InfoBirthday {
			if err := p.CheckAge(identity.Player{Birthday: value}); err != nil {
				return nil, err
			}
		}
		out = append(out, info{column, value})
	}
	return out, nil
}

// checkRegistration applies the rules of the form, in the order of its fields.
func checkRegistration(r Registration) error {
	if err := identity.CheckName(r.Name); err != nil {
		return err
	}
	if err := identity.CheckPhone(r.Phone); err != nil {
		return err
	}
	if err := identity.CheckPassword(r.Password); err != nil {
		return err
	}
	if r.WithdrawPassword != "" && r.WithdrawPassword != r.Password {
		return identity.ErrPasswordsDiff
	}
	if credential.IsWeak(r.Password, r.Name, r.Phone) {
		return identity.ErrPasswordWeak
	}
	if err := identity.CheckCaptcha(r.VerifyCode); err != nil {
		return err
	}
	_, err := access.CheckVRand(r.VRand)
	return err
}

// Check holds a form against the rules of the operator.
func (form Registration) check(r identity.RegisterRules) error {
	if !r.Open {
		return identity.ErrRegisterClosed
	}
	for _, f := range []struct {
		ask, value string
		missing    error
	}{
		{r.Invite, form.InviteID, identity.ErrInviteMissing}, {r.TrueName, form.TrueName, identity.ErrTrueNameEmpty}, {r.Birthday, form.Birthday, identity.ErrBirthdayEmpty}, {r.Email, form.Email, identity.ErrEmailEmpty},
	} {
		if cmp.Or(f.ask, identity.AskOptional) == identity.AskRequired && strings.TrimSpace(f.value) == "" {
			return f.missing
		}
	}
	return nil
}
