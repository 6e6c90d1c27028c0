package content_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/content"
	"hongyun/internal/db"
	"hongyun/internal/staff"
)

// PROMO-01: saved content is read back unchanged, and content that could not be
// shown is refused.
func TestPromotionsAreSavedChangedAndRemoved(t *testing.T) {
	each(t, func(t *testing.T, d *db.DB, s *staff.Staff, c *content.Content) {
		ctx := t.Context()
		block, err := c.SaveBlock(ctx, boss, content.Whatever, content.Block{HTML: `<h2 onclick="x()">细则</h2>`})
		if err != nil {
			t.Fatal(err)
		}
		evening := time.Date(2026, 3, 1, 23, 59, 0, 0, calendar.Beijing)
		p := content.Promotion{
			Name: "新春红包", Line: "存得越多，抽得越多", Picture: "/art/promo-red-packets.svg", ContentID: block, Needs: "sport",
			Starts: evening, Ends: evening.AddDate(0, 1, 0), Position: 3, Published: true,
		}
		if p.ID, err = c.SavePromotion(ctx, boss, content.Whatever, p); err != nil {
			t.Fatal(err)
		}
		pages, err := c.PromotionPages(ctx)
		if err != nil || len(pages) != 1 || pages[0].HTML != "<h2>细则</h2>" {
			t.Fatalf("%+v, %v", pages, err)
		}
		got := pages[0].Promotion
		if calendar.DayOf(got.Starts) != 20260301 || calendar.DayOf(got.Ends) != 20260401 {
			t.Errorf("%+v", got)
		}
		p.Starts, p.Ends = got.Starts, got.Ends
		if got != p {
			t.Errorf("saved %+v\nread  %+v", p, got)
		}
		for name, bad := range map[string]struct {
			change func(*content.Promotion)
			want   error
		}{
			"no name":       {func(p *content.Promotion) { p.Name = " " }, content.ErrTitle},
			"long line":     {func(p *content.Promotion) { p.Line = strings.Repeat("长", 121) }, content.ErrLine},
			"two lines":     {func(p *content.Promotion) { p.Line = "a\nb" }, content.ErrLine},
			"other site":    {func(p *content.Promotion) { p.Picture = "https://evil.example/a.svg" }, content.ErrPicture},
			"no such kind":  {func(p *content.Promotion) { p.Needs = "chess" }, content.ErrNeeds},
			"ends before":   {func(p *content.Promotion) { p.Ends = p.Starts.AddDate(0, 0, -1) }, content.ErrPeriod},
			"no such block": {func(p *content.Promotion) { p.ContentID = 77 }, content.ErrNoBlock},
			"gone":          {func(p *content.Promotion) { p.ID = 77 }, content.ErrNotFound},
		} {
			q := p
			bad.change(&q)
			if _, err := c.SavePromotion(ctx, boss, content.Whatever, q); !errors.Is(err, bad.want) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if err := c.RemoveBlock(ctx, boss, content.Whatever, block, "不再使用"); !errors.Is(err, content.ErrInUse) {
			t.Errorf("a block in use: %v", err)
		}
		if err := c.RemovePromotion(ctx, boss, content.Whatever, p.ID, "活动结束"); err != nil {
			t.Fatal(err)
		}
		if pages, err := c.PromotionPages(ctx); err != nil || len(pages) != 0 {
			t.Errorf("removed: %+v, %v", pages, err)
		}
		if err := c.RemoveBlock(ctx, boss, content.Whatever, block, "不再使用"); err != nil {
			t.Error(err)
		}
		if b := blockOf(t, c, block); b.ID != 0 {
			t.Errorf("removed: %+v", b)
		}
		if _, rows, err := s.AuditTrail(ctx, staff.AuditFilter{Action: "content"}); err != nil || rows != 4 {
			t.Errorf("%d rows in the trail, %v", rows, err)
		}
	})
}

// blockOf is a block as staff get it, empty if there is none.
func blockOf(t *testing.T, c *content.Content, id int64) content.Block {
	t.Helper()
	blocks, err := c.Blocks(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range blocks {
		if b.ID == id {
			return b
		}
	}
	return content.Block{}
}

// trust CSP-1: stored content is clean, and content read from older rows is
// cleaned too.
func TestBlocksAreCleanedOnWriteAndOnRead(t *testing.T) {
	each(t, func(t *testing.T, d *db.DB, _ *staff.Staff, c *content.Content) {
		ctx := t.Context()
		id, err := c.SaveBlock(ctx, boss, content.Whatever, content.Block{HTML: `<p class="lead">好<script>alert(1)</script></p><p onclick="x()">的</p>`})
		if err != nil {
			t.Fatal(err)
		}
		const clean = `<p class="lead">好</p><p>的</p>`
		var stored string
		if err := d.NewRaw("SELECT html FROM content_block WHERE id = ?", id).Scan(ctx, &stored); err != nil || stored != clean {
			t.Errorf("stored %q, %v", stored, err)
		}
		if b := blockOf(t, c, id); b.HTML != clean || !b.ChangedAt.Equal(d.Clock().Now().Truncate(time.Millisecond)) {
			t.Errorf("read %+v", b)
		}
		write(t, d, "UPDATE content_block SET html = ? WHERE id = ?", `<p>改</p><img src=x onerror=alert(1)>`, id)
		if b := blockOf(t, c, id); b.HTML != `<p>改</p>` {
			t.Errorf("read %+v", b)
		}
		for name, html := range map[string]string{
			"nothing": "", "spaces": " <p> </p>", "nothing left": "<script>alert(1)</script>", "bad encoding": "<p>\xff</p>",
			"too long": "<p>" + strings.Repeat("长", 20_001) + "</p>", "too much sent": strings.Repeat("<b>", 20_001) + "好",
		} {
			if _, err := c.SaveBlock(ctx, boss, content.Whatever, content.Block{HTML: html}); !errors.Is(err, content.ErrBlock) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if _, err := c.SaveBlock(ctx, boss, content.Whatever, content.Block{HTML: `<p><img src="/art/a.svg" alt="图"></p>`}); err != nil {
			t.Errorf("a picture alone: %v", err)
		}
		if _, err := c.SaveBlock(ctx, boss, content.Whatever, content.Block{ID: 77, HTML: "<p>好</p>"}); !errors.Is(err, content.ErrNotFound) {
			t.Errorf("unknown: %v", err)
		}
	})
}

func TestListsAreOrderedAtOnce(t *testing.T) {
	each(t, func(t *testing.T, _ *db.DB, _ *staff.Staff, c *content.Content) {
		ctx := t.Context()
		var ids []int64
		for _, text := range []string{"一", "二", "三"} {
			id, err := c.SaveTickerItem(ctx, boss, content.Whatever, content.TickerItem{Text: text, Published: true})
			if err != nil {
				t.Fatal(err)
			}
			ids = append(ids, id)
		}
		if err := c.OrderTicker(ctx, boss, places(ids[2], ids[0], ids[1])); err != nil {
			t.Fatal(err)
		}
		if err := c.OrderTicker(ctx, boss, places(ids[0], 77)); !errors.Is(err, content.ErrNotFound) {
			t.Errorf("one is gone: %v", err)
		}
		items, err := c.Ticker(ctx)
		if err != nil || len(items) != 3 || items[0].Text != "三" || items[1].Text != "一" || items[2].Text != "二" {
			t.Errorf("%+v, %v", items, err)
		}
	})
}
