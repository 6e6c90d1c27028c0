package content_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"hongyun/internal/content"
	"hongyun/internal/db"
	"hongyun/internal/staff"
)

func TestTheOperatorsDetailsAreShownAsGiven(t *testing.T) {
	each(t, func(t *testing.T, _ *db.DB, s *staff.Staff, c *content.Content) {
		ctx := t.Context()
		if h, err := c.House(ctx); err != nil || h != (content.House{}) {
			t.Errorf("a new house says %+v, %v", h, err)
		}
		given := content.House{Arbiter: "eCOGRA", Email: "help@hong.example", FooterText: "由 Hongyun Ltd 运营"}
		if err := c.SetHouse(ctx, boss, content.Whatever, given); err != nil {
			t.Fatal(err)
		}
		for _, bad := range []struct {
			h    content.House
			want error
		}{
			{content.House{Email: "help"}, content.ErrEmail},
			{content.House{AgentEmail: "Agent <a@hong.example>"}, content.ErrEmail},
			{content.House{PrivacyEmail: "a@hong.example\r\nBcc: b@evil.example"}, content.ErrEmail},
			{content.House{Arbiter: strings.Repeat("长", 201)}, content.ErrHouse},
			{content.House{Helpline: "一\n二"}, content.ErrHouse},
			{content.House{FooterText: "a\u202eb"}, content.ErrHouse},
			{content.House{FooterText: strings.Repeat("长", 501)}, content.ErrHouse},
		} {
			if err := c.SetHouse(ctx, boss, content.Whatever, bad.h); !errors.Is(err, bad.want) {
				t.Errorf("%+v: %v", bad.h, err)
			}
		}
		if h, err := c.House(ctx); err != nil || h != given {
			t.Errorf("%+v, %v", h, err)
		}
		if _, rows, err := s.AuditTrail(ctx, staff.AuditFilter{Action: "content"}); err != nil || rows != 1 {
			t.Errorf("%d rows in the trail, %v", rows, err)
		}
	})
}

// trust CSP-3, T5: a host in the list can stand for itself only, in the viewer and in the header of every page.
func TestFramesAreExactHostNames(t *testing.T) {
	each(t, func(t *testing.T, _ *db.DB, _ *staff.Staff, c *content.Content) {
		ctx := t.Context()
		if hosts, err := c.Frames(ctx); err != nil || len(hosts) != 0 || hosts == nil {
			t.Errorf("a new house frames %v, %v", hosts, err)
		}
		if err := c.SetFrames(ctx, boss, content.Whatever, []string{"www.b.example", "A.example", "www.b.example", "xn--fiqs8s.example"}); err != nil {
			t.Fatal(err)
		}
		for _, bad := range []string{
			"", " ", "localhost", "*.example.com", "*", "https://a.example", "http://a.example", "a.example/", "a.example/x", "a.example:443", "a.example.",
			".a.example", "a..example", "-a.example", "a-.example", "127.0.0.1", "2130706433", "[::1]", "::1", "a.example b.example", "a.example; script-src *",
			"a.example'unsafe-inline'", "a.example\n", "a.example\t", "例子.中国", "a。example", "user@a.example", "a_b.example", "data:", "javascript:", "'self'",
			strings.Repeat("a", 64) + ".example", strings.Repeat("a.", 127) + "example",
		} {
			if err := c.SetFrames(ctx, boss, content.Whatever, []string{"ok.example", bad}); !errors.Is(err, content.ErrFrames) {
				t.Errorf("%q: %v", bad, err)
			}
		}
		many := []string{}
		for i := range 31 {
			many = append(many, strings.Repeat("a", i+1)+".example")
		}
		if err := c.SetFrames(ctx, boss, content.Whatever, many); !errors.Is(err, content.ErrFrames) {
			t.Errorf("31 hosts: %v", err)
		}
		if hosts, err := c.Frames(ctx); err != nil || !slices.Equal(hosts, []string{"a.example", "www.b.example", "xn--fiqs8s.example"}) {
			t.Errorf("%v, %v", hosts, err)
		}
	})
}
