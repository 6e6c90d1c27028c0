package playerapi

import (
	"context"

	"hongyun/internal/api"
	"hongyun/internal/player"
	"hongyun/internal/promo"
	"hongyun/internal/staff"
)

// security serves PlayerSecurity, a call of ours: two-step login and the logins
// of the player, live ones first.
func (s *accountHandlers) security(ctx context.Context, c *Caller, _ Nothing) (Data[Security], error) {
	second, err := s.Players.SecondOf(ctx, s.Read, c.Session.PlayerID)
	if err != nil {
		return Data[Security]{}, err
	}
	contacts, err := s.Players.ContactStates(ctx, s.Read, c.Session.PlayerID)
	if err != nil {
		return Data[Security]{}, err
	}
	list, err := s.Players.Sessions(ctx, c.Session.PlayerID)
	return dataOf(Security{
		SecondSince: stamp(second.Since), RecoveryLeft: second.Recovery,
		Contacts: api.Each(contacts, func(o player.ContactState) SecurityContact {
			return SecurityContact{Channel: string(o.Channel), Address: o.Address, ProvedTime: stamp(o.ProvedAt), Notices: !o.Quiet}
		}),
		Logins: api.Each(list, func(o player.OpenSession) SecurityLogin {
			return SecurityLogin{
				Id: o.ID, Time: stamp(o.CreatedAt), SeenTime: stamp(o.LastSeenAt), EndTime: stamp(o.EndedAt), EndReason: o.EndReason,
				Ip: o.IP, Device: o.Device, Remembered: o.Remembered, Current: o.ID == c.Session.ID,
			}
		}),
	}), err
}

func (s *accountHandlers) endSession(ctx context.Context, c *Caller, in EndSessionIn) (Answer, error) {
	ended, err := s.Players.EndSession(ctx, c.Session.PlayerID, c.Session.ID, in.Id)
	if err == nil && ended == 0 {
		return succeeded("没有其他已登录的设备"), nil
	}
	return succeeded("已在其他设备退出"), err
}

func (s *accountHandlers) beginSecond(ctx context.Context, c *Caller, in ProveIn) (Data[SecondSetup], error) {
	text, uri, err := s.Players.BeginSecond(ctx, c.Session.PlayerID, in.Password)
	return dataOf(SecondSetup{Secret: text, Address: uri}), err
}

func (s *accountHandlers) confirmSecond(ctx context.Context, c *Caller, in SecondIn) (Data[[]string], error) {
	codes, err := s.Players.ConfirmSecond(ctx, c.Session.PlayerID, c.Session.ID, in.SecondCode, c.Client)
	return Data[[]string]{Answer: succeeded("两步验证已开启"), Data: codes}, err
}

func (s *accountHandlers) endSecond(ctx context.Context, c *Caller, in EndSecondIn) (Answer, error) {
	return succeeded("两步验证已关闭"), s.Players.EndSecond(ctx, c.Session.PlayerID, in.Password, in.SecondCode, c.Client)
}

func (s *accountHandlers) renewRecovery(ctx context.Context, c *Caller, in SecondIn) (Data[[]string], error) {
	codes, err := s.Players.RenewRecovery(ctx, c.Session.PlayerID, in.SecondCode, c.Client)
	return Data[[]string]{Answer: succeeded("恢复码已更新"), Data: codes}, err
}

// referrals serves Referrals, a call of ours: whom the player invited and what
// it brought. Names are masked; a friend's deposits are not shown.
func (s *accountHandlers) referrals(ctx context.Context, c *Caller, in ReferralsIn) (Data[Referrals], error) {
	index := pageIndex(in.PageIndex)
	r, err := s.Promo.ReferralsOf(ctx, s.Read, c.Session.PlayerID, staff.Page{Number: index, Size: pageSize})
	return dataOf(Referrals{
		Open: r.Open, Amount: r.Amount, DepositMin: r.DepositMin, Invited: r.Invited, Rewarded: r.Rewarded, Earned: r.Earned,
		Items: api.Each(r.Friends, func(f promo.Friend) ReferralFriend {
			return ReferralFriend{PlayerName: f.Name, Time: stamp(f.At), UntilTime: stamp(f.Until), State: f.State, Amount: f.Amount}
		}),
		Page: pageOf(r.Invited, index, pageSize),
	}), err
}
