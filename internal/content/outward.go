package content

import (
	"context"
	"fmt"
	"slices"

	"hongyun/internal/db"
	"hongyun/internal/staff"
)

// The addresses of customer service and of apps lead players away from the site. A person
// who changes them could take passwords and money. Two people change them, unless there is
// one owner alone (H-462).
const (
	kindSupport   staff.Kind[supportAsked]   = "content.support"
	kindDownloads staff.Kind[downloadsAsked] = "content.download"
)

// supportAsked is what a second person agrees to.
type supportAsked struct {
	Base int    `json:"base"`
	Link string `json:"link"`
}

// downloadsAsked is what a second person agrees to.
type downloadsAsked struct {
	Base  int        `json:"base"`
	Items []Download `json:"items"`
}

// SetSupportLink sets the address of customer service, or asks a second person to. It
// returns the id of the request, if one was made. It fails with ErrLink, ErrSame,
// ErrBase, and staff's faults.
func (c *Content) SetSupportLink(ctx context.Context, by staff.Actor, base Base, link, reason string) (approval string, err error) {
	if !isAddress(link) {
		return "", ErrLink
	}
	return c.byTwo(ctx, by, base, NounSupport, reason, func(ctx context.Context, tx *db.Tx, version int) (staff.Request, error) {
		old, err := setting(ctx, tx, keySupport)
		if err == nil && old == link {
			err = ErrSame
		}
		return kindSupport.Request(supportAsked{Base: version, Link: link}, staff.Request{
			Label: "客服地址", Title: "修改客服地址",
			Details: []staff.Detail{{Label: "现在的地址", Value: orNone(old)}, {Label: "新的地址", Value: link}},
		}), err
	}, func(ctx context.Context, tx *db.Tx, reason string) error {
		return c.writeSupport(ctx, tx, by, by.Name, link, reason)
	})
}

// SetDownloads replaces the list of apps, or asks a second person to. It returns the id of
// the request, if one was made. It fails with ErrDownloads, ErrTitle, ErrLink, ErrSame,
// ErrBase, what Hold refuses, and staff's faults.
func (c *Content) SetDownloads(ctx context.Context, by staff.Actor, base Base, downloads []Download, reason string) (approval string, err error) {
	for i, d := range downloads {
		switch {
		case i >= maxDownloads, slices.ContainsFunc(downloads[:i], func(o Download) bool { return o.Name == d.Name }):
			return "", ErrDownloads
		case !plain(d.Name, 60, false):
			return "", ErrTitle
		case !isAddress(d.Link):
			return "", ErrLink
		}
	}
	return c.byTwo(ctx, by, base, NounDownload, reason, func(ctx context.Context, tx *db.Tx, version int) (staff.Request, error) {
		old, err := c.downloads(ctx, tx)
		if err == nil && slices.Equal(old, downloads) {
			err = ErrSame
		}
		if err == nil {
			err = c.holdLinks(ctx, tx, downloads)
		}
		return kindDownloads.Request(downloadsAsked{Base: version, Items: downloads}, staff.Request{
			Label: "应用下载地址", Title: "修改应用下载地址", Details: downloadLines(old, downloads),
		}), err
	}, func(ctx context.Context, tx *db.Tx, reason string) error {
		return c.writeDownloads(ctx, tx, by, by.Name, downloads, reason)
	})
}

const (
	maxDownloads = 20
	appLabel     = "应用 " // before the name of an app in what the second person reads
)

// byTwo asks a second person for a change that request describes, or makes it by write
// where one person is enough. The change was made against base.
func (c *Content) byTwo(ctx context.Context, by staff.Actor, base Base, noun, reason string,
	request func(ctx context.Context, tx *db.Tx, version int) (staff.Request, error), write func(ctx context.Context, tx *db.Tx, reason string) error,
) (approval string, err error) {
	if reason, err = staff.CheckReason(reason); err != nil {
		return "", err
	}
	err = c.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		approval = ""
		if err := c.staff.LockAudit(ctx, tx); err != nil {
			return err
		}
		if err := unchanged(ctx, tx, noun, once, base); err != nil {
			return err
		}
		now, err := editionOf(ctx, tx, noun, once)
		if err != nil {
			return err
		}
		r, err := request(ctx, tx, now.Version)
		if err != nil {
			return err
		}
		two, err := c.staff.NeedsTwo(ctx, tx, by)
		if err != nil {
			return err
		}
		if !two {
			return write(ctx, tx, reason)
		}
		r.Subject, r.Reason = subjectOf(noun), reason
		approval, err = c.staff.RequestApproval(ctx, tx, by, r)
		return err
	})
	return approval, err
}

