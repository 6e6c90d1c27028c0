package site

import (
	"context"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/content"
	"hongyun/internal/staff"
)

// ShowingEdit says whether players shall see something, and from when to when.
type ShowingEdit struct {
	Published bool     `json:"published"`
	From      *wire.Ms `json:"from,omitempty"`
	To        *wire.Ms `json:"to,omitempty"`
}

// AnnouncementEdit is an announcement as it shall be; without an id, a new one.
type AnnouncementEdit struct {
	ID       string   `json:"id,omitempty"`
	Title    string   `json:"title"`
	Text     string   `json:"text"`
	HotUntil *wire.Ms `json:"hotUntil,omitempty"`
	ShowingEdit
	EditionBase
}

// TickerEdit is a sentence of the ticker as it shall be; without an id, a new one.
type TickerEdit struct {
	ID       string `json:"id,omitempty"`
	Text     string `json:"text"`
	Position int    `json:"position"`
	ShowingEdit
	EditionBase
}

// BannerEdit is a banner as it shall be; without an id, a new one.
type BannerEdit struct {
	ID       string `json:"id,omitempty"`
	Device   string `json:"device" enumOf:"device"`
	Picture  string `json:"picture"`
	Title    string `json:"title"`
	Line     string `json:"line"`
	Button   string `json:"button"`
	Link     string `json:"link"`
	Alt      string `json:"alt"`
	Position int    `json:"position"`
	ShowingEdit
	EditionBase
}

func (e ShowingEdit) window() (content.Window, error) {
	from, err := wire.InstantOf(e.From, content.ErrPeriod)
	if err != nil {
		return content.Window{}, route.InField(err, content.ErrPeriod, "from")
	}
	to, err := wire.InstantOf(e.To, content.ErrPeriod)
	return content.Window{From: from, To: to}, err
}

func (s *Handlers) announcementSave(ctx context.Context, c *route.Call, in AnnouncementEdit) (wire.Saved, error) {
	id, err := savedID(in.ID)
	if err != nil {
		return wire.Saved{}, err
	}
	w, err := in.window()
	if err != nil {
		return wire.Saved{}, err
	}
	hot, err := wire.InstantOf(in.HotUntil, content.ErrPeriod)
	if err != nil {
		return wire.Saved{}, route.InField(err, content.ErrPeriod, "hotUntil")
	}
	return saved(s.Content.SaveAnnouncement(ctx, c.By, in.against(), content.Announcement{
		ID: id, Title: in.Title, Text: in.Text, HotUntil: hot, Published: in.Published, Window: w,
	}))
}

func (s *Handlers) tickerSave(ctx context.Context, c *route.Call, in TickerEdit) (wire.Saved, error) {
	id, err := savedID(in.ID)
	if err != nil {
		return wire.Saved{}, err
	}
	w, err := in.window()
	if err != nil {
		return wire.Saved{}, err
	}
	return saved(s.Content.SaveTickerItem(ctx, c.By, in.against(), content.TickerItem{
		ID: id, Text: in.Text, Position: in.Position, Published: in.Published, Window: w,
	}))
}

func (s *Handlers) bannerSave(ctx context.Context, c *route.Call, in BannerEdit) (wire.Saved, error) {
	id, err := savedID(in.ID)
	if err != nil {
		return wire.Saved{}, err
	}
	w, err := in.window()
	if err != nil {
		return wire.Saved{}, err
	}
	id, err = s.Content.SaveBanner(ctx, c.By, in.against(), content.Banner{
		ID: id, Device: in.Device, Picture: in.Picture, Title: in.Title, Line: in.Line, Button: in.Button, Link: in.Link, Alt: in.Alt,
		Position: in.Position, Published: in.Published, Window: w,
	})
	return saved(id, route.InField(err, content.ErrTitle, "alt"))
}

func saved(id int64, err error) (wire.Saved, error) { return wire.Saved{ID: wire.IDText(id)}, err }

func (s *Handlers) announcementRemove(ctx context.Context, c *route.Call, in ContentRemoval) (route.None, error) {
	return s.contentRemove(ctx, c, in, s.Content.RemoveAnnouncement)
}

func (s *Handlers) tickerRemove(ctx context.Context, c *route.Call, in ContentRemoval) (route.None, error) {
	return s.contentRemove(ctx, c, in, s.Content.RemoveTickerItem)
}

func (s *Handlers) bannerRemove(ctx context.Context, c *route.Call, in ContentRemoval) (route.None, error) {
	return s.contentRemove(ctx, c, in, s.Content.RemoveBanner)
}

func (s *Handlers) promotionRemove(ctx context.Context, c *route.Call, in ContentRemoval) (route.None, error) {
	return s.contentRemove(ctx, c, in, s.Content.RemovePromotion)
}

func (s *Handlers) blockRemove(ctx context.Context, c *route.Call, in ContentRemoval) (route.None, error) {
	return s.contentRemove(ctx, c, in, s.Content.RemoveBlock)
}

func (s *Handlers) contentRemove(ctx context.Context, c *route.Call, in ContentRemoval, remove func(context.Context, staff.Actor, content.Base, int64, string) error) (route.None, error) {
	id, err := contentID(c)
	if err != nil {
		return route.None{}, err
	}
	return route.None{}, remove(ctx, c.By, in.against(), id, in.Reason)
}

func (s *Handlers) tickerOrder(ctx context.Context, c *route.Call, in NewOrder) (route.None, error) {
	return s.contentOrder(ctx, c, in, s.Content.OrderTicker)
}

func (s *Handlers) bannerOrder(ctx context.Context, c *route.Call, in NewOrder) (route.None, error) {
	return s.contentOrder(ctx, c, in, s.Content.OrderBanners)
}

func (s *Handlers) promotionOrder(ctx context.Context, c *route.Call, in NewOrder) (route.None, error) {
	return s.contentOrder(ctx, c, in, s.Content.OrderPromotions)
}

func (s *Handlers) contentOrder(ctx context.Context, c *route.Call, in NewOrder, order func(context.Context, staff.Actor, []content.Place) error) (route.None, error) {
	places, err := in.places()
	if err != nil {
		return route.None{}, err
	}
	return route.None{}, order(ctx, c.By, places)
}
