package adminapi_test

import (
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"hongyun/internal/apptest"
)

func aBanner(id, picture string) map[string]any {
	return map[string]any{
		"id": id, "device": "pc", "picture": picture, "title": "鸿运当头", "line": "一站畅玩", "button": "立即体验", "link": "/#/Deposit",
		"alt": "鸿运当头", "position": 1, "published": true,
	}
}

func aPromotion(id, block string) map[string]any {
	return map[string]any{
		"id": id, "name": "每日红包", "line": "天天有", "picture": "/art/promo-red-packets.svg", "contentId": block, "needs": "",
		"position": 1, "published": true,
	}
}

// shown is what a visitor of the site is served at an address of it.
func shown(t testing.TB, h *apptest.House, path string) string {
	t.Helper()
	response, err := http.Get(h.URL("player") + path)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func inBase64(text string) string { return base64.StdEncoding.EncodeToString([]byte(text)) }

// What staff save is on the site at once, and gone from it when they take it
// away; the window decides in between (HOME-01, HOME-03, HOME-04, PROMO-01).
func TestWhatStaffSaveIsOnTheSite(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		d, b := sit(t, h, "boss", "owner"), h.Visitor()
		const announcements, ticker, banners, promotions = "/v1/Do/GetNotify", "/v1/PubInterface/HomePaggeContent",
			"/v1/PubInterface/GetBannerImgPathList", "/v1/PubInterface/GetActivity"
		sees := func(want bool, path, part string) {
			t.Helper()
			said := string(b.Get(path, "device", "pc").Raw)
			if path == promotions || path == announcements {
				said = string(b.Post(path).Raw)
			}
			if strings.Contains(said, part) != want {
				t.Errorf("%s: shown=%v expected of %q in %s", path, want, part, said)
			}
		}
		in := map[string]any{"title": "停机公告", "text": "今晚维护。", "published": false}
		id := expect(t, d.post("/content/announcements", in), 200).at("id")
		sees(false, announcements, inBase64("今晚维护。"))
		in["id"], in["published"], in["base"] = id, true, 1
		in["from"] = h.Clock.Now().Add(time.Hour).UnixMilli()
		expect(t, d.post("/content/announcements", in), 200, "id", id)
		sees(false, announcements, inBase64("今晚维护。"))
		expect(t, d.get("/content/announcements"), 200, "items.0.state", "scheduled", "items.0.title", "停机公告")
		h.Clock.Advance(time.Hour)
		sees(true, announcements, inBase64("今晚维护。"))
		d.logInAgain()
		expect(t, d.get("/content/announcements"), 200, "items.0.state", "live")
		expect(t, d.post("/content/announcements/"+id+"/remove", gone("已过期", 2)), 204)
		sees(false, announcements, inBase64("今晚维护。"))

		id = expect(t, d.post("/content/ticker", map[string]any{"text": "新的一句", "published": true}), 200).at("id")
		sees(true, ticker, inBase64("新的一句"))
		expect(t, d.post("/content/ticker/"+id+"/remove", gone("已过期", 1)), 204)
		sees(false, ticker, inBase64("新的一句"))

		id = expect(t, d.post("/content/banners", aBanner("", "/art/banner-4.svg")), 200).at("id")
		sees(true, banners, `"Title":"鸿运当头"`)
		off := aBanner(id, "/art/banner-4.svg")
		off["published"], off["base"] = false, 1
		expect(t, d.post("/content/banners", off), 200)
		sees(false, banners, `"Title":"鸿运当头"`)

		block := expect(t, d.post("/content/blocks", map[string]any{"html": "<p>规则</p>"}), 200, "html", "<p>规则</p>").at("id")
		offer := aPromotion("", block)
		offer["name"] = "中秋红包雨"
		id = expect(t, d.post("/content/promotions", offer), 200).at("id")
		sees(true, promotions, "中秋红包雨")
		expect(t, d.post("/content/blocks/"+block+"/remove", gone("不要了", 1)), 422, "code", "content.in_use")
		expect(t, d.post("/content/promotions/"+id+"/remove", gone("活动结束", 1)), 204)
		sees(false, promotions, "中秋红包雨")
	})
}

