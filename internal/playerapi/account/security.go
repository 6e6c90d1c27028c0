package account

import (
	"context"

	"hongyun/internal/api"
	"hongyun/internal/player/access"
	"hongyun/internal/player/contact"
	"hongyun/internal/playerapi/route"
	"hongyun/internal/playerapi/wire"
	"hongyun/internal/promo"
	"hongyun/internal/staff"
)

// security serves PlayerSecurity, a call of ours: two-step login and the logins
// of the player, live ones first.
func (s *Handlers) security(ctx context.Context, c *route.Caller, _ wire.Nothing) (wire.Data[Security], error) {
	second, err := s.Players.SecondOf(ctx, s.Read, c.Session.PlayerID)
	if err != nil {
		return wire.Data[Security]{}, err
	}
	contacts, err := s.Players.ContactStates(ctx, s.Read, c.Session.PlayerID)
	if err != nil {
		return wire.Data[Security]{}, err
	}
	passkeys, err := s.Players.PasskeysOf(ctx, s.Read, c.Session.PlayerID, c.Client)
	if err != nil {
		return wire.Data[Security]{}, err
	}
	list, err := s.Players.Sessions(ctx, c.Session.PlayerID)
	return wire.DataOf(Security{
		SecondSince: wire.StampOf(second.Since), RecoveryLeft: second.Recovery,
		PasskeysOpen: s.Players.PasskeysOpen(c.Origin), Passkeys: api.Each(passkeys, securityPasskey),
		Contacts: api.Each(contacts, func(o contact.ContactState) SecurityContact {
			return SecurityContact{Channel: string(o.Channel), Address: o.Address, ProvedTime: wire.StampOf(o.ProvedAt), Notices: !o.Quiet}
		}),
		Logins: api.Each(list, func(o access.OpenSession) SecurityLogin {
			return SecurityLogin{
				Id: o.ID, Time: wire.StampOf(o.CreatedAt), SeenTime: wire.StampOf(o.LastSeenAt), EndTime: wire.StampOf(o.EndedAt), EndReason: o.EndReason,
				Ip: o.IP, Device: o.Device, Remembered: o.Remembered, Current: o.ID == c.Session.ID,
			}
		}),
	}), err
}

func (s *Handlers) endSession(ctx context.Context, c *route.Caller, in EndSessionIn) (wire.Answer, error) {
	ended, err := s.Players.EndSession(ctx, c.Session.PlayerID, c.Session.ID, in.Id)
	if err == nil && ended == 0 {
		return wire.Succeeded("没有其他已登录的设备"), nil
	}
	return wire.Succeeded("已在其他设备退出"), err
}

func (s *Handlers) beginSecond(ctx context.Context, c *route.Caller, in ProveIn) (wire.Data[SecondSetup], error) {
	text, uri, err := s.Players.BeginSecond(ctx, c.Session.PlayerID, in.Password)
	return wire.DataOf(SecondSetup{Secret: text, Address: uri}), err
}

func (s *Handlers) confirmSecond(ctx context.Context, c *route.Caller, in SecondIn) (wire.Data[[]string], error) {
	codes, err := s.Players.ConfirmSecond(ctx, c.Session.PlayerID, c.Session.ID, in.SecondCode, c.Client)
	return wire.Data[[]string]{Answer: wire.Succeeded("两步验证已开启"), Data: codes}, err
}

func (s *Handlers) endSecond(ctx context.Context, c *route.Caller, in EndSecondIn) (wire.Answer, error) {
	return wire.Succeeded("两步验证已关闭"), s.Players.EndSecond(ctx, c.Session.PlayerID, in.Password, in.SecondCode, c.Client)
}

func (s *Handlers) renewRecovery(ctx context.Context, c *route.Caller, in SecondIn) (wire.Data[[]string], error) {
	codes, err := s.Players.RenewRecovery(ctx, c.Session.PlayerID, in.SecondCode, c.Client)
	return wire.Data[[]string]{Answer: wire.Succeeded("恢复码已更新"), Data: codes}, err
}

// referrals serves Referrals, a call of ours: whom the player invited and what
// it brought. Names are masked; a friend's deposits are not shown.
func (s *Handlers) referrals(ctx context.Context, c *route.Caller, in ReferralsIn) (wire.Data[Referrals], error) {
	index := wire.PageIndex(in.PageIndex)
	r, err := s.Promo.ReferralsOf(ctx, s.Read, c.Session.PlayerID, staff.Page{Number: index, Size: wire.PageSize})
	return wire.DataOf(Referrals{
		Open: r.Open, Amount: r.Amount, DepositMin: r.DepositMin, Invited: r.Invited, Rewarded: r.Rewarded, Earned: r.Earned,
		Items: api.Each(r.Friends, func(f promo.Friend) ReferralFriend {
			return ReferralFriend{PlayerName: f.Name, Time: wire.StampOf(f.At), UntilTime: wire.StampOf(f.Until), State: f.State, Amount: f.Amount}
		}),
		Page: wire.PageOf(r.Invited, index, wire.PageSize),
	}), err
}
