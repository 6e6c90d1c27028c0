package wallet

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"hongyun/internal/db"
	"hongyun/internal/number"
)

// Number is what a player reads as the order's number. Ref, the venue's own, may
// hold the player's name.
func (t Transfer) Number() string { return number.Of(number.Transfer, t.CreatedAt, t.ID) }

// ByID reads transfers by their ids; one that does not exist is left out.
func (w *Wallets) ByID(ctx context.Context, r db.Reader, ids []string) (map[string]Transfer, error) {
	out := make(map[string]Transfer, len(ids))
	if len(ids) == 0 {
		return out, nil
	}
	var rows []transferRow
	if err := r.NewRaw("SELECT "+transferColumns+" FROM transfer WHERE id IN (?)", bun.In(ids)).Scan(ctx, &rows); err != nil {
		return nil, fmt.Errorf("transfers by id: %w", err)
	}
	for _, row := range rows {
		out[row.ID] = row.transfer()
	}
	return out, nil
}
