package player

import (
	"context"
	"fmt"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
)

// Friend is a player whom another invited.
type Friend struct {
	ID, Name  string
	CreatedAt time.Time
}

// Invited pages through the players whom one invited, the latest first.
func (p *Players) Invited(ctx context.Context, r db.Reader, player string, limit, offset int64) ([]Friend, error) {
	var rows []struct {
		ID, Name  string
		CreatedAt int64
	}
	err := r.NewRaw("SELECT id, name, created_at FROM player WHERE invited_by = ? AND invited_by <> '' ORDER BY created_at DESC, id LIMIT ? OFFSET ?",
		player, limit, offset).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("players invited by %s: %w", player, err)
	}
	out := make([]Friend, len(rows))
	for i, row := range rows {
		out[i] = Friend{row.ID, row.Name, calendar.FromMillis(row.CreatedAt)}
	}
	return out, nil
}

// MaskLogin shows de***1 of a login name.
func MaskLogin(name string) string {
	if len(name) < 4 {
		return "***"
	}
	return name[:2] + "***" + name[len(name)-1:]
}
