package playerapi

import (
	"context"

	"hongyun/internal/api"
	"hongyun/internal/inbox"
)

func (s *accountHandlers) inboxItems(ctx context.Context, c *Caller, in InboxIn) (Data[InboxPage], error) {
	index := pageIndex(in.PageIndex)
	list, total, err := s.Inbox.List(ctx, c.Session.PlayerID, pageSize, int64(index-1)*pageSize)
	if err != nil {
		return Data[InboxPage]{}, err
	}
	n, _, err := s.Inbox.Unread(ctx, c.Session.PlayerID)
	return dataOf(InboxPage{
		Unread: n, Page: pageOf(total, index, pageSize),
		Items: api.Each(list, func(m inbox.Message) InboxMessage {
			return InboxMessage{
				Id: m.ID, Kind: string(m.Kind), Title: m.Title, Text: m.Body, About: string(m.About), Ref: m.Ref, CreateTime: stamp(m.At),
				Read: !m.ReadAt.IsZero(),
			}
		}),
	}), err
}

func (s *accountHandlers) inboxUnread(ctx context.Context, c *Caller, _ Nothing) (Data[InboxUnread], error) {
	n, newest, err := s.Inbox.Unread(ctx, c.Session.PlayerID)
	return dataOf(InboxUnread{Unread: n, Newest: newest}), err
}

func (s *accountHandlers) inboxRead(ctx context.Context, c *Caller, in InboxReadIn) (Answer, error) {
	return succeeded(""), s.Inbox.Read(ctx, c.Session.PlayerID, in.Id)
}

func (s *accountHandlers) inboxReadAll(ctx context.Context, c *Caller, _ Nothing) (Answer, error) {
	return succeeded("已全部标为已读"), s.Inbox.ReadAll(ctx, c.Session.PlayerID)
}
