package account

import (
	"context"

	"hongyun/internal/api"
	"hongyun/internal/courier"
	"hongyun/internal/player/contact"
	"hongyun/internal/playerapi/route"
	"hongyun/internal/playerapi/wire"
)

// codeAgain is how many seconds pass before another code can be asked for.
const codeAgain = 60

func codeSent(ask string, err error) (wire.Data[CodeSent], error) {
	return wire.Data[CodeSent]{Answer: wire.Succeeded("验证码已发送"), Data: CodeSent{Ask: ask, Again: codeAgain, Minutes: courier.CodeMinutes}}, err
}

func (s *Handlers) sendCode(ctx context.Context, c *route.Caller, in SendCodeIn) (wire.Data[CodeSent], error) {
	return codeSent(s.Players.AskCode(ctx, contact.CodeAsk{
		Player: c.Session.PlayerID, Purpose: contact.Purpose(in.Purpose), Channel: courier.Channel(in.Channel), Password: in.Password, Address: in.Address,
		Old: contact.CodeAnswer{Ask: in.OldAsk, Code: in.OldCode}, Client: c.Client,
	}))
}

func (s *Handlers) proveContact(ctx context.Context, c *route.Caller, in ProveContactIn) (wire.Answer, error) {
	return wire.Succeeded("验证成功"), s.Players.ProveContact(ctx, c.Session.PlayerID, contact.CodeAnswer{Ask: in.Ask, Code: in.Code})
}

func (s *Handlers) changeContact(ctx context.Context, c *route.Caller, in ChangeContactIn) (wire.Answer, error) {
	return wire.Succeeded("更换成功"), s.Players.ChangeContact(ctx, c.Session.PlayerID,
		contact.CodeAnswer{Ask: in.OldAsk, Code: in.OldCode}, contact.CodeAnswer{Ask: in.Ask, Code: in.Code})
}

func (s *Handlers) contactNotices(ctx context.Context, c *route.Caller, in ContactNoticesIn) (wire.Answer, error) {
	return wire.Succeeded("设置成功"), s.Players.SetQuiet(ctx, c.Session.PlayerID, courier.Channel(in.Channel), in.On == 0)
}

// resetChannels tells the page by what a code can come, nothing where the operator
// entered no company.
func (s *Handlers) resetChannels(context.Context, *route.Caller, wire.Nothing) (wire.Data[[]string], error) {
	return wire.DataOf(api.Each(s.Players.OpenChannels(), func(ch courier.Channel) string { return string(ch) })), nil
}

// sendResetCode answers the same whether or not a player proved the address.
func (s *Handlers) sendResetCode(ctx context.Context, c *route.Caller, in SendResetCodeIn) (wire.Data[CodeSent], error) {
	sent, err := codeSent(s.Players.AskReset(ctx, contact.ForgotAsk{Address: in.Address, VerifyCode: in.VerifyCode, VRand: in.VRand, Client: c.Client}))
	sent.Answer = wire.Succeeded("如果该手机号或邮箱已验证满24小时，验证码已发送")
	return sent, err
}

func (s *Handlers) resetByCode(ctx context.Context, c *route.Caller, in ResetByCodeIn) (wire.Answer, error) {
	return wire.Succeeded("密码已重设，请使用新密码登录"), s.Players.ResetByCode(ctx, contact.CodeReset{
		Answer: contact.CodeAnswer{Ask: in.Ask, Code: in.Code}, Password: in.NewPassword, Confirm: in.ConfirmPassword, Client: c.Client,
	})
}
