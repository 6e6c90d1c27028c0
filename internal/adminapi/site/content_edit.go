package adminapi

import (
	"context"

	"hongyun/internal/content"
	"hongyun/internal/staff"
)

// ShowingEdit says whether players shall see something, and from when to when.
type ShowingEdit struct {
	Published bool `json:"published"`
	From      *Ms  `json:"from,omitempty"`
	To        *Ms  `json:"to,omitempty"`
}

// AnnouncementEdit is an announcement as it shall be; without an id, a new one.
type AnnouncementEdit struct {
	ID       string `json:"id,omitempty"`
	Title    string `json:"title"`
	Text     string `json:"text"`
	HotUntil *Ms    `json:"hotUntil,omitempty"`
	ShowingEdit
}

// TickerEdit is a sentence of the ticker as it shall be; without an id, a new one.
type TickerEdit struct {
	ID       string `json:"id,omitempty"`
	Text     string `json:"text"`
	Position int    `json:"position"`
	ShowingEdit
}

// BannerEdit is a banner as it shall be; without an id, a new one.
type BannerEdit struct {
	ID       string `json:"id,omitempty"`
	Device   string `json:"device" enum:"pc,h5"`
	Picture  string `json:"picture"`
	Title    string `json:"title"`
	Line     string `json:"line"`
	Button   string `json:"button"`
	Link     string `json:"link"`
	Alt      string `json:"alt"`
	Position int    `json:"position"`
	ShowingEdit
}

// NewOrder is a list in the order it shall have.
type NewOrder struct {
	IDs []string `json:"ids"`
}

func (e ShowingEdit) window() (content.Window, error) {
	from, err := instantOf(e.From, content.ErrPeriod)
	if err != nil {
		return content.Window{}, inField(err, content.ErrPeriod, "from")
	}
	to, err := instantOf(e.To, content.ErrPeriod)
	return content.Window{From: from, To: to}, err
}

func (s *siteHandlers) announcementSave(ctx context.Context, c *call, in AnnouncementEdit) (Saved, error) {
	id, err := savedID(in.ID)
	if err != nil {
		return Saved{}, err
	}
	w, err := in.window()
	if err != nil {
		return Saved{}, err
	}
	hot, err := instantOf(in.HotUntil, content.ErrPeriod)
	if err != nil {
		return Saved{}, inField(err, content.ErrPeriod, "hotUntil")
	}
	return saved(s.Content.SaveAnnouncement(ctx, c.by, content.Announcement{
		ID: id, Title: in.Title, Text: in.Text, HotUntil: hot, Published: in.Published, Window: w,
	}))
}

func (s *siteHandlers) tickerSave(ctx context.Context, c *call, in TickerEdit) (Saved, error) {
	id, err := savedID(in.ID)
	if err != nil {
		return Saved{}, err
	}
	w, err := in.window()
	if err != nil {
		return Saved{}, err
	}
	return saved(s.Content.SaveTickerItem(ctx, c.by, content.TickerItem{
		ID: id, Text: in.Text, Position: in.Position, Published: in.Published, Window: w,
	}))
}

func (s *siteHandlers) bannerSave(ctx context.Context, c *call, in BannerEdit) (Saved, error) {
	id, err := savedID(in.ID)
	if err != nil {
		return Saved{}, err
	}
	w, err := in.window()
	if err != nil {
		return Saved{}, err
	}
	id, err = s.Content.SaveBanner(ctx, c.by, content.Banner{
		ID: id, Device: in.Device, Picture: in.Picture, Title: in.Title, Line: in.Line, Button: in.Button, Link: in.Link, Alt: in.Alt,
		Position: in.Position, Published: in.Published, Window: w,
	})
	return saved(id, inField(err, content.ErrTitle, "alt"))
}

func saved(id int64, err error) (Saved, error) { return Saved{ID: idText(id)}, err }

func (s *siteHandlers) announcementRemove(ctx context.Context, c *call, in Reason) (none, error) {
	return s.contentRemove(ctx, c, in, s.Content.RemoveAnnouncement)
}

func (s *siteHandlers) tickerRemove(ctx context.Context, c *call, in Reason) (none, error) {
	return s.contentRemove(ctx, c, in, s.Content.RemoveTickerItem)
}

func (s *siteHandlers) bannerRemove(ctx context.Context, c *call, in Reason) (none, error) {
	return s.contentRemove(ctx, c, in, s.Content.RemoveBanner)
}

func (s *siteHandlers) promotionRemove(ctx context.Context, c *call, in Reason) (none, error) {
	return s.contentRemove(ctx, c, in, s.Content.RemovePromotion)
}

func (s *siteHandlers) blockRemove(ctx context.Context, c *call, in Reason) (none, error) {
	return s.contentRemove(ctx, c, in, s.Content.RemoveBlock)
}

func (s *siteHandlers) contentRemove(ctx context.Context, c *call, in Reason, remove func(context.Context, staff.Actor, int64, string) error) (none, error) {
	id, err := contentID(c)
	if err != nil {
		return none{}, err
	}
	return none{}, remove(ctx, c.by, id, in.Reason)
}

func (s *siteHandlers) tickerOrder(ctx context.Context, c *call, in NewOrder) (none, error) {
	return s.contentOrder(ctx, c, in, s.Content.OrderTicker)
}

func (s *siteHandlers) bannerOrder(ctx context.Context, c *call, in NewOrder) (none, error) {
	return s.contentOrder(ctx, c, in, s.Content.OrderBanners)
}

func (s *siteHandlers) promotionOrder(ctx context.Context, c *call, in NewOrder) (none, error) {
	return s.contentOrder(ctx, c, in, s.Content.OrderPromotions)
}

func (s *siteHandlers) contentOrder(ctx context.Context, c *call, in NewOrder, order func(context.Context, staff.Actor, []int64) error) (none, error) {
	ids := make([]int64, len(in.IDs))
	for i, text := range in.IDs {
		var err error
		if ids[i], err = knownID(text); err != nil {
			return none{}, err
		}
	}
	return none{}, order(ctx, c.by, ids)
}
