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

// Place is a content in an order, with the version that the page showed of it.
type Place struct {
	ID   int64
	Base Base
}

// OrderTicker puts sentences of the ticker in the given order. It fails with
// ErrNotFound if one of them is gone, and with ErrBase if one of them is not at its base.
// Nothing has moved then. Those that move have a next version, because a form that is
// open has their former place.
func (c *Content) OrderTicker(ctx context.Context, by staff.Actor, places []Place) error {
	return c.order(ctx, by, "ticker", places)
}

// OrderBanners puts banners in the given order, like OrderTicker.
func (c *Content) OrderBanners(ctx context.Context, by staff.Actor, places []Place) error {
	return c.order(ctx, by, "banner", places)
}

// OrderPromotions puts promotions in the given order, like OrderTicker.
func (c *Content) OrderPromotions(ctx context.Context, by staff.Actor, places []Place) error {
	return c.order(ctx, by, "promotion", places)
}

func (c *Content) order(ctx context.Context, by staff.Actor, noun string, places []Place) error {
	ids := make([]int64, len(places))
	for i, p := range places {
		ids[i] = p.ID
	}
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
		err := tx.NewRaw("SELECT id, position FROM content_"+noun+" WHERE id IN (?) ORDER BY id"+tx.ForUpdate(), bun.List(ids)).Scan(ctx, &rows)
		if err != nil {
			return fmt.Errorf("read the order of %s: %w", noun, err)
		}
		slices.SortStableFunc(rows, func(a, b place) int { return cmp.Compare(a.Position, b.Position) })
		before := make([]int64, len(rows))
		was := make(map[int64]int, len(rows))
		for i, r := range rows {
			before[i], was[r.ID] = r.ID, r.Position
		}
		for _, id := range slices.Sorted(slices.Values(ids)) {
			at := slices.Index(ids, id)
			position := at * 10
			if err := unchanged(ctx, tx, noun, id, places[at].Base); err != nil {
				return err
			}
			if err := update(ctx, tx, noun, id, []column{{"position", position}}); err != nil {
				return err
			}
			if was[id] == position {
				continue
			}
			if err := edited(ctx, tx, by.Name, noun, id); err != nil {
				return err
			}
		}
		return c.staff.Audit(ctx, tx, by, staff.Change{
			Action: "content." + noun, Subject: fmt.Sprintf("%s:order", noun), Label: "order",
			Before: map[string]any{"order": before}, After: map[string]any{"order": ids},
		})
	})
}