// supportApproved carries out a request of SetSupportLink.
func (c *Content) supportApproved(ctx context.Context, tx *db.Tx, by staff.Actor, a staff.Approval, asked supportAsked) error {
	if err := c.stillAt(ctx, tx, NounSupport, asked.Base); err != nil {
		return err
	}
	return c.writeSupport(ctx, tx, by, authors(a, by), asked.Link, a.Reason)
}

// downloadsApproved carries out a request of SetDownloads.
func (c *Content) downloadsApproved(ctx context.Context, tx *db.Tx, by staff.Actor, a staff.Approval, asked downloadsAsked) error {
	if err := c.stillAt(ctx, tx, NounDownload, asked.Base); err != nil {
		return err
	}
	if err := c.holdLinks(ctx, tx, asked.Items); err != nil {
		return err
	}
	return c.writeDownloads(ctx, tx, by, authors(a, by), asked.Items, a.Reason)
}

// stillAt makes a request void whose content has another version by now: its second
// person read another difference.
func (c *Content) stillAt(ctx context.Context, tx *db.Tx, noun string, version int) error {
	if err := c.staff.LockAudit(ctx, tx); err != nil {
		return err
	}
	now, err := editionOf(ctx, tx, noun, once)
	if err == nil && now.Version != version {
		err = staff.ErrSubjectChange
	}
	return err
}

// authors are those who made and approved a version.
func authors(a staff.Approval, by staff.Actor) string {
	return a.MakerName + "（" + by.Name + "复核）"
}

func (c *Content) writeSupport(ctx context.Context, tx *db.Tx, by staff.Actor, authors, link, reason string) error {
	return c.write(ctx, tx, by, authors, keySupport, link, map[string]string{"link": link}, reason)
}

func (c *Content) writeDownloads(ctx context.Context, tx *db.Tx, by staff.Actor, authors string, downloads []Download, reason string) error {
	before, err := c.downloads(ctx, tx)
	if err != nil {
		return err
	}
	if _, err := tx.NewRaw("DELETE FROM content_download").Exec(ctx); err != nil {
		return fmt.Errorf("replace downloads: %w", err)
	}
	for i, d := range downloads {
		if _, err := tx.NewRaw("INSERT INTO content_download (name, link, position) VALUES (?, ?, ?)", d.Name, d.Link, i).Exec(ctx); err != nil {
			return fmt.Errorf("write downloads: %w", err)
		}
	}
	if err := edited(ctx, tx, authors, NounDownload, once); err != nil {
		return err
	}
	return c.staff.Audit(ctx, tx, by, staff.Change{
		Action: "content.download", Subject: subjectOf(NounDownload), Label: NounDownload, Reason: reason, Before: before, After: downloads,
	})
}

// holdLinks keeps the uploaded apps of a list.
func (c *Content) holdLinks(ctx context.Context, tx *db.Tx, downloads []Download) error {
	for _, d := range downloads {
		if err := c.hold(ctx, tx, []column{{"link", d.Link}}); err != nil {
			return err
		}
	}
	return nil
}

// downloadLines tell what becomes of each app, those that stay too: the second person
// sees the whole list.
func downloadLines(was, next []Download) []staff.Detail {
	link := func(list []Download, name string) string {
		at := slices.IndexFunc(list, func(d Download) bool { return d.Name == name })
		if at < 0 {
			return ""
		}
		return list[at].Link
	}
	var lines []staff.Detail
	for _, d := range next {
		switch old := link(was, d.Name); old {
		case d.Link:
			lines = append(lines, staff.Detail{Label: appLabel + d.Name, Value: d.Link + "（未变）"})
		default:
			lines = append(lines, staff.Detail{Label: appLabel + d.Name, Value: orNone(old) + " → " + d.Link})
		}
	}
	for _, d := range was {
		if link(next, d.Name) == "" {
			lines = append(lines, staff.Detail{Label: appLabel + d.Name, Value: d.Link + " → 移除"})
		}
	}
	return lines
}

func orNone(text string) string {
	if text == "" {
		return "无"
	}
	return text
}
