package content_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/content"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/secret"
	"hongyun/internal/staff"
)

// places is an order of contents of whichever versions.
func places(ids ...int64) []content.Place {
	out := make([]content.Place, len(ids))
	for i, id := range ids {
		out[i] = content.Place{ID: id, Base: content.Whatever}
	}
	return out
}

// alone changes what needs two people where there are two.
var alone = staff.System("test")

var boss = staff.Actor{ID: "b1", Name: "Boss", Roles: []string{"owner"}}

func each(t *testing.T, fn func(t *testing.T, d *db.DB, s *staff.Staff, c *content.Content)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		box, err := secret.NewBox(make([]byte, secret.KeySize))
		if err != nil {
			t.Fatal(err)
		}
		s := staff.New(staff.Config{DB: d, Box: box, Log: dbtest.Quiet()})
		fn(t, d, s, content.New(content.Config{DB: d, Staff: s}))
	})
}

// HOME-01, HOME-03, HOME-04: a new installation has content to show, and keeps
// the changes of staff.
func TestANewInstallationHasContentAndStaffChangeIt(t *testing.T) {
	each(t, func(t *testing.T, d *db.DB, s *staff.Staff, c *content.Content) {
		ctx := t.Context()
		for range 2 {
			if err := c.Seed(ctx, "https://support.example.com/chat?from=site"); err != nil {
				t.Fatal(err)
			}
		}
		banners, err := c.Banners(ctx, "pc")
		if err != nil || len(banners) != 5 || banners[0].Picture != "/art/banner-1.svg" || banners[0].Alt == "" {
			t.Errorf("banners %+v, %v", banners, err)
		}
		if phone, err := c.Banners(ctx, "h5"); err != nil || len(phone) != 5 || phone[0].Device != "h5" || phone[4].Picture != "/art/banner-5-h5.svg" {
			t.Errorf("on the phone %+v, %v", phone, err)
		}
		ticker, err := c.Ticker(ctx)
		if err != nil || len(ticker) != 7 || ticker[0].Text != "欢迎来到鸿运，祝您鸿运当头！" || ticker[0].ID == ticker[1].ID {
			t.Errorf("ticker %+v, %v", ticker, err)
		}
		if link, err := c.SupportLink(ctx); err != nil || link != "https://support.example.com/chat?from=site" {
			t.Errorf("support %q, %v", link, err)
		}
		hot := d.Clock().Now().Add(time.Hour)
		dbtest.Clock(d).Advance(time.Minute)
		id, err := c.SaveAnnouncement(ctx, boss, content.Whatever, content.Announcement{Title: "停机公告", Text: "今晚维护。\n请提前安排。", HotUntil: hot, Published: true})
		if err != nil || id <= 0 || id >= 1<<53 {
			t.Fatalf("id %d, %v", id, err)
		}
		list, err := c.Announcements(ctx)
		if err != nil || len(list) != 7 || list[0].ID != id || !list[0].HotUntil.Equal(hot) || list[1].Title != "欢迎来到鸿运" || !list[3].HotUntil.IsZero() {
			t.Errorf("announcements %+v, %v", list, err)
		}
		if _, err := c.SaveAnnouncement(ctx, boss, content.Whatever, content.Announcement{ID: id, Title: "停机公告", Text: "改期。"}); err != nil {
			t.Fatal(err)
		}
		if list, _ = c.Announcements(ctx); len(list) != 6 {
			t.Error("an unpublished announcement is shown")
		}
		if all, _ := c.AllAnnouncements(ctx); len(all) != 7 || all[0].Text != "改期。" {
			t.Errorf("staff see %+v", all)
		}
		for _, remove := range []error{
			c.RemoveAnnouncement(ctx, boss, content.Whatever, id, "已过期"), c.RemoveTickerItem(ctx, boss, content.Whatever, ticker[0].ID, "已过期"), c.RemoveBanner(ctx, boss, content.Whatever, banners[0].ID, "已过期"),
		} {
			if remove != nil {
				t.Error(remove)
			}
		}
		if err := c.RemoveAnnouncement(ctx, boss, content.Whatever, id, "已过期"); !errors.Is(err, content.ErrNotFound) {
			t.Errorf("removed twice: %v", err)
		}
		if err := c.Seed(ctx, ""); err != nil {
			t.Fatal(err)
		}
		if ticker, _ = c.Ticker(ctx); len(ticker) != 6 {
			t.Error("what was removed came back")
		}
		if _, err := c.SetDownloads(ctx, alone, content.Whatever, []content.Download{{"安卓", "/app/hongyun.apk"}, {"苹果", "https://apps.example.com/hongyun"}}, "更换地址"); err != nil {
			t.Fatal(err)
		}
		if list, err := c.Downloads(ctx); err != nil || len(list) != 2 || list[0].Name != "安卓" {
			t.Errorf("downloads %+v, %v", list, err)
		}
		if _, rows, err := s.AuditTrail(ctx, staff.AuditFilter{Action: "content"}); err != nil || rows != 7 {
			t.Errorf("%d rows in the trail, %v", rows, err)
		}
	})
}

