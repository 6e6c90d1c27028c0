package account

import (
	"context"

	"hongyun/internal/player"
	"hongyun/internal/player/credential"
	"hongyun/internal/playerapi/route"
	"hongyun/internal/playerapi/wire"
)

func securityPasskey(k credential.Passkey) SecurityPasskey {
	return SecurityPasskey{
		Id: k.ID, Name: k.Name, Time: wire.StampOf(k.CreatedAt), UsedTime: wire.StampOf(k.LastUsedAt), StoppedTime: wire.StampOf(k.StoppedAt), Current: k.Here,
	}
}

// beginPasskeyLogin serves BeginPasskeyLogin. The question is bound to the device
// cookie, which a browser without one gets here.
func (s *Handlers) beginPasskeyLogin(ctx context.Context, c *route.Caller, _ wire.Nothing) (wire.Data[PasskeyQuestion], error) {
	options, device, err := s.Players.BeginPasskeyProof(ctx, c.Origin, c.Client)
	if err != nil {
		return wire.Data[PasskeyQuestion]{}, err
	}
	c.SetDevice(device, s.TLS)
	return wire.DataOf(PasskeyQuestion{Options: options}), nil
}

// passkeyLogin serves PasskeyLoginAction.
func (s *Handlers) passkeyLogin(ctx context.Context, c *route.Caller, in PasskeyLoginIn) (LoginOut, error) {
	login, err := s.Players.LogInByPasskey(ctx, player.PasskeyAttempt{Answer: in.Credential, Remember: in.RememberPassword == 1, Client: c.Client})
	return s.loggedIn(c, login, err, "登录成功")
}

func (s *Handlers) beginPasskey(ctx context.Context, c *route.Caller, in BeginPasskeyIn) (wire.Data[PasskeyQuestion], error) {
	options, err := s.Players.BeginPasskey(ctx, c.Session.PlayerID, c.Session.ID, in.Password, in.SecondCode, c.Origin, c.Client)
	return wire.DataOf(PasskeyQuestion{Options: options}), err
}

func (s *Handlers) addPasskey(ctx context.Context, c *route.Caller, in AddPasskeyIn) (wire.Answer, error) {
	return wire.Succeeded("通行密钥已添加"), s.Players.AddPasskey(ctx, c.Session.PlayerID, c.Session.ID, in.Credential, in.Name, c.Client)
}

func (s *Handlers) renamePasskey(ctx context.Context, c *route.Caller, in RenamePasskeyIn) (wire.Answer, error) {
	return wire.Succeeded("名称已修改"), s.Players.RenamePasskey(ctx, c.Session.PlayerID, in.Id, in.Name)
}

func (s *Handlers) removePasskey(ctx context.Context, c *route.Caller, in RemovePasskeyIn) (wire.Answer, error) {
	return wire.Succeeded("通行密钥已删除"), s.Players.RemovePasskey(ctx, c.Session.PlayerID, in.Id, in.Password, in.SecondCode, c.Client)
}
