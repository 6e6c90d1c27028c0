package site

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/html"

	"hongyun/internal/content"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/secret"
	"hongyun/internal/staff"
)

var boss = staff.Actor{ID: "b1", Name: "Boss", Roles: []string{"owner"}}

// promotionsOf gives each engine a database with the shipped content, where no
// sports venue is open.
func promotionsOf(t *testing.T, fn func(t *testing.T, d *db.DB, c *content.Content, p *Promotions)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		box, err := secret.NewBox(make([]byte, secret.KeySize))
		if err != nil {
			t.Fatal(err)
		}
		c := content.New(content.Config{DB: d, Staff: staff.New(staff.Config{DB: d, Box: box, Log: dbtest.Quiet()})})
		if err := c.Seed(t.Context(), ""); err != nil {
			t.Fatal(err)
		}
		fn(t, d, c, NewPromotions(PromotionsConfig{
			Content: c, Clock: d.Clock(), Log: slog.New(slog.DiscardHandler), SiteName: "鸿运",
			Waits: func(_ context.Context, kind string) (string, error) {
				return map[string]string{"sport": "体育"}[kind], nil
			},
			Running: func(context.Context) (map[int64]bool, error) { return nil, nil },
		}))
	})
}

func ask(p http.Handler, method, path string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, nil)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	p.ServeHTTP(w, r)
	return w
}

// says reports whether a page shows each of the texts, and nothing that acts.
func says(t *testing.T, w *httptest.ResponseRecorder, texts ...string) {
	t.Helper()
	page := w.Body.String()
	for _, text := range texts {
		if !strings.Contains(page, text) {
			t.Errorf("the page does not say %q:\n%s", text, page)
		}
	}
	tree, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	for n := range tree.Descendants() {
		switch n.Data {
		case "script", "style", "iframe", "form", "base", "object", "embed":
			if n.Type == html.ElementNode {
				t.Errorf("the page has a %s", n.Data)
			}
		}
		for _, a := range n.Attr {
			if a.Key == "style" || strings.HasPrefix(a.Key, "on") || strings.Contains(strings.ToLower(a.Val), "javascript:") || strings.HasPrefix(a.Val, "http:") {
				t.Errorf("the page has %s %s=%q", n.Data, a.Key, a.Val)
			}
		}
	}
}

// PROMO-01, PROMO-02, trust CSP-1: each documented promotion opens its text,
// and says that it cannot be claimed yet.
func TestEveryShippedPromotionHasItsPage(t *testing.T) {
	promotionsOf(t, func(t *testing.T, _ *db.DB, _ *content.Content, p *Promotions) {
		for id, want := range map[int]struct{ name, text, waits string }{
			34: {"天天存款红包", "单个红包最高 8888 元", ""}, 35: {"棋牌每日红包", "最低 58 元", ""}, 36: {"体育连胜彩金", "9 场及以上", "体育"},
			37: {"棋牌每周返水", "5 级及以上", ""}, 38: {"每日存款加赠 4%", "50,000 及以上", ""}, 39: {"首存加赠 2%", "最高 400 元", ""},
			40: {"推荐好友送 100 元", "存满 2000 元", ""}, 41: {"每月惊喜现金", "每月抽出五位会员", ""}, 42: {"月度救援金", "返还 5%", ""}, 43: {"体育每周返水 1%", "上不封顶", "体育"},
		} {
			w := ask(p, "GET", fmt.Sprintf("/promotion/%d", id))
			if w.Code != 200 || w.Header().Get("Content-Type") != "text/html; charset=utf-8" {
				t.Fatalf("%d: %d %v", id, w.Code, w.Header())
			}
			says(t, w, "<h1>"+want.name+"</h1>", want.text, "活动未开放领取", "现在还不能参加和领取", "18+", "活动时间", `src="/art/promo-`, "<h2>活动细则</h2>")
			if got := strings.Contains(w.Body.String(), "场馆尚未开放"); got != (want.waits != "") {
				t.Errorf("%d says that it waits for a venue: %t", id, got)
			}
			policy := w.Header().Get("Content-Security-Policy")
			for _, part := range []string{"default-src 'none'", "style-src 'self'", "img-src 'self'", "frame-ancestors 'self'", "; sandbox"} {
				if !strings.Contains(policy, part) {
					t.Errorf("policy %s, without %s", policy, part)
				}
			}
			if strings.Contains(policy, "allow-scripts") || strings.Contains(policy, "allow-same-origin") || strings.Contains(policy, "script-src") {
				t.Errorf("policy %s", policy)
			}
		}
	})
}

