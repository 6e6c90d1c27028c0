package content

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/staff"
)

// kinds are the kinds of venue that a promotion may need.
var kinds = []string{"sport", "live", "fish", "slot", "esport", "lottery", "board"}

// Promotions lists those that players may read now, in their order.
func (c *Content) Promotions(ctx context.Context) ([]Promotion, error) {
	where, args := c.shownNow()
	return c.promotions(ctx, c.db, where, append(args, maxShown)...)
}

// AllPromotions lists unpublished ones too, for staff.
func (c *Content) AllPromotions(ctx context.Context) ([]Promotion, error) {
	return c.promotions(ctx, c.db, "", maxKept)
}

// PromotionPage is a promotion with its text.
type PromotionPage struct {
	Promotion
	HTML string
}

// PromotionPages are all that players may read now, also those for which the
// list has no room, with their texts: every page there is.
func (c *Content) PromotionPages(ctx context.Context) ([]PromotionPage, error) {
	where, args := c.shownNow()
	list, err := c.promotions(ctx, c.db, where, append(args, maxKept)...)
	if err != nil {
		return nil, err
	}
	ids := make([]int64, len(list))
	for i, p := range list {
		ids[i] = p.ContentID
	}
	blocks, err := c.blocks(ctx, c.db, "WHERE id IN (?)", bun.List(ids), maxKept)
	if err != nil {
		return nil, err
	}
	texts := make(map[int64]string, len(blocks))
	for _, b := range blocks {
		texts[b.ID] = b.HTML
	}
	pages := make([]PromotionPage, 0, len(list))
	for _, p := range list {
		// A text that was exchanged and removed between the two reads is found the next time.
		if html, found := texts[p.ContentID]; found {
			pages = append(pages, PromotionPage{p, html})
		}
	}
	return pages, nil
}

func (c *Content) promotions(ctx context.Context, r db.Reader, where string, args ...any) ([]Promotion, error) {
	var rows []struct {
		ID, Content                int64
		Name, Line, Picture, Needs string
		StartsOn, EndsOn           calendar.Day
		Position                   int
		Published                  bool
		windowRow
	}
	err := r.NewRaw(`SELECT id, name, line, picture, content, needs, starts_on, ends_on, position, published, shown_from, shown_to
		FROM content_promotion `+where+" ORDER BY position, id LIMIT ?", args...).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("list promotions: %w", err)
	}
	out := make([]Promotion, len(rows))
	for i, r := range rows {
		out[i] = Promotion{
			ID: r.ID, Name: r.Name, Line: r.Line, Picture: r.Picture, ContentID: r.Content, Needs: r.Needs,
			Starts: startOf(r.StartsOn), Ends: startOf(r.EndsOn), Position: r.Position, Published: r.Published, Window: r.window(),
		}
	}
	return out, nil
}

// SavePromotion adds a promotion (ID 0) or changes one, and returns its id. It
// keeps the days of Starts and Ends in GMT+8. It fails with ErrTitle, ErrLine,
// ErrPicture, ErrNeeds, ErrPeriod, ErrNoBlock or ErrNotFound.
func (c *Content) SavePromotion(ctx context.Context, by staff.Actor, base Base, p Promotion) (int64, error) {
	switch {
	case !plain(p.Name, 60, false):
		return 0, ErrTitle
	case !plainOrNothing(p.Line, 120):
		return 0, ErrLine
	case !isPicture(p.Picture):
		return 0, ErrPicture
	case p.Needs != "" && !slices.Contains(kinds, p.Needs):
		return 0, ErrNeeds
	case !p.Starts.IsZero() && !p.Ends.IsZero() && dayOf(p.Ends) < dayOf(p.Starts):
		return 0, ErrPeriod
	}
	if err := p.check(); err != nil {
		return 0, err
	}
	return c.save(ctx, by, base, row{"promotion", p.ID, p.columns()}, func(ctx context.Context, tx *db.Tx) error {
		if err := lock(ctx, tx, "block", p.ContentID); !errors.Is(err, ErrNotFound) {
			return err
		}
		return ErrNoBlock
	})
}

func (p Promotion) columns() []column {
	return append(p.Window.columns(),
		column{"name", p.Name}, column{"line", p.Line}, column{"picture", p.Picture}, column{"content", p.ContentID}, column{"needs", p.Needs},
		column{"starts_on", dayOf(p.Starts)}, column{"ends_on", dayOf(p.Ends)}, column{"position", p.Position}, column{"published", p.Published},
	)
}

// RemovePromotion takes a promotion down for good. Its block stays.
func (c *Content) RemovePromotion(ctx context.Context, by staff.Actor, base Base, id int64, reason string) error {
	return c.remove(ctx, by, base, "promotion", id, reason)
}

// dayOf is the day that players read, 0 for none.
func dayOf(t time.Time) calendar.Day {
	if t.IsZero() {
		return 0
	}
	return calendar.DayOf(t)
}

func startOf(d calendar.Day) time.Time {
	if d == 0 {
		return time.Time{}
	}
	return d.Start()
}
