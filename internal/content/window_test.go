package content_test

import (
	"errors"
	"testing"
	"time"

	"hongyun/internal/content"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/staff"
)

// HOME-01, HOME-03, HOME-04, PROMO-01: content written ahead appears and
// disappears at its instants, by the program's clock, without any action.
func TestPublishedContentIsShownInsideItsWindowOnly(t *testing.T) {
	each(t, func(t *testing.T, d *db.DB, _ *staff.Staff, c *content.Content) {
		clock := dbtest.Clock(d)
		start := clock.Now()
		from, to := start.Add(time.Hour), start.Add(2*time.Hour)
		for name, w := range map[string]struct {
			content.Window
			published bool
			shown     [4]bool // before, at from, just before to, at to
		}{
			"always":    {content.Window{}, true, [4]bool{true, true, true, true}},
			"inside":    {content.Window{From: from, To: to}, true, [4]bool{false, true, true, false}},
			"from then": {content.Window{From: from}, true, [4]bool{false, true, true, true}},
			"until":     {content.Window{To: to}, true, [4]bool{true, true, true, false}},
			"never":     {content.Window{From: from, To: to}, false, [4]bool{}},
		} {
			clock.Set(start)
			ids := saveOfEach(t, c, w.Window, w.published)
			for i, at := range []time.Time{from.Add(-time.Millisecond), from, to.Add(-time.Millisecond), to} {
				clock.Set(at)
				if got := shownOfEach(t, c, ids); got != [5]bool{w.shown[i], w.shown[i], w.shown[i], w.shown[i], w.shown[i]} {
					t.Errorf("%s at %s: shown %v, expected %v of announcement, ticker, banner, promotion, page of the promotion", name, at, got, w.shown[i])
				}
			}
		}
	})
}

// saveOfEach saves one thing of each kind and returns their ids.
func saveOfEach(t *testing.T, c *content.Content, w content.Window, published bool) [4]int64 {
	t.Helper()
	ctx := t.Context()
	block, err := c.SaveBlock(ctx, boss, content.Whatever, content.Block{HTML: "<p>细则</p>"})
	if err != nil {
		t.Fatal(err)
	}
	var ids [4]int64
	var errs [4]error
	ids[0], errs[0] = c.SaveAnnouncement(ctx, boss, content.Whatever, content.Announcement{Title: "公告", Text: "内容", Published: published, Window: w})
	ids[1], errs[1] = c.SaveTickerItem(ctx, boss, content.Whatever, content.TickerItem{Text: "一句", Published: published, Window: w})
	ids[2], errs[2] = c.SaveBanner(ctx, boss, content.Whatever, content.Banner{Device: "h5", Picture: "/art/a.svg", Alt: "图", Published: published, Window: w})
	ids[3], errs[3] = c.SavePromotion(ctx, boss, content.Whatever, content.Promotion{Name: "优惠", Picture: "/art/a.svg", ContentID: block, Published: published, Window: w})
	if err := errors.Join(errs[:]...); err != nil {
		t.Fatal(err)
	}
	return ids
}

func shownOfEach(t *testing.T, c *content.Content, ids [4]int64) (shown [5]bool) {
	t.Helper()
	ctx := t.Context()
	announcements, err1 := c.Announcements(ctx)
	for _, a := range announcements {
		shown[0] = shown[0] || a.ID == ids[0]
	}
	ticker, err2 := c.Ticker(ctx)
	for _, i := range ticker {
		shown[1] = shown[1] || i.ID == ids[1]
	}
	banners, err3 := c.Banners(ctx, "h5")
	for _, b := range banners {
		shown[2] = shown[2] || b.ID == ids[2]
	}
	promotions, err4 := c.Promotions(ctx)
	for _, p := range promotions {
		shown[3] = shown[3] || p.ID == ids[3]
	}
	pages, err5 := c.PromotionPages(ctx)
	for _, p := range pages {
		shown[4] = shown[4] || p.ID == ids[3]
	}
	if err := errors.Join(err1, err2, err3, err4, err5); err != nil {
		t.Fatal(err)
	}
	return shown
}

// A window that can never open is a slip of the pen, and the reason for the
// missing content would be hard to find.
func TestAWindowThatNeverOpensIsRefused(t *testing.T) {
	each(t, func(t *testing.T, d *db.DB, _ *staff.Staff, c *content.Content) {
		ctx, now := t.Context(), d.Clock().Now()
		w := content.Window{From: now, To: now}
		for name, save := range map[string]func() (int64, error){
			"announcement": func() (int64, error) {
				return c.SaveAnnouncement(ctx, boss, content.Whatever, content.Announcement{Title: "公告", Text: "内容", Window: w})
			},
			"ticker": func() (int64, error) {
				return c.SaveTickerItem(ctx, boss, content.Whatever, content.TickerItem{Text: "一句", Window: w})
			},
			"banner": func() (int64, error) {
				return c.SaveBanner(ctx, boss, content.Whatever, content.Banner{Device: "pc", Picture: "/art/a.svg", Alt: "图", Window: w})
			},
			"promotion": func() (int64, error) {
				return c.SavePromotion(ctx, boss, content.Whatever, content.Promotion{Name: "优惠", Picture: "/art/a.svg", Window: w})
			},
		} {
			if _, err := save(); !errors.Is(err, content.ErrPeriod) {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

// HOME-04: the home page asks for announcements only when one pops up. An
// announcement written ahead counts from its first instant, and is news on that
// day.
func TestHotAnnouncementsAreKnownWithoutReadingThem(t *testing.T) {
	each(t, func(t *testing.T, d *db.DB, _ *staff.Staff, c *content.Content) {
		ctx, clock := t.Context(), dbtest.Clock(d)
		start := clock.Now()
		hot := func(want bool) {
			t.Helper()
			if got, err := c.AnyHot(ctx); err != nil || got != want {
				t.Errorf("hot at %s: %t, %v", clock.Now().Sub(start), got, err)
			}
		}
		hot(false)
		ahead := content.Announcement{Title: "预告", Text: "内容", Published: true, HotUntil: start.Add(2 * time.Hour), Window: content.Window{From: start.Add(time.Hour)}}
		id, err := c.SaveAnnouncement(ctx, boss, content.Whatever, ahead)
		if err != nil {
			t.Fatal(err)
		}
		hot(false)
		clock.Advance(30 * time.Minute)
		if _, err := c.SaveAnnouncement(ctx, boss, content.Whatever, content.Announcement{Title: "平常", Text: "内容", Published: true}); err != nil {
			t.Fatal(err)
		}
		clock.Set(start.Add(time.Hour))
		hot(true)
		list, err := c.Announcements(ctx)
		if err != nil || len(list) != 2 || list[0].ID != id || !list[0].ShownAt().Equal(start.Add(time.Hour)) || !list[1].ShownAt().Equal(start.Add(30*time.Minute)) {
			t.Errorf("%+v, %v", list, err)
		}
		clock.Set(start.Add(2 * time.Hour))
		hot(false)
	})
}
