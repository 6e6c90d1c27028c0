package content_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"hongyun/internal/content"
	"hongyun/internal/db"
	"hongyun/internal/staff"
)

// trust ADM-3: the trail holds the actor and the whole old and new text, so
// that a text can be restored.
func TestTheTrailHasEveryTextBeforeAndAfter(t *testing.T) {
	each(t, func(t *testing.T, _ *db.DB, s *staff.Staff, c *content.Content) {
		ctx := t.Context()
		last := func() staff.AuditRow {
			t.Helper()
			rows, _, err := s.AuditTrail(ctx, staff.AuditFilter{Page: staff.Page{Size: 1}})
			if err != nil || len(rows) != 1 {
				t.Fatalf("%d rows, %v", len(rows), err)
			}
			return rows[0]
		}
		page, err := c.SaveBlock(ctx, boss, content.Whatever, content.Block{HTML: "<p>细则</p>"})
		if err != nil {
			t.Fatal(err)
		}
		for noun, of := range map[string]struct {
			save   func(id int64, text string) (int64, error)
			remove func(id int64) error
		}{
			"announcement": {
				func(id int64, text string) (int64, error) {
					return c.SaveAnnouncement(ctx, boss, content.Whatever, content.Announcement{ID: id, Title: "公告", Text: text})
				},
				func(id int64) error { return c.RemoveAnnouncement(ctx, boss, content.Whatever, id, "已过期") },
			},
			"ticker": {
				func(id int64, text string) (int64, error) {
					return c.SaveTickerItem(ctx, boss, content.Whatever, content.TickerItem{ID: id, Text: text})
				},
				func(id int64) error { return c.RemoveTickerItem(ctx, boss, content.Whatever, id, "已过期") },
			},
			"banner": {
				func(id int64, text string) (int64, error) {
					return c.SaveBanner(ctx, boss, content.Whatever, content.Banner{ID: id, Device: "pc", Picture: "/art/a.svg", Alt: "图", Line: text})
				},
				func(id int64) error { return c.RemoveBanner(ctx, boss, content.Whatever, id, "已过期") },
			},
			"promotion": {
				func(id int64, text string) (int64, error) {
					return c.SavePromotion(ctx, boss, content.Whatever, content.Promotion{ID: id, Name: "优惠", Picture: "/art/a.svg", ContentID: page, Line: text})
				},
				func(id int64) error { return c.RemovePromotion(ctx, boss, content.Whatever, id, "已过期") },
			},
			"block": {
				func(id int64, text string) (int64, error) {
					return c.SaveBlock(ctx, boss, content.Whatever, content.Block{ID: id, HTML: "<p>" + text + "</p>"})
				},
				func(id int64) error { return c.RemoveBlock(ctx, boss, content.Whatever, id, "已过期") },
			},
		} {
			id, err := of.save(0, "最初的文字")
			if err != nil {
				t.Fatal(err)
			}
			added := last()
			if added.Action != "content."+noun || added.Actor != "Boss" || added.Before != nil || !strings.Contains(string(added.After), "最初的文字") {
				t.Errorf("%s was added: %+v", noun, added)
			}
			if _, err := of.save(id, "后来的文字"); err != nil {
				t.Fatal(err)
			}
			changed := last()
			if string(changed.Before) != string(added.After) || !strings.Contains(string(changed.After), "后来的文字") || changed.SubjectID != added.SubjectID {
				t.Errorf("%s was changed from %s\nto %s", noun, changed.Before, changed.After)
			}
			if err := of.remove(id); err != nil {
				t.Fatal(err)
			}
			if removed := last(); string(removed.Before) != string(changed.After) || removed.After != nil || removed.Label != changed.Label {
				t.Errorf("%s was removed: %+v", noun, removed)
			}
		}

		var ids []int64
		for _, text := range []string{"一", "二", "三"} {
			id, err := c.SaveTickerItem(ctx, boss, content.Whatever, content.TickerItem{Text: text})
			if err != nil {
				t.Fatal(err)
			}
			ids = append(ids, id)
		}
		backwards := []int64{ids[2], ids[1], ids[0]}
		for _, order := range [][]int64{ids, backwards} {
			if err := c.OrderTicker(ctx, boss, places(order...)); err != nil {
				t.Fatal(err)
			}
		}
		var before, after struct{ Order []int64 }
		if row := last(); json.Unmarshal(row.Before, &before) != nil || json.Unmarshal(row.After, &after) != nil ||
			!slices.Equal(before.Order, ids) || !slices.Equal(after.Order, backwards) {
			t.Errorf("the order was changed from %s to %s", row.Before, row.After)
		}
		for _, link := range []string{"/a", "/b"} {
			if _, err := c.SetDownloads(ctx, alone, content.Whatever, []content.Download{{"安卓", link}}, "更换地址"); err != nil {
				t.Fatal(err)
			}
		}
		if row := last(); !strings.Contains(string(row.Before), `"/a"`) || !strings.Contains(string(row.After), `"/b"`) {
			t.Errorf("the apps were changed from %s to %s", row.Before, row.After)
		}
	})
}

// The longest text can be restored from the trail, and takes hardly more room
// there than in its table.
func TestTheLongestTextIsPutBackFromTheTrail(t *testing.T) {
	each(t, func(t *testing.T, d *db.DB, s *staff.Staff, c *content.Content) {
		ctx := t.Context()
		longest := strings.Repeat(`<p class="lead">长</p>`, 952) + "<p>长</p>" // 20,000 characters
		id, err := c.SaveBlock(ctx, boss, content.Whatever, content.Block{HTML: longest})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.SaveBlock(ctx, boss, content.Whatever, content.Block{ID: id, HTML: "<p>短</p>"}); err != nil {
			t.Fatal(err)
		}
		rows, _, err := s.AuditTrail(ctx, staff.AuditFilter{Action: "content.block", Page: staff.Page{Size: 1}})
		if err != nil || len(rows) != 1 {
			t.Fatal(err)
		}
		var before content.Block
		if err := json.Unmarshal(rows[0].Before, &before); err != nil || before.HTML != longest {
			t.Errorf("the trail has %d bytes of %d, %v", len(before.HTML), len(longest), err)
		}
		if room := len(rows[0].Before); room > len(longest)*5/4 {
			t.Errorf("%d bytes in the trail for %d", room, len(longest))
		}
		if _, err := c.SaveBlock(ctx, boss, content.Whatever, content.Block{ID: id, HTML: before.HTML}); err != nil {
			t.Fatal(err)
		}
		if b := blockOf(t, c, id); b.HTML != longest {
			t.Errorf("put back: %d bytes of %d", len(b.HTML), len(longest))
		}
		if report, err := s.VerifyAudit(ctx); err != nil || !report.OK() {
			t.Errorf("%+v, %v", report, err)
		}
	})
}
