package playerapi

import (
	"context"
	"encoding/base64"
	"strings"

	"hongyun/internal/api"
	"hongyun/internal/ticket"
)

func supportTicket(t ticket.Ticket) SupportTicket {
	return SupportTicket{
		Id: t.ID, Kind: t.Kind, Subject: t.Subject, About: t.Reference.About, Ref: t.Reference.Ref, State: string(t.State), Unread: t.Unread,
		Score: t.Score, CreateTime: stamp(t.OpenedAt), ChangeTime: stamp(t.ChangedAt),
	}
}

func (s *accountHandlers) ticketItems(ctx context.Context, c *Caller, in TicketItemsIn) (Data[SupportTickets], error) {
	index := pageIndex(in.PageIndex)
	list, total, err := s.Tickets.Mine(ctx, c.Session.PlayerID, pageSize, int64(index-1)*pageSize)
	return dataOf(SupportTickets{Items: api.Each(list, supportTicket), Page: pageOf(total, index, pageSize)}), err
}

func (s *accountHandlers) ticketThread(ctx context.Context, c *Caller, in TicketIn) (Data[TicketThread], error) {
	t, entries, err := s.Tickets.Thread(ctx, c.Session.PlayerID, in.Id)
	return dataOf(TicketThread{Ticket: supportTicket(t), Texts: api.Each(entries, func(e ticket.Entry) TicketText {
		return TicketText{Id: e.ID, Side: e.Side, Text: e.Body, Pictures: api.Each(e.Pictures, func(id string) string { return id }), CreateTime: stamp(e.At)}
	})}), err
}

// ticketOpen serves TicketOpenAction. The client's key names the ticket, so
// that a repeated request opens no second one.
func (s *accountHandlers) ticketOpen(ctx context.Context, c *Caller, in TicketOpenIn) (Data[SupportTicket], error) {
	id, _ := c.orderID()
	t, err := s.Tickets.Open(ctx, ticket.Question{
		ID: id, Player: c.Session.PlayerID, Kind: in.Kind, Text: in.Text, Reference: ticket.Reference{About: in.About, Ref: in.Ref}, Pictures: idList(in.Pictures),
	})
	return Data[SupportTicket]{Answer: succeeded("已提交，我们会尽快回复"), Data: supportTicket(t)}, err
}

func (s *accountHandlers) ticketReply(ctx context.Context, c *Caller, in TicketReplyIn) (Data[SupportTicket], error) {
	id, _ := c.orderID()
	t, err := s.Tickets.Add(ctx, ticket.Text{ID: id, Player: c.Session.PlayerID, Ticket: in.Id, Text: in.Text, Pictures: idList(in.Pictures)})
	return Data[SupportTicket]{Answer: succeeded("已发送"), Data: supportTicket(t)}, err
}

func (s *accountHandlers) ticketRate(ctx context.Context, c *Caller, in TicketRateIn) (Answer, error) {
	return succeeded("感谢您的评价"), s.Tickets.Rate(ctx, c.Session.PlayerID, in.Id, in.Score, in.Comment)
}

func (s *accountHandlers) ticketUpload(ctx context.Context, c *Caller, in TicketPictureIn) (Data[TicketPictureAdded], error) {
	file, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(in.Picture, "="))
	if err != nil {
		return Data[TicketPictureAdded]{}, ticket.ErrPicture
	}
	p, err := s.Tickets.Upload(ctx, c.Session.PlayerID, file)
	return dataOf(TicketPictureAdded{Id: p.ID, Width: p.Width, Height: p.Height}), err
}

func (s *accountHandlers) ticketPicture(ctx context.Context, c *Caller, in TicketIn) (Data[TicketPictureOut], error) {
	jpeg, err := s.Tickets.PictureOf(ctx, c.Session.PlayerID, in.Id)
	return dataOf(TicketPictureOut{Picture: "data:image/jpeg;base64," + base64.StdEncoding.EncodeToString(jpeg)}), err
}

// idList splits ids at commas.
func idList(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, ",")
}
