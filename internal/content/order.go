package content

import (
	"context"
	"fmt"
	"slices"

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
		for _, id := range slices.Sorted(slices.Values(ids)) {
			position := slices.Index(ids, id) * 10
			if err := update(ctx, tx, noun, id, []column{{"position", position}}); err != nil {
				return err
			}
		}
		return c.staff.Audit(ctx, tx, by, staff.Change{
			Action: "content." + noun, Subject: fmt.Sprintf("%s:order", noun), Label: "order", After: map[string]any{"order": ids},
		})
	})
}