// The page itself carries what was saved within the two seconds its memory
// lasts; ten are allowed.
func TestThePageCarriesWhatWasSavedWithinSeconds(t *testing.T) {
	h := one(t)
	d := sit(t, h, "boss", "owner")
	boot := func() string {
		page := shown(t, h, "/")
		_, rest, found := strings.Cut(page, `<script id="boot" type="application/json">`)
		if !found {
			t.Skip("the player site was not built")
		}
		text, _, _ := strings.Cut(rest, "</script>")
		return text
	}
	if strings.Contains(boot(), "刚刚写下的一句") {
		t.Fatal("the page knows the future")
	}
	expect(t, d.post("/content/ticker", map[string]any{"text": "刚刚写下的一句", "published": true}), 200)
	expect(t, d.post("/content/maintenance", map[string]any{"on": true, "reason": "升级系统"}), 200, "state", "closed")
	h.Clock.Advance(3 * time.Second)
	var data struct {
		Ticker      []string
		Maintenance struct{ Status bool }
	}
	if err := json.Unmarshal([]byte(boot()), &data); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(strings.Join(data.Ticker, "\n"), "刚刚写下的一句") || !data.Maintenance.Status {
		t.Errorf("the page carries %+v", data)
	}
}

// trust CSP-1: what the server keeps of a text is what it answers, with what
// it took out by name; asking changes nothing.
func TestThePreviewSaysWhatIsKept(t *testing.T) {
	h := one(t)
	d := sit(t, h, "boss", "owner")
	const bad = `<h2>规则</h2><p class="lead" onclick="x()">甲<script>alert(1)</script><a href="javascript:alert(1)">乙</a></p><iframe src="https://evil.example.com"></iframe><!-- 丙 -->`
	r := expect(t, d.post("/content/preview", map[string]any{"html": bad}), 200)
	if kept := r.at("html"); strings.ContainsAny(kept, "!") || strings.Contains(kept, "script") || strings.Contains(kept, "onclick") || !strings.Contains(kept, `<p class="lead">`) {
		t.Errorf("kept %s", kept)
	}
	if got, want := r.at("removed"), "[<p onclick=\"x()\"> <script> <a> <iframe> <!-- -->]"; got != want {
		t.Errorf("removed %s, want %s", got, want)
	}
	expect(t, d.post("/content/preview", map[string]any{"html": "<p>好</p>"}), 200, "html", "<p>好</p>", "removed", "[]")
	page := expect(t, d.post("/content/preview", map[string]any{"html": bad, "name": "<b>红包</b>", "needs": "sport", "device": "h5"}), 200).at("page")
	for _, part := range []string{"&lt;b&gt;红包&lt;/b&gt;", r.at("html"), "体育场馆尚未开放", `href="/promotion.css`, `class="h5"`} {
		if !strings.Contains(page, part) {
			t.Errorf("the page has no %s: %s", part, page)
		}
	}
	if strings.Contains(page, "alert(1)") || strings.Contains(page, "onclick") {
		t.Errorf("the page runs something: %s", page)
	}
	saved := expect(t, d.post("/content/blocks", map[string]any{"html": bad}), 200, "html", r.at("html"), "removed", r.at("removed"))
	found := false
	for _, b := range d.get("/content/blocks").Body["items"].([]any) {
		if block := b.(map[string]any); block["id"] == saved.at("id") {
			found = block["html"] == r.at("html")
		}
	}
	if !found {
		t.Error("what was saved is not what was answered")
	}
	expect(t, d.post("/content/blocks", map[string]any{"html": "<script>alert(1)</script>"}), 400, "code", "content.block")
}

