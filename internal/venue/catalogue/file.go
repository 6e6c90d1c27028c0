package catalogue

import (
	"context"
	"fmt"

	"hongyun/internal/db"
)

// ShowsFile reports whether a game of the catalogue has the picture of an address.
func (c *Catalogue) ShowsFile(ctx context.Context, r db.Reader, address string) (bool, error) {
	var n int
	if err := r.NewRaw("SELECT COUNT(*) FROM venue_game WHERE picture = ?", address).Scan(ctx, &n); err != nil {
		return false, fmt.Errorf("look for %s in the catalogue: %w", address, err)
	}
	return n > 0, nil
}
