package account

import (
	"context"
	"encoding/base64"
	"strings"

	"hongyun/internal/api"
	"hongyun/internal/playerapi/route"
	"hongyun/internal/playerapi/wire"
	"hongyun/internal/ticket"
)

func supportTicket(t ticket.Ticket) SupportTicket {
	return SupportTicket{
		Id: t.ID, Number: t.Number(), Kind: t.Kind, Subject: t.Subject, About: t.Reference.About, Ref: t.Reference.Ref, State: string(t.State), Unread: t.Unread,
		Score: t.Score, CreateTime: wire.StampOf(t.OpenedAt), ChangeTime: wire.StampOf(t.ChangedAt),
	}
}

func (s *Handlers) ticketItems(ctx context.Context, c *route.Caller, in TicketItemsIn) (wire.Data[SupportTickets], error) {
	index := wire.PageIndex(in.PageIndex)
	list, total, err := s.Tickets.Mine(ctx, c.Session.PlayerID, wire.PageSize, int64(index-1)*wire.PageSize)
	if err != nil {
		return wire.Data[SupportTickets]{}, err
	}
	expected, err := s.Tickets.Expected(ctx, s.Read)
	return wire.DataOf(SupportTickets{Items: api.Each(list, supportTicket), Expected: expected, Page: wire.PageOf(total, index, wire.PageSize)}), err
}

func (s *Handlers) ticketThread(ctx context.Context, c *route.Caller, in TicketIn) (wire.Data[TicketThread], error) {
	t, entries, err := s.Tickets.Thread(ctx, c.Session.PlayerID, in.Id)
	if err != nil {
		return wire.Data[TicketThread]{}, err
	}
	var expected string
	if t.State == ticket.Open || t.State == ticket.Reopened {
		if expected, err = s.Tickets.Expected(ctx, s.Read); err != nil {
			return wire.Data[TicketThread]{}, err
		}
	}
	return wire.DataOf(TicketThread{Ticket: supportTicket(t), Expected: expected, Texts: api.Each(entries, func(e ticket.Entry) TicketText {
		return TicketText{Id: e.ID, Side: e.Side, Text: e.Body, Pictures: api.Each(e.Pictures, func(id string) string { return id }), CreateTime: wire.StampOf(e.At)}
	})}), nil
}

// ticketOpen serves TicketOpenAction. The client's key names the ticket, so
// that a repeated request opens no second one.
func (s *Handlers) ticketOpen(ctx context.Context, c *route.Caller, in TicketOpenIn) (wire.Data[SupportTicket], error) {
	id, _ := c.OrderID()
	t, err := s.Tickets.Open(ctx, ticket.Question{
		ID: id, Player: c.Session.PlayerID, Kind: in.Kind, Text: in.Text, Reference: ticket.Reference{About: in.About, Ref: in.Ref}, Pictures: idList(in.Pictures),
	})
	return wire.Data[SupportTicket]{Answer: wire.Succeeded("已提交，问题编号 " + t.Number()), Data: supportTicket(t)}, err
}

func (s *Handlers) ticketReply(ctx context.Context, c *route.Caller, in TicketReplyIn) (wire.Data[SupportTicket], error) {
	id, _ := c.OrderID()
	t, err := s.Tickets.Add(ctx, ticket.Text{ID: id, Player: c.Session.PlayerID, Ticket: in.Id, Text: in.Text, Pictures: idList(in.Pictures)})
	return wire.Data[SupportTicket]{Answer: wire.Succeeded("已发送"), Data: supportTicket(t)}, err
}

func (s *Handlers) ticketRate(ctx context.Context, c *route.Caller, in TicketRateIn) (wire.Answer, error) {
	return wire.Succeeded("感谢您的评价"), s.Tickets.Rate(ctx, c.Session.PlayerID, in.Id, in.Score, in.Comment)
}

func (s *Handlers) ticketUpload(ctx context.Context, c *route.Caller, in TicketPictureIn) (wire.Data[TicketPictureAdded], error) {
	file, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(in.Picture, "="))
	if err != nil {
		return wire.Data[TicketPictureAdded]{}, ticket.ErrPicture
	}
	p, err := s.Tickets.Upload(ctx, c.Session.PlayerID, file)
	return wire.DataOf(TicketPictureAdded{Id: p.ID, Width: p.Width, Height: p.Height}), err
}

func (s *Handlers) ticketPicture(ctx context.Context, c *route.Caller, in TicketIn) (wire.Data[TicketPictureOut], error) {
	jpeg, err := s.Tickets.PictureOf(ctx, c.Session.PlayerID, in.Id)
	return wire.DataOf(TicketPictureOut{Picture: "data:image/jpeg;base64," + base64.StdEncoding.EncodeToString(jpeg)}), err
}

// idList splits ids at commas.
func idList(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, ",")
}