// addresses are ways to lead a browser astray (trust CSP-3, CSP-4).
var addresses = []string{
	"javascript:alert(1)", "JavaScript:alert(1)", "JAVASCRIPT:alert(1)", " javascript:alert(1)", "java\tscript:alert(1)", "java\nscript:alert(1)",
	"javascript&colon;alert(1)", "javascript:%61lert(1)", "vbscript:x", "data:text/html,<script>alert(1)</script>", "data:text/html;base64,PHNjcmlwdD4=",
	"data:image/svg+xml,<svg onload=alert(1)>", "blob:https://evil.example.com/1", "file:///etc/passwd", "filesystem:http://evil.example.com/", "about:blank",
	"view-source:https://evil.example.com", "ws://evil.example.com", "ftp://evil.example.com", "mailto:a@evil.example.com", "tel:1", "intent://evil#Intent;end",
	"http://evil.example.com", "HTTP://evil.example.com", "http:evil.example.com", "http://127.0.0.1.evil.example.com", "http://localhost@evil.example.com",
	"//evil.example.com", "///evil.example.com", "////evil.example.com", "/\\evil.example.com", "\\\\evil.example.com", "/\t/evil.example.com", "/\n/evil.example.com",
	"https:evil.example.com", "https:/evil.example.com", "https:///evil.example.com", "https:\\\\evil.example.com", "https://", "https://?x", "https://#x",
	"https://good.example.com@evil.example.com", "https://user:pass@evil.example.com", "https://good.example.com\\@evil.example.com",
	"https://good.example.com\t.evil.example.com", "https://evil.example.com/\u202etxt", "https://gооd.example.com", "https://good。example.com",
	"https://good.example.com/a b", "https://good.example.com/\x00", "https://[::1", "https://exa mple.com", "https://.example.com.", "evil.example.com",
	"art/a.svg", "../art/a.svg", "./a", "?x=1", "#/Deposit", "", "／／evil.example.com",
}

// trust CSP-4, T13: an address that leads elsewhere than it looks is refused by
// every form that takes one, with a sentence at the input.
func TestSixtyBadAddressesAreRefused(t *testing.T) {
	h := one(t)
	d := sit(t, h, "boss", "owner")
	if len(addresses) < 60 {
		t.Fatalf("%d addresses", len(addresses))
	}
	block := expect(t, d.post("/content/blocks", map[string]any{"html": "<p>规则</p>"}), 200).at("id")
	refused := func(path, field string, body map[string]any) {
		t.Helper()
		r := d.post(path, body)
		if r.Status != 400 || r.at("fields."+field) == "none" || r.at("fields."+field) != r.at("message") {
			t.Errorf("%s %v: %s", path, body, r)
		}
	}
	proven(d)
	for _, address := range addresses {
		refused("/content/support", "link", map[string]any{"link": address, "reason": "更换地址"})
		refused("/content/downloads", "items", map[string]any{"items": []any{map[string]any{"name": "Android", "link": address}}, "reason": "更换地址"})
		refused("/content/banners", "picture", aBanner("", address))
		if address != "evil.example.com" { // which is a host's name, and no address
			refused("/content/frames", "hosts", map[string]any{"hosts": []string{address}})
		}
		offer := aPromotion("", block)
		offer["picture"] = address
		refused("/content/promotions", "picture", offer)
		if address == "" {
			continue // a banner may lead nowhere, and a game may be drawn
		}
		refused("/games/260002", "picture", map[string]any{"picture": address})
		banner := aBanner("", "/art/banner-1.svg")
		banner["link"] = address
		refused("/content/banners", "link", banner)
		kept := d.post("/content/preview", map[string]any{"html": "<p>甲</p><a href=" + quoted(address) + ">乙</a>"})
		if strings.Contains(kept.at("html"), "href") {
			t.Errorf("a text may lead to %q: %s", address, kept)
		}
	}
	// Pictures come from this site alone: the pages' policy shows no others.
	for _, address := range []string{"https://pictures.example.com/a.png", "/art/a.html", "/art/a.svg?x", "/art/../a.svg"} {
		refused("/content/banners", "picture", aBanner("", address))
		refused("/games/260002", "picture", map[string]any{"picture": address})
	}
}

func quoted(text string) string { return `"` + strings.ReplaceAll(text, `"`, "&quot;") + `"` }

