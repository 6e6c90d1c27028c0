package ticket

import (
	"context"
	"errors"
	"slices"
	"strings"

	"hongyun/internal/db"
	"hongyun/internal/inbox"
)

// Question is a new ticket.
type Question struct {
	ID        string // chosen by the caller; a repeated question returns the first ticket
	Player    string
	Kind      string
	Text      string
	Reference Reference
	Pictures  []string // ids of uploads
}

// Open makes a ticket. Faults: ErrKind, ErrText, ErrReference, ErrPictures,
// ErrOpenMost, ErrDay.
func (t *Tickets) Open(ctx context.Context, q Question) (Ticket, error) {
	if !slices.Contains(Kinds, q.Kind) {
		return Ticket{}, ErrKind
	}
	text, err := checkText(q.Text)
	if err != nil {
		return Ticket{}, err
	}
	if err := t.checkReference(ctx, q.Player, q.Reference); err != nil {
		return Ticket{}, err
	}
	var out Ticket
	err = t.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		used, err := lockPlayer(ctx, tx, q.Player)
		if err != nil {
			return err
		}
		if first, err := find(ctx, tx, q.ID); err == nil && first.Player == q.Player {
			out = first.ticket()
			return nil
		} else if err != nil && !errors.Is(err, ErrNotFound) {
			return err
		}
		open, err := countOpen(ctx, tx, q.Player)
		if err != nil {
			return err
		}
		if open >= OpenMost {
			return ErrOpenMost.With(open)
		}
		if used.Opened++; used.Opened > openedADay {
			return ErrDay
		}
		if used.Entries++; used.Entries > entriesADay {
			return ErrDay
		}
		if err := setUsed(ctx, tx, used); err != nil {
			return err
		}
		row := ticketRow{
			ID: q.ID, Player: q.Player, Kind: q.Kind, Subject: subjectOf(text), About: q.Reference.About, Ref: q.Reference.Ref, State: string(Open),
			Asked: 1, OpenedAt: tx.NowMillis(), ChangedAt: tx.NowMillis(), LastEntry: q.ID,
		}
		if err := insertTicket(ctx, tx, row); err != nil {
			return err
		}
		out = row.ticket()
		return t.addEntry(ctx, tx, row, Entry{ID: q.ID, Side: ByPlayer, ByID: q.Player, ByName: q.Player, Body: text, Pictures: q.Pictures})
	})
	return out, err
}

func (t *Tickets) checkReference(ctx context.Context, player string, r Reference) error {
	switch {
	case r == Reference{}:
		return nil
	case !slices.Contains([]string{"deposit", "withdrawal", "bet", "record"}, r.About) || r.Ref == "" || len(r.Ref) > 120 || !plain(r.Ref) || t.Owns == nil:
		return ErrReference
	}
	mine, err := t.Owns(ctx, player, r)
	if err == nil && !mine {
		err = ErrReference
	}
	return err
}

// Text is what a player adds to a ticket.
type Text struct {
	ID       string // chosen by the caller; a repeated text has no effect
	Player   string
	Ticket   string
	Text     string
	Pictures []string
}

