package content

import (
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/staff"
)

// shipped is the content of a new installation. first.json holds announcements,
// ticker and banners, promotions.json the promotions, blocks/{id}.html their
// texts. It promises only what exists: no promotion can be claimed yet.
//
//go:embed shipped
var shipped embed.FS

// A database seeded by the first version has the content of since 1, and gets
// the rest once.
const first = 1

type shippedFirst struct {
	Announcements []struct {
		Since, HotDays int
		Title, Text    string
		FormerText     string // as it was shipped before, here and below; empty if it never changed
	}
	Ticker []struct {
		Since            int
		Text, FormerText string
	}
	Banners []struct {
		Since                             int
		Name, Link, Title, Line, Button   string
		FormerAlt, FormerLink, FormerName string // as the first version had it
		FormerLine                        string
	}
}

type shippedPromotion struct {
	ID, Content         int64
	Picture, Name, Line string
	Needs               string
	StartDays, EndDays  int // from the day of seeding
}

// Seed writes the first contents of a new installation, once: later changes and
// removals by staff stay. A database seeded by an earlier version gets the
// contents added since. The argument support is the address of customer service;
// empty leaves it unset.
func (c *Content) Seed(ctx context.Context, support string) error {
	if support != "" && !isAddress(support) {
		return ErrLink
	}
	return c.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := seedArticles(ctx, tx, true); err != nil {
			return err
		}
		isNew, err := mark(ctx, tx, keySeeded)
		if err != nil {
			return err
		}
		if err := rewordOnce(ctx, tx, isNew); err != nil {
			return err
		}
		if due, err := mark(ctx, tx, keySeeded2); err != nil || !due {
			return err
		}
		if err := seedFirst(ctx, tx, isNew); err != nil {
			return err
		}
		if err := seedPromotions(ctx, tx, true); err != nil {
			return err
		}
		if isNew {
			if err := seedService(ctx, tx, support); err != nil {
				return err
			}
		}
		return c.staff.Audit(ctx, tx, staff.System("seed"), staff.Change{Action: "content.seed", Subject: "content:seed", Label: "seed"})
	})
}

// SeedDrafts writes the shipped promotions and their text blocks into a
// database that has none, once and unpublished. Staff review them, adapt them,
// and publish (PROMO-02). In one that has them, unchanged shipped texts get their
// new wording once (H-492).
func (c *Content) SeedDrafts(ctx context.Context) error {
	return c.db.Write(db.ForJob(ctx), func(ctx context.Context, tx *db.Tx) error {
		if err := seedArticles(ctx, tx, false); err != nil {
			return err
		}
		due, err := mark(ctx, tx, keySeeded2)
		if err != nil {
			return err
		}
		if err := rewordOnce(ctx, tx, due); err != nil || !due {
			return err
		}
		if err := seedPromotions(ctx, tx, false); err != nil {
			return err
		}
		return c.staff.Audit(ctx, tx, staff.System("seed"), staff.Change{Action: "content.seed", Subject: "content:seed", Label: "seed"})
	})
}

// mark writes a key that only says that something was done, and reports
// whether it was not there before.
func mark(ctx context.Context, tx *db.Tx, key string) (bool, error) {
	made, err := tx.NewRaw("INSERT INTO content_setting (key, value, changed_at) VALUES (?, 'yes', ?) ON CONFLICT (key) DO NOTHING",
		key, tx.NowMillis()).Exec(ctx)
	if err != nil {
		return false, fmt.Errorf("seed content: %w", err)
	}
	n, err := made.RowsAffected()
	return n == 1, err
}

// seedService writes where customer service is, and the one way to the site
// that needs no store: the phone's browser.
func seedService(ctx context.Context, tx *db.Tx, support string) error {
	if _, err := tx.NewRaw("INSERT INTO content_download (name, link, position) VALUES ('H5', '/', 0)").Exec(ctx); err != nil {
		return fmt.Errorf("seed downloads: %w", err)
	}
	if support == "" {
		return nil
	}
	return put(ctx, tx, keySupport, support)
}

func seedFirst(ctx context.Context, tx *db.Tx, isNew bool) error {
	var s shippedFirst
	if err := readShipped("first.json", &s); err != nil {
		return err
	}
	for i := range s.Announcements { // the last one written is the newest
		a := s.Announcements[len(s.Announcements)-1-i]
		hot := int64(0)
		if a.HotDays > 0 {
			hot = tx.Now().Add(time.Duration(a.HotDays) * 24 * time.Hour).UnixMilli()
		}
		if !isNew && a.Since == first {
			continue
		}
		if _, err := insert(ctx, tx, "announcement", []column{{"title", a.Title}, {"body", a.Text}, {"hot_until", hot}, {"published", true}}); err != nil {
			return err
		}
	}
	for i, t := range s.Ticker {
		if !isNew && t.Since == first {
			continue
		}
		if _, err := insert(ctx, tx, "ticker", []column{{"body", t.Text}, {"position", i * 10}, {"published", true}}); err != nil {
			return err
		}
	}
	return seedBanners(ctx, tx, s, isNew)
}

