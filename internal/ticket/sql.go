package ticket

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/uptrace/bun"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/staff"
)

type ticketRow struct {
	ID, Player, Kind, Subject, About, Ref, State, TakenBy, TakenName string
	Unread, Asked, Score                                             int
	Comment                                                          string
	OpenedAt, ChangedAt, SolvedAt                                    int64
	LastEntry                                                        string
}

const ticketColumns = "id, player, kind, subject, about, ref, state, taken_by, taken_name, unread, asked, score, comment, opened_at, changed_at, solved_at, last_entry"

func (r ticketRow) ticket() Ticket {
	t := Ticket{
		ID: r.ID, Player: r.Player, Kind: r.Kind, Subject: r.Subject, Reference: Reference{About: r.About, Ref: r.Ref}, State: State(r.State),
		TakenBy: r.TakenBy, TakenName: r.TakenName, Unread: r.Unread, Asked: r.Asked, Score: r.Score, Comment: r.Comment,
		OpenedAt: calendar.FromMillis(r.OpenedAt), ChangedAt: calendar.FromMillis(r.ChangedAt), Last: r.LastEntry,
	}
	if r.SolvedAt > 0 {
		t.SolvedAt = calendar.FromMillis(r.SolvedAt)
	}
	return t
}

func insertTicket(ctx context.Context, tx *db.Tx, r ticketRow) error {
	_, err := tx.NewRaw("INSERT INTO ticket ("+ticketColumns+") VALUES (?, ?, ?, ?, ?, ?, ?, '', '', 0, ?, 0, '', ?, ?, 0, ?)",
		r.ID, r.Player, r.Kind, r.Subject, r.About, r.Ref, r.State, r.Asked, r.OpenedAt, r.ChangedAt, r.LastEntry).Exec(ctx)
	if err != nil {
		return fmt.Errorf("open ticket: %w", err)
	}
	return nil
}

func update(ctx context.Context, tx *db.Tx, r ticketRow) error {
	_, err := tx.NewRaw(`UPDATE ticket SET state = ?, taken_by = ?, taken_name = ?, unread = ?, asked = ?, score = ?, comment = ?, changed_at = ?,
		solved_at = ?, last_entry = ? WHERE id = ?`,
		r.State, r.TakenBy, r.TakenName, r.Unread, r.Asked, r.Score, r.Comment, r.ChangedAt, r.SolvedAt, r.LastEntry, r.ID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("change ticket %s: %w", r.ID, err)
	}
	return nil
}

func find(ctx context.Context, r db.Reader, id string) (ticketRow, error) {
	return readTicket(ctx, r, "", id)
}

func lockTicket(ctx context.Context, tx *db.Tx, id string) (ticketRow, error) {
	return readTicket(ctx, tx, tx.ForUpdate(), id)
}

func readTicket(ctx context.Context, r db.Reader, lock, id string) (ticketRow, error) {
	var row ticketRow
	err := r.NewRaw("SELECT "+ticketColumns+" FROM ticket WHERE id = ?"+lock, id).Scan(ctx, &row)
	if errors.Is(err, sql.ErrNoRows) {
		return row, ErrNotFound
	}
	if err != nil {
		return row, fmt.Errorf("find ticket: %w", err)
	}
	return row, nil
}

var ticketOrders = staff.Orders[ticketRow]{
	{Name: "changed", Columns: []string{"changed_at", "id"}, Of: func(r ticketRow) []any { return []any{r.ChangedAt, r.ID} }},
	{Name: "player", Columns: []string{"player", "changed_at", "id"}, Of: func(r ticketRow) []any { return []any{r.Player, r.ChangedAt, r.ID} }},
	{Name: "state", Columns: []string{"state", "changed_at", "id"}, Of: func(r ticketRow) []any { return []any{r.State, r.ChangedAt, r.ID} }},
}