// Each input that is wrong is named, so that the form can say so there.
func TestWrongInputsAreNamed(t *testing.T) {
	h := one(t)
	d := sit(t, h, "boss", "owner")
	long := strings.Repeat("长", 2001)
	for _, c := range []struct {
		path, field string
		status      int
		body        map[string]any
	}{
		{"/content/announcements", "title", 400, map[string]any{"title": "", "text": "内容"}},
		{"/content/announcements", "text", 400, map[string]any{"title": "标题", "text": long}},
		{"/content/announcements", "to", 400, map[string]any{"title": "标题", "text": "内容", "from": 2_000_000_000_000, "to": 1_900_000_000_000}},
		{"/content/announcements", "from", 400, map[string]any{"title": "标题", "text": "内容", "from": -5}},
		{"/content/announcements", "hotUntil", 400, map[string]any{"title": "标题", "text": "内容", "hotUntil": 0}},
		{"/content/ticker", "text", 400, map[string]any{"text": "两\n行"}},
		{"/content/banners", "alt", 400, map[string]any{"device": "pc", "picture": "/art/banner-1.svg", "alt": ""}},
		{"/content/banners", "device", 400, map[string]any{"device": "tv", "picture": "/art/banner-1.svg", "alt": "图"}},
		{"/content/promotions", "name", 400, map[string]any{"picture": "/art/promo-rescue.svg", "contentId": "2"}},
		{"/content/promotions", "contentId", 400, map[string]any{"name": "红包", "picture": "/art/promo-rescue.svg", "contentId": "999"}},
		{"/content/promotions", "needs", 400, map[string]any{"name": "红包", "picture": "/art/promo-rescue.svg", "contentId": "2", "needs": "bingo"}},
		{"/content/maintenance", "to", 400, map[string]any{"on": true, "to": h.Clock.Now().Add(-time.Hour).UnixMilli(), "reason": "升级系统"}},
		{"/content/maintenance", "reason", 400, map[string]any{"on": true}},
		{"/content/ticker/1/remove", "reason", 400, nil},
		{"/games/260002", "name", 400, map[string]any{"name": " "}},
		{"/games/260002", "position", 400, map[string]any{"position": -1}},
	} {
		if r := d.post(c.path, c.body); r.Status != c.status || r.at("fields."+c.field) == "none" {
			t.Errorf("%s %v: %s is not named: %s", c.path, c.body, c.field, r)
		}
	}
	for _, id := range []string{"0", "-1", "none", "1"} {
		expect(t, d.post("/content/announcements", map[string]any{"id": id, "title": "标题", "text": "内容"}), 404, "code", "content.not_found")
		expect(t, d.post("/content/ticker/"+id+"/remove", gone("已过期", 1)), 404, "code", "content.not_found")
	}
	expect(t, d.post("/content/ticker/order", placed(0)), 404, "code", "content.not_found")
	expect(t, d.post("/content/ticker/order", placed(0, "1")), 404, "code", "content.not_found")
}

// The order staff give is the order players see.
func TestTheTickerIsPutIntoAnOrder(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		d := sit(t, h, "boss", "owner")
		ids := []string{}
		for _, text := range []string{"第一句", "第二句", "第三句"} {
			id := expect(t, d.post("/content/ticker", map[string]any{"text": text, "published": true, "position": len(ids)}), 200).at("id")
			ids = append([]string{id}, ids...) // backwards
		}
		expect(t, d.post("/content/ticker/order", placed(1, ids...)), 204)
		expect(t, d.get("/content/ticker"), 200, "items.0.id", ids[0], "items.0.text", "第三句", "items.1.id", ids[1],
			"items.2.id", ids[2])
	})
}

// An editor writes; only who answers for the site closes it or sends players elsewhere.
func TestAnEditorDoesNotCloseTheSite(t *testing.T) {
	h := one(t)
	d := sit(t, h, "wen", "editor")
	expect(t, d.post("/content/ticker", map[string]any{"text": "新的一句", "published": true}), 200)
	for _, path := range []string{"support", "downloads", "maintenance", "house", "frames"} {
		expect(t, d.post("/content/"+path, nil), 403, "code", "staff.denied")
	}
	expect(t, d.get("/content/settings"), 200, "maintenance.state", "open")
	support := sit(t, h, "may", "support")
	expect(t, support.get("/content/promotions"), 200)
	expect(t, support.post("/content/ticker", nil), 403)
}

