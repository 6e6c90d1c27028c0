package content

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"hongyun/internal/db"
	"hongyun/internal/staff"
)

// OrderTicker puts sentences of the ticker in the given order. It fails with
// ErrNotFound if one of them is gone, and then nothing has moved.
func (c *Content) OrderTicker(ctx context.Context, by staff.Actor, ids []int64) error {
	return c.order(ctx, by, "ticker", ids)
}

// OrderBanners puts banners in the given order, like OrderTicker.
func (c *Content) OrderBanners(ctx context.Context, by staff.Actor, ids []int64) error {
	return c.order(ctx, by, "banner", ids)
}

// OrderPromotions puts promotions in the given order, like OrderTicker.
func (c *Content) OrderPromotions(ctx context.Context, by staff.Actor, ids []int64) error {
	return c.order(ctx, by, "promotion", ids)
}

func (c *Content) order(ctx context.Context, by staff.Actor, noun string, ids []int64) error {
	if len(ids) == 0 || len(ids) > maxKept {
		return ErrNotFound
	}
	return c.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		// Rows are taken in one order, so that two people who order at once wait
		// for each other instead of locking each other out.
		type place struct {
			ID       int64
			Position int
		}
		var rows []place
		err := tx.NewRaw("SELECT id, position FROM content_"+noun+" WHERE id IN (?) ORDER BY id"+tx.ForUpdate(), bun.In(ids)).Scan(ctx, &rows)
		if err != nil {
			return fmt.Errorf("read the order of %s: %w", noun, err)
		}
		slices.SortStableFunc(rows, func(a, b place) int { return cmp.Compare(a.Position, b.Position) })
		before := make([]int64, len(rows))
		for i, r := range rows {
			before[i] = r.ID
		}
		for _, id := range slices.Sorted(slices.Values(ids)) {
			position := slices.Index(ids, id) * 10
			if err := update(ctx, tx, noun, id, []column{{"position", position}}); err != nil {
				return err
			}
		}
		return c.staff.Audit(ctx, tx, by, staff.Change{
			Action: "content." + noun, Subject: fmt.Sprintf("%s:order", noun), Label: "order",
			Before: map[string]any{"order": before}, After: map[string]any{"order": ids},
		})
	})
}
