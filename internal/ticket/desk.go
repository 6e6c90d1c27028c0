package ticket

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"

	"hongyun/internal/db"
	"hongyun/internal/inbox"
	"hongyun/internal/staff"
)

// Filter chooses tickets; empty fields do not narrow it.
type Filter struct {
	Player string
	State  State
	Kind   string
	Taken  string // by whom, the id of a member of staff
	Queue  bool   // those that support has to answer, oldest first
	Page   staff.Page
}

// List lists tickets for staff, the queue oldest first and everything else newest first.
func (t *Tickets) List(ctx context.Context, f Filter) ([]Ticket, int, error) {
	return listTickets(ctx, t.DB, f)
}

// Keys gives the ids of all tickets of a filter at one moment, in the order of List.
func (t *Tickets) Keys(ctx context.Context, f Filter) ([]string, error) {
	return ticketKeys(ctx, t.DB, f)
}

// ByKey gives tickets as they are now, in the order of the ids.
func (t *Tickets) ByKey(ctx context.Context, ids []string) ([]Ticket, error) {
	return ticketsByKey(ctx, t.DB, ids)
}

// Count is how many tickets support has to answer.
func (t *Tickets) Count(ctx context.Context) (int, error) { return countQueue(ctx, t.DB) }

// Detail is a ticket with all its texts, notes too.
func (t *Tickets) Detail(ctx context.Context, id string) (Ticket, []Entry, error) {
	row, err := find(ctx, t.DB, id)
	if err != nil {
		return Ticket{}, nil, err
	}
	entries, err := entriesOf(ctx, t.DB, id, true)
	return row.ticket(), entries, err
}

// Take makes a member of staff the one who answers. One that another person has
// is taken over only when that is said. Faults: ErrNotFound, ErrSolved, ErrTaken.
func (t *Tickets) Take(ctx context.Context, by staff.Actor, id string, over bool) error {
	return t.act(ctx, by, id, "ticket.take", func(ctx context.Context, tx *db.Tx, row *ticketRow) error {
		switch {
		case row.State == string(Solved):
			return ErrSolved
		case row.TakenBy != "" && row.TakenBy != by.ID && !over:
			return ErrTaken.With(row.TakenName)
		}
		row.TakenBy, row.TakenName = by.ID, by.Name
		return nil
	})
}

// Release gives a ticket back to the queue. Faults: ErrNotFound, ErrTaken.
func (t *Tickets) Release(ctx context.Context, by staff.Actor, id string) error {
	return t.act(ctx, by, id, "ticket.release", func(ctx context.Context, tx *db.Tx, row *ticketRow) error {
		if row.TakenBy != "" && row.TakenBy != by.ID {
			return ErrTaken.With(row.TakenName)
		}
		row.TakenBy, row.TakenName = "", ""
		return nil
	})
}

// Reply is an answer of staff.
type Reply struct {
	Ticket string
	Text   string
	Last   string // the last text that the writer has seen
	Solve  bool   // close the ticket with it
}

// Answer writes an answer and tells the player. A ticket in which the player
// wrote meanwhile is refused with ErrChanged, so that nobody answers what they
// have not read. Faults: ErrNotFound, ErrText, ErrNotTaken, ErrTaken, ErrSolved.
func (t *Tickets) Answer(ctx context.Context, by staff.Actor, r Reply) error {
	text, err := checkText(r.Text)
	if err != nil {
		return err
	}
	return t.act(ctx, by, r.Ticket, "ticket.answer", func(ctx context.Context, tx *db.Tx, row *ticketRow) error {
		switch {
		case row.State == string(Solved):
			return ErrSolved
		case row.TakenBy == "":
			return ErrNotTaken
		case row.TakenBy != by.ID:
			return ErrTaken.With(row.TakenName)
		case row.LastEntry != r.Last:
			return ErrChanged
		}
		e := Entry{ID: uuid.Must(uuid.NewV7()).String(), Side: ByStaff, ByID: by.ID, ByName: by.Name, Body: text}
		row.State, row.Asked, row.Unread, row.ChangedAt, row.LastEntry = string(Waiting), 0, row.Unread+1, tx.NowMillis(), e.ID
		title := "客服已回复您的问题"
		if r.Solve {
			row.State, row.SolvedAt, title = string(Solved), tx.NowMillis(), "您的问题已解决，请评价"
		}
		if err := insertEntry(ctx, tx, row.ID, e); err != nil {
			return err
		}
		return inbox.Write(ctx, tx, inbox.Message{
			Player: row.Player, Event: "ticket:" + e.ID, Kind: inbox.Answer, About: inbox.AboutTicket, Ref: row.ID, Title: title, Body: cut(text, 200),
		})
	})
}

