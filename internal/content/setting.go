package content

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"hongyun/internal/db"
	"hongyun/internal/staff"
)

// The keys of content_setting.
const (
	keySupport     = "support"
	keyMaintenance = "maintenance"
	keyHouse       = "house"
	keyFrames      = "frames"
	keySeeded      = "seeded"      // the first contents were written
	keySeeded2     = "seeded.2"    // and the promotions, which came later
	keyReworded    = "seeded.3"    // and the words about limits, which players set themselves since
	keySeededHelp  = "seeded.help" // the first articles of the help page
	keyReworded2   = "seeded.4"    // and the words about venues, without a promise that more open (H-320)
	keyReworded3   = "seeded.5"    // and the words about buttons and the withdrawal password (H-492)
	keyReworded4   = "seeded.6"    // and the banner of board games, without the names of two venues
	keySeededHelp2 = "seeded.7"    // and the articles of the help page that came later
)

// SupportLink is the address of customer service, empty if none was set
// (NAV-09).
func (c *Content) SupportLink(ctx context.Context) (string, error) {
	return setting(ctx, c.db, keySupport)
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

func (c *Content) set(ctx context.Context, by staff.Actor, base Base, key, value string, after any, reason string) error {
	return c.setAnd(ctx, by, base, key, value, after, reason, func(context.Context, *db.Tx) error { return nil })
}

// setAnd is set with more in its transaction.
func (c *Content) setAnd(ctx context.Context, by staff.Actor, base Base, key, value string, after any, reason string, and func(context.Context, *db.Tx) error) error {
	return c.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		// If two people save at once, the second one is refused.
		if err := c.staff.LockAudit(ctx, tx); err != nil {
			return err
		}
		if err := unchanged(ctx, tx, key, once, base); err != nil {
			return err
		}
		if err := and(ctx, tx); err != nil {
			return err
		}
		return c.write(ctx, tx, by, by.Name, key, value, after, reason)
	})
}

// write stores a value, its next edition by these authors, and its line in the trail.
func (c *Content) write(ctx context.Context, tx *db.Tx, by staff.Actor, authors, key, value string, after any, reason string) error {
	before, err := setting(ctx, tx, key)
	if err != nil {
		return err
	}
	if err := put(ctx, tx, key, value); err != nil {
		return err
	}
	if err := edited(ctx, tx, authors, key, once); err != nil {
		return err
	}
	return c.staff.Audit(ctx, tx, by, staff.Change{
		Action: "content." + key, Subject: subjectOf(key), Label: key, Reason: reason, Before: told(key, before), After: after,
	})
}

// subjectOf is the subject of requests about what there is once, and of its trail.
func subjectOf(noun string) string { return "content:" + noun }

// told is a stored value as the trail shows it: an object, nil if there was none.
func told(key, value string) any {
	switch {
	case value == "":
		return nil
	case strings.HasPrefix(value, "{"):
		return json.RawMessage(value)
	}
	return map[string]string{key: value}
}

func put(ctx context.Context, tx *db.Tx, key, value string) error {
	_, err := tx.NewRaw(`INSERT INTO content_setting (key, value, changed_at) VALUES (?, ?, ?)
		ON CONFLICT (key) DO UPDATE SET value = excluded.value, changed_at = excluded.changed_at`, key, value, tx.NowMillis()).Exec(ctx)
	if err != nil {
		return fmt.Errorf("write setting %s: %w", key, err)
	}
	return nil
}
