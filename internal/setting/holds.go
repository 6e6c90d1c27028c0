package setting

import (
	"context"
	"fmt"

	"hongyun/internal/db"
)

// Holds reports whether a version of a setting, be it old or not approved yet, has a
// text in its value. The text has no signs of patterns.
func (b *Book) Holds(ctx context.Context, r db.Reader, text string) (bool, error) {
	var n int
	if err := r.NewRaw("SELECT COUNT(*) FROM setting_version WHERE value LIKE ?", "%"+text+"%").Scan(ctx, &n); err != nil {
		return false, fmt.Errorf("look for a text in the settings: %w", err)
	}
	return n > 0, nil
}