// What there is once is read back as it was saved.
func TestSettingsAreReadBack(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		d := sit(t, h, "boss", "owner")
		expect(t, proven(d).post("/content/support", map[string]any{"link": "https://support.example.com/chat", "reason": "客服上线"}), 200, "status", "done")
		expect(t, d.post("/content/downloads", map[string]any{"items": []any{map[string]any{"name": "Android", "link": "/app/hongyun.apk"}}, "reason": "发布应用"}), 200, "status", "done")
		expect(t, d.post("/content/house", map[string]any{"arbiter": "仲裁机构", "footerText": "理性娱乐"}), 204)
		expect(t, d.post("/content/frames", map[string]any{"hosts": []string{"help.example.com", "Help.example.com"}}), 204)
		from := h.Clock.Now().Add(time.Hour)
		expect(t, d.post("/content/maintenance", map[string]any{"on": true, "from": from.UnixMilli(), "reason": "升级系统"}), 200, "state", "scheduled")
		r := expect(t, d.get("/content/settings"), 200, "supportLink", "https://support.example.com/chat", "downloads.0.name", "Android",
			"house.arbiter", "仲裁机构", "house.footerText", "理性娱乐", "frames.0", "help.example.com", "maintenance.state", "scheduled")
		if r.at("frames.1") != "none" {
			t.Errorf("a host stands twice: %s", r)
		}
		h.Clock.Advance(time.Hour)
		d.logInAgain()
		expect(t, d.get("/content/settings"), 200, "maintenance.state", "closed")
		expect(t, d.post("/content/maintenance", map[string]any{"on": false, "base": 1, "reason": "升级完成"}), 200, "state", "open")
	})
}

// Staff find a game, change how it stands in the lobby, and hide it.
func TestTheCatalogueIsManaged(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		d, b := sit(t, h, "boss", "owner"), h.Register("ming")
		lobby := func() string {
			return string(b.Get("/v1/Select/GameInfo", "PlatformId", "26").Raw)
		}
		r := expect(t, d.get("/games?venue=ky&kind=board&name=sg"), 200, "total", "1", "items.0.name", "三公", "items.0.hidden", "false",
			"items.0.venueName", "鸿运棋院", "items.0.hot", "true")
		at := "/games/" + r.at("items.0.id")
		if !strings.Contains(lobby(), "三公") {
			t.Fatalf("the lobby: %s", lobby())
		}
		expect(t, d.post(at, map[string]any{"name": "三公大师", "hot": false}), 200, "name", "三公大师", "hot", "false", "recommended", "true")
		if !strings.Contains(lobby(), "三公大师") {
			t.Errorf("the lobby: %s", lobby())
		}
		expect(t, d.post(at, map[string]any{"hidden": true}), 200, "hidden", "true")
		if strings.Contains(lobby(), "三公大师") {
			t.Errorf("a hidden game is in the lobby: %s", lobby())
		}
		expect(t, d.get("/games?hidden=1"), 200, "total", "1", "items.0.name", "三公大师")
		expect(t, d.get("/games?hidden=0&venue=ky&name=三公大师"), 200, "total", "0")
		expect(t, d.post(at, map[string]any{"hidden": true}), 409, "code", "venue.same_game")
		expect(t, d.post("/games/1", map[string]any{"hot": true}), 404, "code", "admin.no_game")
		expect(t, d.post("/games/none", map[string]any{"hot": true}), 404, "code", "admin.no_game")
		expect(t, d.get("/games?kind=bingo"), 400, "code", "admin.input")
		all := []string{r.at("items.0.id"), "260002", "260003"}
		expect(t, d.post("/games/bulk", map[string]any{"ids": all, "hidden": true}), 200, "changed", "2")
		expect(t, d.get("/games?hidden=1"), 200, "total", "3")
		expect(t, d.post("/games/bulk", map[string]any{"ids": all, "hidden": true}), 409, "code", "venue.same_game")
		expect(t, d.post("/games/bulk", map[string]any{"ids": []string{"260002", "none"}, "hot": true}), 404, "code", "admin.no_game")
		expect(t, d.post("/games/bulk", map[string]any{"ids": []string{}, "hot": true}), 400, "code", "venue.game_count")
		expect(t, d.post("/games/bulk", map[string]any{"ids": all, "hidden": false, "recommended": true}), 200, "changed", "3")
		if text := lobby(); !strings.Contains(text, "三公大师") || !strings.Contains(text, "二八杠") {
			t.Errorf("the lobby: %s", text)
		}
		expect(t, sit(t, h, "kefu", "support").post("/games/bulk", map[string]any{"ids": all, "hot": true}), 403, "code", "staff.denied")
	})
}