// MNT-01: the site is closed exactly while it is said to be.
func TestMaintenanceKeepsItsTimes(t *testing.T) {
	each(t, func(t *testing.T, d *db.DB, _ *staff.Staff, c *content.Content) {
		ctx, clock := t.Context(), dbtest.Clock(d)
		on := func(want bool) {
			t.Helper()
			if m, err := c.Maintenance(ctx); err != nil || m.On != want {
				t.Errorf("%+v, %v; want %v", m, err, want)
			}
		}
		on(false)
		from, to := clock.Now().Add(time.Hour), clock.Now().Add(2*time.Hour)
		for _, bad := range []content.Maintenance{{On: true, From: to, To: from}, {On: true, To: clock.Now()}, {On: true, From: from, To: from}} {
			if err := c.SetMaintenance(ctx, boss, content.Whatever, bad, "升级系统"); !errors.Is(err, content.ErrPeriod) {
				t.Errorf("%+v: %v", bad, err)
			}
		}
		if err := c.SetMaintenance(ctx, boss, content.Whatever, content.Maintenance{On: true}, ""); !errors.Is(err, staff.ErrReason) {
			t.Errorf("no reason: %v", err)
		}
		if err := c.SetMaintenance(ctx, boss, content.Whatever, content.Maintenance{On: true, From: from, To: to}, "升级系统"); err != nil {
			t.Fatal(err)
		}
		on(false)
		clock.Advance(time.Hour)
		on(true)
		clock.Advance(time.Hour - time.Millisecond)
		on(true)
		clock.Advance(time.Millisecond)
		on(false)
		if err := c.SetMaintenance(ctx, boss, content.Whatever, content.Maintenance{On: true}, "紧急维护"); err != nil {
			t.Fatal(err)
		}
		on(true)
		if err := c.SetMaintenance(ctx, boss, content.Whatever, content.Maintenance{}, "维护完成"); err != nil {
			t.Fatal(err)
		}
		on(false)
	})
}

// MNT-01: a change by staff counts at once on its node and within two seconds
// on every other. Calls do not read the database for it.
func TestEveryNodeKnowsOfTheMaintenanceWithinTwoSeconds(t *testing.T) {
	each(t, func(t *testing.T, d *db.DB, s *staff.Staff, here *content.Content) {
		ctx, watch := t.Context(), calendar.NewFixed(time.Unix(0, 0))
		other := content.New(content.Config{DB: d, Staff: s})
		here.Watch(watch)
		other.Watch(watch)
		on := func(node string, c *content.Content, want bool) {
			t.Helper()
			if m, err := c.MaintenanceNow(ctx); err != nil || m.On != want {
				t.Errorf("%s: %+v, %v; want %v", node, m, err, want)
			}
		}
		set := func(m content.Maintenance) {
			t.Helper()
			if err := here.SetMaintenance(ctx, boss, content.Whatever, m, "升级系统"); err != nil {
				t.Fatal(err)
			}
		}
		on("here", here, false)
		on("other", other, false)
		set(content.Maintenance{On: true, To: d.Clock().Now().Add(time.Hour)})
		on("here", here, true)
		watch.Advance(999 * time.Millisecond)
		on("other, from memory", other, false)
		watch.Advance(time.Millisecond)
		on("other, read anew", other, true)
		set(content.Maintenance{})
		watch.Advance(2 * time.Second)
		on("other, nobody asked meanwhile", other, false)

		from := d.Clock().Now().Add(time.Minute)
		set(content.Maintenance{On: true, From: from, To: from.Add(time.Minute)})
		on("here", here, false)
		for _, want := range []bool{true, false} { // to the instant, without reading
			dbtest.Clock(d).Advance(time.Minute)
			on("here", here, want)
		}
	})
}

// trust T11, T13, INP-4: nothing saved here can run in a player's browser or show other words than staff read.
func TestUnsafeContentIsRefused(t *testing.T) {
	each(t, func(t *testing.T, _ *db.DB, _ *staff.Staff, c *content.Content) {
		ctx := t.Context()
		for _, text := range []string{"", "  ", "a\x00b", "a\u202eb", "a\u200bb", "\xff", strings.Repeat("长", 2001)} {
			if _, err := c.SaveAnnouncement(ctx, boss, content.Whatever, content.Announcement{Title: "标题", Text: text}); !errors.Is(err, content.ErrText) {
				t.Errorf("text %q: %v", text, err)
			}
			if _, err := c.SaveAnnouncement(ctx, boss, content.Whatever, content.Announcement{Title: text, Text: "内容"}); !errors.Is(err, content.ErrTitle) {
				t.Errorf("title %q: %v", text, err)
			}
			if _, err := c.SaveTickerItem(ctx, boss, content.Whatever, content.TickerItem{Text: text}); !errors.Is(err, content.ErrTicker) {
				t.Errorf("ticker %q: %v", text, err)
			}
		}
		for name, b := range map[string]content.Banner{
			"title": {Title: strings.Repeat("长", 31)}, "line": {Line: "两\n行"}, "button": {Button: "a\u202eb"},
		} {
			b.Device, b.Picture, b.Alt = "pc", "/art/a.svg", "图"
			if _, err := c.SaveBanner(ctx, boss, content.Whatever, b); !errors.Is(err, content.ErrWords) {
				t.Errorf("%s over the picture: %v", name, err)
			}
		}
		if _, err := c.SaveBanner(ctx, boss, content.Whatever, content.Banner{Device: "tv", Picture: "/art/a.svg", Alt: "图"}); !errors.Is(err, content.ErrDevice) {
			t.Errorf("device: %v", err)
		}
		if _, err := c.SaveTickerItem(ctx, boss, content.Whatever, content.TickerItem{ID: 7, Text: "你好"}); !errors.Is(err, content.ErrNotFound) {
			t.Errorf("unknown: %v", err)
		}
		if _, err := c.SetDownloads(ctx, alone, content.Whatever, []content.Download{{"安卓", "/a"}, {"安卓", "/b"}}, "更换地址"); !errors.Is(err, content.ErrDownloads) {
			t.Errorf("twice: %v", err)
		}
		if err := c.Seed(ctx, "javascript:1"); !errors.Is(err, content.ErrLink) {
			t.Errorf("seed: %v", err)
		}
	})
}
