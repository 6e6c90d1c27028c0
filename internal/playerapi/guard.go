package playerapi

import (
	"context"
	"time"

	"hongyun/internal/api"
	"hongyun/internal/calendar"
	"hongyun/internal/guard"
	"hongyun/internal/money"
)

// playerLimits serves PlayerLimits: everything of the page 理性娱乐 at once.
func (s *accountHandlers) playerLimits(ctx context.Context, c *Caller, _ Nothing) (Data[Limits], error) {
	player := c.Session.PlayerID
	limits, err := s.Guard.Limits(ctx, s.Read, player)
	if err != nil {
		return Data[Limits]{}, err
	}
	changes, err := s.Guard.LimitHistory(ctx, s.Read, player)
	if err != nil {
		return Data[Limits]{}, err
	}
	stops, standing, err := s.Guard.Stops(ctx, s.Read, player)
	if err != nil {
		return Data[Limits]{}, err
	}
	minutes, err := s.Guard.Reality(ctx, s.Read, player)
	out := Limits{
		Now: millis(s.Guard.Now()), Deposits: api.Each(limits, limitUse), Reality: minutes, Stops: api.Each(stops, limitStop), Changes: api.Each(changes, limitChange),
	}
	if standing != nil {
		stop := limitStop(*standing)
		out.Stop = &stop
	}
	return dataOf(out), err
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
		Period: string(c.Period), Amount: c.Amount, Was: c.Was, AskedAt: millis(c.AskedAt), ReadyAt: millis(c.ReadyAt), LapsesAt: millis(c.LapsesAt()),
		AppliedAt: millis(c.AppliedAt), CancelledAt: millis(c.CancelledAt),
	}
}

func limitStop(s guard.Stop) LimitStop {
	return LimitStop{
		Kind: string(s.Kind), Term: string(s.Term), Since: millis(s.Since), Until: millis(s.Until), AskedAt: millis(s.AskedAt), EndsAt: millis(s.EndsAt),
	}
}

// realityCheck serves RealityCheck. The page's timer asks it, so it keeps no
// session alive.
func (s *accountHandlers) realityCheck(ctx context.Context, c *Caller, _ Nothing) (Data[Reality], error) {
	player, since, now := c.Session.PlayerID, c.Session.Since, s.Guard.Now()
	minutes, err := s.Guard.Reality(ctx, s.Read, player)
	if err != nil {
		return Data[Reality]{}, err
	}
	net, err := s.Bets.SettledNet(ctx, s.Read, player, since, now)
	if err != nil {
		return Data[Reality]{}, err
	}
	credited, _, err := s.Deposits.Toward(ctx, s.Read, player, []time.Time{since})
	if err != nil {
		return Data[Reality]{}, err
	}
	return dataOf(Reality{Now: millis(now), Since: millis(since), Minutes: minutes, Net: net, Deposits: credited[0]}), nil
}

func (s *accountHandlers) setLimit(ctx context.Context, c *Caller, in DepositLimitIn) (Answer, error) {
	var amount money.Fen
	if in.Limit != "0" {
		var err error
		if amount, err = money.ParseYuan(in.Limit); err != nil {
			return Answer{}, errInput.With("请输入正确的限额")
		}
	}
	change, err := s.Guard.SetLimit(ctx, c.Session.PlayerID, guard.Period(in.Period), amount)
	if err != nil {
		return Answer{}, err
	}
	if change.AppliedAt.IsZero() {
		return succeeded("已申请，" + calendar.Stamp(change.ReadyAt) + "（北京时间）起可以确认"), nil
	}
	return succeeded("限额已生效"), nil
}

func (s *accountHandlers) confirmLimit(ctx context.Context, c *Caller, in PeriodIn) (Answer, error) {
	return succeeded("限额已修改"), s.Guard.ConfirmLimit(ctx, c.Session.PlayerID, guard.Period(in.Period))
}

func (s *accountHandlers) cancelLimit(ctx context.Context, c *Caller, in PeriodIn) (Answer, error) {
	return succeeded("已放弃修改，限额不变"), s.Guard.CancelLimit(ctx, c.Session.PlayerID, guard.Period(in.Period))
}

func (s *accountHandlers) timeOut(ctx context.Context, c *Caller, in TimeOutIn) (Answer, error) {
	stop, err := s.Guard.StopFor(ctx, c.Session.PlayerID, in.Days)
	return succeeded("冷静期已生效，至" + calendar.Stamp(stop.EndsAt) + "（北京时间）"), err
}

// exclude serves ExcludeLimitAction. The password is what keeps somebody else
// at the player's machine from shutting them out for months.
func (s *accountHandlers) exclude(ctx context.Context, c *Caller, in ExcludeIn) (Answer, error) {
	if err := s.Players.Prove(ctx, c.Session.PlayerID, in.Password); err != nil {
		return Answer{}, err
	}
	_, err := s.Guard.Exclude(ctx, c.Session.PlayerID, guard.Term(in.Term))
	return succeeded("自我排除已生效"), err
}

func (s *accountHandlers) askToReturn(ctx context.Context, c *Caller, in ProveIn) (Answer, error) {
	if err := s.Players.Prove(ctx, c.Session.PlayerID, in.Password); err != nil {
		return Answer{}, err
	}
	ends, err := s.Guard.AskToReturn(ctx, c.Session.PlayerID)
	return succeeded("已申请恢复，自我排除将于" + calendar.Stamp(ends) + "（北京时间）结束"), err
}

func (s *accountHandlers) setReality(ctx context.Context, c *Caller, in RealityIn) (Answer, error) {
	return succeeded("设置成功"), s.Guard.SetReality(ctx, c.Session.PlayerID, in.Minutes)
}
