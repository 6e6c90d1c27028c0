package content_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"hongyun/internal/content"
	"hongyun/internal/db"
	"hongyun/internal/fault"
	"hongyun/internal/staff"
	"hongyun/internal/staff/account"
	"hongyun/internal/staff/stafftest"
)

// nouns is how each content is made, changed and removed. The text of a change is
// different each time.
func nouns(c *content.Content, page int64) map[string]struct {
	save   func(ctx context.Context, base content.Base, id int64, text string) (int64, error)
	remove func(ctx context.Context, by staff.Actor, base content.Base, id int64, reason string) error
} {
	type one = struct {
		save   func(ctx context.Context, base content.Base, id int64, text string) (int64, error)
		remove func(ctx context.Context, by staff.Actor, base content.Base, id int64, reason string) error
	}
	return map[string]one{
		content.NounAnnouncement: {func(ctx context.Context, base content.Base, id int64, text string) (int64, error) {
			return c.SaveAnnouncement(ctx, boss, base, content.Announcement{ID: id, Title: "公告", Text: text})
		}, c.RemoveAnnouncement},
		content.NounTicker: {func(ctx context.Context, base content.Base, id int64, text string) (int64, error) {
			return c.SaveTickerItem(ctx, boss, base, content.TickerItem{ID: id, Text: text})
		}, c.RemoveTickerItem},
		content.NounBanner: {func(ctx context.Context, base content.Base, id int64, text string) (int64, error) {
			return c.SaveBanner(ctx, boss, base, content.Banner{ID: id, Device: "pc", Picture: "/art/a.svg", Alt: "图", Line: text})
		}, c.RemoveBanner},
		content.NounPromotion: {func(ctx context.Context, base content.Base, id int64, text string) (int64, error) {
			return c.SavePromotion(ctx, boss, base, content.Promotion{ID: id, Name: "优惠", Picture: "/art/a.svg", ContentID: page, Line: text})
		}, c.RemovePromotion},
		content.NounArticle: {func(ctx context.Context, base content.Base, id int64, text string) (int64, error) {
			return c.SaveArticle(ctx, boss, base, content.Article{ID: id, Topic: "vip", Title: "文章", Body: text})
		}, c.RemoveArticle},
		content.NounBlock: {func(ctx context.Context, base content.Base, id int64, text string) (int64, error) {
			return c.SaveBlock(ctx, boss, base, content.Block{ID: id, HTML: "<p>" + text + "</p>"})
		}, c.RemoveBlock},
	}
}

// H-461: of two people who edit one content at once, the second one is refused with who
// changed it and when. A content that changed unseen is not removed either.
func TestAContentIsNotChangedUnseen(t *testing.T) {
	each(t, func(t *testing.T, _ *db.DB, _ *staff.Staff, c *content.Content) {
		ctx := t.Context()
		page, err := c.SaveBlock(ctx, boss, content.Against(0), content.Block{HTML: "<p>细则</p>"})
		if err != nil {
			t.Fatal(err)
		}
		for noun, n := range nouns(c, page) {
			id, err := n.save(ctx, content.Against(0), 0, "最初")
			if err != nil {
				t.Fatal(noun, err)
			}
			if _, err := n.save(ctx, content.Against(1), id, "第一人"); err != nil {
				t.Errorf("%s, against what is there: %v", noun, err)
			}
			for _, base := range []int{0, 1} {
				_, err := n.save(ctx, content.Against(base), id, "第二人")
				f, _ := fault.Of(err)
				if !errors.Is(err, content.ErrBase) || !strings.Contains(f.Message(), "Boss") || !strings.Contains(f.Message(), "北京时间") {
					t.Errorf("%s, against version %d: %v", noun, base, err)
				}
			}
			if err := n.remove(ctx, boss, content.Against(1), id, "已过期"); !errors.Is(err, content.ErrBase) {
				t.Errorf("%s is removed unseen: %v", noun, err)
			}
			editions, err := c.Editions(ctx, noun)
			if e := editions[id]; err != nil || e.Version != 2 || e.By != "Boss" || e.At.IsZero() {
				t.Errorf("%s: %+v, %v", noun, e, err)
			}
			if err := n.remove(ctx, boss, content.Against(2), id, "已过期"); err != nil {
				t.Errorf("%s: %v", noun, err)
			}
			if editions, err = c.Editions(ctx, noun); err != nil || editions[id].Version != 0 {
				t.Errorf("%s, after its removal: %+v, %v", noun, editions, err)
			}
		}
	})
}