func cut(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

// AddNote leaves a note for staff in the thread. Players never see it.
func (t *Tickets) AddNote(ctx context.Context, by staff.Actor, id, text string) error {
	text, err := checkText(text)
	if err != nil {
		return err
	}
	return t.act(ctx, by, id, "ticket.note", func(ctx context.Context, tx *db.Tx, row *ticketRow) error {
		return insertEntry(ctx, tx, row.ID, Entry{ID: uuid.Must(uuid.NewV7()).String(), Side: Note, ByID: by.ID, ByName: by.Name, Body: text})
	})
}

// Solve closes a ticket without an answer, such as one that was asked twice.
// Faults: ErrNotFound, ErrNotTaken, ErrTaken, ErrSolved.
func (t *Tickets) Solve(ctx context.Context, by staff.Actor, id string) error {
	return t.act(ctx, by, id, "ticket.solve", func(ctx context.Context, tx *db.Tx, row *ticketRow) error {
		switch {
		case row.State == string(Solved):
			return ErrSolved
		case row.TakenBy == "":
			return ErrNotTaken
		case row.TakenBy != by.ID:
			return ErrTaken.With(row.TakenName)
		}
		row.State, row.SolvedAt, row.Asked = string(Solved), tx.NowMillis(), 0
		return inbox.Write(ctx, tx, inbox.Message{
			Player: row.Player, Event: "ticket.solved:" + row.ID + ":" + row.LastEntry, Kind: inbox.Answer, About: inbox.AboutTicket, Ref: row.ID,
			Title: "您的问题已关闭", Body: "“" + row.Subject + "”已关闭。如仍有问题，可在30天内直接回复重新打开。",
		})
	})
}

// act changes a ticket under its lock and writes the change into the trail.
func (t *Tickets) act(ctx context.Context, by staff.Actor, id, action string, change func(context.Context, *db.Tx, *ticketRow) error) error {
	return t.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		row, err := lockTicket(ctx, tx, id)
		if err != nil {
			return err
		}
		before := row
		if err := change(ctx, tx, &row); err != nil {
			return err
		}
		if err := update(ctx, tx, row); err != nil {
			return err
		}
		return t.Staff.Audit(ctx, tx, by, staff.Change{
			Action: action, Subject: "ticket:" + id, Label: row.Subject, Before: trailOf(before), After: trailOf(row),
		})
	})
}

// trailOf is what the audit trail keeps of a ticket; its texts stand in the thread.
func trailOf(row ticketRow) map[string]any {
	return map[string]any{"player": row.Player, "state": row.State, "takenBy": row.TakenName, "last": row.LastEntry}
}

// Template is a text that staff begin an answer with.
type Template struct {
	ID       string // "" for a new one
	Title    string
	Body     string
	Position int // lower ones come first
}

// Templates lists the templates in their order.
func (t *Tickets) Templates(ctx context.Context) ([]Template, error) { return listTemplates(ctx, t.DB) }

const templatesMost = 100

// SaveTemplate adds a template or changes one, and returns its id. Faults:
// ErrTemplate, ErrNoTemplate, ErrTemplates.
func (t *Tickets) SaveTemplate(ctx context.Context, by staff.Actor, n Template) (string, error) {
	n.Title = strings.TrimSpace(n.Title)
	body, err := checkText(n.Body)
	if chars := utf8.RuneCountInString(n.Title); err != nil || chars < 1 || chars > 30 || !plain(n.Title) || strings.Contains(n.Title, "\n") ||
		n.Position < 0 || n.Position > 100_000 {
		return "", ErrTemplate
	}
	n.Body = body
	id := n.ID
	err = t.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		n := n
		if err := t.Staff.LockAudit(ctx, tx); err != nil {
			return err
		}
		before, total, err := findTemplate(ctx, tx, n.ID)
		switch {
		case err != nil:
			return err
		case n.ID != "" && before == nil:
			return ErrNoTemplate
		case n.ID == "" && total >= templatesMost:
			return ErrTemplates
		case n.ID == "":
			n.ID = uuid.NewString()
		}
		if err := putTemplate(ctx, tx, n); err != nil {
			return err
		}
		tx.AfterCommit(func() { id = n.ID })
		return t.Staff.Audit(ctx, tx, by, staff.Change{Action: "ticket.template", Subject: "ticket.template:" + n.ID, Label: n.Title, Before: before, After: n})
	})
	return id, err
}

// RemoveTemplate takes a template away. Fault: ErrNoTemplate.
func (t *Tickets) RemoveTemplate(ctx context.Context, by staff.Actor, id string) error {
	return t.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := t.Staff.LockAudit(ctx, tx); err != nil {
			return err
		}
		before, _, err := findTemplate(ctx, tx, id)
		if err != nil {
			return err
		}
		if before == nil {
			return ErrNoTemplate
		}
		if err := dropTemplate(ctx, tx, id); err != nil {
			return err
		}
		return t.Staff.Audit(ctx, tx, by, staff.Change{Action: "ticket.template", Subject: "ticket.template:" + id, Label: before.Title, Before: before})
	})
}
