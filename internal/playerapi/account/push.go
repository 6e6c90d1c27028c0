package account

import (
	"context"

	"hongyun/internal/courier"
	"hongyun/internal/playerapi/route"
	"hongyun/internal/playerapi/wire"
)

func (s *Handlers) pushState(ctx context.Context, c *route.Caller, in PushStateIn) (wire.Data[PushState], error) {
	p, err := s.Players.PushState(ctx, s.Read, c.Session.PlayerID, in.Endpoint)
	return wire.DataOf(PushState{Open: p.Open, Key: p.Key, On: p.On}), err
}

func (s *Handlers) pushOn(ctx context.Context, c *route.Caller, in PushOnIn) (wire.Answer, error) {
	return wire.Succeeded("已开启推送通知"), s.Players.PushOn(ctx, c.Session, courier.Browser{Endpoint: in.Endpoint, P256DH: in.P256dh, Auth: in.Auth})
}

func (s *Handlers) pushOff(ctx context.Context, c *route.Caller, in PushOffIn) (wire.Answer, error) {
	return wire.Succeeded("已关闭推送通知"), s.Players.PushOff(ctx, c.Session.PlayerID, in.Endpoint)
}
