package content

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"hongyun/internal/db"
	"hongyun/internal/staff"
)

// SaveAnnouncement adds an announcement (ID 0) or changes one, and returns its
// id. It fails with ErrTitle, ErrText or ErrNotFound.
func (c *Content) SaveAnnouncement(ctx context.Context, by staff.Actor, a Announcement) (int64, error) {
	if !plain(a.Title, 60, false) {
		return 0, ErrTitle
	}
	if !plain(a.Text, 2000, true) {
		return 0, ErrText
	}
	hot := int64(0)
	if !a.HotUntil.IsZero() {
		hot = a.HotUntil.UnixMilli()
	}
	return c.save(ctx, by, "announcement", a.ID, a.Title, a, []column{
		{"title", a.Title}, {"body", a.Text}, {"hot_until", hot}, {"published", a.Published},
	})
}

// SaveTickerItem adds a sentence to the ticker or changes one, and returns its id.
func (c *Content) SaveTickerItem(ctx context.Context, by staff.Actor, t TickerItem) (int64, error) {
	if !plain(t.Text, 200, false) {
		return 0, ErrText
	}
	return c.save(ctx, by, "ticker", t.ID, t.Text, t, []column{
		{"body", t.Text}, {"position", t.Position}, {"published", t.Published},
	})
}

// SaveBanner adds a banner or changes one, and returns its id. It fails with
// ErrDevice, ErrPicture, ErrLink, ErrTitle (of the alternative text) or ErrNotFound.
func (c *Content) SaveBanner(ctx context.Context, by staff.Actor, b Banner) (int64, error) {
	switch {
	case b.Device != "pc" && b.Device != "h5":
		return 0, ErrDevice
	case b.Picture == "" || !isAddress(b.Picture):
		return 0, ErrPicture
	case b.Link != "" && !isAddress(b.Link):
		return 0, ErrLink
	case !plain(b.Alt, 60, false):
		return 0, ErrTitle
	}
	return c.save(ctx, by, "banner", b.ID, b.Alt, b, []column{
		{"device", b.Device}, {"picture", b.Picture}, {"link", b.Link}, {"alt", b.Alt}, {"position", b.Position}, {"published", b.Published},
	})
}

// RemoveAnnouncement takes an announcement down for good.
func (c *Content) RemoveAnnouncement(ctx context.Context, by staff.Actor, id int64, reason string) error {
	return c.remove(ctx, by, "announcement", id, reason)
}

// RemoveTickerItem takes a sentence out of the ticker.
func (c *Content) RemoveTickerItem(ctx context.Context, by staff.Actor, id int64, reason string) error {
	return c.remove(ctx, by, "ticker", id, reason)
}

// RemoveBanner takes a banner out of the carousel.
func (c *Content) RemoveBanner(ctx context.Context, by staff.Actor, id int64, reason string) error {
	return c.remove(ctx, by, "banner", id, reason)
}

// column is one named value of a row.
type column struct {
	name  string
	value any
}

// save writes a row of content_{noun} and its line in the audit trail. The
// names are this package's own, never a caller's.
func (c *Content) save(ctx context.Context, by staff.Actor, noun string, id int64, label string, after any, columns []column) (int64, error) {
	err := c.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		row := id
		var err error
		if row == 0 {
			row, err = insert(ctx, tx, noun, columns)
		} else {
			err = update(ctx, tx, noun, row, columns)
		}
		if err != nil {
			return err
		}
		if err := c.staff.Audit(ctx, tx, by, staff.Change{
			Action: "content." + noun, Subject: fmt.Sprintf("%s:%d", noun, row), Label: label, After: after,
		}); err != nil {
			return err
		}
		tx.AfterCommit(func() { id = row })
		return nil
	})
	return id, err
}

// insert makes a row whose id is the time, or the next free number after it.
func insert(ctx context.Context, tx *db.Tx, noun string, columns []column) (int64, error) {
	names, marks := []string{"id", "created_at"}, []string{"?", "?"}
	for _, c := range columns {
		names, marks = append(names, c.name), append(marks, "?")
	}
	statement := "INSERT INTO content_" + noun + " (" + strings.Join(names, ", ") + ") VALUES (" + strings.Join(marks, ", ") + ") ON CONFLICT (id) DO NOTHING"
	for id := tx.NowMillis(); ; id++ {
		args := []any{id, tx.NowMillis()}
		for _, c := range columns {
			args = append(args, c.value)
		}
		made, err := tx.NewRaw(statement, args...).Exec(ctx)
		if err != nil {
			return 0, fmt.Errorf("add %s: %w", noun, err)
		}
		if n, _ := made.RowsAffected(); n == 1 {
			return id, nil
		}
	}
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

func (c *Content) remove(ctx context.Context, by staff.Actor, noun string, id int64, reason string) error {
	reason, err := staff.CheckReason(reason)
	if err != nil {
		return err
	}
	column := map[string]string{"announcement": "title", "ticker": "body", "banner": "alt"}[noun]
	return c.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		var label string
		err := tx.NewRaw("DELETE FROM content_"+noun+" WHERE id = ? RETURNING "+column, id).Scan(ctx, &label)
		if errors.Is(err, sql.ErrNoRows) {
			return ErrNotFound
		}
		if err != nil {
			return fmt.Errorf("remove %s: %w", noun, err)
		}
		return c.staff.Audit(ctx, tx, by, staff.Change{
			Action: "content." + noun, Subject: fmt.Sprintf("%s:%d", noun, id), Label: label, Reason: reason, Before: map[string]string{column: label},
		})
	})
}

