package account

import (
	"context"
	"time"

	"hongyun/internal/api"
	"hongyun/internal/calendar"
	"hongyun/internal/guard"
	"hongyun/internal/money"
	"hongyun/internal/playerapi/route"
	"hongyun/internal/playerapi/wire"
)

// playerLimits serves PlayerLimits: everything of the page 理性娱乐 at once.
func (s *Handlers) playerLimits(ctx context.Context, c *route.Caller, _ wire.Nothing) (wire.Data[Limits], error) {
	player := c.Session.PlayerID
	limits, err := s.Guard.Limits(ctx, s.Read, player)
	if err != nil {
		return wire.Data[Limits]{}, err
	}
	changes, err := s.Guard.LimitHistory(ctx, s.Read, player)
	if err != nil {
		return wire.Data[Limits]{}, err
	}
	stops, standing, err := s.Guard.Stops(ctx, s.Read, player)
	if err != nil {
		return wire.Data[Limits]{}, err
	}
	minutes, err := s.Guard.Reality(ctx, s.Read, player)
	out := Limits{
		Now: wire.MillisOf(s.Guard.Now()), Deposits: api.Each(limits, limitUse), Reality: minutes, Stops: api.Each(stops, limitStop), Changes: api.Each(changes, limitChange),
	}
	if standing != nil {
		stop := limitStop(*standing)
		out.Stop = &stop
	}
	return wire.DataOf(out), err
}

func limitUse(l guard.Limit) LimitUse {
	out := LimitUse{Period: string(l.Period), Amount: l.Amount, Used: l.Credited, Open: l.Open, Left: l.Left()}
	if l.Pending != nil {
		change := limitChange(*l.Pending)
		out.Pending = &change
	}
	return out
}

func limitChange(c guard.LimitChange) LimitChange {
	return LimitChange{
		Period: string(c.Period), Amount: c.Amount, Was: c.Was, AskedAt: wire.MillisOf(c.AskedAt), ReadyAt: wire.MillisOf(c.ReadyAt), LapsesAt: wire.MillisOf(c.LapsesAt()),
		AppliedAt: wire.MillisOf(c.AppliedAt), CancelledAt: wire.MillisOf(c.CancelledAt),
	}
}

func limitStop(s guard.Stop) LimitStop {
	return LimitStop{
		Kind: string(s.Kind), Term: string(s.Term), Since: wire.MillisOf(s.Since), Until: wire.MillisOf(s.Until), AskedAt: wire.MillisOf(s.AskedAt), EndsAt: wire.MillisOf(s.EndsAt),
	}
}

// realityCheck serves RealityCheck. The page's timer asks it, so it keeps no
// session alive.
func (s *Handlers) realityCheck(ctx context.Context, c *route.Caller, _ wire.Nothing) (wire.Data[Reality], error) {
	player, since, now := c.Session.PlayerID, c.Session.Since, s.Guard.Now()
	minutes, err := s.Guard.Reality(ctx, s.Read, player)
	if err != nil {
		return wire.Data[Reality]{}, err
	}
	net, err := s.Bets.SettledNet(ctx, s.Read, player, since, now)
	if err != nil {
		return wire.Data[Reality]{}, err
	}
	credited, _, err := s.Deposits.Toward(ctx, s.Read, player, []time.Time{since})
	if err != nil {
		return wire.Data[Reality]{}, err
	}
	return wire.DataOf(Reality{Now: wire.MillisOf(now), Since: wire.MillisOf(since), Minutes: minutes, Net: net, Deposits: credited[0]}), nil
}

func (s *Handlers) setLimit(ctx context.Context, c *route.Caller, in DepositLimitIn) (wire.Answer, error) {
	var amount money.Fen
	if in.Limit != "0" {
		var err error
		if amount, err = money.ParseYuan(in.Limit); err != nil {
			return wire.Answer{}, route.ErrInput.With("请输入正确的限额")
		}
	}
	change, err := s.Guard.SetLimit(ctx, c.Session.PlayerID, guard.Period(in.Period), amount)
	if err != nil {
		return wire.Answer{}, err
	}
	if change.AppliedAt.IsZero() {
		return wire.Succeeded("已申请，" + calendar.Stamp(change.ReadyAt) + "（北京时间）起可以确认"), nil
	}
	return wire.Succeeded("限额已生效"), nil
}

func (s *Handlers) confirmLimit(ctx context.Context, c *route.Caller, in PeriodIn) (wire.Answer, error) {
	return wire.Succeeded("限额已修改"), s.Guard.ConfirmLimit(ctx, c.Session.PlayerID, guard.Period(in.Period))
}

func (s *Handlers) cancelLimit(ctx context.Context, c *route.Caller, in PeriodIn) (wire.Answer, error) {
	return wire.Succeeded("已放弃修改，限额不变"), s.Guard.CancelLimit(ctx, c.Session.PlayerID, guard.Period(in.Period))
}

func (s *Handlers) timeOut(ctx context.Context, c *route.Caller, in TimeOutIn) (wire.Answer, error) {
	stop, err := s.Guard.StopFor(ctx, c.Session.PlayerID, in.Days)
	return wire.Succeeded("冷静期已生效，至" + calendar.Stamp(stop.EndsAt) + "（北京时间）"), err
}

// exclude serves ExcludeLimitAction. The password is what keeps another person
// at the player's machine from shutting them out for months.
func (s *Handlers) exclude(ctx context.Context, c *route.Caller, in ExcludeIn) (wire.Answer, error) {
	if err := s.Players.Prove(ctx, c.Session.PlayerID, in.Password); err != nil {
		return wire.Answer{}, err
	}
	_, err := s.Guard.Exclude(ctx, c.Session.PlayerID, guard.Term(in.Term))
	return wire.Succeeded("自我排除已生效"), err
}

func (s *Handlers) askToReturn(ctx context.Context, c *route.Caller, in ProveIn) (wire.Answer, error) {
	if err := s.Players.Prove(ctx, c.Session.PlayerID, in.Password); err != nil {
		return wire.Answer{}, err
	}
	ends, err := s.Guard.AskToReturn(ctx, c.Session.PlayerID)
	return wire.Succeeded("已申请恢复，自我排除将于" + calendar.Stamp(ends) + "（北京时间）结束"), err
}

func (s *Handlers) setReality(ctx context.Context, c *route.Caller, in RealityIn) (wire.Answer, error) {
	return wire.Succeeded("设置成功"), s.Guard.SetReality(ctx, c.Session.PlayerID, in.Minutes)
}
