package content_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"hongyun/internal/calendar"
	"hongyun/internal/content"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/staff"
)

func write(t *testing.T, d *db.DB, statement string, args ...any) {
	t.Helper()
	err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw(statement, args...).Exec(ctx)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// PROMO-01, PROMO-02: a new installation has the documented promotions with the
// documented texts, and the sanitiser removes none of them.
func TestANewInstallationHasItsPromotions(t *testing.T) {
	each(t, func(t *testing.T, d *db.DB, _ *staff.Staff, c *content.Content) {
		ctx := t.Context()
		if err := c.Seed(ctx, ""); err != nil {
			t.Fatal(err)
		}
		list, err := c.Promotions(ctx)
		if err != nil || len(list) != 10 {
			t.Fatalf("%d promotions, %v", len(list), err)
		}
		today := calendar.DayOf(d.Clock().Now())
		contents := map[int64]int64{}
		for _, p := range list {
			contents[p.ID] = p.ContentID
			if p.Name == "" || p.Line == "" || calendar.DayOf(p.Starts) != today.AddDays(-30) || calendar.DayOf(p.Ends) != today.AddDays(335) {
				t.Errorf("%+v", p)
			}
			if _, err := os.Stat("../../web/player/public" + p.Picture); err != nil {
				t.Error(err)
			}
		}
		want := map[int64]int64{34: 2, 35: 8, 36: 5, 37: 4, 38: 6, 39: 7, 40: 9, 41: 10, 42: 11, 43: 12}
		if fmt.Sprint(contents) != fmt.Sprint(want) {
			t.Errorf("promotions show %v, expected %v", contents, want)
		}
		for _, id := range want {
			shipped, err := os.ReadFile(fmt.Sprintf("shipped/blocks/%d.html", id))
			if err != nil {
				t.Fatal(err)
			}
			if b := blockOf(t, c, id); b.HTML != strings.TrimSpace(string(shipped)) {
				t.Errorf("block %d lost something: %s", id, b.HTML)
			}
		}
		if h, err := c.House(ctx); err != nil || h != (content.House{}) {
			t.Errorf("a house nobody runs says %+v, %v", h, err)
		}
	})
}

// Texts must not promise missing features: limits and self-exclusion are not
// built, and no promotion can be claimed yet.
func TestShippedTextsPromiseOnlyBuiltFeatures(t *testing.T) {
	blocks, err := os.ReadDir("shipped/blocks")
	if err != nil {
		t.Fatal(err)
	}
	files := []string{"first.json", "promotions.json"}
	for _, b := range blocks {
		files = append(files, "blocks/"+b.Name())
		text, err := os.ReadFile("shipped/blocks/" + b.Name())
		if err != nil || !strings.Contains(string(text), "<h2>怎样参加</h2>") {
			t.Errorf("%s does not say how to take part (%v)", b.Name(), err)
		}
	}
	for _, name := range files {
		text, err := os.ReadFile("shipped/" + name)
		if err != nil {
			t.Fatal(err)
		}
		for _, word := range []string{"自我禁入", "24 小时内生效", "立即领取", "提前解除"} {
			if strings.Contains(string(text), word) {
				t.Errorf("%s says %s", name, word)
			}
		}
	}
}

// RG-4: what was shipped before players could set limits themselves gets its
// new words once, and what staff wrote instead stays.
func TestWordsAboutLimitsAreBroughtInStep(t *testing.T) {
	each(t, func(t *testing.T, d *db.DB, _ *staff.Staff, c *content.Content) {
		ctx := t.Context()
		write(t, d, "INSERT INTO content_setting (key, value, changed_at) VALUES ('seeded', 'yes', 1), ('seeded.2', 'yes', 1)")
		write(t, d, `INSERT INTO content_ticker (id, body, position, published, created_at) VALUES
			(1, '量力而行，适时休息。想停一停，请联系在线客服，由人工停用账户。', 0, TRUE, 1), (2, '量力而行，适时休息。想停一停，请联系在线客服。', 1, TRUE, 1)`)
		for range 2 {
			if err := c.Seed(ctx, ""); err != nil {
				t.Fatal(err)
			}
		}
		ticker, err := c.Ticker(ctx)
		if err != nil || len(ticker) != 2 || !strings.Contains(ticker[0].Text, "自我排除") || ticker[1].Text != "量力而行，适时休息。想停一停，请联系在线客服。" {
			t.Errorf("%+v, %v", ticker, err)
		}
	})
}

// H-320: an installation with the words about limits gets those about venues,
// and the texts of staff stay.
func TestWordsAboutVenuesAreBroughtInStep(t *testing.T) {
	each(t, func(t *testing.T, d *db.DB, _ *staff.Staff, c *content.Content) {
		write(t, d, "INSERT INTO content_setting (key, value, changed_at) VALUES ('seeded', 'yes', 1), ('seeded.2', 'yes', 1), ('seeded.3', 'yes', 1)")
		write(t, d, `INSERT INTO content_ticker (id, body, position, published, created_at) VALUES
			(1, '鸿运棋院、乐弈楼现已开放，更多场馆正在接入。', 0, TRUE, 1), (2, '新场馆即将开放，敬请期待。', 1, TRUE, 1)`)
		for range 2 {
			if err := c.Seed(t.Context(), ""); err != nil {
				t.Fatal(err)
			}
		}
		ticker, err := c.Ticker(t.Context())
		if err != nil || len(ticker) != 2 || ticker[0].Text != "棋牌、体育、真人、捕鱼、电子、电竞与彩票，开放中的场馆都在游戏大厅。" || ticker[1].Text != "新场馆即将开放，敬请期待。" {
			t.Errorf("%+v, %v", ticker, err)
		}
	})
}

// H-492: texts name the buttons that the pages have, in older installations
// too, and the texts of staff stay.
func TestWordsAboutButtonsAreBroughtInStep(t *testing.T) {
	each(t, func(t *testing.T, d *db.DB, _ *staff.Staff, c *content.Content) {
		ctx := t.Context()
		if err := c.Seed(ctx, ""); err != nil {
			t.Fatal(err)
		}
		shipped := blockOf(t, c, 2).HTML
		if !strings.Contains(shipped, "点击「开红包」") || !strings.Contains(blockOf(t, c, 8).HTML, "点击「领取」") {
			t.Fatalf("the shipped texts name other buttons: %s", shipped)
		}
		edited := strings.Replace(shipped, "每位会员", "每位老会员", 1)
		write(t, d, "DELETE FROM content_setting WHERE key = 'seeded.5'")
		write(t, d, "UPDATE content_block SET html = ? WHERE id = 2", strings.Replace(shipped, "「开红包」", "「抽红包」", 1))
		write(t, d, "UPDATE content_block SET html = ? WHERE id = 8", edited)
		write(t, d, "UPDATE content_ticker SET body = '首次提款前，请先绑定本人银行卡并设置提款密码。' WHERE body = '首次提款前，请先填写真实姓名并绑定本人银行卡。'")
		for range 2 {
			if err := c.Seed(ctx, ""); err != nil {
				t.Fatal(err)
			}
		}
		if html := blockOf(t, c, 2).HTML; html != shipped {
			t.Errorf("an older text keeps its button: %s", html)
		}
		if html := blockOf(t, c, 8).HTML; html != edited {
			t.Errorf("a text of staff was changed: %s", html)
		}
		items, err := c.Ticker(ctx)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range items {
			if strings.Contains(i.Text, "设置提款密码") {
				t.Errorf("the ticker says %q", i.Text)
			}
		}
	})
}

// H-492: a real installation at work, which serve seeded with drafts, gets the words
// once too, and the texts of staff stay.
func TestARealInstallationAtWorkGetsTheNewWords(t *testing.T) {
	each(t, func(t *testing.T, d *db.DB, _ *staff.Staff, c *content.Content) {
		ctx := t.Context()
		if err := c.SeedDrafts(ctx); err != nil {
			t.Fatal(err)
		}
		shipped, edited := blockOf(t, c, 2).HTML, strings.Replace(blockOf(t, c, 8).HTML, "每位会员", "每位老会员", 1)
		var help struct {
			ID   int64
			Body string
		}
		if err := d.NewRaw("SELECT id, body FROM content_article WHERE body LIKE '%忘记密码时，在登录页点%' ORDER BY id LIMIT 1").Scan(ctx, &help); err != nil {
			t.Fatal(err)
		}
		older := func() {
			write(t, d, "UPDATE content_block SET html = ? WHERE id = 2", strings.Replace(shipped, "「开红包」", "「抽红包」", 1))
			write(t, d, "UPDATE content_block SET html = ? WHERE id = 8", edited)
			write(t, d, "UPDATE content_article SET body = ? WHERE id = ?", formerHelp(t, help.Body), help.ID)
		}
		older()
		write(t, d, "DELETE FROM content_setting WHERE key = 'seeded.5'")
		for range 2 {
			if err := c.SeedDrafts(ctx); err != nil {
				t.Fatal(err)
			}
		}
		if html := blockOf(t, c, 2).HTML; html != shipped {
			t.Errorf("an older text keeps its button: %s", html)
		}
		if html := blockOf(t, c, 8).HTML; html != edited {
			t.Errorf("a text of staff was changed: %s", html)
		}
		var body string
		if err := d.NewRaw("SELECT body FROM content_article WHERE id = ?", help.ID).Scan(ctx, &body); err != nil || body != help.Body {
			t.Errorf("an older article keeps its words: %s %v", body, err)
		}
		older()
		if err := c.SeedDrafts(ctx); err != nil {
			t.Fatal(err)
		}
		if html := blockOf(t, c, 2).HTML; html == shipped {
			t.Error("the words came a second time")
		}
	})
}

// H-506: an installation with the first articles gets the later ones once, and its
// own stay.
func TestLaterArticlesComeOnce(t *testing.T) {
	each(t, func(t *testing.T, d *db.DB, _ *staff.Staff, c *content.Content) {
		ctx := t.Context()
		write(t, d, "INSERT INTO content_setting (key, value, changed_at) VALUES ('seeded.help', 'yes', 1)")
		write(t, d, `INSERT INTO content_article (id, topic, title, body, position, published, changed_at, created_at, shown_from, shown_to)
			VALUES (1, 'deposit', '如何存款', '员工写的', 0, TRUE, 1, 1, 0, 0)`)
		count := func() int {
			all, err := c.AllArticles(ctx)
			if err != nil {
				t.Fatal(err)
			}
			return len(all)
		}
		for range 2 {
			if err := c.Seed(ctx, ""); err != nil {
				t.Fatal(err)
			}
		}
		if n := count(); n != 15 {
			t.Errorf("%d articles, want the one of staff and 14 later ones", n)
		}
		write(t, d, "DELETE FROM content_article WHERE title = '撤回一笔提款'")
		if err := c.Seed(ctx, ""); err != nil {
			t.Fatal(err)
		}
		if n := count(); n != 14 {
			t.Errorf("a removed article came back: %d", n)
		}
	})
}

// formerHelp is the body that a shipped article had before.
func formerHelp(t *testing.T, body string) string {
	t.Helper()
	text, err := os.ReadFile("shipped/help.json")
	if err != nil {
		t.Fatal(err)
	}
	var list []struct{ Body, FormerBody []string }
	if err := json.Unmarshal(text, &list); err != nil {
		t.Fatal(err)
	}
	for _, a := range list {
		if strings.Join(a.Body, "\n") == body && len(a.FormerBody) > 0 {
			return strings.Join(a.FormerBody, "\n")
		}
	}
	t.Fatalf("this article was never another: %s", body)
	return ""
}

// A running installation keeps its staff's content, and gets later additions
// once.
func TestAnOlderInstallationGetsNewContent(t *testing.T) {
	each(t, func(t *testing.T, d *db.DB, _ *staff.Staff, c *content.Content) {
		ctx := t.Context()
		write(t, d, "INSERT INTO content_setting (key, value, changed_at) VALUES ('seeded', 'yes', 1), ('support', 'https://own.example/', 1)")
		write(t, d, `INSERT INTO content_banner (id, device, picture, link, alt, position, published, created_at) VALUES
			(1, 'pc', '/art/banner-1.svg', '/#/Boardgame_03', '鸿运 · 一站畅玩', 0, TRUE, 1),
			(2, 'pc', '/art/banner-2.svg', '/#/Deposit', '极速存取 · 分毫必达', 1, FALSE, 1),
			(3, 'pc', '/art/banner-3.svg', '/#/Boardgame_02', '员工改过的', 2, TRUE, 1)`)
		write(t, d, "INSERT INTO content_ticker (id, body, position, published, created_at) VALUES (1, '员工写的', 0, TRUE, 1)")
		for range 2 {
			if err := c.Seed(ctx, "/#/tools/contact"); err != nil {
				t.Fatal(err)
			}
		}
		if link, err := c.SupportLink(ctx); err != nil || link != "https://own.example/" {
			t.Errorf("support %q, %v", link, err)
		}
		if list, err := c.Promotions(ctx); err != nil || len(list) != 10 {
			t.Errorf("%d promotions, %v", len(list), err)
		}
		var said []string
		items, _ := c.Ticker(ctx)
		for _, i := range items {
			said = append(said, i.Text)
		}
		if len(said) != 5 || said[0] != "员工写的" || slices.Contains(said, "欢迎来到鸿运，祝您鸿运当头！") {
			t.Errorf("ticker %q", said)
		}
		if list, _ := c.Announcements(ctx); len(list) != 4 {
			t.Errorf("%d announcements; what was seeded before comes back, or what is new does not come", len(list))
		}
		all, err := c.AllBanners(ctx)
		if err != nil || len(all) != 7 { // three of before, two new ones for each form
			t.Fatalf("%+v, %v", all, err)
		}
		for _, b := range all {
			switch b.ID {
			case 1:
				if b.Title == "" || b.Link != "/#/register" || !b.Published {
					t.Errorf("untouched, but without its words: %+v", b)
				}
			case 2:
				if b.Title != "存取透明，分毫可查" || b.Published {
					t.Errorf("what staff took down came back: %+v", b)
				}
			case 3:
				if b.Alt != "员工改过的" || b.Title != "" {
					t.Errorf("what staff changed was changed: %+v", b)
				}
			}
		}
		dbtest.Clock(d).Advance(1)
		if err := c.RemovePromotion(ctx, boss, content.Whatever, 34, "不参加"); err != nil {
			t.Fatal(err)
		}
		if err := c.Seed(ctx, ""); err != nil {
			t.Fatal(err)
		}
		if list, _ := c.Promotions(ctx); len(list) != 9 {
			t.Error("what was removed came back")
		}
	})
}

// PROMO-02: a real installation begins with the shipped promotions as drafts,
// which only staff see until they publish them.
func TestARealInstallationBeginsWithDrafts(t *testing.T) {
	each(t, func(t *testing.T, _ *db.DB, _ *staff.Staff, c *content.Content) {
		ctx := t.Context()
		for range 2 {
			if err := c.SeedDrafts(ctx); err != nil {
				t.Fatal(err)
			}
		}
		if shown, err := c.Promotions(ctx); err != nil || len(shown) != 0 {
			t.Errorf("players see %d drafts, %v", len(shown), err)
		}
		all, err := c.AllPromotions(ctx)
		if err != nil || len(all) != 10 {
			t.Fatalf("staff see %d promotions, %v; want 10", len(all), err)
		}
		for _, id := range []int64{2, 4, 5, 6, 7, 8, 9, 10, 11, 12} {
			if b := blockOf(t, c, id); b.HTML == "" {
				t.Errorf("block %d is not there", id)
			}
		}
	})
}