// chosen are the tickets of a filter.
func (f Filter) chosen(r db.Reader) *bun.SelectQuery {
	q := r.NewSelect().Table("ticket")
	add := func(condition string, value any) { q.Where(condition, value) }
	if f.Player != "" {
		add("player = ?", f.Player)
	}
	if f.State != "" {
		add("state = ?", string(f.State))
	}
	if f.Kind != "" {
		add("kind = ?", f.Kind)
	}
	if f.Taken != "" {
		add("taken_by = ?", f.Taken)
	}
	if f.Queue {
		add("state IN (?)", bun.List([]string{string(Open), string(Reopened)}))
	}
	return q
}

func listTickets(ctx context.Context, r db.Reader, f Filter) ([]Ticket, int, error) {
	rows, total, err := staff.ScanPage(ctx, f.chosen(r).ColumnExpr(ticketColumns), ticketOrders, f.Page, !f.Queue)
	if err != nil {
		return nil, 0, fmt.Errorf("list tickets: %w", err)
	}
	return ticketsOf(rows), total, nil
}

// ticketKeys reads the ids of all tickets of a filter by one statement, in its order.
func ticketKeys(ctx context.Context, r db.Reader, f Filter) ([]string, error) {
	step, err := ticketOrders.Step(f.Page, !f.Queue)
	if err != nil {
		return nil, err
	}
	var ids []string
	if err := f.chosen(r).ColumnExpr("id").OrderExpr(step.Order).Scan(ctx, &ids); err != nil {
		return nil, fmt.Errorf("keys of tickets: %w", err)
	}
	return ids, nil
}

// ticketsByKey reads tickets in the order of their ids in the argument.
func ticketsByKey(ctx context.Context, r db.Reader, ids []string) ([]Ticket, error) {
	var rows []ticketRow
	if err := r.NewRaw("SELECT "+ticketColumns+" FROM ticket WHERE id IN (?)", bun.List(ids)).Scan(ctx, &rows); err != nil {
		return nil, fmt.Errorf("tickets by key: %w", err)
	}
	return db.InOrder(ids, ticketsOf(rows), func(t Ticket) string { return t.ID }), nil
}

func ticketsOf(rows []ticketRow) []Ticket {
	out := make([]Ticket, len(rows))
	for i, row := range rows {
		out[i] = row.ticket()
	}
	return out
}

// readMine reads a player's own tickets, those that changed last first.
func readMine(ctx context.Context, r db.Reader, player string, limit, offset int64) (rows []ticketRow, total int, err error) {
	if err := r.NewRaw("SELECT COUNT(*) FROM ticket WHERE player = ?", player).Scan(ctx, &total); err != nil {
		return nil, 0, fmt.Errorf("count tickets: %w", err)
	}
	err = r.NewRaw("SELECT "+ticketColumns+" FROM ticket WHERE player = ? ORDER BY changed_at DESC, id DESC LIMIT ? OFFSET ?", player, limit, offset).Scan(ctx, &rows)
	if err != nil {
		return nil, 0, fmt.Errorf("list tickets: %w", err)
	}
	return rows, total, nil
}

func countOpen(ctx context.Context, r db.Reader, player string) (n int, err error) {
	if err = r.NewRaw("SELECT COUNT(*) FROM ticket WHERE player = ? AND state <> 'solved'", player).Scan(ctx, &n); err != nil {
		err = fmt.Errorf("count open tickets: %w", err)
	}
	return n, err
}

func countQueue(ctx context.Context, r db.Reader) (n int, err error) {
	if err = r.NewRaw("SELECT COUNT(*) FROM ticket WHERE state IN ('open', 'reopened')").Scan(ctx, &n); err != nil {
		err = fmt.Errorf("count the queue of tickets: %w", err)
	}
	return n, err
}

func countUnread(ctx context.Context, r db.Reader, player string) (n int, err error) {
	if err = r.NewRaw("SELECT COUNT(*) FROM ticket WHERE player = ? AND unread > 0", player).Scan(ctx, &n); err != nil {
		err = fmt.Errorf("count unread tickets: %w", err)
	}
	return n, err
}

