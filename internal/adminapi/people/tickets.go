package adminapi

import (
	"context"
	"encoding/base64"

	"hongyun/internal/api"
	"hongyun/internal/ticket"
)

// Ticket is a question of a player to support.
type Ticket struct {
	ID        string  `json:"id"`
	PlayerID  string  `json:"playerId"`
	Kind      string  `json:"kind" enumOf:"ticket kind"`
	Subject   string  `json:"subject"`
	About     string  `json:"about" enum:",deposit,withdrawal,bet"`
	Ref       string  `json:"ref"`
	State     string  `json:"state" enumOf:"ticket state"`
	TakenBy   *Who    `json:"takenBy"`
	Mine      bool    `json:"mine"`
	Asked     int     `json:"asked" doc:"texts of the player since the last answer"`
	Score     int     `json:"score" doc:"satisfaction, 1 to 5; 0: not given"`
	Comment   *string `json:"comment"`
	OpenedAt  Ms      `json:"openedAt"`
	ChangedAt Ms      `json:"changedAt"`
	SolvedAt  *Ms     `json:"solvedAt"`
	Last      string  `json:"last" doc:"the last text; an answer sends it back"`
}

// TicketEntry is one text of a thread. Players do not see notes.
type TicketEntry struct {
	ID       string   `json:"id"`
	Side     string   `json:"side" enum:"player,staff,note"`
	By       string   `json:"by"`
	Text     string   `json:"text"`
	Pictures []string `json:"pictures"`
	At       Ms       `json:"at"`
}

// TicketDetail is a ticket with its thread, oldest first.
type TicketDetail struct {
	Ticket
	Entries []TicketEntry `json:"entries"`
}

// TicketTake says whether a ticket is taken over from another person.
type TicketTake struct {
	Over bool `json:"over"`
}

// TicketReply is an answer to a player.
type TicketReply struct {
	Text  string `json:"text"`
	Last  string `json:"last"`  // the last text that the writer has seen
	Solve bool   `json:"solve"` // close the ticket with it
}

// TicketNote is a note for staff.
type TicketNote struct {
	Text string `json:"text"`
}

// TicketPicture is a picture of a thread.
type TicketPicture struct {
	Picture string `json:"picture"` // a data address
}

// TicketTemplate is a text to begin an answer with.
type TicketTemplate struct {
	ID       string `json:"id"`
	Title    string `json:"title"`
	Body     string `json:"body"`
	Position int    `json:"position"`
}

// TicketTemplateEdit is a template as it shall be; without an id, a new one.
type TicketTemplateEdit struct {
	ID       string `json:"id,omitempty"`
	Title    string `json:"title"`
	Body     string `json:"body"`
	Position int    `json:"position"`
}

func ticketShown(c *call, t ticket.Ticket) Ticket {
	return Ticket{
		ID: t.ID, PlayerID: t.Player, Kind: t.Kind, Subject: t.Subject, About: t.Reference.About, Ref: t.Reference.Ref, State: string(t.State),
		TakenBy: whoOf(t.TakenBy, t.TakenName), Mine: t.TakenBy == c.by.ID, Asked: t.Asked, Score: t.Score, Comment: textOf(t.Comment),
		OpenedAt: ms(t.OpenedAt), ChangedAt: ms(t.ChangedAt), SolvedAt: msOf(t.SolvedAt), Last: t.Last,
	}
}

// ticketQueue is the state of what support has to answer.
const ticketQueue = "queue"

func (s *peopleHandlers) tickets(ctx context.Context, c *call) (Page[Ticket], error) {
	states := []string{ticketQueue}
	for _, state := range ticket.States {
		states = append(states, string(state))
	}
	f := ticket.Filter{Player: c.text("playerId"), Kind: c.one("kind", ticket.Kinds...), Page: c.page()}
	if state := c.one("state", states...); state == ticketQueue {
		f.Queue = true
	} else {
		f.State = ticket.State(state)
	}
	if c.flag("mine") {
		f.Taken = c.by.ID
	}
	if err := c.checked(); err != nil {
		return Page[Ticket]{}, err
	}
	list, total, err := s.Tickets.List(ctx, f)
	return pageOf(list, total, func(t ticket.Ticket) Ticket { return ticketShown(c, t) }), err
}

func (s *peopleHandlers) ticket(ctx context.Context, c *call) (TicketDetail, error) {
	return s.ticketNow(ctx, c)
}

func (s *peopleHandlers) ticketNow(ctx context.Context, c *call) (TicketDetail, error) {
	t, entries, err := s.Tickets.Detail(ctx, c.id())
	return TicketDetail{Ticket: ticketShown(c, t), Entries: api.Each(entries, func(e ticket.Entry) TicketEntry {
		return TicketEntry{ID: e.ID, Side: e.Side, By: e.ByName, Text: e.Body, Pictures: e.Pictures, At: ms(e.At)}
	})}, err
}

// ticketAfter is the ticket as it is after a step.
func (s *peopleHandlers) ticketAfter(ctx context.Context, c *call, err error) (TicketDetail, error) {
	if err != nil {
		return TicketDetail{}, err
	}
	return s.ticketNow(ctx, c)
}

func (s *peopleHandlers) ticketTake(ctx context.Context, c *call, in TicketTake) (TicketDetail, error) {
	return s.ticketAfter(ctx, c, s.Tickets.Take(ctx, c.by, c.id(), in.Over))
}

func (s *peopleHandlers) ticketRelease(ctx context.Context, c *call, _ Empty) (TicketDetail, error) {
	return s.ticketAfter(ctx, c, s.Tickets.Release(ctx, c.by, c.id()))
}

func (s *peopleHandlers) ticketAnswer(ctx context.Context, c *call, in TicketReply) (TicketDetail, error) {
	err := s.Tickets.Answer(ctx, c.by, ticket.Reply{Ticket: c.id(), Text: in.Text, Last: in.Last, Solve: in.Solve})
	return s.ticketAfter(ctx, c, err)
}

func (s *peopleHandlers) ticketNote(ctx context.Context, c *call, in TicketNote) (TicketDetail, error) {
	return s.ticketAfter(ctx, c, s.Tickets.AddNote(ctx, c.by, c.id(), in.Text))
}

func (s *peopleHandlers) ticketSolve(ctx context.Context, c *call, _ Empty) (TicketDetail, error) {
	return s.ticketAfter(ctx, c, s.Tickets.Solve(ctx, c.by, c.id()))
}

func (s *peopleHandlers) ticketPicture(ctx context.Context, c *call) (TicketPicture, error) {
	jpeg, err := s.Tickets.PictureIn(ctx, c.id(), c.r.PathValue("picture"))
	return TicketPicture{Picture: "data:image/jpeg;base64," + base64.StdEncoding.EncodeToString(jpeg)}, err
}

func (s *peopleHandlers) ticketTemplates(ctx context.Context, _ *call) (Items[TicketTemplate], error) {
	list, err := s.Tickets.Templates(ctx)
	return itemsOf(list, func(t ticket.Template) TicketTemplate { return TicketTemplate(t) }), err
}

func (s *peopleHandlers) ticketTemplateSave(ctx context.Context, c *call, in TicketTemplateEdit) (Saved, error) {
	id, err := s.Tickets.SaveTemplate(ctx, c.by, ticket.Template(in))
	return Saved{ID: id}, err
}

func (s *peopleHandlers) ticketTemplateRemove(ctx context.Context, c *call, _ Empty) (none, error) {
	return none{}, s.Tickets.RemoveTemplate(ctx, c.by, c.id())
}
