package player

import (
	"context"
	"fmt"

	"hongyun/internal/db"
)

// InvitedBy counts the players whom one invited.
func (p *Players) InvitedBy(ctx context.Context, r db.Reader, player string) (n int, err error) {
	if err := r.NewRaw("SELECT COUNT(*) FROM player WHERE invited_by = ? AND invited_by <> ''", player).Scan(ctx, &n); err != nil {
		return 0, fmt.Errorf("count players invited by %s: %w", player, err)
	}
	return n, nil
}

// After lists players by their ids, at most limit of those after one: what work
// on all players goes through page by page.
func (p *Players) After(ctx context.Context, r db.Reader, id string, limit int) (players []string, err error) {
	if err := r.NewRaw("SELECT id FROM player WHERE id > ? ORDER BY id LIMIT ?", id, limit).Scan(ctx, &players); err != nil {
		return nil, fmt.Errorf("list players: %w", err)
	}
	return players, nil
}