// Add puts a player's text into the thread. Faults: ErrNotFound, also for
// another player's ticket, ErrText, ErrPictures, ErrOld, ErrDay.
func (t *Tickets) Add(ctx context.Context, a Text) (Ticket, error) {
	text, err := checkText(a.Text)
	if err != nil {
		return Ticket{}, err
	}
	var out Ticket
	err = t.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		used, err := lockPlayer(ctx, tx, a.Player)
		if err != nil {
			return err
		}
		row, err := lockTicket(ctx, tx, a.Ticket)
		if err != nil {
			return err
		}
		if row.Player != a.Player {
			return ErrNotFound
		}
		if there, err := entryExists(ctx, tx, a.ID); err != nil || there {
			out = row.ticket()
			return err
		}
		if row.State == string(Solved) {
			if tx.NowMillis()-row.SolvedAt > reopenWithin.Milliseconds() {
				return ErrOld
			}
			open, err := countOpen(ctx, tx, a.Player)
			if err != nil {
				return err
			}
			if open >= OpenMost {
				return ErrOpenMost.With(open)
			}
		}
		if used.Entries++; used.Entries > entriesADay {
			return ErrDay
		}
		if err := setUsed(ctx, tx, used); err != nil {
			return err
		}
		switch State(row.State) {
		case Solved:
			row.State = string(Reopened)
		case Waiting:
			row.State = string(Open)
		}
		row.Asked, row.ChangedAt, row.LastEntry = row.Asked+1, tx.NowMillis(), a.ID
		if err := update(ctx, tx, row); err != nil {
			return err
		}
		out = row.ticket()
		return t.addEntry(ctx, tx, row, Entry{ID: a.ID, Side: ByPlayer, ByID: a.Player, ByName: a.Player, Body: text, Pictures: a.Pictures})
	})
	return out, err
}

// addEntry writes a text and gives its pictures to the ticket.
func (t *Tickets) addEntry(ctx context.Context, tx *db.Tx, row ticketRow, e Entry) error {
	if len(e.Pictures) > 0 {
		pictures := slices.Compact(slices.Sorted(slices.Values(e.Pictures)))
		if len(pictures) != len(e.Pictures) || len(pictures) > picturesEach {
			return ErrPictures
		}
		given, err := givePictures(ctx, tx, row.Player, row.ID, pictures)
		if err != nil {
			return err
		}
		if given != len(pictures) {
			return ErrPictures
		}
	}
	return insertEntry(ctx, tx, row.ID, e)
}

// Mine lists a player's tickets, those that changed last first.
func (t *Tickets) Mine(ctx context.Context, player string, limit, offset int64) ([]Ticket, int, error) {
	rows, total, err := readMine(ctx, t.DB, player, limit, offset)
	return ticketsOf(rows), total, err
}

// Thread is a player's ticket with its texts, without the notes of staff. The
// answers count as seen from now on. Fault: ErrNotFound, also for another
// player's ticket.
func (t *Tickets) Thread(ctx context.Context, player, id string) (Ticket, []Entry, error) {
	row, err := find(ctx, t.DB, id)
	if err != nil {
		return Ticket{}, nil, err
	}
	if row.Player != player {
		return Ticket{}, nil, ErrNotFound
	}
	entries, err := entriesOf(ctx, t.DB, id, false)
	if err != nil {
		return Ticket{}, nil, err
	}
	if row.Unread > 0 {
		err = t.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			if err := markSeen(ctx, tx, id, row.LastEntry); err != nil {
				return err
			}
			return inbox.ReadAbout(ctx, tx, player, inbox.AboutTicket, id)
		})
	}
	return row.ticket(), entries, err
}

// Unread is how many of a player's tickets have answers that they have not seen.
func (t *Tickets) Unread(ctx context.Context, player string) (int, error) {
	return countUnread(ctx, t.DB, player)
}

// Rate keeps how satisfied the player is with a solved ticket, once. Faults:
// ErrNotFound, ErrScore, ErrComment, ErrNotSolved, ErrRated.
func (t *Tickets) Rate(ctx context.Context, player, id string, score int, comment string) error {
	comment = strings.TrimSpace(comment)
	switch {
	case score < 1 || score > 5:
		return ErrScore
	case len([]rune(comment)) > 200 || !plain(comment):
		return ErrComment
	}
	return t.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		row, err := lockTicket(ctx, tx, id)
		switch {
		case err != nil:
			return err
		case row.Player != player:
			return ErrNotFound
		case row.State != string(Solved):
			return ErrNotSolved
		case row.Score > 0:
			return ErrRated
		}
		row.Score, row.Comment = score, comment
		return update(ctx, tx, row)
	})
}
