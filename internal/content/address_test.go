package content_test

import (
	"errors"
	"strings"
	"testing"

	"hongyun/internal/content"
	"hongyun/internal/db"
	"hongyun/internal/staff"
)

// trust CSP-3, CSP-4, T13: wherever staff enter an address, one that runs code
// or misleads is refused before it can be clicked.
func TestAddressesThatLeadAstrayAreRefused(t *testing.T) {
	all := append(payloads(t, "address.txt", 80), "", "https://a.example/"+strings.Repeat("a", 500))
	each(t, func(t *testing.T, _ *db.DB, s *staff.Staff, c *content.Content) {
		ctx := t.Context()
		block, err := c.SaveBlock(ctx, boss, content.Whatever, content.Block{HTML: "<p>细则</p>"})
		if err != nil {
			t.Fatal(err)
		}
		for _, link := range all {
			if _, err := c.SetSupportLink(ctx, alone, content.Whatever, link, "更换地址"); !errors.Is(err, content.ErrLink) {
				t.Errorf("support %q: %v", link, err)
			}
			if _, err := c.SetDownloads(ctx, alone, content.Whatever, []content.Download{{"安卓", link}}, "更换地址"); !errors.Is(err, content.ErrLink) {
				t.Errorf("download %q: %v", link, err)
			}
			if link != "" { // nothing is a choice in these two
				if err := c.Seed(ctx, link); !errors.Is(err, content.ErrLink) {
					t.Errorf("seed %q: %v", link, err)
				}
				if _, err := c.SaveBanner(ctx, boss, content.Whatever, content.Banner{Device: "pc", Picture: "/art/a.svg", Alt: "图", Link: link}); !errors.Is(err, content.ErrLink) {
					t.Errorf("banner to %q: %v", link, err)
				}
			}
			if _, err := c.SaveBanner(ctx, boss, content.Whatever, content.Banner{Device: "pc", Picture: link, Alt: "图"}); !errors.Is(err, content.ErrPicture) {
				t.Errorf("picture %q: %v", link, err)
			}
			if _, err := c.SavePromotion(ctx, boss, content.Whatever, content.Promotion{Name: "优惠", Picture: link, ContentID: block}); !errors.Is(err, content.ErrPicture) {
				t.Errorf("promotion's picture %q: %v", link, err)
			}
			attribute := strings.NewReplacer("&", "&amp;", `"`, "&quot;").Replace(link)
			if got := content.Sanitise(`<a href="` + attribute + `">a</a>`); got != "a" {
				t.Errorf("in a text, %q became %s", link, got)
			}
		}
		if _, rows, err := s.AuditTrail(ctx, staff.AuditFilter{Action: "content"}); err != nil || rows != 1 {
			t.Errorf("%d rows in the trail: something was saved; %v", rows, err)
		}
	})
}

func TestHonestAddressesAreKept(t *testing.T) {
	each(t, func(t *testing.T, _ *db.DB, _ *staff.Staff, c *content.Content) {
		for _, link := range []string{
			"/", "/#/", "/#/Deposit", "/#/register?i=ab1", "/#/tools/contact", "/app/hongyun.apk", "/promotion/34?form=h5", "https://a.example", "https://a.example:8443/b/c?d=e&f=g#h",
			"https://support.example.com/chat?from=site&x=%E4%BD%A0", "https://xn--fiqs8s.example/", "https://192.0.2.1/", "http://127.0.0.1:9090/chat", "http://localhost/",
		} {
			if _, err := c.SetSupportLink(t.Context(), alone, content.Whatever, link, "更换地址"); err != nil {
				t.Errorf("%q: %v", link, err)
			}
			if got, err := c.SupportLink(t.Context()); err != nil || got != link {
				t.Errorf("%q became %q, %v", link, got, err)
			}
		}
		for _, picture := range []string{"/art/banner-1.svg", "/art/promo-streak.svg", "/media/2026/a.webp", "/a.JPG"} {
			_, err := c.SaveBanner(t.Context(), boss, content.Whatever, content.Banner{Device: "pc", Picture: picture, Alt: "图"})
			if ok := err == nil; ok == strings.HasSuffix(picture, "JPG") {
				t.Errorf("%q: %v", picture, err)
			}
		}
	})
}

// Staff who may only write texts cannot send players elsewhere: neither by a
// banner nor by a link in a text.
func TestTextsOfAnEditorLeadNowhereElse(t *testing.T) {
	each(t, func(t *testing.T, _ *db.DB, _ *staff.Staff, c *content.Content) {
		editor := staff.Actor{ID: "2", Name: "editor", Roles: []string{"editor"}}
		banner := content.Banner{Device: "pc", Picture: "/art/banner-1.svg", Alt: "图", Link: "https://elsewhere.example/"}
		if _, err := c.SaveBanner(t.Context(), editor, content.Whatever, banner); !errors.Is(err, content.ErrLinkAway) {
			t.Errorf("a banner of an editor: %v", err)
		}
		text := content.Block{HTML: `<p><a href="https://elsewhere.example/">细则</a></p>`}
		if _, err := c.SaveBlock(t.Context(), editor, content.Whatever, text); !errors.Is(err, content.ErrLinkAway) {
			t.Errorf("a text of an editor: %v", err)
		}
		banner.Link, text.HTML = "/#/Activity", `<p><a href="/#/Activity">细则</a></p>`
		if _, err := c.SaveBanner(t.Context(), editor, content.Whatever, banner); err != nil {
			t.Error(err)
		}
		if _, err := c.SaveBlock(t.Context(), editor, content.Whatever, text); err != nil {
			t.Error(err)
		}
	})
}
