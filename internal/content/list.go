package content

import (
	"context"
	"fmt"

	"hongyun/internal/db"
)

// The longest lists: what goes to players, and what staff work with.
const (
	maxShown = 50
	maxKept  = 500
)

// Announcements lists those that players may read now, newest first.
func (c *Content) Announcements(ctx context.Context) ([]Announcement, error) {
	where, args := c.shownNow()
	return c.announcements(ctx, c.db, where, append(args, maxShown)...)
}

// AllAnnouncements lists unpublished ones too, for staff.
func (c *Content) AllAnnouncements(ctx context.Context) ([]Announcement, error) {
	return c.announcements(ctx, c.db, "", maxKept)
}

// AnyHot reports whether an announcement pops up now, so that the home page
// asks for announcements only then (HOME-04).
func (c *Content) AnyHot(ctx context.Context) (bool, error) {
	where, args := c.shownNow()
	var n int
	err := c.db.NewRaw("SELECT count(*) FROM content_announcement "+where+" AND hot_until > ?", append(args, args[0])...).Scan(ctx, &n)
	if err != nil {
		return false, fmt.Errorf("look for hot announcements: %w", err)
	}
	return n > 0, nil
}

func (c *Content) announcements(ctx context.Context, r db.Reader, where string, args ...any) ([]Announcement, error) {
	var rows []struct {
		ID                  int64
		Title, Body         string
		HotUntil, CreatedAt int64
		Published           bool
		windowRow
	}
	// An announcement written ahead is news on the day it appears.
	err := r.NewRaw(`SELECT id, title, body, hot_until, published, created_at, shown_from, shown_to FROM content_announcement `+where+`
		ORDER BY CASE WHEN shown_from > created_at THEN shown_from ELSE created_at END DESC, id DESC LIMIT ?`, args...).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("list announcements: %w", err)
	}
	out := make([]Announcement, len(rows))
	for i, r := range rows {
		out[i] = Announcement{
			ID: r.ID, Title: r.Title, Text: r.Body, HotUntil: instant(r.HotUntil), Published: r.Published,
			CreatedAt: instant(r.CreatedAt), Window: r.window(),
		}
	}
	return out, nil
}

// Ticker lists the sentences shown now, in their order.
func (c *Content) Ticker(ctx context.Context) ([]TickerItem, error) {
	where, args := c.shownNow()
	return c.ticker(ctx, c.db, where, append(args, maxShown)...)
}

// WholeTicker lists unpublished sentences too, for staff.
func (c *Content) WholeTicker(ctx context.Context) ([]TickerItem, error) {
	return c.ticker(ctx, c.db, "", maxKept)
}

func (c *Content) ticker(ctx context.Context, r db.Reader, where string, args ...any) ([]TickerItem, error) {
	var rows []struct {
		ID        int64
		Body      string
		Position  int
		Published bool
		windowRow
	}
	err := r.NewRaw("SELECT id, body, position, published, shown_from, shown_to FROM content_ticker "+where+
		" ORDER BY position, id LIMIT ?", args...).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("list ticker: %w", err)
	}
	out := make([]TickerItem, len(rows))
	for i, r := range rows {
		out[i] = TickerItem{ID: r.ID, Text: r.Body, Position: r.Position, Published: r.Published, Window: r.window()}
	}
	return out, nil
}

// Banners lists the banners of a device, "pc" or "h5", that are shown now, in
// their order. Another device has those of the desktop.
func (c *Content) Banners(ctx context.Context, device string) ([]Banner, error) {
	if device != "h5" {
		device = "pc"
	}
	where, args := c.shownNow()
	return c.banners(ctx, c.db, where+" AND device = ?", append(args, device, maxShown)...)
}

// AllBanners lists unpublished ones too, for staff.
func (c *Content) AllBanners(ctx context.Context) ([]Banner, error) {
	return c.banners(ctx, c.db, "", maxKept)
}

func (c *Content) banners(ctx context.Context, r db.Reader, where string, args ...any) ([]Banner, error) {
	var rows []struct {
		ID                                              int64
		Device, Picture, Link, Alt, Title, Line, Button string
		Position                                        int
		Published                                       bool
		windowRow
	}
	err := r.NewRaw("SELECT id, device, picture, link, alt, title, line, button, position, published, shown_from, shown_to FROM content_banner "+where+
		" ORDER BY device DESC, position, id LIMIT ?", args...).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("list banners: %w", err)
	}
	out := make([]Banner, len(rows))
	for i, r := range rows {
		out[i] = Banner{
			ID: r.ID, Device: r.Device, Picture: r.Picture, Link: r.Link, Alt: r.Alt, Title: r.Title, Line: r.Line, Button: r.Button,
			Position: r.Position, Published: r.Published, Window: r.window(),
		}
	}
	return out, nil
}

// Downloads lists the apps, in their order.
func (c *Content) Downloads(ctx context.Context) ([]Download, error) { return c.downloads(ctx, c.db) }

func (c *Content) downloads(ctx context.Context, r db.Reader) ([]Download, error) {
	downloads := []Download{}
	err := r.NewRaw("SELECT name, link FROM content_download ORDER BY position, name LIMIT ?", maxShown).Scan(ctx, &downloads)
	if err != nil {
		return nil, fmt.Errorf("list downloads: %w", err)
	}
	return downloads, nil
}
