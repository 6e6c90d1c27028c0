package account

import (
	"context"
	"encoding/base64"
	"errors"

	"hongyun/internal/fault"
	"hongyun/internal/ledger"
	"hongyun/internal/player"
	"hongyun/internal/player/access"
	"hongyun/internal/player/credential"
	"hongyun/internal/player/identity"
	"hongyun/internal/playerapi/route"
	"hongyun/internal/playerapi/wire"
)

// captchaData serves the call the documents write {token}: the captcha as a
// data URL (D-07).
func (s *Handlers) captchaData(ctx context.Context, c *route.Caller, in CaptchaIn) (wire.Data[string], error) {
	png, err := s.Players.Image(ctx, in.VRand, c.Client.IP)
	if err != nil {
		return wire.Data[string]{}, err
	}
	return wire.DataOf("data:image/png;base64," + base64.StdEncoding.EncodeToString(png)), nil
}

func (s *Handlers) captchaImage(ctx context.Context, c *route.Caller, in CaptchaIn) (route.Picture, error) {
	png, err := s.Players.Image(ctx, in.VRand, c.Client.IP)
	return route.Picture(png), err
}

// register serves CallRegAction. A registered player is logged in (ACC-07).
func (s *Handlers) register(ctx context.Context, c *route.Caller, in RegisterIn) (LoginOut, error) {
	if err := route.MayServe(ctx, s.Serves); err != nil {
		return LoginOut{}, err
	}
	login, err := s.Players.Register(ctx, player.Registration{
		Name: in.PlayerName, Password: in.Password, WithdrawPassword: in.WithdrawPassword, Phone: in.Tell,
		VerifyCode: in.VerifyCode, VRand: in.VRand, RegDomain: in.RegDomain, InviteID: in.InvitePeopleId, Client: c.Client,
		TrueName: in.TrueName, Birthday: in.Birthday, Email: in.Email,
	})
	return s.loggedIn(c, login, err, "注册成功")
}

// logIn serves CallLogInAction.
func (s *Handlers) logIn(ctx context.Context, c *route.Caller, in LoginIn) (LoginOut, error) {
	login, err := s.Players.LogIn(ctx, player.Attempt{
		Name: in.PlayerName, Password: in.Password, VerifyCode: in.VerifyCode, VRand: in.VRand,
		SecondCode: in.SecondCode, Passkey: in.Passkey, Remember: in.RememberPassword == 1, Client: c.Client,
	})
	return s.loggedIn(c, login, err, "登录成功")
}

// loggedIn answers with the ticket, or with what a failed attempt needs next:
// a refusal that asks for a captcha says so in VerificationCode (ACC-10).
func (s *Handlers) loggedIn(c *route.Caller, login access.Login, err error, done string) (LoginOut, error) {
	var needs *player.NeedCaptcha
	if f, told := fault.Of(err); told && f.Kind == fault.Refused && errors.As(err, &needs) {
		return LoginOut{
			Answer:           wire.Answer{ErrorMessage: f.Message(), ResultMessage: f.Message()},
			VerificationCode: needs.VerificationCode,
		}, nil
	}
	if err != nil {
		return LoginOut{}, err
	}
	c.SetDevice(login.DeviceCookie, s.TLS)
	return LoginOut{Answer: wire.Succeeded(done), Ticket: login.Ticket, PlayerName: login.Player.Name}, nil
}

// resetPassword serves ResetPassword, a call of ours (ACC-11, H-60). The answer
// to a wrong code is the same whether or not there is such a player.
func (s *Handlers) resetPassword(ctx context.Context, c *route.Caller, in ResetPasswordIn) (wire.Answer, error) {
	return wire.Succeeded("密码已重设，请使用新密码登录"), s.Players.ResetPassword(ctx, credential.Reset{
		Name: in.PlayerName, Code: in.ResetCode, Password: in.NewPassword, Confirm: in.ConfirmPassword,
		VerifyCode: in.VerifyCode, VRand: in.VRand, Client: c.Client,
	})
}

