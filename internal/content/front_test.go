package content_test

import (
	"testing"
	"time"

	"hongyun/internal/content"
	"hongyun/internal/db"
	"hongyun/internal/staff"
)

// Pages carry the same data as the calls return.
func TestFrontEqualsTheCallsAnswers(t *testing.T) {
	each(t, func(t *testing.T, d *db.DB, _ *staff.Staff, c *content.Content) {
		ctx := t.Context()
		if f, err := c.Front(ctx); err != nil || len(f.Banners)+len(f.BannersH5)+len(f.Ticker)+len(f.Frames) != 0 || f.Hot || f.Maintenance.On {
			t.Fatalf("an empty house: %+v, %v", f, err)
		}
		if err := c.Seed(ctx, "https://support.example.com/"); err != nil {
			t.Fatal(err)
		}
		now := d.Clock().Now()
		house := content.House{Arbiter: "仲裁机构", FooterText: "持牌经营"}
		for _, err := range []error{
			c.SetHouse(ctx, boss, content.Whatever, house), c.SetFrames(ctx, boss, content.Whatever, []string{"pay.example.com"}),
			c.SetMaintenance(ctx, boss, content.Whatever, content.Maintenance{On: true, To: now.Add(time.Hour)}, "升级"),
		} {
			if err != nil {
				t.Fatal(err)
			}
		}
		f, err := c.Front(ctx)
		if err != nil {
			t.Fatal(err)
		}
		wide, _ := c.Banners(ctx, "pc")
		narrow, _ := c.Banners(ctx, "h5")
		ticker, _ := c.Ticker(ctx)
		maintenance, _ := c.Maintenance(ctx)
		if len(wide) == 0 || len(f.Banners) != len(wide) || f.Banners[0] != wide[0] || len(f.BannersH5) != len(narrow) || f.BannersH5[0] != narrow[0] {
			t.Errorf("banners %+v / %+v", f.Banners, f.BannersH5)
		}
		if len(ticker) == 0 || len(f.Ticker) != len(ticker) || f.Ticker[0] != ticker[0] {
			t.Errorf("ticker %+v", f.Ticker)
		}
		if f.House != house || len(f.Frames) != 1 || !f.Maintenance.On || f.Maintenance != maintenance {
			t.Errorf("house %+v, frames %v, maintenance %+v", f.House, f.Frames, f.Maintenance)
		}
		if hot, _ := c.AnyHot(ctx); f.Hot != hot {
			t.Errorf("hot %v", f.Hot)
		}
		if _, err := c.SaveAnnouncement(ctx, boss, content.Whatever, content.Announcement{Title: "新", Text: "新", HotUntil: now.Add(time.Hour), Published: true}); err != nil {
			t.Fatal(err)
		}
		if f, _ := c.Front(ctx); !f.Hot {
			t.Error("a hot announcement does not count")
		}
	})
}