// markSeen notes that the player has seen all answers, unless one came meanwhile.
func markSeen(ctx context.Context, tx *db.Tx, id, last string) error {
	if _, err := tx.NewRaw("UPDATE ticket SET unread = 0 WHERE id = ? AND last_entry = ?", id, last).Exec(ctx); err != nil {
		return fmt.Errorf("mark ticket %s: %w", id, err)
	}
	return nil
}

type entryRow struct {
	ID, Side, ByID, ByName, Body, Pictures string
	At                                     int64
}

func insertEntry(ctx context.Context, tx *db.Tx, ticket string, e Entry) error {
	_, err := tx.NewRaw("INSERT INTO ticket_entry (id, ticket, side, by_id, by_name, body, pictures, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
		e.ID, ticket, e.Side, e.ByID, e.ByName, e.Body, strings.Join(e.Pictures, ","), tx.NowMillis()).Exec(ctx)
	if err != nil {
		return fmt.Errorf("write into ticket %s: %w", ticket, err)
	}
	return nil
}

func entryExists(ctx context.Context, r db.Reader, id string) (there bool, err error) {
	if err = r.NewRaw("SELECT EXISTS (SELECT 1 FROM ticket_entry WHERE id = ?)", id).Scan(ctx, &there); err != nil {
		err = fmt.Errorf("look for a text: %w", err)
	}
	return there, err
}

// entriesMost bounds a thread as it is read: the newest texts.
const entriesMost = 500

func entriesOf(ctx context.Context, r db.Reader, ticket string, notes bool) ([]Entry, error) {
	where := "ticket = ?"
	if !notes {
		where += " AND side <> 'note'"
	}
	var rows []entryRow
	err := r.NewRaw("SELECT id, side, by_id, by_name, body, pictures, at FROM ticket_entry WHERE "+where+" ORDER BY at DESC, id DESC LIMIT ?", ticket, entriesMost).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("read thread of %s: %w", ticket, err)
	}
	out := make([]Entry, len(rows))
	for i, row := range rows { // the newest last
		e := Entry{ID: row.ID, Side: row.Side, ByID: row.ByID, ByName: row.ByName, Body: row.Body, At: calendar.FromMillis(row.At), Pictures: []string{}}
		if row.Pictures != "" {
			e.Pictures = strings.Split(row.Pictures, ",")
		}
		out[len(rows)-1-i] = e
	}
	return out, nil
}

// usedRow is how much a player has sent on a day.
type usedRow struct {
	Player                    string
	Day                       int64
	Opened, Entries, Pictures int
}

// lockPlayer locks a player's tickets and gives what they sent today.
func lockPlayer(ctx context.Context, tx *db.Tx, player string) (usedRow, error) {
	day := int64(calendar.DayOf(tx.Now()))
	_, err := tx.NewRaw(`INSERT INTO ticket_player (player, day, opened, entries, pictures) VALUES (?, ?, 0, 0, 0) ON CONFLICT (player) DO UPDATE SET
		opened = CASE WHEN ticket_player.day = excluded.day THEN ticket_player.opened ELSE 0 END,
		entries = CASE WHEN ticket_player.day = excluded.day THEN ticket_player.entries ELSE 0 END,
		pictures = CASE WHEN ticket_player.day = excluded.day THEN ticket_player.pictures ELSE 0 END, day = excluded.day`, player, day).Exec(ctx)
	if err != nil {
		return usedRow{}, fmt.Errorf("lock tickets of %s: %w", player, err)
	}
	var row usedRow
	err = tx.NewRaw("SELECT player, day, opened, entries, pictures FROM ticket_player WHERE player = ?", player).Scan(ctx, &row)
	if err != nil {
		return row, fmt.Errorf("lock tickets of %s: %w", player, err)
	}
	return row, nil
}

