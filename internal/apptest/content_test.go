package apptest_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"hongyun/internal/apptest"
	"hongyun/internal/content"
	"hongyun/internal/db"
	"hongyun/internal/playerapi/gaming"
	"hongyun/internal/playerapi/wire"
	"hongyun/internal/staff"
	"hongyun/internal/venue"
)

var editor = staff.Actor{ID: "e1", Name: "Editor", Roles: []string{"owner"}}

// contentHouse runs a test on a house with the shipped contents.
func contentHouse(t *testing.T, fn func(t *testing.T, h *apptest.House, visitor *apptest.Browser)) {
	t.Helper()
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		if err := h.Content.Seed(t.Context(), "https://support.example.com/chat"); err != nil {
			t.Fatal(err)
		}
		fn(t, h, h.Visitor())
	})
}

// read decodes an answer that is to be a success.
func read[T any](t *testing.T, r apptest.Reply) T {
	t.Helper()
	var out T
	if !r.OK() {
		t.Fatal(r)
	}
	if err := json.Unmarshal(r.Raw, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// PROMO-01, PROMO-02: visitors read the list without logging in, in its order,
// and each page it names opens on this site, in the dress of the form.
func TestVisitorsReadPromotions(t *testing.T) {
	contentHouse(t, func(t *testing.T, h *apptest.House, visitor *apptest.Browser) {
		list := func() []gaming.Activity {
			t.Helper()
			return read[wire.Data[[]gaming.Activity]](t, visitor.Post("/v1/PubInterface/GetActivity")).Data
		}
		all := list()
		if len(all) != 10 || !slices.IsSortedFunc(all, func(a, b gaming.Activity) int { return int(a.Id - b.Id) }) {
			t.Fatalf("%+v", all)
		}
		want := gaming.Activity{
			Id: 36, Name: "体育连胜彩金", PromotionName: "体育连胜彩金", StartDate: "2026-01-31", EndDate: "2027-01-31", PcPic: "/art/promo-streak.svg",
			UrlPc: "/promotion/36", Url: "/promotion/36?form=h5", Line: "连胜四场起步，九连胜送最低投注额的 100%", ContentId: 5, Needs: "sport",
		}
		if all[2] != want {
			t.Errorf("got      %+v\nexpected %+v", all[2], want)
		}
		if all[1].Id != 35 || all[1].Needs != "" {
			t.Errorf("board games are open, but it waits for them: %+v", all[1])
		}
		for _, a := range all {
			for _, address := range []string{a.UrlPc, a.Url} {
				r, err := http.Get(h.URL("player") + address)
				if err != nil {
					t.Fatal(err)
				}
				_ = r.Body.Close()
				policy := r.Header.Get("Content-Security-Policy")
				if r.StatusCode != 200 || !strings.HasPrefix(policy, "default-src 'none'") || !strings.Contains(policy, "frame-ancestors 'self'") {
					t.Errorf("%s: %d, %s", address, r.StatusCode, policy)
				}
			}
		}
		for _, code := range h.Venues.Codes() {
			if _, err := h.Venues.SetState(t.Context(), editor, venue.StateChange{Venue: code, State: venue.StateClosed, Reason: "合约到期"}); err != nil {
				t.Fatal(err)
			}
		}
		if all = list(); all[1].Needs != "board" {
			t.Errorf("no board games are open, but nobody is told: %+v", all[1])
		}
		if err := h.Content.RemovePromotion(t.Context(), editor, content.Whatever, 34, "活动结束"); err != nil {
			t.Fatal(err)
		}
		if all = list(); len(all) != 9 || all[0].Id != 35 {
			t.Errorf("%+v", all)
		}
	})
}

// HOME-01: each form has its own pictures with their words.
func TestVisitorsReadBanners(t *testing.T) {
	contentHouse(t, func(t *testing.T, h *apptest.House, visitor *apptest.Browser) {
		for device, picture := range map[string]string{"pc": "/art/banner-2.svg", "h5": "/art/banner-2-h5.svg", "": "/art/banner-2.svg"} {
			r := visitor.Get("/v1/PubInterface/GetBannerImgPathList", "device", device)
			list := read[wire.Data[gaming.Banners]](t, r).Data.Banner
			want := gaming.Banner{
				Value: picture, Link: "/#/Boardgame_01", Alt: "棋牌开桌，随时入座", Title: "棋牌开桌，随时入座", Line: "斗牛、炸金花，多馆任选", Button: "进入棋牌大厅",
			}
			if len(list) != 5 || list[1] != want {
				t.Errorf("%s: %+v", device, list)
			}
		}
		if r := visitor.Get("/v1/PubInterface/GetBannerImgPathList", "device", "tv"); r.Status != http.StatusBadRequest {
			t.Errorf("no such device: %s", r)
		}
	})
}

// HOME-03, HOME-04, trust T11: texts travel as base64 of UTF-8, whole, and an
// announcement pops up no longer than it says.
func TestVisitorsReadAnnouncementsAndTicker(t *testing.T) {
	contentHouse(t, func(t *testing.T, h *apptest.House, visitor *apptest.Browser) {
		const text = "今晚维护 🀄 <b>不是标记</b>\n请提前安排。"
		h.Clock.Advance(time.Minute)
		now := h.Clock.Now()
		id, err := h.Content.SaveAnnouncement(t.Context(), editor, content.Whatever, content.Announcement{
			Title: "停机公告", Text: text, Published: true, HotUntil: now.Add(2 * time.Hour), Window: content.Window{From: now.Add(time.Hour)},
		})
		if err != nil {
			t.Fatal(err)
		}
		for step, shown := range []bool{false, true} {
			notify, public := visitor.Post("/v1/Do/GetNotify"), visitor.Post("/v1/PubInterface/AvaiabledAnnoucement")
			list := read[gaming.AnnouncementsOut](t, notify).Announcements
			if got := read[gaming.AnnouncementsOut](t, public).Announcements; !slices.Equal(got, list) {
				t.Errorf("the two calls differ: %+v and %+v", list, got)
			}
			if got := list[0].Id == id; got != shown || len(list) != 6+step {
				t.Fatalf("step %d: %+v", step, list)
			}
			if shown {
				plain, err := base64.StdEncoding.DecodeString(list[0].TContent)
				if err != nil || string(plain) != text || list[0].HotEndTime != "2026-03-02 14:01:00" || list[0].CreateTime != "2026-03-02 13:01:00" {
					t.Errorf("%+v says %q, %v", list[0], plain, err)
				}
			}
			h.Clock.Advance(time.Hour)
		}
		items := read[wire.Data[[]gaming.TickerItem]](t, visitor.Get("/v1/PubInterface/HomePaggeContent")).Data
		if first, _ := base64.StdEncoding.DecodeString(items[0].TContent); len(items) != 7 || string(first) != "欢迎来到鸿运，祝您鸿运当头！" || items[0].Id == items[1].Id {
			t.Errorf("ticker %+v", items)
		}
	})
}

// HOME-05: when announcements cannot be read, the page is told so in words it can show.
func TestAnnouncementsThatCannotBeReadSaySo(t *testing.T) {
	contentHouse(t, func(t *testing.T, h *apptest.House, visitor *apptest.Browser) {
		err := h.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.NewRaw("ALTER TABLE content_announcement RENAME TO content_announcement_gone").Exec(ctx)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		r := visitor.Post("/v1/PubInterface/AvaiabledAnnoucement")
		if r.Status < 500 || r.OK() || r.Text("ErrorMessage") == "" || strings.Contains(string(r.Raw), "content_announcement") {
			t.Errorf("%s", r)
		}
	})
}

// NAV-09, APP-02, MNT-01: what staff set is what everybody is told.
func TestVisitorsReadServiceDownloadsAndMaintenance(t *testing.T) {
	contentHouse(t, func(t *testing.T, h *apptest.House, visitor *apptest.Browser) {
		ctx := t.Context()
		if r := visitor.Post("/v1/PubInterface/OnlineCustomSupportLink"); !r.OK() || r.Text("ResultMessage") != "https://support.example.com/chat" {
			t.Errorf("%s", r)
		}
		apps := []content.Download{{Name: "iOS", Link: "https://apps.example.com/hongyun"}, {Name: "Android", Link: "/app/hongyun.apk"}, {Name: "H5", Link: "/"}}
		if _, err := h.Content.SetDownloads(ctx, staff.System("test"), content.Whatever, apps, "发布应用"); err != nil {
			t.Fatal(err)
		}
		got := read[wire.Data[[]gaming.Download]](t, visitor.Get("/v1/PubInterface/GetAppDown")).Data
		if want := "[{iOS https://apps.example.com/hongyun} {Android /app/hongyun.apk} {H5 /}]"; fmt.Sprint(got) != want {
			t.Errorf("downloads %v", got)
		}
		closed := func() gaming.Maintenance {
			t.Helper()
			return read[wire.Data[gaming.Maintenance]](t, visitor.Get("/v1/PubInterface/PlatformMaintenanceMessage", "platformCode", "WEB")).Data
		}
		if m := closed(); m != (gaming.Maintenance{}) {
			t.Errorf("%+v", m)
		}
		until := h.Clock.Now().Add(time.Hour)
		if err := h.Content.SetMaintenance(ctx, editor, content.Whatever, content.Maintenance{On: true, To: until}, "升级系统"); err != nil {
			t.Fatal(err)
		}
		if m := closed(); m != (gaming.Maintenance{Status: true, EndTime: "2026-03-02 13:00:00"}) {
			t.Errorf("%+v", m)
		}
		h.Clock.Advance(time.Hour)
		if m := closed(); m.Status {
			t.Errorf("its time is over: %+v", m)
		}
	})
}
