package account

import (
	"context"

	"hongyun/internal/api"
	"hongyun/internal/inbox"
	"hongyun/internal/playerapi/route"
	"hongyun/internal/playerapi/wire"
)

func (s *Handlers) inboxItems(ctx context.Context, c *route.Caller, in InboxIn) (wire.Data[InboxPage], error) {
	index := wire.PageIndex(in.PageIndex)
	list, total, err := s.Inbox.List(ctx, c.Session.PlayerID, wire.PageSize, int64(index-1)*wire.PageSize)
	if err != nil {
		return wire.Data[InboxPage]{}, err
	}
	n, _, err := s.Inbox.Unread(ctx, c.Session.PlayerID)
	return wire.DataOf(InboxPage{
		Unread: n, Page: wire.PageOf(total, index, wire.PageSize),
		Items: api.Each(list, func(m inbox.Message) InboxMessage {
			return InboxMessage{
				Id: m.ID, Kind: string(m.Kind), Title: m.Title, Text: m.Body, About: string(m.About), Ref: m.Ref, CreateTime: wire.StampOf(m.At),
				Read: !m.ReadAt.IsZero(),
			}
		}),
	}), err
}

func (s *Handlers) inboxUnread(ctx context.Context, c *route.Caller, _ wire.Nothing) (wire.Data[InboxUnread], error) {
	n, newest, err := s.Inbox.Unread(ctx, c.Session.PlayerID)
	return wire.DataOf(InboxUnread{Unread: n, Newest: newest}), err
}

func (s *Handlers) inboxRead(ctx context.Context, c *route.Caller, in InboxReadIn) (wire.Answer, error) {
	return wire.Succeeded(""), s.Inbox.Read(ctx, c.Session.PlayerID, in.Id)
}

func (s *Handlers) inboxReadAll(ctx context.Context, c *route.Caller, _ wire.Nothing) (wire.Answer, error) {
	return wire.Succeeded("已全部标为已读"), s.Inbox.ReadAll(ctx, c.Session.PlayerID)
}