// rewordedBlocks are the words of shipped blocks that were others before.
var rewordedBlocks = []struct {
	id          int64
	now, former string
}{
	{2, "点击「开红包」", "点击「抽红包」"},
	{8, "点击「领取」", "点击「领取红包」"},
}

// shippedBlock is the clean HTML of a shipped text block.
func shippedBlock(id int64) (string, error) {
	text, err := fs.ReadFile(shipped, fmt.Sprintf("shipped/blocks/%d.html", id))
	if err != nil {
		return "", err
	}
	html, err := cleanHTML(string(text))
	if err != nil {
		return "", fmt.Errorf("block %d: %w", id, err)
	}
	return html, nil
}

// rewordOnce gives shipped texts each change of their wording once. A new
// database needs none: it gets the texts as they are now.
func rewordOnce(ctx context.Context, tx *db.Tx, isNew bool) error {
	due := false
	for _, key := range []string{keyReworded, keyReworded2, keyReworded3, keyReworded4} {
		isDue, err := mark(ctx, tx, key)
		if err != nil {
			return err
		}
		due = due || isDue
	}
	if !due || isNew {
		return nil
	}
	return rewordShipped(ctx, tx)
}

// rewordShipped gives unchanged shipped texts their new wording. Texts that
// staff edited stay theirs.
func rewordShipped(ctx context.Context, tx *db.Tx) error {
	var s shippedFirst
	if err := readShipped("first.json", &s); err != nil {
		return err
	}
	reword := func(statement, now, former string) error {
		if former == "" {
			return nil
		}
		if _, err := tx.NewRaw(statement, now, former).Exec(ctx); err != nil {
			return fmt.Errorf("reword shipped content: %w", err)
		}
		return nil
	}
	for _, a := range s.Announcements {
		if err := reword("UPDATE content_announcement SET body = ? WHERE body = ?", a.Text, a.FormerText); err != nil {
			return err
		}
	}
	for _, t := range s.Ticker {
		if err := reword("UPDATE content_ticker SET body = ? WHERE body = ?", t.Text, t.FormerText); err != nil {
			return err
		}
	}
	for _, b := range rewordedBlocks {
		html, err := shippedBlock(b.id)
		if err != nil {
			return err
		}
		former := strings.Replace(html, b.now, b.former, 1)
		if err := reword("UPDATE content_block SET html = ? WHERE html = ?", html, former); err != nil {
			return err
		}
	}
	for _, b := range s.Banners {
		if err := reword("UPDATE content_banner SET line = ? WHERE line = ?", b.Line, b.FormerLine); err != nil {
			return err
		}
	}
	return rewordArticles(reword)
}

// seedBanners writes the banners of both devices. Unchanged banners of the
// first version get their new words and picture.
func seedBanners(ctx context.Context, tx *db.Tx, s shippedFirst, isNew bool) error {
	for _, device := range Devices {
		form := map[string]string{"pc": "", "h5": "-h5"}[device]
		for i, b := range s.Banners {
			banner := Banner{
				Device: device, Picture: "/art/" + b.Name + form + ".svg", Link: b.Link, Alt: b.Title, Title: b.Title, Line: b.Line, Button: b.Button,
				Position: i * 10, Published: true,
			}
			if isNew || b.Since != first {
				if _, err := insert(ctx, tx, "banner", banner.columns()); err != nil {
					return err
				}
				continue
			}
			_, err := tx.NewRaw(`UPDATE content_banner SET picture = ?, link = ?, alt = ?, title = ?, line = ?, button = ?
				WHERE device = ? AND picture = ? AND link = ? AND alt = ? AND title = ''`,
				banner.Picture, banner.Link, banner.Alt, banner.Title, banner.Line, banner.Button,
				device, "/art/"+b.FormerName+".svg", b.FormerLink, b.FormerAlt).Exec(ctx)
			if err != nil {
				return fmt.Errorf("seed banners: %w", err)
			}
		}
	}
	return nil
}

func seedPromotions(ctx context.Context, tx *db.Tx, published bool) error {
	var list []shippedPromotion
	if err := readShipped("promotions.json", &list); err != nil {
		return err
	}
	today := calendar.DayOf(tx.Now())
	for i, p := range list {
		html, err := shippedBlock(p.Content)
		if err != nil {
			return err
		}
		if _, err := insertAs(ctx, tx, "block", p.Content, []column{{"html", html}, {"changed_at", tx.NowMillis()}}); err != nil {
			return err
		}
		promotion := Promotion{
			Name: p.Name, Line: p.Line, Picture: p.Picture, ContentID: p.Content, Needs: p.Needs,
			Starts: today.AddDays(p.StartDays).Start(), Ends: today.AddDays(p.EndDays).Start(), Position: i * 10, Published: published,
		}
		if _, err := insertAs(ctx, tx, "promotion", p.ID, promotion.columns()); err != nil {
			return err
		}
	}
	return nil
}

func readShipped(name string, into any) error {
	text, err := fs.ReadFile(shipped, "shipped/"+name)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("shipped/%s: %w", name, err)
	}
	return nil
}