// H-461: what there is once is not changed unseen either.
func TestWhatThereIsOnceIsNotChangedUnseen(t *testing.T) {
	each(t, func(t *testing.T, _ *db.DB, _ *staff.Staff, c *content.Content) {
		ctx := t.Context()
		for noun, set := range map[string]func(base content.Base, text string) error{
			content.NounHouse: func(base content.Base, text string) error {
				return c.SetHouse(ctx, boss, base, content.House{FooterText: text})
			},
			content.NounFrames: func(base content.Base, text string) error {
				return c.SetFrames(ctx, boss, base, []string{text + ".example.com"})
			},
			content.NounMaintenance: func(base content.Base, _ string) error {
				return c.SetMaintenance(ctx, boss, base, content.Maintenance{}, "升级完成")
			},
			content.NounSupport: func(base content.Base, text string) error {
				_, err := c.SetSupportLink(ctx, alone, base, "/"+text, "更换地址")
				return err
			},
			content.NounDownload: func(base content.Base, text string) error {
				_, err := c.SetDownloads(ctx, alone, base, []content.Download{{Name: "Android", Link: "/" + text}}, "更换地址")
				return err
			},
		} {
			for version, text := range []string{"a", "b"} {
				if err := set(content.Against(version), text); err != nil {
					t.Errorf("%s, version %d: %v", noun, version, err)
				}
			}
			for _, base := range []int{0, 1} {
				if err := set(content.Against(base), "c"); !errors.Is(err, content.ErrBase) {
					t.Errorf("%s, against version %d of 2: %v", noun, base, err)
				}
			}
			if e, err := c.EditionOf(ctx, noun); err != nil || e.Version != 2 || e.By == "" {
				t.Errorf("%s: %+v, %v", noun, e, err)
			}
		}
	})
}

// H-461: an order is refused if one of its contents changed unseen. A content that moved
// has another version: a form that was open before would move it back.
func TestAnOrderIsMadeOfTheVersionsThatWereShown(t *testing.T) {
	each(t, func(t *testing.T, _ *db.DB, _ *staff.Staff, c *content.Content) {
		ctx := t.Context()
		var ids []int64
		for i, text := range []string{"一", "二"} {
			id, err := c.SaveTickerItem(ctx, boss, content.Against(0), content.TickerItem{Text: text, Position: i * 10})
			if err != nil {
				t.Fatal(err)
			}
			ids = append(ids, id)
		}
		backwards := []content.Place{{ID: ids[1], Base: content.Against(1)}, {ID: ids[0], Base: content.Against(1)}}
		if err := c.OrderTicker(ctx, boss, backwards); err != nil {
			t.Fatal(err)
		}
		if err := c.OrderTicker(ctx, boss, backwards); !errors.Is(err, content.ErrBase) {
			t.Errorf("against the order before: %v", err)
		}
		if _, err := c.SaveTickerItem(ctx, boss, content.Against(1), content.TickerItem{ID: ids[0], Text: "一"}); !errors.Is(err, content.ErrBase) {
			t.Errorf("from a form with the former place: %v", err)
		}
	})
}

// H-462: a request about support or apps is void once another change came between: its
// second person read another difference.
func TestARequestIsVoidOnceItsContentChanged(t *testing.T) {
	each(t, func(t *testing.T, d *db.DB, s *staff.Staff, c *content.Content) {
		ctx := t.Context()
		people := account.New(s, account.Config{})
		owner := func(name string) staff.Actor {
			a, err := stafftest.Add(ctx, people, d.Clock().Now(), name, staff.Owner)
			if err != nil {
				t.Fatal(err)
			}
			return staff.Actor{ID: a.Person.ID, Name: name, Roles: a.Person.Roles}
		}
		first, second := owner("anna"), owner("bert")
		set := map[string]func(by staff.Actor, link string) (string, error){
			content.NounSupport: func(by staff.Actor, link string) (string, error) {
				return c.SetSupportLink(ctx, by, content.Against(version(t, c, content.NounSupport)), link, "更换地址")
			},
			content.NounDownload: func(by staff.Actor, link string) (string, error) {
				return c.SetDownloads(ctx, by, content.Against(version(t, c, content.NounDownload)), []content.Download{{Name: "Android", Link: link}}, "更换地址")
			},
		}
		for noun, set := range set {
			request, err := set(first, "/asked")
			if err != nil || request == "" {
				t.Fatalf("%s: request %q, %v", noun, request, err)
			}
			if _, err := set(alone, "/between"); err != nil {
				t.Fatal(noun, err)
			}
			if _, err := s.Decide(ctx, second, request, true, ""); !errors.Is(err, staff.ErrSubjectChange) {
				t.Errorf("%s, approved after another change: %v", noun, err)
			}
			if v := version(t, c, noun); v != 1 {
				t.Errorf("%s is at version %d", noun, v)
			}
		}
		link, err := c.SupportLink(ctx)
		apps, notApps := c.Downloads(ctx)
		if err != nil || notApps != nil || link != "/between" || len(apps) != 1 || apps[0].Link != "/between" {
			t.Errorf("support %q, apps %v, %v, %v", link, apps, err, notApps)
		}
	})
}

// version is the version of a single content.
func version(t *testing.T, c *content.Content, noun string) int {
	t.Helper()
	e, err := c.EditionOf(t.Context(), noun)
	if err != nil {
		t.Fatal(err)
	}
	return e.Version
}
