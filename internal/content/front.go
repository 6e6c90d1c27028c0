package content

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/uptrace/bun"
)

// Front is the content in every page of the site, so that its first paint waits
// for no call.
type Front struct {
	House              House
	Frames             []string
	Maintenance        Maintenance
	Banners, BannersH5 []Banner
	Ticker             []TickerItem
	Hot                bool // an announcement pops up now (HOME-04)
}

// Front reads all of it, with one query to each table. It is read every two
// seconds while there are visitors.
func (c *Content) Front(ctx context.Context) (Front, error) {
	f := Front{Frames: []string{}}
	var s schedule
	if err := c.readSettings(ctx, map[string]any{keyHouse: &f.House, keyFrames: &f.Frames, keyMaintenance: &s}); err != nil {
		return f, err
	}
	f.Maintenance = s.at(c.db.Clock().Now().UnixMilli())
	where, args := c.shownNow()
	banners, err := c.banners(ctx, c.db, where, append(args, 2*maxShown)...)
	if err != nil {
		return f, err
	}
	for _, b := range banners {
		if b.Device == "h5" {
			f.BannersH5 = append(f.BannersH5, b)
		} else {
			f.Banners = append(f.Banners, b)
		}
	}
	if f.Ticker, err = c.Ticker(ctx); err != nil {
		return f, err
	}
	f.Hot, err = c.AnyHot(ctx)
	return f, err
}

// readSettings reads several settings at once into the values named for them.
// A setting that was never made leaves its value as it is.
func (c *Content) readSettings(ctx context.Context, into map[string]any) error {
	keys := make([]string, 0, len(into))
	for key := range into {
		keys = append(keys, key)
	}
	var rows []struct{ Key, Value string }
	if err := c.db.NewRaw("SELECT key, value FROM content_setting WHERE key IN (?)", bun.List(keys)).Scan(ctx, &rows); err != nil {
		return fmt.Errorf("read settings: %w", err)
	}
	for _, row := range rows {
		if err := json.Unmarshal([]byte(row.Value), into[row.Key]); err != nil {
			return fmt.Errorf("read setting %s: %w", row.Key, err)
		}
	}
	return nil
}
