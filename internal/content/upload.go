package content

import (
	"context"
	"fmt"

	"hongyun/internal/db"
)

// hold keeps the uploaded files that columns name.
func (c *Content) hold(ctx context.Context, tx *db.Tx, columns []column) error {
	if c.Hold == nil {
		return nil
	}
	for _, col := range columns {
		if text, ok := col.value.(string); ok {
			if err := c.Hold(ctx, tx, text); err != nil {
				return err
			}
		}
	}
	return nil
}

// Shows reports whether some content has the file of an address. Drafts count too.
func (c *Content) Shows(ctx context.Context, r db.Reader, address string) (bool, error) {
	var n int
	within := "%" + address + "%"
	err := r.NewRaw(`SELECT (SELECT COUNT(*) FROM content_banner WHERE picture = ?0) + (SELECT COUNT(*) FROM content_promotion WHERE picture = ?0)
		+ (SELECT COUNT(*) FROM content_download WHERE link LIKE ?1) + (SELECT COUNT(*) FROM content_banner WHERE link LIKE ?1) + (SELECT COUNT(*) FROM content_block WHERE html LIKE ?1)
		+ (SELECT COUNT(*) FROM content_setting WHERE value LIKE ?1)`, address, within).Scan(ctx, &n)
	if err != nil {
		return false, fmt.Errorf("look for %s in the contents: %w", address, err)
	}
	return n > 0, nil
}
