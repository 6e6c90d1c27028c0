package content

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"hongyun/internal/db"
	"hongyun/internal/staff"
)

// SaveAnnouncement adds an announcement (ID 0) or changes one, and returns its
// id. It fails with ErrTitle, ErrText, ErrPeriod, ErrNotFound, or ErrBase if the one
// that is changed is not at the base.
func (c *Content) SaveAnnouncement(ctx context.Context, by staff.Actor, base Base, a Announcement) (int64, error) {
	if !plain(a.Title, 60, false) {
		return 0, ErrTitle
	}
	if !plain(a.Text, 2000, true) {
		return 0, ErrText
	}
	if err := a.check(); err != nil {
		return 0, err
	}
	return c.save(ctx, by, base, row{"announcement", a.ID, append(a.columns(),
		column{"title", a.Title}, column{"body", a.Text}, column{"hot_until", millis(a.HotUntil)}, column{"published", a.Published},
	)}, nil)
}

// SaveTickerItem adds a sentence to the ticker or changes one, and returns its
// id. It fails with ErrTicker, ErrPeriod or ErrNotFound.
func (c *Content) SaveTickerItem(ctx context.Context, by staff.Actor, base Base, t TickerItem) (int64, error) {
	if !plain(t.Text, 200, false) {
		return 0, ErrTicker
	}
	if err := t.check(); err != nil {
		return 0, err
	}
	return c.save(ctx, by, base, row{"ticker", t.ID, append(t.columns(),
		column{"body", t.Text}, column{"position", t.Position}, column{"published", t.Published},
	)}, nil)
}

// Devices are the forms of the site that banners are made for.
var Devices = []string{"pc", "h5"}

// SaveBanner adds a banner or changes one, and returns its id. It fails with
// ErrDevice, ErrPicture, ErrLink, ErrTitle (of the alternative text), ErrWords
// (of the words over the picture), ErrPeriod or ErrNotFound. ErrLinkAway says
// that staff who may only write texts sent players to another site.
func (c *Content) SaveBanner(ctx context.Context, by staff.Actor, base Base, b Banner) (int64, error) {
	switch {
	case !slices.Contains(Devices, b.Device):
		return 0, ErrDevice
	case !isPicture(b.Picture):
		return 0, ErrPicture
	case b.Link != "" && !isAddress(b.Link):
		return 0, ErrLink
	case !plain(b.Alt, 60, false):
		return 0, ErrTitle
	case !plainOrNothing(b.Title, 30) || !plainOrNothing(b.Line, 120) || !plainOrNothing(b.Button, 12):
		return 0, ErrWords
	}
	if err := b.check(); err != nil {
		return 0, err
	}
	if b.Link != "" && !isOwnPath(b.Link) && !c.staff.Can(by, staff.SiteManage) {
		return 0, ErrLinkAway
	}
	return c.save(ctx, by, base, row{"banner", b.ID, b.columns()}, nil)
}

func (b Banner) columns() []column {
	return append(b.Window.columns(),
		column{"device", b.Device}, column{"picture", b.Picture}, column{"link", b.Link}, column{"alt", b.Alt}, column{"title", b.Title},
		column{"line", b.Line}, column{"button", b.Button}, column{"position", b.Position}, column{"published", b.Published},
	)
}

// RemoveAnnouncement takes an announcement down for good.
func (c *Content) RemoveAnnouncement(ctx context.Context, by staff.Actor, base Base, id int64, reason string) error {
	return c.remove(ctx, by, base, "announcement", id, reason)
}

// RemoveTickerItem takes a sentence out of the ticker.
func (c *Content) RemoveTickerItem(ctx context.Context, by staff.Actor, base Base, id int64, reason string) error {
	return c.remove(ctx, by, base, "ticker", id, reason)
}

// RemoveBanner takes a banner out of the carousel.
func (c *Content) RemoveBanner(ctx context.Context, by staff.Actor, base Base, id int64, reason string) error {
	return c.remove(ctx, by, base, "banner", id, reason)
}

// column is one named value of a row.
type column struct {
	name  string
	value any
}

// row is a row of content_{noun} as it is to be. The names are this package's
// own, never a caller's.
type row struct {
	noun    string
	id      int64 // 0 for a new one
	columns []column
}

// save writes a row and its next edition, if the check agrees and the row is at the base.
// The line in the audit trail has the old and the new contents.
func (c *Content) save(ctx context.Context, by staff.Actor, base Base, r row, check func(context.Context, *db.Tx) error) (int64, error) {
	id := r.id
	err := c.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if check != nil {
			if err := check(ctx, tx); err != nil {
				return err
			}
		}
		if err := c.hold(ctx, tx, r.columns); err != nil {
			return err
		}
		written := r.id
		var before any
		var err error
		if written == 0 {
			written, err = insert(ctx, tx, r.noun, r.columns)
		} else if before, _, err = c.whole(ctx, tx, r.noun, written); err == nil {
			if err = unchanged(ctx, tx, r.noun, written, base); err == nil {
				err = update(ctx, tx, r.noun, written, r.columns)
			}
		}
		if err != nil {
			return err
		}
		if err := edited(ctx, tx, by.Name, r.noun, written); err != nil {
			return err
		}
		after, label, err := c.whole(ctx, tx, r.noun, written)
		if err != nil {
			return err
		}
		tx.AfterCommit(func() { id = written })
		return c.staff.Audit(ctx, tx, by, staff.Change{
			Action: "content." + r.noun, Subject: fmt.Sprintf("%s:%d", r.noun, written), Label: label, Before: before, After: after,
		})
	})
	return id, err
}