// logOut serves LogOutAction: the session ends on the server too (ACC-13).
func (s *Handlers) logOut(ctx context.Context, c *route.Caller, _ wire.Nothing) (wire.Answer, error) {
	return wire.Succeeded("已退出登录"), s.Players.LogOut(ctx, c.Ticket)
}

// playerInfo serves PlayerInfoItem. VipLevel is the highest of the three tracks,
// as the last run left it (ACC-19, D-24).
func (s *Handlers) playerInfo(ctx context.Context, c *route.Caller, _ wire.Nothing) (PlayerInfoOut, error) {
	p, err := s.Players.Find(ctx, s.Read, c.Session.PlayerID)
	if err != nil {
		return PlayerInfoOut{}, err
	}
	centre, err := s.Ledger.Balance(ctx, s.Read, ledger.Centre(c.Session.PlayerID))
	if err != nil {
		return PlayerInfoOut{}, err
	}
	level, err := s.Vip.Level(ctx, s.Read, p.ID)
	if err != nil {
		return PlayerInfoOut{}, err
	}
	return PlayerInfoOut{
		Answer: wire.Answer{IsSuc: true}, PlayerName: p.Name, Balance: wire.Yuan(centre), VipLevel: level,
		TrueName: identity.MaskName(p.TrueName), Birthday: identity.MaskBirthday(p.Birthday), Tell: identity.MaskPhone(p.Phone),
		Email: identity.MaskEmail(p.Email), IsEnableWithdrawPassword: p.WithdrawPasswordSet,
	}, nil
}

// updateInfo serves CallUpdatePlayerInfoAction: each field can be filled in
// once (ACC-16, trust T16).
func (s *Handlers) updateInfo(ctx context.Context, c *route.Caller, in UpdateInfoIn) (wire.Answer, error) {
	return wire.Succeeded("修改成功"), s.Players.UpdateInfo(ctx, c.Session.PlayerID, in.Type, in.InputMessage)
}

// changePassword serves CallPlayerUpdatePasswordAction; other sessions end (ACC-17).
func (s *Handlers) changePassword(ctx context.Context, c *route.Caller, in ChangePasswordIn) (wire.Answer, error) {
	removed, err := s.Players.ChangePassword(ctx, c.Session.PlayerID, c.Session.ID, in.CurrentPassword, in.NewPassword, in.ConfirmPassword)
	if removed > 0 {
		return wire.Succeeded("修改成功，近30天内添加的通行密钥已删除"), err
	}
	return wire.Succeeded("修改成功"), err
}

// setWithdrawPassword sets a withdrawal password that is not the login
// password (D-03).
func (s *Handlers) setWithdrawPassword(ctx context.Context, c *route.Caller, in SetWithdrawPasswordIn) (wire.Answer, error) {
	if in.ConfirmPassword != "" && in.ConfirmPassword != in.NewPassword {
		return wire.Answer{}, route.ErrInput.With("两次输入的密码不一致")
	}
	return wire.Succeeded("设置成功"), s.Players.SetWithdrawPassword(ctx, c.Session.PlayerID, in.CurrentPassword, in.NewPassword)
}

// resetWithdrawPassword sets a forgotten withdrawal password anew with a code of
// customer service (H-127).
func (s *Handlers) resetWithdrawPassword(ctx context.Context, c *route.Caller, in ResetWithdrawPasswordIn) (wire.Answer, error) {
	if in.ConfirmPassword != in.NewPassword {
		return wire.Answer{}, route.ErrInput.With("两次输入的密码不一致")
	}
	return wire.Succeeded("取款密码已重设"), s.Players.ResetWithdrawPassword(ctx, credential.WithdrawReset{
		Player: c.Session.PlayerID, Code: in.ResetCode, Password: in.NewPassword, Client: c.Client,
	})
}
