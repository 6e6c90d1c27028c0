package player

import (
	"context"
	"fmt"
	"time"

	"hongyun/internal/db"
)

// ActiveAfter gives, in the order of their ids, those of the next limit players
// after an id who logged in since an instant. last is where the next part
// begins; it is empty at the end.
func (p *Players) ActiveAfter(ctx context.Context, r db.Reader, after string, since time.Time, limit int) (active []string, last string, err error) {
	var rows []struct {
		ID          string
		LastLoginAt int64
	}
	if err := r.NewRaw("SELECT id, last_login_at FROM player WHERE id > ? ORDER BY id LIMIT ?", after, limit).Scan(ctx, &rows); err != nil {
		return nil, "", fmt.Errorf("list active players: %w", err)
	}
	for _, row := range rows {
		if row.LastLoginAt >= since.UnixMilli() {
			active = append(active, row.ID)
		}
	}
	if len(rows) == limit {
		last = rows[limit-1].ID
	}
	return active, last, nil
}
