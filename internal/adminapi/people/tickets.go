package people

import (
	"context"
	"encoding/base64"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/api"
	"hongyun/internal/ticket"
)

// Ticket is a question of a player to support.
type Ticket struct {
	ID        string    `json:"id"`
	Number    string    `json:"number" doc:"that the player quotes"`
	PlayerID  string    `json:"playerId"`
	Kind      string    `json:"kind" enumOf:"ticket kind"`
	Subject   string    `json:"subject"`
	About     string    `json:"about" enumOf:"ticket subject or none"`
	Ref       string    `json:"ref"`
	State     string    `json:"state" enumOf:"ticket state"`
	TakenBy   *wire.Who `json:"takenBy"`
	Mine      bool      `json:"mine"`
	Asked     int       `json:"asked" doc:"texts of the player since the last answer"`
	Score     int       `json:"score" doc:"satisfaction, 1 to 5; 0: not given"`
	Comment   *string   `json:"comment"`
	OpenedAt  wire.Ms   `json:"openedAt"`
	ChangedAt wire.Ms   `json:"changedAt"`
	SolvedAt  *wire.Ms  `json:"solvedAt"`
	Last      string    `json:"last" doc:"the last text; an answer sends it back"`
}

// TicketEntry is one text of a thread. Players do not see notes.
type TicketEntry struct {
	ID       string   `json:"id"`
	Side     string   `json:"side" enumOf:"ticket side"`
	By       string   `json:"by"`
	Text     string   `json:"text"`
	Pictures []string `json:"pictures"`
	At       wire.Ms  `json:"at"`
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

func ticketShown(c *route.Call, t ticket.Ticket) Ticket {
	return Ticket{
		ID: t.ID, Number: t.Number(), PlayerID: t.Player, Kind: t.Kind, Subject: t.Subject, About: t.Reference.About, Ref: t.Reference.Ref, State: string(t.State),
		TakenBy: wire.WhoOrNull(t.TakenBy, t.TakenName), Mine: t.TakenBy == c.By.ID, Asked: t.Asked, Score: t.Score, Comment: wire.TextOrNull(t.Comment),
		OpenedAt: wire.InMs(t.OpenedAt), ChangedAt: wire.InMs(t.ChangedAt), SolvedAt: wire.InMsOrNull(t.SolvedAt), Last: t.Last,
	}
}

// ticketQueue is the state of what support has to answer.
const ticketQueue = "queue"

func (s *Handlers) tickets(ctx context.Context, c *route.Call) (wire.Page[Ticket], error) {
	f, err := ticketFilter(c)
	if err != nil {
		return wire.Page[Ticket]{}, err
	}
	list, total, err := s.Tickets.List(ctx, f)
	return wire.PageOf(list, total, func(t ticket.Ticket) Ticket { return ticketShown(c, t) }), err
}

// fixedTickets are the tickets of a file. An answer moves a ticket in the list, or out
// of it, while the file is written.
func (s *Handlers) fixedTickets(ctx context.Context, c *route.Call) (route.Fixed[Ticket], error) {
	f, err := ticketFilter(c)
	if err != nil {
		return route.Fixed[Ticket]{}, err
	}
	keys, err := s.Tickets.Keys(ctx, f)
	return route.Keyed(keys, func(ctx context.Context, keys []string) ([]Ticket, error) {
		list, err := s.Tickets.ByKey(ctx, keys)
		return api.Each(list, func(t ticket.Ticket) Ticket { return ticketShown(c, t) }), err
	}), err
}

func ticketFilter(c *route.Call) (ticket.Filter, error) {
	states := []string{ticketQueue}
	for _, state := range ticket.States {
		states = append(states, string(state))
	}
	f := ticket.Filter{Player: c.Text("playerId"), Kind: c.OneOf("kind", ticket.Kinds...), Page: c.Page()}
	if state := c.OneOf("state", states...); state == ticketQueue {
		f.Queue = true
	} else {
		f.State = ticket.State(state)
	}
	if c.Flag("mine") {
		f.Taken = c.By.ID
	}
	return f, c.Checked()
}

func (s *Handlers) ticket(ctx context.Context, c *route.Call) (TicketDetail, error) {
	return s.ticketNow(ctx, c)
}

func (s *Handlers) ticketNow(ctx context.Context, c *route.Call) (TicketDetail, error) {
	t, entries, err := s.Tickets.Detail(ctx, c.ID())
	return TicketDetail{Ticket: ticketShown(c, t), Entries: api.Each(entries, func(e ticket.Entry) TicketEntry {
		return TicketEntry{ID: e.ID, Side: e.Side, By: e.ByName, Text: e.Body, Pictures: e.Pictures, At: wire.InMs(e.At)}
	})}, err
}

// ticketAfter is the ticket as it is after a step.
func (s *Handlers) ticketAfter(ctx context.Context, c *route.Call, err error) (TicketDetail, error) {
	if err != nil {
		return TicketDetail{}, err
	}
	return s.ticketNow(ctx, c)
}

func (s *Handlers) ticketTake(ctx context.Context, c *route.Call, in TicketTake) (TicketDetail, error) {
	return s.ticketAfter(ctx, c, s.Tickets.Take(ctx, c.By, c.ID(), in.Over))
}

func (s *Handlers) ticketRelease(ctx context.Context, c *route.Call, _ wire.Empty) (TicketDetail, error) {
	return s.ticketAfter(ctx, c, s.Tickets.Release(ctx, c.By, c.ID()))
}

func (s *Handlers) ticketAnswer(ctx context.Context, c *route.Call, in TicketReply) (TicketDetail, error) {
	err := s.Tickets.Answer(ctx, c.By, ticket.Reply{Ticket: c.ID(), Text: in.Text, Last: in.Last, Solve: in.Solve})
	return s.ticketAfter(ctx, c, err)
}

func (s *Handlers) ticketNote(ctx context.Context, c *route.Call, in TicketNote) (TicketDetail, error) {
	return s.ticketAfter(ctx, c, s.Tickets.AddNote(ctx, c.By, c.ID(), in.Text))
}

func (s *Handlers) ticketSolve(ctx context.Context, c *route.Call, _ wire.Empty) (TicketDetail, error) {
	return s.ticketAfter(ctx, c, s.Tickets.Solve(ctx, c.By, c.ID()))
}

func (s *Handlers) ticketPicture(ctx context.Context, c *route.Call) (TicketPicture, error) {
	jpeg, err := s.Tickets.PictureIn(ctx, c.ID(), c.Request.PathValue("picture"))
	return TicketPicture{Picture: "data:image/jpeg;base64," + base64.StdEncoding.EncodeToString(jpeg)}, err
}

func (s *Handlers) ticketTemplates(ctx context.Context, _ *route.Call) (wire.Items[TicketTemplate], error) {
	list, err := s.Tickets.Templates(ctx)
	return wire.ItemsOf(list, func(t ticket.Template) TicketTemplate { return TicketTemplate(t) }), err
}

func (s *Handlers) ticketTemplateSave(ctx context.Context, c *route.Call, in TicketTemplateEdit) (wire.Saved, error) {
	id, err := s.Tickets.SaveTemplate(ctx, c.By, ticket.Template(in))
	return wire.Saved{ID: id}, err
}

func (s *Handlers) ticketTemplateRemove(ctx context.Context, c *route.Call, _ wire.Empty) (route.None, error) {
	return route.None{}, s.Tickets.RemoveTemplate(ctx, c.By, c.ID())
}
