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