func setUsed(ctx context.Context, tx *db.Tx, u usedRow) error {
	_, err := tx.NewRaw("UPDATE ticket_player SET opened = ?, entries = ?, pictures = ? WHERE player = ?", u.Opened, u.Entries, u.Pictures, u.Player).Exec(ctx)
	if err != nil {
		return fmt.Errorf("count tickets of %s: %w", u.Player, err)
	}
	return nil
}

func insertPicture(ctx context.Context, tx *db.Tx, player string, p Picture) error {
	_, err := tx.NewRaw("INSERT INTO ticket_picture (id, player, width, height, data, at) VALUES (?, ?, ?, ?, ?, ?)",
		p.ID, player, p.Width, p.Height, p.JPEG, tx.NowMillis()).Exec(ctx)
	if err != nil {
		return fmt.Errorf("store picture: %w", err)
	}
	return nil
}

// givePictures makes a player's uploads part of a ticket and says how many it found.
func givePictures(ctx context.Context, tx *db.Tx, player, ticket string, ids []string) (int, error) {
	res, err := tx.NewRaw("UPDATE ticket_picture SET ticket = ? WHERE player = ? AND ticket = '' AND id IN (?)", ticket, player, bun.List(ids)).Exec(ctx)
	if err != nil {
		return 0, fmt.Errorf("give pictures to ticket %s: %w", ticket, err)
	}
	n, err := res.RowsAffected()
	return int(n), err
}

func readPicture(ctx context.Context, r db.Reader, where string, args ...any) ([]byte, error) {
	var data []byte
	err := r.NewRaw("SELECT data FROM ticket_picture WHERE "+where, args...).Scan(ctx, &data)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, ErrNoPicture
	}
	if err != nil {
		return nil, fmt.Errorf("read picture: %w", err)
	}
	return data, nil
}

func prunePictures(ctx context.Context, tx *db.Tx, loose, old int64, most int) (int64, error) {
	var n int64
	for _, step := range []struct {
		where string
		at    int64
	}{{"ticket = '' AND at < ?", loose}, {"at < ?", old}} {
		res, err := tx.NewRaw("DELETE FROM ticket_picture WHERE id IN (SELECT id FROM ticket_picture WHERE "+step.where+" ORDER BY at LIMIT ?)", step.at, most).Exec(ctx)
		if err != nil {
			return n, fmt.Errorf("remove pictures: %w", err)
		}
		removed, err := res.RowsAffected()
		if n += removed; err != nil {
			return n, err
		}
	}
	return n, nil
}

func listTemplates(ctx context.Context, r db.Reader) ([]Template, error) {
	out := []Template{}
	err := r.NewRaw("SELECT id, title, body, position FROM ticket_template ORDER BY position, id LIMIT ?", templatesMost).Scan(ctx, &out)
	if err != nil {
		return nil, fmt.Errorf("list templates: %w", err)
	}
	return out, nil
}

func findTemplate(ctx context.Context, tx *db.Tx, id string) (found *Template, total int, err error) {
	all, err := listTemplates(ctx, tx)
	for i, t := range all {
		if t.ID == id {
			found = &all[i]
		}
	}
	return found, len(all), err
}

func putTemplate(ctx context.Context, tx *db.Tx, t Template) error {
	_, err := tx.NewRaw(`INSERT INTO ticket_template (id, title, body, position, changed_at) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET title = excluded.title, body = excluded.body, position = excluded.position, changed_at = excluded.changed_at`,
		t.ID, t.Title, t.Body, t.Position, tx.NowMillis()).Exec(ctx)
	if err != nil {
		return fmt.Errorf("write template: %w", err)
	}
	return nil
}

func dropTemplate(ctx context.Context, tx *db.Tx, id string) error {
	if _, err := tx.NewRaw("DELETE FROM ticket_template WHERE id = ?", id).Exec(ctx); err != nil {
		return fmt.Errorf("remove template: %w", err)
	}
	return nil
}