// SetSupportLink sets the address of customer service. It fails with ErrLink.
func (c *Content) SetSupportLink(ctx context.Context, by staff.Actor, link string) error {
	if !isAddress(link) {
		return ErrLink
	}
	return c.set(ctx, by, keySupport, link, map[string]string{"link": link})
}

// SetMaintenance closes the site for a period, or (On false) opens it. It
// fails with ErrPeriod when the period ends before it begins or is over.
func (c *Content) SetMaintenance(ctx context.Context, by staff.Actor, m Maintenance, reason string) error {
	reason, err := staff.CheckReason(reason)
	if err != nil {
		return err
	}
	s := schedule{On: m.On}
	if m.On {
		s.From, s.To = millis(m.From), millis(m.To)
		if s.To > 0 && (s.To <= s.From || !m.To.After(c.db.Clock().Now())) {
			return ErrPeriod
		}
	}
	value, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return c.set(ctx, by, keyMaintenance, string(value), map[string]any{"maintenance": s, "reason": reason})
}

func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

func (c *Content) set(ctx context.Context, by staff.Actor, key, value string, after any) error {
	return c.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		before, err := setting(ctx, tx, key)
		if err != nil {
			return err
		}
		if err := put(ctx, tx, key, value); err != nil {
			return err
		}
		return c.staff.Audit(ctx, tx, by, staff.Change{Action: "content." + key, Subject: "content:" + key, Label: key, Before: before, After: after})
	})
}

func put(ctx context.Context, tx *db.Tx, key, value string) error {
	_, err := tx.NewRaw(`INSERT INTO content_setting (key, value, changed_at) VALUES (?, ?, ?)
		ON CONFLICT (key) DO UPDATE SET value = excluded.value, changed_at = excluded.changed_at`, key, value, tx.NowMillis()).Exec(ctx)
	if err != nil {
		return fmt.Errorf("write setting %s: %w", key, err)
	}
	return nil
}

// SetDownloads replaces the list of apps.
func (c *Content) SetDownloads(ctx context.Context, by staff.Actor, downloads []Download) error {
	for i, d := range downloads {
		switch {
		case i >= 20, slices.ContainsFunc(downloads[:i], func(o Download) bool { return o.Name == d.Name }):
			return ErrDownloads
		case !plain(d.Name, 60, false):
			return ErrTitle
		case !isAddress(d.Link):
			return ErrLink
		}
	}
	return c.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if _, err := tx.NewRaw("DELETE FROM content_download").Exec(ctx); err != nil {
			return err
		}
		for i, d := range downloads {
			if _, err := tx.NewRaw("INSERT INTO content_download (name, link, position) VALUES (?, ?, ?)", d.Name, d.Link, i).Exec(ctx); err != nil {
				return fmt.Errorf("write downloads: %w", err)
			}
		}
		return c.staff.Audit(ctx, tx, by, staff.Change{Action: "content.download", Subject: "content:download", Label: "download", After: downloads})
	})
}

// plain reports whether text is 1 to limit characters that show what they are:
// no control or direction characters (trust INP-4).
func plain(text string, limit int, lines bool) bool {
	n := utf8.RuneCountInString(text)
	if n == 0 || n > limit || !utf8.ValidString(text) || strings.TrimSpace(text) == "" {
		return false
	}
	return !strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.C, r) && !(lines && r == '\n') })
}

// isAddress reports whether a browser may be sent somewhere: to a page or file
// of this site ("/art/a.svg", "/#/Deposit"), or by https. Plain http is for
// this machine alone, where the demo runs.
func isAddress(link string) bool {
	if len(link) > 500 || strings.ContainsFunc(link, func(r rune) bool { return unicode.IsSpace(r) || unicode.Is(unicode.C, r) || r == '\\' }) {
		return false
	}
	u, err := url.Parse(link)
	if err != nil || u.User != nil || u.Opaque != "" {
		return false
	}
	switch u.Scheme {
	case "":
		return u.Host == "" && strings.HasPrefix(link, "/") && !strings.HasPrefix(link, "//")
	case "https":
		return u.Hostname() != ""
	case "http":
		return u.Hostname() == "127.0.0.1" || u.Hostname() == "localhost"
	}
	return false
}