// The page of a missing promotion looks like a page of this site, and tells
// nothing of unpublished ones.
func TestAMissingPromotionHasAPageToo(t *testing.T) {
	promotionsOf(t, func(t *testing.T, d *db.DB, c *content.Content, p *Promotions) {
		hidden, err := c.SavePromotion(t.Context(), boss, content.Whatever, content.Promotion{Name: "还没有公布", Picture: "/art/a.svg", ContentID: 2})
		if err != nil {
			t.Fatal(err)
		}
		ahead, err := c.SavePromotion(t.Context(), boss, content.Whatever, content.Promotion{
			Name: "明天公布", Picture: "/art/a.svg", ContentID: 2, Published: true, Window: content.Window{From: d.Clock().Now().Add(24 * time.Hour)},
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range []string{
			"/promotion/1", "/promotion/2", "/promotion/", "/promotion/x", "/promotion/034", "/promotion/-34", "/promotion/34/", "/promotion/34.html", "/promotion/99999999999999999999",
			fmt.Sprintf("/promotion/%d", hidden), fmt.Sprintf("/promotion/%d", ahead),
		} {
			w := ask(p, "GET", path)
			if w.Code != 404 || strings.Contains(w.Body.String(), "公布") || !strings.Contains(w.Header().Get("Content-Security-Policy"), "default-src 'none'") ||
				w.Header().Get("Cache-Control") != "no-cache" {
				t.Errorf("%s: %d %v", path, w.Code, w.Header())
			}
			says(t, w, "没有找到这个活动", `href="/#/Activity"`)
		}
		dbtest.Clock(d).Advance(24 * time.Hour)
		if w := ask(p, "GET", fmt.Sprintf("/promotion/%d", ahead)); w.Code != 200 {
			t.Errorf("its day has come: %d", w.Code)
		}
		p.Waits = func(context.Context, string) (string, error) { return "", errors.New("database is down") }
		dbtest.Clock(d).Advance(keep)
		if w := ask(p, "GET", "/promotion/36"); w.Code != 200 {
			t.Errorf("what was read is forgotten: %d", w.Code)
		}
		if w := ask(NewPromotions(p.PromotionsConfig), "GET", "/promotion/36"); w.Code != 503 || !strings.Contains(w.Body.String(), "请稍后再试") || strings.Contains(w.Body.String(), "database") {
			t.Errorf("%d %s", w.Code, w.Body)
		}
	})
}

// H-98, PROMO-12: what a promotion asks to be bet is said by its rule, on the page
// and on its preview.
func TestAPromotionSaysTheTurnoverOfItsRule(t *testing.T) {
	promotionsOf(t, func(t *testing.T, _ *db.DB, _ *content.Content, p *Promotions) {
		p.Conditions = func(context.Context) (map[int64][]string, error) {
			return map[int64][]string{38: {"加赠金额须完成 3 倍有效投注。", "真人投注按有效投注的 10% 计入流水。"}}, nil
		}
		for path, want := range map[string]bool{"/promotion/38": true, "/promotion/34": false} {
			body := ask(p, "GET", path).Body.String()
			for _, sentence := range []string{"<h2>流水要求</h2>", "<li>加赠金额须完成 3 倍有效投注。</li>", "<li>真人投注按有效投注的 10% 计入流水。</li>"} {
				if strings.Contains(body, sentence) != want {
					t.Errorf("%s with %q: %t", path, sentence, !want)
				}
			}
		}
		preview, err := p.Preview(t.Context(), content.Promotion{ID: 38, Name: "每日存款加赠"}, "<p>规则</p>", false)
		if err != nil || !strings.Contains(preview, "<li>真人投注按有效投注的 10% 计入流水。</li>") {
			t.Errorf("preview: %v %s", err, preview)
		}
		p.Conditions = func(context.Context) (map[int64][]string, error) { return nil, errors.New("database is down") }
		if w := ask(NewPromotions(p.PromotionsConfig), "GET", "/promotion/38"); w.Code != 503 {
			t.Errorf("without its rule the page is %d", w.Code)
		}
	})
}

// A promotion that runs is no longer said to be closed; one that waits for its
// venues says that alone.
func TestARunningPromotionIsNotSaidToBeClosed(t *testing.T) {
	promotionsOf(t, func(t *testing.T, _ *db.DB, _ *content.Content, p *Promotions) {
		p.Running = func(context.Context) (map[int64]bool, error) { return map[int64]bool{34: true, 36: true}, nil }
		for path, want := range map[string]struct{ closed, waits bool }{"/promotion/34": {}, "/promotion/35": {closed: true}, "/promotion/36": {waits: true}} {
			body := ask(p, "GET", path).Body.String()
			if got := strings.Contains(body, "现在还不能参加和领取"); got != want.closed {
				t.Errorf("%s says that it is closed: %t", path, got)
			}
			if got := strings.Contains(body, "场馆尚未开放"); got != want.waits {
				t.Errorf("%s says that it waits for a venue: %t", path, got)
			}
		}
	})
}

// Names and days are staff's words, and stay words.
func TestAPromotionShowsItsState(t *testing.T) {
	promotionsOf(t, func(t *testing.T, d *db.DB, c *content.Content, p *Promotions) {
		ctx, now := t.Context(), d.Clock().Now()
		page := func(p1 content.Promotion) *httptest.ResponseRecorder {
			t.Helper()
			p1.Picture, p1.ContentID, p1.Published = "/art/a.svg", 2, true
			if p1.Name == "" {
				p1.Name = "优惠"
			}
			id, err := c.SavePromotion(ctx, boss, content.Whatever, p1)
			if err != nil {
				t.Fatal(err)
			}
			dbtest.Clock(d).Advance(keep)
			return ask(p, "GET", fmt.Sprintf("/promotion/%d", id))
		}
		says(t, page(content.Promotion{Name: `<img src=x onerror="alert(1)">`}), "&lt;img src=x onerror=", "长期有效")
		says(t, page(content.Promotion{Starts: now.AddDate(0, 0, 1)}), "2026-03-03 起", "2026-03-03 开始")
		says(t, page(content.Promotion{Ends: now}), "2026-03-02 止", "活动未开放领取")
		ended := page(content.Promotion{Starts: now.AddDate(0, 0, -3), Ends: now.AddDate(0, 0, -1), Needs: "sport"})
		says(t, ended, "2026-02-27 至 2026-03-01", "活动已结束", "仅供查阅")
		if strings.Contains(ended.Body.String(), "场馆尚未开放") || strings.Contains(ended.Body.String(), "即将开放") {
			t.Error("an ended promotion looks as if it came")
		}
		p.Demo = true
		says(t, ask(p, "GET", "/promotion/34"), "仅使用虚拟游戏币")
	})
}

// In a frame, the page around says the name and holds the way back; links in
// there would lead the frame away from itself.
func TestAFramedPromotionLeavesTheRestToThePageAround(t *testing.T) {
	promotionsOf(t, func(t *testing.T, _ *db.DB, _ *content.Content, p *Promotions) {
		alone := ask(p, "GET", "/promotion/34")
		framed := ask(p, "GET", "/promotion/34?form=h5", "Sec-Fetch-Dest", "iframe")
		says(t, alone, `<body>`, `class="bar"`)
		says(t, framed, `<body class="framed h5">`, "<h1>天天存款红包</h1>", "现在还不能参加和领取")
		if strings.Contains(framed.Body.String(), "<a ") {
			t.Error("a link would load the site into its own frame")
		}
		// H-491: the origin is for the page around, which reads the height; a script would misuse it.
		policy := framed.Header().Get("Content-Security-Policy")
		if !strings.HasSuffix(policy, "; sandbox allow-popups allow-popups-to-escape-sandbox allow-same-origin") ||
			!strings.HasPrefix(policy, "default-src 'none';") || strings.Contains(policy, "script") {
			t.Errorf("policy in a frame: %s", policy)
		}
		if alone.Header().Get("Vary") != "Sec-Fetch-Dest" || alone.Header().Get("ETag") == framed.Header().Get("ETag") {
			t.Error("a cache would mix the two")
		}
	})
}

// H-491: a table that is wider than the phone scrolls in a box of its own, and
// is not cut.
func TestAWideTableOfAPromotionScrollsByItself(t *testing.T) {
	promotionsOf(t, func(t *testing.T, _ *db.DB, _ *content.Content, p *Promotions) {
		body := ask(p, "GET", "/promotion/34").Body.String()
		boxes, tables := strings.Count(body, `<div class="wide" `), strings.Count(body, "<table>")
		if tables == 0 || boxes != tables || strings.Count(body, "</table></div>") != tables {
			t.Errorf("%d tables in %d boxes", tables, boxes)
		}
	})
}

// A browser asks each time whether its copy is still current.
func TestPromotionPagesAreKeptByTheirTag(t *testing.T) {
	promotionsOf(t, func(t *testing.T, d *db.DB, c *content.Content, p *Promotions) {
		for path, cache := range map[string]string{"/promotion/34": "no-cache", "/promotion.css": "public, max-age=3600"} {
			first := ask(p, "GET", path)
			if first.Code != 200 || first.Header().Get("Cache-Control") != cache {
				t.Errorf("%s: %d %v", path, first.Code, first.Header())
			}
			tag := first.Header().Get("ETag")
			if again := ask(p, "GET", path, "If-None-Match", tag); again.Code != 304 || again.Body.Len() != 0 {
				t.Errorf("%s again: %d, %d bytes", path, again.Code, again.Body.Len())
			}
			if head := ask(p, "HEAD", path); head.Code != 200 || head.Body.Len() != 0 || head.Header().Get("Content-Length") != fmt.Sprint(first.Body.Len()) {
				t.Errorf("HEAD %s: %d %v", path, head.Code, head.Header())
			}
			if post := ask(p, "POST", path); post.Code != 405 || post.Header().Get("Allow") != "GET, HEAD" {
				t.Errorf("POST %s: %d", path, post.Code)
			}
		}
		style := ask(p, "GET", "/promotion.css")
		if style.Header().Get("Content-Type") != "text/css; charset=utf-8" || strings.Contains(style.Body.String(), "url(") || strings.Contains(style.Body.String(), "@import") {
			t.Errorf("style %v", style.Header())
		}
		before := ask(p, "GET", "/promotion/34").Header().Get("ETag")
		if _, err := c.SaveBlock(t.Context(), boss, content.Whatever, content.Block{ID: 2, HTML: "<p>新的规则</p>"}); err != nil {
			t.Fatal(err)
		}
		dbtest.Clock(d).Advance(keep)
		changed := ask(p, "GET", "/promotion/34", "If-None-Match", before)
		if changed.Code != 200 || !strings.Contains(changed.Body.String(), "<p>新的规则</p>") {
			t.Errorf("changed: %d", changed.Code)
		}
	})
}

// Trust DOS-1: a rush for one promotion is one read, and so is a scan of ids.
func TestARushOrAScanOfPromotionsIsOneRead(t *testing.T) {
	promotionsOf(t, func(t *testing.T, d *db.DB, _ *content.Content, p *Promotions) {
		var asked atomic.Int32
		p.Waits = func(_ context.Context, kind string) (string, error) {
			if kind == "sport" {
				asked.Add(1)
			}
			return "", nil
		}
		expect := func(id, status int) {
			if w := ask(p, "GET", fmt.Sprintf("/promotion/%d", id)); w.Code != status {
				t.Errorf("%d: %d, expected %d", id, w.Code, status)
			}
		}
		var all sync.WaitGroup
		for range 50 {
			all.Go(func() { expect(36, 200) })
		}
		all.Wait()
		if asked.Load() != 1 {
			t.Errorf("%d reads for one promotion", asked.Load())
		}
		gone(t, d) // from here on every read fails
		for id := range 1000 {
			status := 404
			if id >= 34 && id <= 43 {
				status = 200
			}
			all.Go(func() { expect(id, status) })
		}
		all.Wait()
	})
}

// gone removes the promotions behind the running site.
func gone(t *testing.T, d *db.DB) {
	t.Helper()
	if err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw("ALTER TABLE content_promotion RENAME TO content_promotion_gone").Exec(ctx)
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

// Changes by staff are on the page two seconds later, and windows open and
// close on time. They close also while the database is away.
func TestPagesOfPromotionsFollowStaffAndTheClock(t *testing.T) {
	promotionsOf(t, func(t *testing.T, d *db.DB, c *content.Content, p *Promotions) {
		start, clock := d.Clock().Now(), dbtest.Clock(d)
		save := func(id int64, name string, published bool, from, to time.Duration) int64 {
			t.Helper()
			offer := content.Promotion{ID: id, Name: name, Picture: "/art/a.svg", ContentID: 2, Published: published}
			if from > 0 {
				offer.From = start.Add(from)
			}
			if to > 0 {
				offer.To = start.Add(to)
			}
			id, err := c.SavePromotion(t.Context(), boss, content.Whatever, offer)
			if err != nil {
				t.Fatal(err)
			}
			return id
		}
		expect := func(id int64, status int, text string) {
			t.Helper()
			if w := ask(p, "GET", fmt.Sprintf("/promotion/%d", id)); w.Code != status || !strings.Contains(w.Body.String(), text) {
				t.Errorf("after %s: %d, expected %d with %s", clock.Now().Sub(start), w.Code, status, text)
			}
		}
		always := save(0, "一直有", true, 0, 0)
		short, late, long := save(0, "很短", true, 0, time.Second), save(0, "稍后", true, 3*time.Second, 0), save(0, "较长", true, 0, 20*time.Second)
		expect(always, 200, "一直有")
		expect(short, 200, "很短")
		expect(late, 404, "没有找到")
		clock.Advance(time.Second)
		expect(short, 404, "没有找到")
		save(always, "改了名", true, 0, 0)
		clock.Advance(time.Second)
		expect(always, 200, "改了名")
		save(always, "改了名", false, 0, 0)
		clock.Advance(2 * time.Second)
		expect(always, 404, "没有找到")
		expect(late, 200, "稍后")
		gone(t, d)
		for range 3 {
			clock.Advance(5 * time.Second)
			expect(long, 200, "较长")
		}
		clock.Advance(time.Second)
		expect(long, 404, "没有找到")
		expect(late, 200, "稍后")
	})
}
