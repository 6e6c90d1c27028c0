package staff

import (
	"context"

	"hongyun/internal/db"
)

// Note writes to the trail what changes no row, such as an export, in a
// transaction of its own.
func (s *Staff) Note(ctx context.Context, by Actor, c Change) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return s.Audit(ctx, tx, by, c) })
}
