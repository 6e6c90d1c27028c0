package content

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"hongyun/internal/db"
	"hongyun/internal/staff"
)

// maxHTML is the longest block in characters, tags included; before the
// sanitiser it may have up to maxSent.
const (
	maxHTML = 20_000
	maxSent = 3 * maxHTML
)

type blockRow struct {
	ID        int64
	HTML      string `bun:"html"`
	ChangedAt int64
}

// cleanBlock is the sanitised row of a block.
type cleanBlock struct{ stored, html string }

// Blocks lists all of them, for staff.
func (c *Content) Blocks(ctx context.Context) ([]Block, error) {
	return c.blocks(ctx, c.db, "", maxKept)
}

func (c *Content) blocks(ctx context.Context, r db.Reader, where string, args ...any) ([]Block, error) {
	var rows []blockRow
	err := r.NewRaw("SELECT id, html, changed_at FROM content_block "+where+" ORDER BY id LIMIT ?", args...).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("list blocks: %w", err)
	}
	out := make([]Block, len(rows))
	for i, r := range rows {
		out[i] = Block{ID: r.ID, HTML: c.cleanOf(r), ChangedAt: instant(r.ChangedAt)}
	}
	return out, nil
}

// cleanOf cleans a block once more on its way out. Rows may be older than the
// rules of today, or written past this package (trust CSP-1).
func (c *Content) cleanOf(r blockRow) string {
	if known, ok := c.clean.Load(r.ID); ok && known.(cleanBlock).stored == r.HTML {
		return known.(cleanBlock).html
	}
	html := Sanitise(r.HTML)
	c.clean.Store(r.ID, cleanBlock{r.HTML, html})
	return html
}

// SaveBlock adds a block (ID 0) or changes one, and returns its id. It stores
// the HTML that Sanitise leaves. It fails with ErrBlock when nothing is left or
// it is too long, or with ErrNotFound. ErrLinkAway says that staff who may only
// write texts linked to another site.
func (c *Content) SaveBlock(ctx context.Context, by staff.Actor, base Base, b Block) (int64, error) {
	html, err := cleanHTML(b.HTML)
	if err != nil {
		return 0, err
	}
	if strings.Contains(html, `href="http`) && !c.staff.Can(by, staff.SiteManage) {
		return 0, ErrLinkAway
	}
	return c.save(ctx, by, base, row{"block", b.ID, []column{{"html", html}, {"changed_at", c.db.Clock().Now().UnixMilli()}}}, nil)
}

// RemoveBlock takes a block away for good. It fails with ErrInUse while a
// promotion shows it.
func (c *Content) RemoveBlock(ctx context.Context, by staff.Actor, base Base, id int64, reason string) error {
	reason, err := staff.CheckReason(reason)
	if err != nil {
		return err
	}
	return c.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := lock(ctx, tx, "block", id); err != nil {
			return err
		}
		var uses int
		if err := tx.NewRaw("SELECT count(*) FROM content_promotion WHERE content = ?", id).Scan(ctx, &uses); err != nil {
			return fmt.Errorf("count promotions of block %d: %w", id, err)
		}
		if uses > 0 {
			return ErrInUse
		}
		return c.removeIn(ctx, tx, by, base, "block", id, reason)
	})
}

// cleanHTML is Sanitise within the sizes of a block.
func cleanHTML(sent string) (string, error) {
	if utf8.RuneCountInString(sent) > maxSent || !utf8.ValidString(sent) {
		return "", ErrBlock
	}
	html := Sanitise(sent)
	if utf8.RuneCountInString(html) > maxHTML || beginning(html, 1) == "" && !hasPicture(html) {
		return "", ErrBlock
	}
	return html, nil
}
