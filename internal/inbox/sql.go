package inbox

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
)

type messageRow struct {
	ID, Player, Event, Kind, Title, Body, About, Ref string
	At, ReadAt                                       int64
}

func (r messageRow) message() Message {
	m := Message{
		ID: r.ID, Player: r.Player, Event: r.Event, Kind: Kind(r.Kind), Title: r.Title, Body: r.Body, About: About(r.About), Ref: r.Ref,
		At: calendar.FromMillis(r.At),
	}
	if r.ReadAt > 0 {
		m.ReadAt = calendar.FromMillis(r.ReadAt)
	}
	return m
}

func insert(ctx context.Context, tx *db.Tx, messages []Message) error {
	rows := make([][]any, len(messages))
	for i, m := range messages {
		rows[i] = []any{
			uuid.Must(uuid.NewV7()).String(), m.Player, m.Event, string(m.Kind), m.Title, m.Body, string(m.About), m.Ref, tx.NowMillis(), int64(0),
		}
	}
	_, err := tx.InsertRows(ctx, "inbox_message (id, player, event, kind, title, body, about, ref, at, read_at)", "ON CONFLICT (player, event) DO NOTHING", rows)
	if err != nil {
		return fmt.Errorf("write messages: %w", err)
	}
	return nil
}

const columns = "id, player, event, kind, title, body, about, ref, at, read_at"

func list(ctx context.Context, r db.Reader, player string, limit, offset int64) ([]Message, int, error) {
	var total int
	if err := r.NewRaw("SELECT COUNT(*) FROM inbox_message WHERE player = ?", player).Scan(ctx, &total); err != nil {
		return nil, 0, fmt.Errorf("count messages: %w", err)
	}
	var rows []messageRow
	err := r.NewRaw("SELECT "+columns+" FROM inbox_message WHERE player = ? ORDER BY at DESC, id DESC LIMIT ? OFFSET ?", player, limit, offset).Scan(ctx, &rows)
	if err != nil {
		return nil, 0, fmt.Errorf("list messages: %w", err)
	}
	out := make([]Message, len(rows))
	for i, row := range rows {
		out[i] = row.message()
	}
	return out, total, nil
}

func unread(ctx context.Context, r db.Reader, player string) (n int, newest string, err error) {
	err = r.NewRaw("SELECT COUNT(*) FROM (SELECT 1 FROM inbox_message WHERE player = ? AND read_at = 0 LIMIT ?) AS bounded", player, UnreadMost).Scan(ctx, &n)
	if err != nil {
		return 0, "", fmt.Errorf("count unread messages: %w", err)
	}
	err = r.NewRaw("SELECT id FROM inbox_message WHERE player = ? ORDER BY at DESC, id DESC LIMIT 1", player).Scan(ctx, &newest)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return 0, "", fmt.Errorf("find the newest message: %w", err)
	}
	return n, newest, nil
}

func markOne(ctx context.Context, tx *db.Tx, player, id string) error {
	res, err := tx.NewRaw("UPDATE inbox_message SET read_at = CASE WHEN read_at = 0 THEN ? ELSE read_at END WHERE id = ? AND player = ?",
		tx.NowMillis(), id, player).Exec(ctx)
	if err != nil {
		return fmt.Errorf("mark message: %w", err)
	}
	if n, _ := res.RowsAffected(); n == 0 {
		return ErrNoMessage
	}
	return nil
}

func markAll(ctx context.Context, tx *db.Tx, player string) error {
	_, err := tx.NewRaw("UPDATE inbox_message SET read_at = ? WHERE player = ? AND read_at = 0", tx.NowMillis(), player).Exec(ctx)
	if err != nil {
		return fmt.Errorf("mark messages: %w", err)
	}
	return nil
}

func markAbout(ctx context.Context, tx *db.Tx, player string, about About, ref string) error {
	_, err := tx.NewRaw("UPDATE inbox_message SET read_at = ? WHERE player = ? AND read_at = 0 AND about = ? AND ref = ?",
		tx.NowMillis(), player, string(about), ref).Exec(ctx)
	if err != nil {
		return fmt.Errorf("mark messages: %w", err)
	}
	return nil
}

func prune(ctx context.Context, tx *db.Tx, before int64, most int) (int64, error) {
	res, err := tx.NewRaw("DELETE FROM inbox_message WHERE id IN (SELECT id FROM inbox_message WHERE at < ? ORDER BY at LIMIT ?)", before, most).Exec(ctx)
	if err != nil {
		return 0, fmt.Errorf("remove old messages: %w", err)
	}
	return res.RowsAffected()
}

type arrival struct{ ID, Player string }

// arrivals are the newest messages since an instant, at most `most`.
func arrivals(ctx context.Context, r db.Reader, since time.Time, most int) ([]arrival, error) {
	var rows []arrival
	err := r.NewRaw("SELECT id, player FROM inbox_message WHERE at >= ? ORDER BY at DESC LIMIT ?", since.UnixMilli(), most).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("look for new messages: %w", err)
	}
	return rows, nil
}
