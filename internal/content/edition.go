package content

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
)

// Edition says which version of a content holds, and who made it when. Version 0 is
// the content as it was shipped, or none.
type Edition struct {
	Version int
	At      time.Time
	By      string
}

// The nouns of content that there is many of, each in a table of its own, and of what
// there is once.
const (
	NounAnnouncement = "announcement"
	NounTicker       = "ticker"
	NounBanner       = "banner"
	NounPromotion    = "promotion"
	NounArticle      = "article"
	NounBlock        = "block"

	NounSupport     = keySupport
	NounDownload    = "download"
	NounMaintenance = keyMaintenance
	NounHouse       = keyHouse
	NounFrames      = keyFrames
)

// once is the id of what there is once.
const once = 0

// Base is the version that a change was made against.
type Base struct {
	version int
	any     bool
}

// Against is the version that a page showed.
func Against(version int) Base { return Base{version: version} }

// Whatever agrees with every version. It is for changes that the program or a test
// makes, never for a person who saw a page.
var Whatever = Base{any: true}

type editionRow struct {
	ID, Version, ChangedAt int64
	ChangedBy              string
}

func (r editionRow) edition() Edition {
	return Edition{Version: int(r.Version), At: instant(r.ChangedAt), By: r.ChangedBy}
}

// Editions are those of all contents of a noun by id, without those at version 0. Read
// them before the contents: then an edition is never newer than what is shown with it.
func (c *Content) Editions(ctx context.Context, noun string) (map[int64]Edition, error) {
	var rows []editionRow
	err := c.db.NewRaw("SELECT id, version, changed_at, changed_by FROM content_edition WHERE noun = ? ORDER BY id DESC LIMIT ?", noun, maxKept).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("editions of %s: %w", noun, err)
	}
	out := make(map[int64]Edition, len(rows))
	for _, r := range rows {
		out[r.ID] = r.edition()
	}
	return out, nil
}

// EditionOf is the edition of what there is once.
func (c *Content) EditionOf(ctx context.Context, noun string) (Edition, error) {
	return editionOf(ctx, c.db, noun, once)
}

func editionOf(ctx context.Context, r db.Reader, noun string, id int64) (Edition, error) {
	var row editionRow
	err := r.NewRaw("SELECT id, version, changed_at, changed_by FROM content_edition WHERE noun = ? AND id = ?", noun, id).Scan(ctx, &row)
	if errors.Is(err, sql.ErrNoRows) {
		return Edition{}, nil
	}
	if err != nil {
		return Edition{}, fmt.Errorf("edition of %s %d: %w", noun, id, err)
	}
	return row.edition(), nil
}

// unchanged refuses a change that was made against another version than the one that
// holds, with who made that one and when. The caller has locked the content.
func unchanged(ctx context.Context, r db.Reader, noun string, id int64, base Base) error {
	if base.any {
		return nil
	}
	now, err := editionOf(ctx, r, noun, id)
	switch {
	case err != nil:
		return err
	case now.Version == base.version:
		return nil
	case now.Version == 0:
		return ErrNoBase
	}
	return ErrBase.With(now.By, calendar.Stamp(now.At))
}

// edited makes the next version of a content, in the transaction that changes it.
func edited(ctx context.Context, tx *db.Tx, by, noun string, id int64) error {
	_, err := tx.NewRaw(`INSERT INTO content_edition (noun, id, version, changed_at, changed_by) VALUES (?0, ?1, 1, ?2, ?3)
		ON CONFLICT (noun, id) DO UPDATE SET version = content_edition.version + 1, changed_at = ?2, changed_by = ?3`, noun, id, tx.NowMillis(), by).Exec(ctx)
	if err != nil {
		return fmt.Errorf("next edition of %s %d: %w", noun, id, err)
	}
	return nil
}

// forgotten ends the versions of a content that is removed.
func forgotten(ctx context.Context, tx *db.Tx, noun string, id int64) error {
	if _, err := tx.NewRaw("DELETE FROM content_edition WHERE noun = ? AND id = ?", noun, id).Exec(ctx); err != nil {
		return fmt.Errorf("end the editions of %s %d: %w", noun, id, err)
	}
	return nil
}