// insert makes a row whose id is the time, or the next free number after it.
func insert(ctx context.Context, tx *db.Tx, noun string, columns []column) (int64, error) {
	for id := tx.NowMillis(); ; id++ {
		if made, err := insertAs(ctx, tx, noun, id, columns); made || err != nil {
			return id, err
		}
	}
}

// insertAs makes a row with a given id, and reports whether the id was free.
func insertAs(ctx context.Context, tx *db.Tx, noun string, id int64, columns []column) (bool, error) {
	names, marks, args := []string{"id", "created_at"}, []string{"?", "?"}, []any{id, tx.NowMillis()}
	for _, c := range columns {
		names, marks, args = append(names, c.name), append(marks, "?"), append(args, c.value)
	}
	statement := "INSERT INTO content_" + noun + " (" + strings.Join(names, ", ") + ") VALUES (" + strings.Join(marks, ", ") + ") ON CONFLICT (id) DO NOTHING"
	made, err := tx.NewRaw(statement, args...).Exec(ctx)
	if err != nil {
		return false, fmt.Errorf("add %s: %w", noun, err)
	}
	n, err := made.RowsAffected()
	return n == 1, err
}

func update(ctx context.Context, tx *db.Tx, noun string, id int64, columns []column) error {
	var sets []string
	var args []any
	for _, c := range columns {
		sets, args = append(sets, c.name+" = ?"), append(args, c.value)
	}
	changed, err := tx.NewRaw("UPDATE content_"+noun+" SET "+strings.Join(sets, ", ")+" WHERE id = ?", append(args, id)...).Exec(ctx)
	if err != nil {
		return fmt.Errorf("change %s: %w", noun, err)
	}
	if n, _ := changed.RowsAffected(); n != 1 {
		return ErrNotFound
	}
	return nil
}

func (c *Content) remove(ctx context.Context, by staff.Actor, base Base, noun string, id int64, reason string) error {
	reason, err := staff.CheckReason(reason)
	if err != nil {
		return err
	}
	return c.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return c.removeIn(ctx, tx, by, base, noun, id, reason) })
}

func (c *Content) removeIn(ctx context.Context, tx *db.Tx, by staff.Actor, base Base, noun string, id int64, reason string) error {
	before, label, err := c.whole(ctx, tx, noun, id)
	if err != nil {
		return err
	}
	if err := unchanged(ctx, tx, noun, id, base); err != nil {
		return err
	}
	if _, err := tx.NewRaw("DELETE FROM content_"+noun+" WHERE id = ?", id).Exec(ctx); err != nil {
		return fmt.Errorf("remove %s: %w", noun, err)
	}
	if err := forgotten(ctx, tx, noun, id); err != nil {
		return err
	}
	return c.staff.Audit(ctx, tx, by, staff.Change{
		Action: "content." + noun, Subject: fmt.Sprintf("%s:%d", noun, id), Label: label, Reason: reason, Before: before,
	})
}

// lock keeps a row as it is until the transaction ends. It fails with
// ErrNotFound.
func lock(ctx context.Context, tx *db.Tx, noun string, id int64) error {
	var found int64
	err := tx.NewRaw("SELECT id FROM content_"+noun+" WHERE id = ?"+tx.ForUpdate(), id).Scan(ctx, &found)
	if errors.Is(err, sql.ErrNoRows) {
		return ErrNotFound
	}
	if err != nil {
		return fmt.Errorf("find %s %d: %w", noun, id, err)
	}
	return nil
}

// whole locks a row and returns all of it, as the audit trail keeps it, with
// its readable title. A reader of the trail can restore the old contents. The
// longest, a block, has maxHTML characters. It fails with ErrNotFound.
func (c *Content) whole(ctx context.Context, tx *db.Tx, noun string, id int64) (all any, label string, err error) {
	if err := lock(ctx, tx, noun, id); err != nil {
		return nil, "", err
	}
	const byID = "WHERE id = ?"
	switch noun {
	case "announcement":
		return only(c.announcements(ctx, tx, byID, id, 1))
	case "ticker":
		return only(c.ticker(ctx, tx, byID, id, 1))
	case "banner":
		return only(c.banners(ctx, tx, byID, id, 1))
	case "promotion":
		return only(c.promotions(ctx, tx, byID, id, 1))
	case "article":
		return only(c.articles(ctx, tx, byID, id, 1))
	case "block":
		return only(c.blocks(ctx, tx, byID, id, 1))
	}
	return nil, "", fmt.Errorf("content has no %s", noun)
}

// only is the one row of a list that was asked for by its id.
func only[T interface{ label() string }](list []T, err error) (any, string, error) {
	switch {
	case err != nil:
		return nil, "", err
	case len(list) != 1:
		return nil, "", ErrNotFound
	}
	return list[0], list[0].label(), nil
}

// The words by which people know a row.
func (a Announcement) label() string { return a.Title }
func (t TickerItem) label() string   { return t.Text }
func (b Banner) label() string       { return b.Alt }
func (p Promotion) label() string    { return p.Name }
func (b Block) label() string        { return beginning(b.HTML, 30) }
