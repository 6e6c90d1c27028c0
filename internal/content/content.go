package content

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/staff"
)

// Announcement is a message to all players.
type Announcement struct {
	ID        int64 // 0 for a new one
	Title     string
	Text      string
	HotUntil  time.Time // pops up until then (HOME-04); zero: does not
	Published bool
	CreatedAt time.Time
}

// TickerItem is one sentence of the ticker (HOME-03).
type TickerItem struct {
	ID        int64
	Text      string
	Position  int // lower ones come first
	Published bool
}

// Banner is one picture of the carousel (HOME-01).
type Banner struct {
	ID        int64
	Device    string // pc or h5
	Picture   string // address
	Link      string // where a click leads, or nothing
	Alt       string
	Position  int
	Published bool
}

// Download is one app that players can install.
type Download struct{ Name, Link string }

// Maintenance says whether the site is closed, and from when to when (MNT-01).
type Maintenance struct {
	On       bool
	From, To time.Time // zero: open at that end
}

// Config is what New needs.
type Config struct {
	DB    *db.DB
	Staff *staff.Staff
}

// Content is everything the site says of itself.
type Content struct {
	db    *db.DB
	staff *staff.Staff
}

// New connects the package to its database and the audit trail.
func New(c Config) *Content { return &Content{db: c.DB, staff: c.Staff} }

// maxShown bounds each list that goes to players.
const maxShown = 50

// Announcements lists the published ones, newest first.
func (c *Content) Announcements(ctx context.Context) ([]Announcement, error) {
	return c.announcements(ctx, "WHERE published")
}

// AllAnnouncements lists unpublished ones too, for staff.
func (c *Content) AllAnnouncements(ctx context.Context) ([]Announcement, error) {
	return c.announcements(ctx, "")
}

func (c *Content) announcements(ctx context.Context, where string) ([]Announcement, error) {
	var rows []struct {
		ID                  int64
		Title, Body         string
		HotUntil, CreatedAt int64
		Published           bool
	}
	err := c.db.NewRaw("SELECT id, title, body, hot_until, published, created_at FROM content_announcement "+where+
		" ORDER BY created_at DESC, id DESC LIMIT ?", maxShown).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("list announcements: %w", err)
	}
	out := make([]Announcement, len(rows))
	for i, r := range rows {
		out[i] = Announcement{
			ID: r.ID, Title: r.Title, Text: r.Body, HotUntil: instant(r.HotUntil), Published: r.Published, CreatedAt: instant(r.CreatedAt),
		}
	}
	return out, nil
}

// Ticker lists the published sentences, in their order.
func (c *Content) Ticker(ctx context.Context) ([]TickerItem, error) {
	return c.ticker(ctx, "WHERE published")
}

// WholeTicker lists unpublished sentences too, for staff.
func (c *Content) WholeTicker(ctx context.Context) ([]TickerItem, error) { return c.ticker(ctx, "") }

func (c *Content) ticker(ctx context.Context, where string) ([]TickerItem, error) {
	items := []TickerItem{}
	err := c.db.NewRaw("SELECT id, body AS text, position, published FROM content_ticker "+where+
		" ORDER BY position, id LIMIT ?", maxShown).Scan(ctx, &items)
	if err != nil {
		return nil, fmt.Errorf("list ticker: %w", err)
	}
	return items, nil
}

// Banners lists the published banners of a device, "pc" or "h5", in their
// order. Another device has those of the desktop.
func (c *Content) Banners(ctx context.Context, device string) ([]Banner, error) {
	if device != "h5" {
		device = "pc"
	}
	return c.banners(ctx, "WHERE published AND device = ?", device)
}

// AllBanners lists unpublished ones too, for staff.
func (c *Content) AllBanners(ctx context.Context) ([]Banner, error) { return c.banners(ctx, "") }

func (c *Content) banners(ctx context.Context, where string, args ...any) ([]Banner, error) {
	banners := []Banner{}
	err := c.db.NewRaw("SELECT id, device, picture, link, alt, position, published FROM content_banner "+where+
		" ORDER BY device, position, id LIMIT ?", append(args, maxShown)...).Scan(ctx, &banners)
	if err != nil {
		return nil, fmt.Errorf("list banners: %w", err)
	}
	return banners, nil
}

// Downloads lists the apps, in their order.
func (c *Content) Downloads(ctx context.Context) ([]Download, error) {
	downloads := []Download{}
	err := c.db.NewRaw("SELECT name, link FROM content_download ORDER BY position, name LIMIT ?", maxShown).Scan(ctx, &downloads)
	if err != nil {
		return nil, fmt.Errorf("list downloads: %w", err)
	}
	return downloads, nil
}

// The keys of content_setting.
const (
	keySupport     = "support"
	keyMaintenance = "maintenance"
	keySeeded      = "seeded"
)

// SupportLink is the address of customer service, empty if none was set.
func (c *Content) SupportLink(ctx context.Context) (string, error) {
	return setting(ctx, c.db, keySupport)
}

// schedule is how the maintenance of the site is stored.
type schedule struct {
	On   bool  `json:"on"`
	From int64 `json:"from"` // unix ms, 0: open
	To   int64 `json:"to"`
}

// Maintenance says whether the site is closed at this moment. A period that
// lies ahead or is over is not on, but a coming one is told.
func (c *Content) Maintenance(ctx context.Context) (Maintenance, error) {
	s, err := readSchedule(ctx, c.db)
	if err != nil || !s.On {
		return Maintenance{}, err
	}
	now := c.db.Clock().Now().UnixMilli()
	if s.To > 0 && now >= s.To {
		return Maintenance{}, nil
	}
	return Maintenance{On: now >= s.From, From: instant(s.From), To: instant(s.To)}, nil
}

func readSchedule(ctx context.Context, r db.Reader) (schedule, error) {
	var s schedule
	text, err := setting(ctx, r, keyMaintenance)
	if err != nil || text == "" {
		return s, err
	}
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		return s, fmt.Errorf("read maintenance: %w", err)
	}
	return s, nil
}

func setting(ctx context.Context, r db.Reader, key string) (string, error) {
	var value string
	err := r.NewRaw("SELECT value FROM content_setting WHERE key = ?", key).Scan(ctx, &value)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("read setting %s: %w", key, err)
	}
	return value, nil
}

func instant(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return calendar.FromMillis(ms)
}
